/**
 * Unpacks the model and the script of a page, which lie in it as gzip in base64, and runs the
 * script. The policy of the page allows it by its digest, as it does this one.
 */
(async () => {
  const unpacked = async id => {
    const packed = atob(document.getElementById(id).textContent);
    const bytes = Uint8Array.from(packed, letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).text();
  };
  if (!self.DecompressionStream) {
    document.querySelector('main').append('This page needs a browser of 2023 or later.');
    return;
  }
  const [model, text] = await Promise.all(['model', 'script'].map(unpacked));
  document.getElementById('model').textContent = model;
  const script = document.createElement('script');
  script.textContent = text;
  document.body.append(script);
})();

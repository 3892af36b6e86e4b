// Pages of hostile models do nothing but show them: names are text, never markup, and what is
// invisible in them is shown as codes. A page asks for nothing, and is made of the same bytes each
// time.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {closeBrowser, draw, fragment, Page, pageTest, tryToDraw} from './page.mjs';
import {marginals, write} from './pgm.mjs';

const hostileNames = [
  '</script><script>document.title = "owned"</script>',
  '<!--<script>',
  '<img src=x onerror="document.title = \'owned\'">',
  '<svg onload=alert(1)>',
  '"\'`',
  '\' onclick=\'document.title = "owned"',
  '" style="position:fixed;inset:0',
  '&lt;b&gt;&amp;&#x41;',
  '\u202Egnp.exe', // RIGHT-TO-LEFT OVERRIDE
  '\u2066left\u2069\u200B\uFEFF',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'javascript:alert(1)',
  '{{7*7}} ${7*7} {0} {1} $& $1',
  '%3Cscript%3E %',
  'a=b,c:=d;[0;1]#e=x',
  '\\ \\u003c \\\\',
  'do(X=1)',
  'e\u0301 größe 变量 \u{1F600}',
  'line\u2028separator\u2029',
  'x'.repeat(4000),
  'long words '.repeat(300).trim(),
  '0', '-1', '1e9', ' blank ',
];

/** A network in which a name is that of a variable, of its child and of a state of each. */
function hostileModel(name, number) {
  const child = `child of ${name}`;
  return write(`hostile${number}.json`, JSON.stringify({
    format: 'pgm-network', version: 1, name,
    variables: [
      {name, states: [name, 'other'], table: [{p: [0.25, 0.75]}], annotations: [name]},
      {name: child, states: ['yes', name], parents: [name],
        table: [{p: [0.5, 0.5]}, {p: [0.125, 0.875]}]},
    ],
  }));
}

/** What a page could be made to do by the names in it. */
const harm = `return {
  elements: [...document.querySelectorAll('img, iframe, object, embed, link, base, form[action]')]
    .map(node => node.outerHTML),
  scripts: document.scripts.length,
  handlers: [...document.querySelectorAll('*')].flatMap(node =>
    [...node.attributes].filter(({name}) => name.startsWith('on')).map(({name}) => name)),
  styles: document.querySelectorAll('svg *[style*="fixed"]').length,
  invisible: /[\\u202A-\\u202E\\u2066-\\u2069\\u200B\\uFEFF\\u2028\\u2029]/.test(
    document.body.innerText + [...document.querySelectorAll('svg text, title')]
      .map(node => node.textContent).join() + [...document.querySelectorAll('[aria-label]')]
      .map(node => node.getAttribute('aria-label')).join()),
  prototype: ({}).constructor === Object && Object.keys(Object.prototype).length,
};`;

const harmless = {
  elements: [], scripts: 4, handlers: [], styles: 0, invisible: false, prototype: 0,
};

for (const [number, name] of hostileNames.entries()) {
  const short = JSON.stringify(name.slice(0, 40));
  pageTest(`a model full of ${short} is only shown`, async browser => {
    const model = hostileModel(name, number), evidence = new Map([[`child of ${name}`, name]]);
    const url = draw(model, `hostile${number}`, '--title', name);
    const text = readFileSync(fileURLToPath(url), 'utf8');
    assert.equal(text.split('</script').length, 4, 'no name ends a script');
    assert.equal(text.includes('<!--'), false);
    const page = await Page.open(browser, url);
    const [before, after] = marginals(model, [new Map(), evidence]);
    assert.notEqual(await browser.get('title'), 'owned');
    await page.compare(before, short);
    await page.click(`child of ${name}`, name);
    await page.compare(after, `${short}, clicked`);
    assert.deepEqual(await browser.run(harm), harmless);
    await page.click(`child of ${name}`, name);
    await page.enter(evidence);
    await page.compare(after, `${short}, by the address ${fragment(evidence)}`);
    assert.deepEqual(await browser.run(harm), harmless);
    assert.notEqual(await browser.get('title'), 'owned');
  });
}

const plainModel = () => write('plain.bif', `network plain {}
variable A { type discrete [2] { yes, no }; }
variable B { type discrete [3] { low, mid, high }; }
probability ( A ) { table 0.2, 0.8; }
probability ( B | A ) { (yes) 0.5, 0.25, 0.25; (no) 0, 0.5, 0.5; }
`);

for (const title of [' ', '\u202E', '<b>bold</b>', 'ein Titel & mehr']) {
  pageTest(`a page with the title ${JSON.stringify(title)}`, async browser => {
    const page = await Page.open(browser, draw(plainModel(), 'titled', '--title', title));
    await page.compare(marginals(plainModel(), [new Map()])[0], title);
    assert.deepEqual(await browser.run(harm), harmless);
  });
}

pageTest('a page without a title has the name of its network, or of its file', async browser => {
  const page = await Page.open(browser, draw(plainModel(), 'untitled'));
  assert.ok((await page.text('h1')).trim().length > 0);
  const {refused} = tryToDraw(plainModel(), 'untitled', '--title', '');
  assert.match(refused, /--title/);
  const unnamed = write('unnamed.json', JSON.stringify({format: 'pgm-network', version: 1, name: '',
    variables: [{name: 'A', states: ['a'], table: [{p: [1]}]}]}));
  const other = await Page.open(browser, draw(unnamed, 'unnamed'));
  await other.compare(marginals(unnamed, [new Map()])[0], 'a network without a name');
});

const fragments = [
  '#', '#e', '#e=', '#e=,', '#e=A', '#e=A=', '#e==', '#e=A=maybe', '#e=Z=yes', '#e=A=yes=no',
  '#e=A:=', '#e=A:=maybe', '#e=A=[', '#e=A=[]', '#e=A=[1]', '#e=A=[1;2;3]', '#e=A=[-1;2]',
  '#e=A=[NaN;1]', '#e=A=[1;Infinity]', '#e=A=[1e999;1]', '#e=A=[a;b]', '#e=%', '#e=%E0%A4%A',
  '#e=A=%', '#e=__proto__=yes', '#e=constructor=yes', '#e=A=__proto__', '#e=<script>', '#other',
  `#e=${'A=maybe,'.repeat(20000)}`, '#e=%00=%00', '#e=A=0', '#e=A=1.5', '#E=A=yes',
];

pageTest('an address that makes no sense is left out', async browser => {
  const model = plainModel(), page = await Page.open(browser, draw(model, 'fragments'));
  const [prior, known] = marginals(model, [new Map(), new Map([['A', 'yes']])]);
  for (const hash of fragments) {
    await browser.open(page.url + hash);
    await page.painted();
    await page.compare(prior, `changed to ${hash.slice(0, 40)}`);
    await Page.open(browser, page.url + hash);
    await page.compare(prior, `opened with ${hash.slice(0, 40)}`);
    assert.deepEqual(await browser.run(harm), harmless);
  }
  await browser.open(`${page.url}#e=Z=yes,A=yes,B=nothing`);
  await page.painted();
  await page.compare(known, 'what makes sense counts');
});

pageTest('the policy stops scripts, styles and requests that get into a page', async browser => {
  const page = await Page.open(browser, draw(plainModel(), 'policy'));
  const stopped = await browser.wait(`const done = arguments[arguments.length - 1], stopped = [];
    addEventListener('securitypolicyviolation', event => stopped.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'document.title = "owned"';
    const image = document.createElement('img');
    image.src = 'http://127.0.0.1:9/x.png';
    document.body.append(script, image);
    document.body.setAttribute('onclick', 'document.title = "owned"');
    document.body.setAttribute('style', 'color: red');
    fetch('http://127.0.0.1:9/').catch(() => {});
    setTimeout(() => done(stopped.sort()), 300);`);
  for (const directive of ['connect-src', 'img-src', 'script-src-elem', 'style-src-attr'])
    assert.ok(stopped.includes(directive), `${directive} is stopped: ${stopped}`);
  assert.notEqual(await browser.get('title'), 'owned');
  // These are the test's own, and so is what the console says of them.
  const messages = await browser.console();
  assert.ok(messages.every(text => text.includes('Content Security Policy')), messages.join('\n'));
  await browser.requests();
  await page.read();
});

pageTest('a page has the same bytes each time', async () => {
  const bytes = name => readFileSync(fileURLToPath(draw(plainModel(), name)), 'utf8');
  assert.equal(bytes('first'), bytes('second'));
});

closeBrowser();

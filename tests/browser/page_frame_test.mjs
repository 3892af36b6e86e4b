// A page within another one, as a notebook shows it: the text of the page in the attribute srcdoc
// of a frame that may run scripts and has no origin.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {marginals, sources, write} from './pgm.mjs';

const asia = join(sources, 'examples/data/asia.bif');

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  .replaceAll('<', '&lt;').replaceAll('>', '&gt;');

pageTest('a page runs in a frame without an origin, under its own policy', async browser => {
  const page = readFileSync(fileURLToPath(draw(asia, 'framed')), 'utf8');
  const notebook = write('notebook.html', `<!DOCTYPE html><title>notebook</title>
    <iframe title="asia" sandbox="allow-scripts" srcdoc="${escaped(page)}"
      style="width:100%;height:40em"></iframe>`);
  const {href} = pathToFileURL(notebook), shown = new Page(browser, href);
  await browser.open(href);
  const inside = await browser.run('return document.querySelector("iframe").contentDocument;');
  assert.equal(inside, null, 'it is closed to the notebook');
  await browser.post('frame', {id: 0});
  await shown.started();
  const evidence = [new Map(), new Map([['xray', 'yes']]),
    new Map([['xray', 'yes'], ['smoke', 'no']])];
  const [prior, xray, both] = marginals(asia, evidence);
  await shown.compare(prior, 'before a click');
  await shown.click('xray', 'yes');
  await shown.compare(xray, 'after a click');
  await shown.click('smoke', 'no');
  await shown.compare(both, 'after another one');
  await browser.click('#undo');
  await shown.painted();
  await shown.compare(xray, 'taken back');
  assert.equal(await browser.run(`try {
      return parent.document.title;
    } catch (error) {
      return error.name;
    }`), 'SecurityError', 'the notebook is closed to it');
});

closeBrowser();

// Pages for every reader: no violation that axe-core finds, light and dark; nothing is cut off at a
// width of 320 pixels or at twice the size; and figures, which are printed and not asserted.

import assert from 'node:assert/strict';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {marginals, networks, sources, write} from './pgm.mjs';

const axeFile = join(sources, 'build/browser/node_modules/axe-core/axe.js');
const asia = join(sources, 'examples/data/asia.bif');
const sizes = [[1280, 900], [640, 450], [320, 640]];

/** What axe-core finds: rules and elements. What it cannot judge is left to readers. */
function violations(browser) {
  return browser.wait(`const done = arguments[arguments.length - 1];
    const words = ({target, failureSummary}) => target.join(' ') + ' ' + failureSummary;
    axe.run({resultTypes: ['violations']}).then(
      ({violations}) => done(violations.map(({id, nodes}) => [id, ...nodes.map(words)].join('; '))),
      error => done([String(error)]));`);
}

/** Puts axe-core into the page: as an argument, since the page allows no script but its own. */
const addAxe = browser => browser.run(readFileSync(axeFile, 'utf8'));

const states = [
  ['without findings', {}],
  ['with findings', {xray: 'yes', smoke: [0.3, 0.8]}],
  ['with an intervention', {lung: {do: 'yes'}, dysp: 'no'}],
  ['with impossible findings', {tub: 'yes', either: 'no'}],
];

for (const scheme of ['light', 'dark']) {
  pageTest(`axe-core finds nothing on a ${scheme} page`, async (browser, t) => {
    if (!existsSync(axeFile)) return t.skip('there is no axe-core: scripts/setup --browser');
    const questions = write('questions.txt', 'P(lung=yes | xray=yes)\n');
    const url = draw(asia, `axe-${scheme}`, '--lock', 'bronc', '--questions', questions);
    await browser.prefer({'prefers-color-scheme': scheme});
    for (const [width, height] of sizes) {
      await browser.resize(width, height);
      const page = await Page.open(browser, url);
      await addAxe(browser);
      for (const [what, evidence] of states) {
        await page.enter(new Map(Object.entries(evidence)));
        await browser.run(`document.querySelector('[data-variable="lung"]').focus();
          for (const node of document.querySelectorAll('details')) node.open = true;`);
        await page.painted();
        assert.deepEqual(await violations(browser), [], `${what}, ${width} pixels wide`);
      }
    }
    return browser.prefer({});
  });
}

pageTest('the theme of an option counts whatever the reader prefers', async browser => {
  const ground = 'return getComputedStyle(document.body).backgroundColor;', found = new Map();
  for (const theme of ['light', 'dark', 'auto']) {
    for (const scheme of ['light', 'dark']) {
      await browser.prefer({'prefers-color-scheme': scheme});
      await Page.open(browser, draw(asia, `theme-${theme}`, '--theme', theme));
      found.set(`${theme} ${scheme}`, await browser.run(ground));
    }
  }
  assert.equal(found.get('light light'), found.get('light dark'));
  assert.equal(found.get('dark light'), found.get('dark dark'));
  assert.equal(found.get('auto light'), found.get('light light'));
  assert.equal(found.get('auto dark'), found.get('dark dark'));
  assert.notEqual(found.get('light light'), found.get('dark dark'));
  await browser.prefer({});
});

for (const [width, height] of [...sizes, [320, 400]]) {
  pageTest(`a page that is ${width} by ${height} pixels has all in reach`, async browser => {
    await browser.resize(width, height);
    const page = await Page.open(browser, draw(asia, `narrow${width}`));
    const wide = await browser.run('return document.documentElement.scrollWidth;');
    assert.ok(wide <= width, `the page is ${wide} pixels wide`);
    const [expected] = marginals(asia, [new Map([['xray', 'yes']])]);
    await page.click('xray', 'yes');
    await page.compare(expected, `clicked, ${width} pixels wide`);
    const outside = await browser.run(`return [...document.querySelectorAll(
        'button, input, select, summary, h1, h2, p, li')]
      .filter(node => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1)
      .map(node => node.outerHTML.slice(0, 100));`);
    assert.deepEqual(outside, []);
    await browser.click('#reset');
    await page.painted();
    await page.compare(marginals(asia, [new Map()])[0], 'reset');
    await browser.resize(1280, 900);
  });
}

pageTest('a reader who wants no motion gets none', async browser => {
  await browser.prefer({'prefers-reduced-motion': 'reduce'});
  const page = await Page.open(browser, draw(asia, 'still'));
  await page.click('xray', 'yes');
  assert.equal(await browser.run('return document.getAnimations().length;'), 0);
  await browser.prefer({});
});

pageTest('a page is printed with all of its cards', async browser => {
  await Page.open(browser, draw(asia, 'printed'));
  const {data} = await browser.tools('Page.printToPDF', {printBackground: true});
  assert.equal(Buffer.from(data, 'base64').subarray(0, 5).toString(), '%PDF-');
});

/** Milliseconds from a click until the browser has painted what it did: the median of many. */
const clickTimes = `const done = arguments[arguments.length - 1], times = [];
  const rows = [...document.querySelectorAll('[data-state]')]
    .filter(node => node.checkVisibility());
  const next = i => {
    if (i === 30) {
      times.sort((a, b) => a - b);
      done({median: times[15], longest: times[29]});
      return;
    }
    const begin = performance.now();
    rows[i * 7 % rows.length].dispatchEvent(new MouseEvent('click', {bubbles: true}));
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        times.push(performance.now() - begin);
        setTimeout(() => next(i + 1), 20);
      };
      channel.port2.postMessage(0);
    });
  };
  next(0);`;

pageTest('figures: size, first paint, and from a click to painted bars', async (browser, t) => {
  const found = new Map(networks().map(({name, path}) => [name, path]));
  for (const name of ['asia', 'alarm', 'hailfinder', 'win95pts', 'andes', 'pigs']) {
    if (!found.has(name)) continue;
    const url = draw(found.get(name), `figures-${name}`);
    await Page.open(browser, url);
    const paint = await browser.wait(`const done = arguments[arguments.length - 1];
      setTimeout(() => done(performance.getEntriesByName('first-contentful-paint')[0].startTime),
        500);`);
    const {median, longest} = await browser.wait(clickTimes);
    const kilobytes = statSync(fileURLToPath(url)).size / 1000;
    t.diagnostic(`${name}: ${kilobytes.toFixed(1)} kB, first paint ${paint.toFixed(0)} ms, ` +
      `click to paint ${median.toFixed(1)} ms (median of 30, longest ${longest.toFixed(1)})`);
  }
});

closeBrowser();

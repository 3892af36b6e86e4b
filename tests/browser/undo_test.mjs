// Undo takes back what was entered, step by step: a finding, an intervention, all findings, and the
// way of a slider as one step.

import assert from 'node:assert/strict';
import {join} from 'node:path';

import {keys} from './chromium.mjs';
import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {marginals, sources} from './pgm.mjs';

const asia = join(sources, 'examples/data/asia.bif');
const isDisabled = 'return document.getElementById("undo").disabled;';

/** Takes back steps; after each the page has the answers given the evidence before it. */
async function takeBack(browser, page, evidences) {
  const expected = marginals(asia, evidences.map(all => new Map(Object.entries(all))));
  for (const [i, answer] of expected.entries()) {
    await browser.click('#undo');
    await page.painted();
    await page.compare(answer, `after ${i + 1} steps back`);
  }
}

pageTest('findings are taken back one after the other', async browser => {
  const page = await Page.open(browser, draw(asia, 'undo'));
  assert.equal(await browser.run(isDisabled), true, 'there is nothing to take back');
  await page.click('xray', 'yes');
  await page.click('smoke', 'no');
  await page.click('smoke', 'yes');
  await page.click('xray', 'yes');
  await browser.click('#reset');
  await page.painted();
  await takeBack(browser, page, [{smoke: 'yes'}, {xray: 'yes', smoke: 'yes'},
    {xray: 'yes', smoke: 'no'}, {xray: 'yes'}, {}]);
  assert.equal(await browser.run(isDisabled), true, 'all is taken back');
});

pageTest('the way of a slider is one step', async browser => {
  const page = await Page.open(browser, draw(asia, 'undo-slider'));
  await page.click('dysp', 'yes');
  await page.click('xray', 'yes');
  await page.click('xray', 'yes');
  await browser.click('details.soft summary');
  await browser.run('document.querySelector(".slider [type=range]").focus();');
  await browser.press([keys.left, keys.left, keys.left]);
  await page.painted();
  const [slid] = marginals(asia, [new Map([['dysp', 'yes'], ['xray', [0.97, 1]]])]);
  await page.compare(slid, 'by the slider');
  await takeBack(browser, page, [{dysp: 'yes'}, {dysp: 'yes', xray: 'yes'}, {dysp: 'yes'}, {}]);
  assert.equal(await browser.run(isDisabled), true, 'all is taken back');
});

closeBrowser();

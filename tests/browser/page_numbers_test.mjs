// The numbers of pages in a browser against those of the program, to 1e-12: entered by clicks, and
// by the address.

import assert from 'node:assert/strict';

import {closeBrowser, draw, Page, pageTest, tryToDraw} from './page.mjs';
import {isLarge, marginals, networks} from './pgm.mjs';

// Of networks with more states the cards are too small to be clicked all at once.
const mostClicked = 180, clickedSets = 8;

/** States can be clicked, likelihoods cannot. */
const isHard = evidence => [...evidence.values()].every(finding => typeof finding === 'string');

/** Clicks the findings, compares, and clicks them again, which removes them. */
async function compareClicked(page, prior, evidence, expected, what) {
  for (const [variable, state] of evidence) await page.click(variable, state);
  await page.compare(expected, what);
  for (const [variable, state] of evidence) await page.click(variable, state);
  assert.deepEqual((await page.read()).rows, prior.rows, `${what}: nothing is left of it`);
}

for (const {name, path, evidences} of networks()) {
  pageTest(`every number of ${name}`, async (browser, t) => {
    const {url, refused} = tryToDraw(path, name);
    if (refused) {
      assert.ok(isLarge(path), refused);
      return t.skip(refused);
    }
    const page = await Page.open(browser, url), all = evidences();
    await page.unfold();
    const answers = marginals(path, all), prior = await page.read();
    for (const [i, evidence] of all.entries()) {
      const what = `${name}, set ${i}`;
      if (i < clickedSets && prior.rows.length <= mostClicked && isHard(evidence))
        await compareClicked(page, prior, evidence, answers[i], what);
      await page.enter(evidence);
      await page.compare(answers[i], `${what}, by the address`);
      await page.enter(new Map());
    }
    return undefined;
  });
}

pageTest('another state of a variable replaces its finding', async browser => {
  const [{path}] = networks().filter(({name}) => name === 'asia');
  const page = await Page.open(browser, draw(path, 'replaced'));
  const [yes, no] = marginals(path, [new Map([['xray', 'yes']]), new Map([['xray', 'no']])]);
  await page.click('xray', 'yes');
  await page.compare(yes, 'yes');
  await page.click('xray', 'no');
  await page.compare(no, 'no');
});

closeBrowser();

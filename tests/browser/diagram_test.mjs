// Influence diagrams on a page: the expectation of each utility, and what each alternative of a
// decision is worth, against `pgm decide`.

import assert from 'node:assert/strict';
import {join} from 'node:path';

import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {assertClose, marginals, run, scratch} from './pgm.mjs';

/** The model of an example, {model, states, decisions: answers of `pgm decide --json`}. */
function diagram(name) {
  const model = join(scratch, `${name}.json`);
  run('example', name, '-o', model);
  return {model, solution: JSON.parse(run('decide', model, '--json'))};
}

/** The numbers that are shown beside the alternatives of a decision, and which are marked best. */
const shownGains = `return [...document.querySelectorAll('[data-state]')]
  .filter(node => node.dataset.variable === arguments[0])
  .map(node => ({
    state: node.dataset.state, label: node.getAttribute('aria-label'),
    text: node.nextElementSibling.querySelector('.gain').textContent,
    isBest: node.classList.contains('best'),
  }));`;

const numberIn = text => Number(text.replace('★', '').replace('−', '-'));

/** Numbers that are shown have four digits. */
const fourDigits = (found, expected, what) => assertClose(found, expected, what, 6e-4);

async function compareGains(browser, decision, {expected_utility: worth, best}, what) {
  const found = await browser.run(shownGains, decision);
  assert.deepEqual(found.map(({state}) => state), Object.keys(worth), what);
  for (const {state, text, label, isBest} of found) {
    fourDigits(numberIn(text), worth[state], `${what}: ${state}`);
    assert.equal(isBest, best.includes(state), `${what}: ${state} is ${best}`);
    assert.equal(text.startsWith('★'), isBest, `${what}: the mark of ${state}`);
    assert.equal(/, best$/.test(label), isBest, label);
    assert.match(label, /expected utility/);
  }
}

/** What comes after the bars is there. */
async function settled(page) {
  await page.painted();
  await new Promise(resolve => { setTimeout(resolve, 200); });
}

const shownUtilities = `return Object.fromEntries([...document.querySelectorAll('.card.utility')]
  .map(card => [card.querySelector('.name').textContent,
    card.querySelector('.number').textContent]));`;

for (const name of ['oil', 'umbrella', 'clinic']) {
  pageTest(`the diagram ${name}: bars, utilities and alternatives`, async browser => {
    const {model, solution} = diagram(name), [prior] = marginals(model, [new Map()]);
    const page = await Page.open(browser, draw(model, `diagram-${name}`));
    await settled(page);
    await page.compare(prior, 'under the best strategy');
    const utilities = await browser.run(shownUtilities);
    assert.deepEqual(Object.keys(utilities).sort(), Object.keys(solution.utilities).sort());
    for (const [utility, text] of Object.entries(utilities))
      fourDigits(numberIn(text), solution.utilities[utility], utility);
    for (const [decision, rows] of Object.entries(solution.strategy)) {
      for (const row of rows) {
        const what = `${decision} given ${JSON.stringify(row.given)}`;
        await browser.click('#reset');
        for (const given of Object.entries(row.given)) await page.click(...given);
        await settled(page);
        await compareGains(browser, decision, row, what);
      }
    }
  });
}

pageTest('an alternative that is chosen is set, and moves the utilities', async browser => {
  const {model, solution} = diagram('oil'), [first] = solution.strategy.Test;
  const page = await Page.open(browser, draw(model, 'diagram-chosen'));
  for (const [alternative, worth] of Object.entries(first.expected_utility)) {
    await page.click('Test', alternative);
    await settled(page);
    const total = Object.values(await browser.run(shownUtilities))
      .reduce((sum, text) => sum + numberIn(text), 0);
    fourDigits(total, worth, alternative);
    assert.match(await page.text('#evidence li'), /^do\(Test = /);
    const texts = (await browser.run(shownGains, 'Test')).map(({text}) => text);
    assert.deepEqual(texts, ['', ''], 'a decision that is made has no alternatives');
  }
});

closeBrowser();

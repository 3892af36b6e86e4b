// A page of more variables than one sees at once: it is folded to the neighbourhood of one of them,
// and search finds the others.

import assert from 'node:assert/strict';

import {keys} from './chromium.mjs';
import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {marginals, write} from './pgm.mjs';
import {randomNetwork} from './random.mjs';

const least = 151;

/** A random network of so many variables or more, {variables, bif}. */
function largeNetwork() {
  for (let seed = 1; ; ++seed) {
    const network = randomNetwork(seed, 2 * least, 4);
    if (network.variables.length >= least) return network;
  }
}

const {variables, bif} = largeNetwork();
const model = write('large.bif', bif);
const number = name => Number(name.slice(1));

/** The numbers of the variables that are an arc away from one. */
function neighbours(v) {
  const children = variables.flatMap(({parents}, u) => (parents.includes(v) ? [u] : []));
  return [...variables[v].parents, ...children];
}

/** The numbers of the variables at most so many arcs away, ascending. */
function neighbourhood(v, depth) {
  let found = new Set([v]);
  for (let d = 0; d < depth; ++d) found = new Set([...found].flatMap(u => [u, ...neighbours(u)]));
  return [...found].sort((a, b) => a - b);
}

/** What a reader sees: the cards, ascending, the selected one, and what is said at its corner. */
async function seen(browser) {
  const {cards, selected, tag} = await browser.run(`
    const nameOf = card => card.querySelector('[data-variable]').dataset.variable;
    const cards = [...document.querySelectorAll('.card')]
      .filter(card => getComputedStyle(card).display !== 'none');
    const selected = cards.find(card => card.classList.contains('selected'));
    return {
      cards: cards.map(nameOf),
      selected: selected ? nameOf(selected) : null,
      tag: selected ? selected.querySelector('.tag').textContent : null,
    };`);
  return {cards: cards.map(number).sort((a, b) => a - b),
    selected: selected === null ? null : number(selected), tag};
}

/** Opens the page; {page, focus: the variable whose neighbourhood is seen}. */
async function openLarge(browser, name) {
  const page = await Page.open(browser, draw(model, name)), {cards} = await seen(browser);
  const focus = cards.find(v => `${neighbourhood(v, 1)}` === `${cards}`);
  assert.notEqual(focus, undefined, `it begins with a neighbourhood: ${cards}`);
  return {page, focus};
}

async function chooseDepth(browser, page, depth) {
  await browser.click(`#depth option:nth-child(${depth})`);
  await page.painted();
}

/** Clicks an element twice, as fast as a reader does. */
async function doubleClick(browser, target) {
  const press = {type: 'pointerDown', button: 0}, release = {type: 'pointerUp', button: 0};
  const move = {type: 'pointerMove', origin: target, x: 0, y: 0, duration: 0};
  await browser.post('actions', {actions: [
    {type: 'pointer', id: 'mouse', actions: [move, press, release, press, release]},
  ]});
}

const titleOf = `return [...document.querySelectorAll('.card')].find(card =>
    card.querySelector('[data-variable]').dataset.variable === arguments[0])
  .querySelector('.name');`;

pageTest('a large network is folded, and all of its numbers are there', async browser => {
  const {page, focus} = await openLarge(browser, 'folded');
  const [prior] = marginals(model, [new Map()]);
  await page.compare(prior, 'folded');
  for (const depth of [2, 3, 1]) {
    await chooseDepth(browser, page, depth);
    assert.deepEqual((await seen(browser)).cards, neighbourhood(focus, depth), `depth ${depth}`);
  }
  const [variable, states] = Object.entries(prior.marginals)
    .find(([name, all]) => number(name) === focus && Object.keys(all).length > 1);
  const [state] = Object.entries(states).find(([, p]) => p > 0 && p < 1);
  const [given] = marginals(model, [new Map([[variable, state]])]);
  await page.click(variable, state);
  await page.compare(given, `given ${variable}=${state}`);
});

pageTest('the whole network is shown, and folded again', async browser => {
  const {page, focus} = await openLarge(browser, 'whole'), all = [...variables.keys()];
  const isHidden = 'return document.getElementById("depths").hidden;';
  assert.equal(await browser.run(isHidden), false);
  await browser.click('#whole');
  await page.painted();
  assert.deepEqual((await seen(browser)).cards, all);
  assert.equal(await browser.run(isHidden), true, 'a whole network has no depth');
  await browser.click('#whole');
  await page.painted();
  assert.deepEqual((await seen(browser)).cards, neighbourhood(focus, 1));
});

pageTest('f and a double click fold the network to another variable', async browser => {
  const {page, focus} = await openLarge(browser, 'focused');
  const isOther = v => `${neighbourhood(v, 1)}` !== `${neighbourhood(focus, 1)}`;
  const next = neighbours(focus).find(isOther);
  await browser.run('arguments[0].focus();',
    await page.row(`V${next}`, variables[next].states[0]));
  await browser.press(['f']);
  await page.painted();
  const found = await seen(browser);
  assert.deepEqual(found.cards, neighbourhood(next, 1), 'by f');
  assert.equal(found.selected, next);

  await doubleClick(browser, await browser.run(titleOf, `V${focus}`));
  await page.painted();
  assert.deepEqual((await seen(browser)).cards, neighbourhood(focus, 1), 'by a double click');
  await doubleClick(browser, await browser.run(titleOf, `V${next}`));
  await page.painted();
  assert.deepEqual((await seen(browser)).cards, neighbourhood(next, 1), 'by another one');
});

pageTest('a card says how many of its neighbours are folded away', async browser => {
  const {page, focus} = await openLarge(browser, 'hidden'), shown = neighbourhood(focus, 1);
  const hidden = v => neighbours(v).filter(u => !shown.includes(u)).length;
  const next = neighbours(focus).find(v => hidden(v) > 0);
  for (const v of [focus, next]) {
    await browser.click(await browser.run(titleOf, `V${v}`));
    await page.painted();
    const {selected, tag} = await seen(browser);
    assert.equal(selected, v);
    assert.equal(/\+(\d+)/.exec(tag)?.[1], hidden(v) > 0 ? String(hidden(v)) : undefined, tag);
  }
});

pageTest('search marks what it finds, and Enter goes from one to the next', async browser => {
  const {page} = await openLarge(browser, 'search');
  const matches = text => variables.flatMap(({name}, v) =>
    (name.toLowerCase().includes(text.toLowerCase()) ? [v] : []));
  const marked = `return [...document.querySelectorAll('.card.found')].map(card =>
    card.querySelector('[data-variable]').dataset.variable);`;
  for (const text of ['v14', '149']) {
    await browser.type('#search', text);
    const expected = matches(text);
    assert.deepEqual((await browser.run(marked)).map(number), expected, text);
    assert.match(await page.text('#found'), new RegExp(`^${expected.length} `));
    for (const v of [...expected, expected[0]]) {
      await browser.press([keys.enter]);
      await page.painted();
      const {cards, selected} = await seen(browser);
      assert.equal(selected, v, `Enter goes to V${v}`);
      assert.ok(cards.includes(v), `V${v} is seen`);
    }
  }
  await browser.type('#search', 'nowhere');
  assert.deepEqual(await browser.run(marked), []);
  const {selected} = await seen(browser);
  await browser.press([keys.enter]);
  assert.equal((await seen(browser)).selected, selected, 'there is nothing to go to');
});

closeBrowser();

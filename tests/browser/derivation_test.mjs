// The derivation of a number on a page: the same number as the program's, by the same steps.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';

import {engineOf, findingsOf} from './engine.mjs';
import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {assertClose, run, sampledEvidence, scratch, sources, write} from './pgm.mjs';
import {randomNetwork, randomNumbers} from './random.mjs';

const example = name => join(sources, 'examples/data', `${name}.bif`);

/** Compares the derivations of all variables that are not observed; how many there are. */
function compareAll(engine, evidence, what) {
  const {variables, program, ask, derive} = engine, findings = findingsOf(engine, evidence);
  const {posterior} = ask('marginals', findings);
  let derived = 0;
  if (!posterior) return derived;
  variables.forEach(({name, kind, at, states}, v) => {
    if (kind === 'number' || kind === 'utility') return;
    const made = derive(findings, at);
    if (!made) return;
    ++derived;
    const total = made.joint.cells.reduce((sum, number) => sum + number, 0);
    made.joint.cells.forEach((number, place) => {
      const slot = program.slots[program.begins[at] + place];
      assertClose(number / total, posterior[slot],
        `${what}: ${name}=${states[slot - program.first[at]]}`);
    });
  });
  return derived;
}

test('every number of ASIA and ALARM', () => {
  for (const name of ['asia', 'alarm']) {
    const engine = engineOf(example(name), name);
    assert.ok(compareAll(engine, new Map(), name) > 7);
    for (const evidence of sampledEvidence(example(name), 20, 2)) {
      const derived = compareAll(engine, evidence, `${name}, ${JSON.stringify([...evidence])}`);
      assert.equal(derived, engine.variables.length - evidence.size);
    }
  }
});

test('random networks under findings, likelihoods and do()', () => {
  let derived = 0;
  for (let seed = 1; seed <= 60; ++seed) {
    const {variables, bif} = randomNetwork(seed), random = randomNumbers(seed);
    const engine = engineOf(write(`derived${seed}.bif`, bif), `derived${seed}`);
    for (let set = 0; set < 4; ++set) {
      const evidence = new Map();
      for (const {name, states} of variables) {
        const state = states[Math.floor(random() * states.length)], kind = random();
        if (kind < 0.15) evidence.set(name, state);
        else if (kind < 0.25) evidence.set(name, states.map(() => 0.25 + random()));
        else if (kind < 0.35) evidence.set(name, {do: state});
      }
      derived += compareAll(engine, evidence, `seed ${seed}, ${JSON.stringify([...evidence])}`);
    }
  }
  assert.ok(derived > 500, `${derived} numbers were derived`);
});

test('what is known for good, and numbers', () => {
  const known = engineOf(example('asia'), 'known', '-e', 'smoke=yes,xray=yes');
  assert.equal(compareAll(known, new Map([['dysp', 'no']]), 'asia with what is known'), 5);
  const {used} = known.derive(new Map(), known.variableOf.get('lung')).steps.at(-1);
  assert.ok(used.some(({name}) => name.includes('xray = yes')), 'known states are named');

  const model = join(scratch, 'waste.json');
  run('example', 'waste', '-o', model);
  const waste = engineOf(model, 'waste');
  const sets = [[['C', -0.9]], [['L', 1.1], ['C', -0.9]], [['E', -3.9], ['W', [0.3, 0.9]]]];
  for (const evidence of sets)
    assert.ok(compareAll(waste, new Map(evidence), JSON.stringify(evidence)) >= 2);
});

test('the steps are those of pgm explain', () => {
  const engine = engineOf(example('asia'), 'steps');
  const {order, steps} = JSON.parse(run('explain', example('asia'),
    'P(lung | smoke=yes, xray=yes)', '--json'));
  const findings = findingsOf(engine, new Map([['smoke', 'yes'], ['xray', 'yes']]));
  const made = engine.derive(findings, engine.variableOf.get('lung'));
  assert.deepEqual(made.steps.map(({w}) => engine.variables[w].name).sort(), [...order].sort());
  const sums = new Map(steps.filter(({kind}) => kind === 'sum')
    .map(({output}) => [[...output.variables].sort().join(), [...output.values].sort()]));
  for (const {result: {axes, cells}} of made.steps) {
    const expected = sums.get(axes.map(w => engine.variables[w].name).sort().join());
    [...cells].sort().forEach((cell, i) => assertClose(cell, expected[i], 'a cell'));
  }
});

pageTest('a reader opens the derivation of the clicked number', async browser => {
  const page = await Page.open(browser, draw(example('asia'), 'derivation'));
  await page.click('smoke', 'yes');
  await page.click('xray', 'yes');
  await browser.run('arguments[0].focus();', await page.row('lung', 'yes'));
  await page.painted();
  await browser.run('document.querySelector(".derivation").open = true;');
  await page.painted();
  const {derived, text, p} = await browser.run(`return {
    derived: document.querySelector('[data-derived]').dataset.derived,
    text: document.querySelector('.derivation').innerText,
    p: document.querySelector('[data-variable="lung"][data-state="yes"]').dataset.probability,
  };`);
  assertClose(Number(derived), Number(p), 'the last line');
  assert.match(text, /sum out (asia|tub|either)/);
  assert.match(text, /P\(tub \| asia\)/);
  assert.match(text, /P\(xray = yes \| either\)/);
  await browser.run('document.querySelector("#language").click();');
  await page.painted();
  assert.match(await page.text('.derivation'), /aussummieren/);
});

closeBrowser();

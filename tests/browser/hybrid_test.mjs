// Models with numbers: what a page computes, in Node alone, against what the program answers.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';

import {engineOf, findingsOf} from './engine.mjs';
import {assertClose, marginals, run, scratch, write} from './pgm.mjs';
import {randomNumbers} from './random.mjs';

function compare(engine, evidence, expected, what) {
  const {log, posterior, numbers} = engine.ask('marginals', findingsOf(engine, evidence));
  assertClose(log, expected.log, `${what}: log density`);
  if (expected.log === -Infinity) return;
  engine.variables.forEach(({name, kind, states}, v) => {
    if (kind === 'chance')
      states.forEach((state, s) => assertClose(engine.probabilityIn(posterior, v, s),
        expected.of(name, state), `${what}: ${name}=${state}`));
    if (kind !== 'number' || evidence.has(name)) return;
    const {mean, sd} = engine.densities.curve(v, posterior, numbers);
    assertClose(mean, expected.continuous[name].mean, `${what}: mean of ${name}`);
    assertClose(sd, expected.continuous[name].sd, `${what}: sd of ${name}`);
  });
}

function compareAll(model, name, evidences) {
  const engine = engineOf(model, name);
  marginals(model, evidences).forEach((expected, i) =>
    compare(engine, evidences[i], expected, `${name}, set ${i}`));
}

test('the waste incinerator of Lauritzen 1992', () => {
  const model = join(scratch, 'waste.json');
  run('example', 'waste', '-o', model);
  compareAll(model, 'waste', [[], [['C', -0.9]], [['L', 1.1]], [['C', -0.9], ['L', 1.1]],
    [['W', 'industrial'], ['L', 1.1], ['C', -0.9]], [['E', -3.9]], [['E', 100]],
    [['D', 3], ['Min', 0.5], ['Mout', 3.2], ['B', 'stable']], [['W', [0.3, 0.9]], ['E', -3.5]],
  ].map(findings => new Map(findings)));
});

const json = variables => JSON.stringify({format: 'pgm-network', version: 1, variables});

/** A random network of two discrete variables and some linear Gaussians, as JSON. */
function randomHybrid(seed) {
  const random = randomNumbers(seed), round = x => Math.round(1000 * x) / 1000;
  const number = () => round(4 * random() - 2);
  const discrete = [['A', []], ['B', ['A']]].map(([name, parents]) => ({
    name, states: ['no', 'yes'], parents,
    table: parents.length === 0 ? [{p: [0.25, 0.75]}] : [{p: [0.5, 0.5]}, {p: [0.125, 0.875]}],
  }));
  const numbers = [];
  for (let i = 0; i < 5; ++i) {
    const above = numbers.filter(() => random() < 0.5).map(({name}) => name);
    const given = [['A'], ['B'], ['A', 'B'], []][Math.floor(4 * random())];
    const rows = Array.from({length: 2 ** given.length}, (_, k) => ({
      given: given.map((_, g) => ['no', 'yes'][(k >> (given.length - 1 - g)) & 1]),
      intercept: number(),
      ...(above.length > 0 && {slopes: Object.fromEntries(above.map(name => [name, number()]))}),
      variance: round(0.01 + random()),
    }));
    numbers.push({name: `X${i}`, parents: [...given, ...above], gaussian: {rows}});
  }
  return json([...discrete, ...numbers]);
}

test('random linear Gaussians given discrete variables', () => {
  for (let seed = 1; seed <= 12; ++seed) {
    const random = randomNumbers(1000 + seed);
    const model = write(`hybrid${seed}.json`, randomHybrid(seed));
    compareAll(model, `hybrid${seed}`, Array.from({length: 8}, (_, i) => {
      const evidence = new Map();
      for (let x = 0; x < 5; ++x)
        if (random() < i / 8) evidence.set(`X${x}`, Math.round(600 * random() - 300) / 100);
      if (random() < 0.3) evidence.set('B', 'yes');
      return evidence;
    }));
  }
});

test('kernel densities, and features of a class beside each other', () => {
  const rows = (...all) => ({rows: all.map(([given, bandwidth, ...points]) =>
    ({given: [given], bandwidth, points}))});
  const gaussian = {rows: [{given: ['a'], intercept: 0, variance: 1},
    {given: ['b'], intercept: 1, variance: 2}]};
  const model = write('kernels.json', json([
    {name: 'Class', states: ['a', 'b'], table: [{p: [0.4, 0.6]}]},
    {name: 'Kernels', parents: ['Class'],
      kernel_density: rows(['a', 0.5, 1, 2, 4], ['b', 1.5, 3, 5])},
    {name: 'Normal', parents: ['Class'], gaussian},
  ]));
  compareAll(model, 'kernels', [[], [['Kernels', 2.5]], [['Normal', 0.5]], [['Class', 'a']],
    [['Kernels', 100], ['Normal', -3]]].map(findings => new Map(findings)));
});

test('variances of 0', () => {
  const child = (name, ...rows) => ({name, parents: ['D', 'X'], gaussian: {rows: rows.map(
    ([given, intercept, slope, variance]) =>
      ({given: [given], intercept, slopes: {X: slope}, variance}))}});
  const model = write('determined.json', json([
    {name: 'D', states: ['a', 'b'], table: [{p: [0.4, 0.6]}]},
    {name: 'X', gaussian: {rows: [{intercept: 1, variance: 4}]}},
    child('Y', ['a', 0, 2, 0], ['b', 0, 2, 1]),
    child('Z', ['a', 1, -3, 0], ['b', 1, 1, 0]),
  ]));
  compareAll(model, 'determined', [[], [['X', 1]], [['X', 1], ['Y', 2]], [['X', 1], ['Y', 2.5]],
    [['Y', 2], ['Z', -2]], [['Y', 2], ['Z', 2]], [['Y', 2], ['Z', 7]], [['D', 'b'], ['Y', 2]],
    [['D', 'b'], ['X', 1], ['Y', 2]], [['D', 'a'], ['X', 1], ['Y', 2.5]],
  ].map(findings => new Map(findings)));
});

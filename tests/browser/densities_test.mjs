// Numbers of a page: densities of what was observed, and what is left of the others. Expected
// values are integrals by the trapezoid rule, which for products of normal densities is exact to
// rounding once its step is half a standard deviation, and formulas of textbooks.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import vm from 'node:vm';

import {sources} from './pgm.mjs';

const script = readFileSync(join(sources, 'io/page/densities.js'), 'utf8');
// Not in a context of its own, whose arrays would be others than those of this one.
const Densities = vm.runInThisContext(`(() => {'use strict'; ${script} return Densities; })()`);

/** One variable of the program with these prior probabilities, as Program answers. */
function stateOnly(prior) {
  return {
    first: Int32Array.of(0, prior.length),
    marginals(likelihood) {
      const products = prior.map((p, k) => p * likelihood[k]);
      const sum = products.reduce((all, x) => all + x, 0);
      const posterior = sum > 0 ? Float64Array.from(products, x => x / sum) : null;
      return {log: Math.log(sum), posterior};
    },
  };
}

function close(found, expected, what, tolerance = 1e-13) {
  const size = Math.max(Math.abs(expected), 1e-300);
  assert.ok(found === expected || Math.abs(found - expected) <= tolerance * size,
    `${what}: ${found} instead of ${expected}`);
}

const normal = (x, mean, variance) =>
  Math.exp(-((x - mean) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);

/** What `enter` makes of likelihoods of 1, as logarithms. */
function entered(densities, values, states) {
  const likelihood = new Float64Array(states).fill(1);
  const log = densities.enter(new Map(Object.entries(values).map(([v, x]) => [Number(v), x])),
    likelihood);
  assert.ok(!Number.isNaN(log));
  for (const x of likelihood) assert.ok(x >= 0 && x < Infinity, `a likelihood is ${x}`);
  return [...likelihood].map(x => Math.log(x) + log);
}

// A -> B, A -> C <- B in two configurations: intercept, slopes, variance.
const chain = {
  given: 0,
  variables: [4, 5, 6],
  families: [
    {numbers: [[1, 4], [-2, 0.25]]},
    {parents: [0], numbers: [[-1, 0.5, 0.25], [0, 2, 1]]},
    {parents: [0, 1], numbers: [[3, 2, -1, 1], [0.5, -1, 0.75, 2]]},
  ],
};

/** The joint density of A, B and C in configuration k. */
function joint(k, a, b, c) {
  const [[ma, va], [ib, sb, vb], [ic, sa, st, vc]] = chain.families.map(({numbers}) => numbers[k]);
  return normal(a, ma, va) * normal(b, ib + sb * a, vb) * normal(c, ic + sa * a + st * b, vc);
}

/** Integrals of f over A and B by the trapezoid rule. */
function integral(f) {
  const step = 1 / 8;
  let sum = 0;
  for (let a = -24; a <= 24; a += step) for (let b = -30; b <= 30; b += step) sum += f(a, b);
  return sum * step * step;
}

test('a density is the integral over what was not observed', () => {
  const densities = new Densities([chain], stateOnly([0.3, 0.7])), c = 2.5;
  const logs = entered(densities, {6: c}, 2);
  for (const k of [0, 1])
    close(Math.exp(logs[k]), integral((a, b) => joint(k, a, b, c)), `case ${k}`, 1e-12);
  const all = entered(densities, {4: 0.5, 5: -1.25, 6: c}, 2);
  for (const k of [0, 1]) close(Math.exp(all[k]), joint(k, 0.5, -1.25, c), `all, case ${k}`);
});

test('what is left is a mixture with the moments of the integrals', () => {
  const prior = [0.3, 0.7], program = stateOnly(prior), c = 2.5;
  const densities = new Densities([chain], program), likelihood = new Float64Array(2).fill(1);
  const values = new Map([[6, c]]);
  densities.enter(values, likelihood);
  const {posterior} = program.marginals(likelihood);
  const curve = densities.curve(4, posterior, values);
  const moment = power => [0, 1].reduce((sum, k) =>
    sum + prior[k] * integral((a, b) => a ** power * joint(k, a, b, c)), 0) /
    [0, 1].reduce((sum, k) => sum + prior[k] * integral((a, b) => joint(k, a, b, c)), 0);
  close(curve.mean, moment(1), 'mean', 1e-11);
  close(curve.sd, Math.sqrt(moment(2) - moment(1) ** 2), 'sd', 1e-11);
  assert.equal(curve.components.length, 2);
  close(curve.components.reduce((sum, {weight}) => sum + weight, 0), 1, 'weights');
});

test('a bivariate normal is conditioned by the formula', () => {
  // Of X ~ N(2, 9) and Y = 1 + X / 2 + N(0, 1): cov 4.5, var Y 3.25.
  const densities = new Densities([{variables: [0, 1],
    families: [{numbers: [[2, 9]]}, {parents: [0], numbers: [[1, 0.5, 1]]}]}], stateOnly([1]));
  const {mean, sd, components} = densities.curve(0, Float64Array.of(1), new Map([[1, 4]]));
  close(mean, 2 + 4.5 / 3.25 * (4 - 2), 'mean');
  close(sd, Math.sqrt(9 - 4.5 ** 2 / 3.25), 'sd');
  assert.deepEqual(components, [{weight: 1, mean, sd}]);
  const [log] = entered(densities, {1: 4}, 1);
  assert.equal(log, densities.enter(new Map([[1, 4]]), Float64Array.of(1)));
  close(log, -(2 ** 2) / (2 * 3.25) - Math.log(2 * Math.PI * 3.25) / 2, 'log density');
});

test('kernels are summed with their weights', () => {
  const rows = [[[1, 0.5, 0.25], [2, 0.5, 0.75]], [[-1, 2, 1]]];
  const group = {given: 0, variables: [3], families: [{kernels: rows}]};
  const densities = new Densities([group], stateOnly([0.5, 0.5]));
  const logs = entered(densities, {3: 1.7}, 2);
  rows.forEach((row, k) => close(Math.exp(logs[k]),
    row.reduce((sum, [centre, sd, weight]) => sum + weight * normal(1.7, centre, sd * sd), 0),
    `case ${k}`));
  const {mean, sd, components} = densities.curve(3, Float64Array.of(0.4, 0.6), new Map());
  assert.deepEqual(components.map(({weight}) => Math.round(weight * 1e12) / 1e12), [0.1, 0.3, 0.6]);
  close(mean, 0.1 * 1 + 0.3 * 2 - 0.6, 'mean');
  close(sd, Math.sqrt(0.1 * (0.25 + 1) + 0.3 * (0.25 + 4) + 0.6 * (4 + 1) - mean ** 2), 'sd');
});

test('kernels without a variable of the program are a density of their own', () => {
  const densities = new Densities(
    [{variables: [0], families: [{kernels: [[[0, 1, 0.5], [1, 1, 0.5]]]}]}], stateOnly([1]));
  const log = densities.enter(new Map([[0, 0.5]]), Float64Array.of(1));
  close(log, Math.log(normal(0.5, 0, 1)), 'log density');
});

test('a group may have linear Gaussians and kernels side by side', () => {
  const group = {given: 0, variables: [2, 3], families: [
    {numbers: [[0, 1], [1, 1]]}, {kernels: [[[0, 1, 1]], [[5, 1, 1]]]}]};
  const logs = entered(new Densities([group], stateOnly([0.5, 0.5])), {2: 1, 3: 4}, 2);
  close(Math.exp(logs[0]), normal(1, 0, 1) * normal(4, 0, 1), 'case 0');
  close(Math.exp(logs[1]), normal(1, 1, 1) * normal(4, 5, 1), 'case 1');
});

// Y = 2 X without noise, in the second configuration with noise.
const determined = {given: 0, variables: [0, 1], families: [
  {numbers: [[0, 1], [0, 1]]}, {parents: [0], numbers: [[0, 2, 0], [0, 2, 1]]}]};

test('a point mass that agrees is infinitely more probable, one that differs is impossible', () => {
  const densities = new Densities([determined], stateOnly([0.5, 0.5]));
  const [hit, other] = entered(densities, {0: 1.5, 1: 3}, 2);
  close(Math.exp(hit), normal(1.5, 0, 1), 'the density in the subspace');
  assert.equal(other, -Infinity);
  const [missed, noisy] = entered(densities, {0: 1.5, 1: 3.1}, 2);
  assert.equal(missed, -Infinity);
  close(Math.exp(noisy), normal(1.5, 0, 1) * normal(3.1, 3, 1), 'with noise');
});

test('a point mass in a case that is excluded does not count', () => {
  const densities = new Densities([determined], stateOnly([0, 1]));
  const [hit, other] = entered(densities, {0: 1.5, 1: 3}, 2);
  assert.equal(hit, -Infinity);
  close(Math.exp(other), normal(1.5, 0, 1) * normal(3, 3, 1), 'with noise');
});

test('a value determines what depends on it without noise', () => {
  const densities = new Densities([{...determined, given: undefined}], stateOnly([1]));
  const {mean, sd} = densities.curve(1, Float64Array.of(1), new Map([[0, 0.1]]));
  assert.deepEqual([mean, sd], [0.2, 0]);
  const above = densities.curve(0, Float64Array.of(1), new Map([[1, 0.3]]));
  close(above.mean, 0.15, 'the parent');
  assert.equal(above.sd, 0);
});

test('densities that doubles cannot compare leave the possible case possible', () => {
  const far = {given: 0, variables: [0], families: [{numbers: [[0, 1], [100, 1]]}]};
  const logs = entered(new Densities([far], stateOnly([0, 1])), {0: 0}, 2);
  close(logs[1], -5000 - Math.log(2 * Math.PI) / 2, 'log density');
});

function extremeDensities(variance, slope) {
  const linear = {given: 0, variables: [0, 1, 2], families: [
    {numbers: [[0, variance], [1e300, 1]]},
    {parents: [0], numbers: [[0, slope, variance], [0, 1, 0]]},
    {parents: [0, 1], numbers: [[1, slope, slope, 1], [0, -slope, 1, variance]]},
  ]};
  const rows = [[[0, 1e-300, 0.5], [1e300, 1e150, 0.5]], [[1, 1, 1]]];
  const kernels = {given: 0, variables: [3], families: [{kernels: rows}]};
  return new Densities([linear, kernels], stateOnly([0.5, 0.5]));
}

test('no number is ever NaN', () => {
  const extremes = [0, 1e300, -1e300, 1e-320, Number.MAX_VALUE, -Number.MAX_VALUE];
  const observed = [[0], [1], [2], [0, 1], [1, 2], [0, 1, 2], [3], [0, 3]];
  const check = (densities, values, what) => {
    entered(densities, Object.fromEntries(values), 2);
    for (const asked of [0, 1, 2, 3].filter(v => !values.has(v))) {
      const curve = densities.curve(asked, Float64Array.of(0.5, 0.5), values);
      if (curve === null) continue;
      for (const number of [curve.mean, curve.sd, ...curve.components.flatMap(Object.values)])
        assert.ok(Number.isFinite(number), `${what}: ${number}`);
    }
  };
  for (const variance of [0, 5e-324, 1, 1e300])
    for (const slope of [0, 1, 1e300, 1e-300])
      for (const x of extremes)
        for (const variables of observed)
          check(extremeDensities(variance, slope), new Map(variables.map(v => [v, x])),
            `variance ${variance}, slope ${slope}, ${x} of ${variables}`);
});

// Modules that `pgm compile` writes, against what the program itself answers.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

import {assertClose, explanations, marginals, run, scratch} from './pgm.mjs';

let modules = 0;

/** The module that `pgm compile` makes of a model. */
export async function compiled(model) {
  const file = join(scratch, `module${++modules}.mjs`);
  run('compile', model, '-o', file);
  return import(pathToFileURL(file));
}

/** Evidence as the module takes it. */
export const own = evidence => Object.fromEntries(evidence);

export function compareMarginals(module, expected, evidence, what) {
  const {probability, logProbability, posteriors} = module.marginals(evidence);
  assertClose(logProbability, expected.log, `${what}: log P(e)`);
  assert.equal(probability, Math.exp(logProbability), what);
  if (expected.log === -Infinity) return assert.equal(posteriors, null, what);
  for (const {name, states} of module.variables) {
    assert.deepEqual(Object.keys(posteriors[name]).sort(), [...states].sort(), what);
    for (const state of states)
      assertClose(posteriors[name][state], expected.of(name, state), `${what}: ${name}=${state}`);
  }
  return undefined;
}

/** An explanation may be another one than the program's where several are most probable. */
function compareExplanation(module, model, expected, evidence, what) {
  const {probability, logProbability, states} = module.mpe(own(evidence));
  assertClose(logProbability, expected.log, `${what}: log P(x, e)`);
  assert.equal(probability, Math.exp(logProbability), what);
  if (expected.log === -Infinity) return assert.equal(states, null, what);
  // Likelihoods are part of the number, so they stand beside the states.
  for (const [name, finding] of evidence)
    if (typeof finding === 'string') assert.equal(states[name], finding, what);
  return new Map(Object.entries(states));
}

function compareExplanations(module, model, evidences, what) {
  const expected = explanations(model, evidences), chosen = [];
  evidences.forEach((evidence, i) => {
    const states = compareExplanation(module, model, expected[i], evidence, `${what}, set ${i}`);
    if (!states) return;
    const soft = [...evidence].filter(([, finding]) => Array.isArray(finding));
    const log = soft.reduce((sum, [name, likelihood]) => {
      const {states: all} = module.variables.find(variable => variable.name === name);
      return sum + Math.log(likelihood[all.indexOf(states.get(name))]);
    }, 0);
    chosen.push({states, log: expected[i].log - log});
  });
  if (chosen.length === 0) return;
  marginals(model, chosen.map(({states}) => states)).forEach(({log}, i) =>
    assertClose(log, chosen[i].log, `${what}: the probability of the states that are named`));
}

/** Compares all answers for several Maps of evidence. */
export function compareAll(module, model, evidences, what) {
  marginals(model, evidences).forEach((expected, i) =>
    compareMarginals(module, expected, own(evidences[i]), `${what}, set ${i}`));
  compareExplanations(module, model, evidences, what);
}

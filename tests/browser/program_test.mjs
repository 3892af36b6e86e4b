// The interpreter of compiled networks, in Node alone, on random networks.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

import {compareAll, compareMarginals, compiled, own} from './modules.mjs';
import {run, scratch, write} from './pgm.mjs';
import {randomEvidence, randomNetwork} from './random.mjs';

test('a module answers as the program does on random networks', async () => {
  for (let seed = 1; seed <= 20; ++seed) {
    const {variables, bif} = randomNetwork(seed), model = write(`random${seed}.bif`, bif);
    const module = await compiled(model);
    assert.deepEqual(module.variables.map(({name, states}) => ({name, states})),
      variables.map(({name, states}) => ({name, states})));
    const evidences = Array.from({length: 12}, (_, i) => randomEvidence(variables, 100 * seed + i));
    compareAll(module, model, [new Map(), ...evidences], `seed ${seed}`);
  }
});

test('interventions leave the own table out', async () => {
  for (let seed = 1; seed <= 8; ++seed) {
    const {variables, bif} = randomNetwork(seed), model = write(`set${seed}.bif`, bif);
    const module = await compiled(model);
    for (const {name, states} of variables) {
      const action = `do(${name}=${states[0]})`;
      const answer = JSON.parse(run('marginals', model, '-e', action, '--json'));
      const expected = {log: answer.log_evidence, of: (v, state) => answer.marginals[v][state]};
      compareMarginals(module, expected, {[name]: {do: states[0]}}, `seed ${seed}, ${action}`);
    }
  }
});

test('evidence that makes no sense is refused by name', async () => {
  const module = await compiled(write('small.bif', randomNetwork(3).bif));
  const [{name, states}] = module.variables;
  const refused = (evidence, message) => assert.throws(() => module.marginals(evidence), message);
  refused({Nobody: 'yes'}, /Nobody/);
  refused({[name]: 'no such state'}, /no such state/);
  refused({[name]: [...states.map(() => 1), 1]}, new RegExp(name));
  refused({[name]: states.map(() => -1)}, new RegExp(name));
  refused({[name]: states.map(() => NaN)}, new RegExp(name));
});

test('one call leaves nothing behind for the next', async () => {
  const {variables, bif} = randomNetwork(12), module = await compiled(write('twice.bif', bif));
  const before = JSON.stringify(module.marginals());
  for (let i = 0; i < 20; ++i) {
    module.marginals(own(randomEvidence(variables, i)));
    module.mpe(own(randomEvidence(variables, i)));
  }
  assert.equal(JSON.stringify(module.marginals()), before);
});

test('a module is written with the same bytes each time', () => {
  const model = write('bytes.bif', randomNetwork(7).bif);
  const [first, second] = ['first', 'second'].map(name => {
    const file = join(scratch, `${name}.mjs`);
    run('compile', model, '-o', file);
    return readFileSync(file, 'utf8');
  });
  assert.equal(first, second);
});

// Pages of the textbook examples, as `cmake --build . --target explore` makes them: each opens, and
// answers as `pgm marginals` does of the model that `pgm example NAME -o` writes.

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';

import {closeBrowser, Page, pageTest} from './page.mjs';
import {marginals, run, scratch, sources} from './pgm.mjs';

const maker = process.env.PGM_EXAMPLE_PAGES ||
  join(sources, 'build/release/examples/explore_examples');
const folder = join(scratch, 'explore');

/** A state that is neither sure nor impossible. */
function uncertain({marginals: all}) {
  for (const [variable, states] of Object.entries(all)) {
    for (const [state, p] of Object.entries(states))
      if (p > 0.01 && p < 0.99) return [variable, state];
  }
  return assert.fail('every state is sure');
}

/** The model of a page: ALARM is no example by itself. */
function modelOf(name) {
  if (name === 'monitoring') return join(sources, 'examples/data/alarm.bif');
  const model = join(scratch, `${name}.pgmodel`);
  run('example', name, '-o', model);
  return model;
}

pageTest('each example has a page that answers as the program does', async (browser, t) => {
  const {status, stdout, stderr} = spawnSync(maker, [folder], {encoding: 'utf8'});
  assert.equal(status, 0, stderr);
  const made = readdirSync(folder).map(file => basename(file, '.html'));
  for (const name of ['sprinkler', 'monty-hall', 'fever', 'diabetes', 'waste', 'oil', 'pigs'])
    assert.ok(existsSync(join(folder, `${name}.html`)), `${name}: ${stdout}`);
  t.diagnostic(`${made.length} pages; ${(stdout.match(/^no page .*$/gm) || []).join('; ')}`);
  for (const name of made) {
    const model = modelOf(name), [prior] = marginals(model, [new Map()]);
    const [variable, state] = uncertain(prior);
    const [posterior] = marginals(model, [new Map([[variable, state]])]);
    const page = await Page.open(browser, pathToFileURL(join(folder, `${name}.html`)).href);
    await page.compare(prior, name);
    await page.click(variable, state);
    await page.compare(posterior, `${name} given ${variable}=${state}`);
  }
});

closeBrowser();

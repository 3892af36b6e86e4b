// The interpreter of compiled networks, in Node alone, on the networks of the examples and, where
// PGM_REFERENCE_DATA has them, on those of the reference data.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {compareAll} from './modules.mjs';
import {attempt, isLarge, networks, scratch} from './pgm.mjs';

for (const {name, path, evidences} of networks()) {
  test(`a module answers as the program does on ${name}`, async t => {
    const file = join(scratch, `${name}.mjs`);
    const {status, errors} = attempt('compile', path, '-o', file);
    if (status !== 0) {
      assert.ok(isLarge(path), errors);
      return t.skip(errors.trim());
    }
    return compareAll(await import(pathToFileURL(file)), path, evidences(), name);
  });
}

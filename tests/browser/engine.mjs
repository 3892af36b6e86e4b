// What computes in a page, in Node alone.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import vm from 'node:vm';
import {gunzipSync} from 'node:zlib';

import {run, scratch, sources} from './pgm.mjs';

/** The data of a page, as JSON. */
function dataOf(file) {
  const [, packed] = /<script type="application\/gzip" id="model">(.*?)<\/script>/s
    .exec(readFileSync(file, 'utf8'));
  return gunzipSync(Buffer.from(packed, 'base64')).toString();
}

/** The model in a page, and the functions of its script that compute. */
export function engineOf(model, name, ...options) {
  const file = join(scratch, `${name}.html`);
  run('draw', model, '--explore', '-o', file, ...options);
  const script = ['program', 'words', 'densities', 'evidence', 'card', 'derivation']
    .map(part => readFileSync(join(sources, `io/page/${part}.js`), 'utf8')).join('\n');
  const node = {textContent: dataOf(file), getContext: () => ({})};
  const page = {getElementById: () => node, createElement: () => node};
  return vm.runInThisContext(`((document, navigator) => {${script}
    return {variables, variableOf, program, ask, probabilityIn, densities, derive};
  })`)(page, {});
}

/** Findings as the page has them. */
export function findingsOf({variables, variableOf}, evidence) {
  return new Map([...evidence].map(([name, value]) => {
    const v = variableOf.get(name), state = text => variables[v].states.indexOf(text);
    return [v, typeof value === 'number' ? {number: value} : Array.isArray(value) ? {soft: value}
      : value.do === undefined ? {state: state(value)} : {state: state(value.do), set: true}];
  }));
}

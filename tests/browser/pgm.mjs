// The program under test, and what the tests ask it.

import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';

import {randomNumbers, shuffled} from './random.mjs';

export const sources = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** That of the build, or another one that PGM_PROGRAM names. */
export const program = process.env.PGM_PROGRAM || process.env.PGM_BUILT_PROGRAM ||
  join(sources, 'build/release/apps/pgm');

/** How far a probability may be from that of the program. */
export const tolerance = 1e-12;

/** A folder that is removed at the end. */
export const scratch = mkdtempSync(join(tmpdir(), 'pgm-browser-'));
process.on('exit', () => rmSync(scratch, {recursive: true, force: true}));

export function write(name, text) {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

/** Runs the program; throws with what it says where it fails. */
export function run(...args) {
  return execFileSync(program, args, {encoding: 'utf8', maxBuffer: 2 ** 30, stdio: 'pipe'});
}

/** {status, output, errors} of a run that may fail. */
export function attempt(...args) {
  const {status, stdout, stderr} = spawnSync(program, args, {encoding: 'utf8', maxBuffer: 2 ** 30});
  return {status, output: stdout, errors: stderr};
}

/** Evidence as JSON; a Map, since any name can be one of a variable. */
function json(evidence) {
  const members = [...evidence].map(([name, finding]) =>
    `${JSON.stringify(name)}:${JSON.stringify(finding)}`);
  return `{${members.join(',')}}`;
}

let files = 0;

function ask(command, model, evidences) {
  const file = write(`evidence${++files}.json`, `[${evidences.map(json).join(',\n')}]`);
  return JSON.parse(run(command, model, '--evidence-file', file, '--json'));
}

/**
 * Answers of `pgm marginals` for each of several Maps from variables to states or likelihoods:
 * {log, of(variable, state)}. Where evidence is impossible the logarithm is -Infinity.
 */
export function marginals(model, evidences) {
  return ask('marginals', model, evidences).map(answer => ({
    log: answer.impossible ? -Infinity : answer.log_evidence,
    marginals: answer.marginals,
    continuous: answer.continuous,
    of: (variable, state) => answer.marginals[variable][state],
  }));
}

/** Of `pgm mpe`: {log, assignment}. */
export function explanations(model, evidences) {
  return ask('mpe', model, evidences).map(answer => ({
    log: answer.impossible ? -Infinity : answer.log_probability,
    assignment: answer.assignment,
  }));
}

/** The number that `pgm query` answers. */
export function query(model, question) {
  return JSON.parse(run('query', model, question, '--json')).probability;
}

/** True of networks that a compiled program may be refused for, by the size of their cliques. */
export function isLarge(model) {
  return JSON.parse(run('info', model, '--json')).junction_tree.total_cells > 1e6;
}

/** Logarithms are compared relative to their size, for they have no more digits. */
export function assertClose(found, expected, what, most = tolerance) {
  if (found === expected) return;
  const error = Math.abs(found - expected) / Math.max(1, Math.abs(expected));
  assert.ok(error <= most, `${what}: ${found} instead of ${expected}`);
}

/** A file of the folder of reference data; undefined where there is none. */
export function referenceFile(path) {
  const folder = process.env.PGM_REFERENCE_DATA;
  return folder && existsSync(join(folder, path)) ? join(folder, path) : undefined;
}

/** Cells of lines of CSV. */
function cells(text) {
  const cell = /(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g;
  return text.trim().split('\n').map(line => [...line.matchAll(cell)]
    .map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"'))));
}

/**
 * Evidence sets: rows that are sampled from the network, of which one variable is known, a tenth
 * or nearly a third.
 */
export function sampledEvidence(model, count, seed) {
  const random = randomNumbers(seed);
  const [names, ...rows] = cells(run('sample', model, '-n', `${count}`, '--seed', `${seed}`));
  return rows.map((row, r) => {
    const known = [1, 0.1 * names.length, 0.3 * names.length][r % 3];
    const order = shuffled(names.keys(), random).slice(0, Math.max(1, Math.floor(known)));
    return new Map(order.map(v => [names[v], row[v]]));
  });
}

/** The evidence sets of a network of the reference data. */
function referenceSets(name) {
  const file = referenceFile(`marginals/${name}.json.gz`);
  if (!file) return [];
  const {queries} = JSON.parse(gunzipSync(readFileSync(file)).toString());
  return queries.map(({evidence = {}, soft_evidence: soft = {}}) =>
    new Map([...Object.entries(evidence), ...Object.entries(soft)]));
}

/**
 * Networks to compare on, {name, path, evidences: twenty or more}: those of the examples, and those
 * of the reference data with its evidence sets as well, of which some are impossible or soft.
 */
export function networks() {
  const own = join(sources, 'examples/data'), reference = referenceFile('networks/bif');
  const found = new Map();
  for (const folder of reference ? [own, reference] : [own]) {
    for (const file of readdirSync(folder)) {
      const match = /^([a-z0-9]+)\.bif(\.gz)?$/.exec(file);
      if (match) found.set(match[1], join(folder, file));
    }
  }
  return [...found].map(([name, path]) => ({
    name, path,
    evidences: () => [new Map(), ...referenceSets(name), ...sampledEvidence(path, 20, 1)],
  }));
}

// Pages of networks, made by `pgm draw --explore` and read in a browser by their contract: an
// element of every state has data-variable, data-state and data-probability, and
// [data-log-evidence] the logarithm of P(e).

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {Browser, noBrowser} from './chromium.mjs';
import {assertClose, attempt, scratch} from './pgm.mjs';

if (noBrowser) console.log(`SKIPPED: ${noBrowser}`);

/**
 * Runs a test with a browser that is open for all tests of a file. Whatever a test did, the
 * console is empty at its end, and no page asked for anything but itself.
 */
export function pageTest(name, body) {
  test(name, {skip: noBrowser, timeout: 240000}, async t => {
    shared ||= Browser.start();
    const browser = await shared;
    await browser.console();
    await browser.requests();
    let failure;
    try {
      await body(browser, t);
    } catch (error) {
      failure = error;
    }
    const messages = await browser.console();
    if (failure) {
      for (const message of messages) t.diagnostic(message);
      throw failure;
    }
    assert.deepEqual(messages, [], 'the console is empty');
    const own = pathToFileURL(scratch).href;
    const asked = (await browser.requests()).filter(url => !url.startsWith(own));
    assert.deepEqual(asked, [], 'nothing is requested');
  });
}

let shared;
// Tests of a file run one after the other, so this one is the last.
export function closeBrowser() {
  test('the browser is closed', {skip: noBrowser}, async () => {
    if (shared) await (await shared).stop();
  });
}

/** Makes a page of a model; {url, refused: why there is none}. */
export function tryToDraw(model, name, ...options) {
  const file = join(scratch, `${name}.html`);
  const {status, errors} = attempt('draw', model, '--explore', '-o', file, ...options);
  return {url: pathToFileURL(file).href, refused: status === 0 ? undefined : errors.trim()};
}

/** The address of the page of a model. */
export function draw(model, name, ...options) {
  const {url, refused} = tryToDraw(model, name, ...options);
  assert.equal(refused, undefined);
  return url;
}

/** A finding as a part of an address: a state, likelihoods, {do: state} or a number. */
function item([name, finding]) {
  const encoded = encodeURIComponent(name);
  if (Array.isArray(finding)) return `${encoded}=[${finding.join(';')}]`;
  if (typeof finding === 'number') return `${encoded}=${finding}`;
  if (typeof finding === 'object') return `${encoded}:=${encodeURIComponent(finding.do)}`;
  return `${encoded}=${encodeURIComponent(finding)}`;
}

export function fragment(evidence) {
  return `#e=${[...evidence].map(item).join(',')}`;
}

/** A page that a browser has open. */
export class Page {
  constructor(browser, url) {
    Object.assign(this, {browser, url});
  }

  static async open(browser, url) {
    await browser.open('about:blank');
    await browser.open(url);
    const page = new Page(browser, url);
    await page.started();
    return page;
  }

  /** Once the page has unpacked its script and shows its numbers. */
  started() {
    return this.browser.wait(`const done = arguments[arguments.length - 1];
      const look = () => document.querySelector('[data-log-evidence]') ? done()
        : setTimeout(look, 5);
      look();`);
  }

  /** Once the browser has painted what was done. */
  painted() {
    return this.browser.wait(`const done = arguments[arguments.length - 1];
      requestAnimationFrame(() => setTimeout(done));`);
  }

  /** Goes to the same page with other evidence in its address. */
  async enter(evidence) {
    await this.browser.open(this.url + fragment(evidence));
    await this.started();
    await this.painted();
  }

  /** The element of a state. */
  async row(variable, state) {
    const element = await this.browser.run(`const [variable, state] = arguments;
      return [...document.querySelectorAll('[data-state]')].find(node =>
        node.dataset.variable === variable && node.dataset.state === state) || null;`,
    variable, state);
    assert.ok(element, `there is an element for ${variable}=${state}`);
    return element;
  }

  /** Clicks a state as a reader does. */
  async click(variable, state) {
    await this.browser.click(await this.row(variable, state));
    await this.painted();
  }

  /** Shows all cards of a network that is folded to a neighbourhood. */
  async unfold() {
    if (!await this.browser.run('return document.getElementById("whole").checked;'))
      await this.browser.click('#whole');
    await this.painted();
  }

  /** {log, rows: [variable, state, probability or null]} of all states. */
  async read() {
    const {log, rows, impossible} = await this.browser.run(`return {
      log: document.querySelector('[data-log-evidence]').getAttribute('data-log-evidence'),
      impossible: document.body.classList.contains('impossible'),
      rows: [...document.querySelectorAll('[data-state]')].map(node =>
        [node.dataset.variable, node.dataset.state, node.getAttribute('data-probability')]),
    };`);
    assert.notEqual(Number(log), NaN);
    assert.equal(log, String(Number(log)), 'log P(e) is the shortest text of its number');
    assert.equal(impossible, Number(log) === -Infinity, 'impossible evidence is marked');
    for (const [variable, state, p] of rows)
      if (p !== null) assert.equal(p, String(Number(p)), `the text of ${variable}=${state}`);
    return {log: Number(log), rows};
  }

  /** Compares all numbers with those that the program answers; the numbers. */
  async compare(expected, what) {
    const found = await this.read();
    assertClose(found.log, expected.log, `${what}: log P(e)`);
    if (expected.log === -Infinity) return found;
    const states = Object.entries(expected.marginals)
      .flatMap(([variable, all]) => Object.keys(all).map(state => `${variable}\0${state}`));
    assert.deepEqual(found.rows.map(([variable, state]) => `${variable}\0${state}`).sort(),
      states.sort(), `${what}: there is an element for every state`);
    for (const [variable, state, p] of found.rows)
      assertClose(Number(p), expected.of(variable, state), `${what}: ${variable}=${state}`);
    return found;
  }

  /** The text of what a selector finds. */
  text(selector) {
    return this.browser.run('return document.querySelector(arguments[0]).textContent;', selector);
  }
}

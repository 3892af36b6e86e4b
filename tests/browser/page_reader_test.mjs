// What a reader does on a page: keys, interventions, likelihoods, explanations, hidden answers,
// exercises, and evidence that is copied to a command line.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {join} from 'node:path';

import {keys} from './chromium.mjs';
import {closeBrowser, draw, Page, pageTest} from './page.mjs';
import {assertClose, attempt, explanations, marginals, program, query, run, scratch, sources,
  write} from './pgm.mjs';

const asia = join(sources, 'examples/data/asia.bif');
const sprinkler = join(scratch, 'sprinkler.json');
const answersTo = (model, ...findings) =>
  marginals(model, findings.map(all => new Map(Object.entries(all))));
const openAsia = (browser, name, ...options) =>
  Page.open(browser, draw(asia, name, ...options));

/** What has the focus: the state of a row, or what it says and is. */
const focused = `const node = document.activeElement;
  return {
    variable: node.dataset.variable, state: node.dataset.state, tag: node.tagName.toLowerCase(),
    id: node.id, outline: getComputedStyle(node).outlineStyle, inPage: node !== document.body,
  };`;

pageTest('everything is reached by the keyboard', async browser => {
  const page = await openAsia(browser, 'keyboard'), names = new Set();
  const stops = [];
  for (let i = 0; i < 60; ++i) {
    await browser.press([keys.tab]);
    const stop = await browser.run(focused);
    if (!stop.inPage) break;
    const {role, label} = await browser.announced(
      await browser.run('return document.activeElement;'));
    assert.ok(label.trim() !== '', `what has the focus has a name: ${JSON.stringify(stop)}`);
    assert.ok(role !== 'generic' && role !== 'none', `and a role: ${label}`);
    stops.push(stop);
    if (stop.variable) names.add(stop.variable);
  }
  assert.deepEqual([...names].sort(), Object.keys(answersTo(asia, {})[0].marginals).sort());
  assert.ok(stops.some(({id}) => id === 'reset'), 'the panel is reached');
  const before = stops.length;
  assert.ok(before < 60, 'the keyboard leaves the page at its end');
  await page.read();
});

/** Moves the focus to the first state of a variable by the tabulator alone. */
async function walkTo(browser, variable) {
  for (let i = 0; i < 60; ++i) {
    if ((await browser.run(focused)).variable === variable) return;
    await browser.press([keys.tab]);
  }
  assert.fail(`the tabulator does not reach ${variable}`);
}

pageTest('a finding is entered, changed and removed by keys', async browser => {
  const page = await openAsia(browser, 'keys');
  const [none, yes, no] = answersTo(asia, {}, {xray: 'yes'}, {xray: 'no'});
  await walkTo(browser, 'xray');
  assert.equal((await browser.run(focused)).state, 'yes');
  for (const [key, expected] of [[keys.enter, yes], [keys.enter, none], [keys.space, yes]]) {
    await browser.press([key]);
    await page.painted();
    await page.compare(expected, `after ${JSON.stringify(key)}`);
    assert.equal((await browser.run(focused)).variable, 'xray', 'the focus stays');
  }
  await browser.press([keys.down]);
  assert.equal((await browser.run(focused)).state, 'no');
  await browser.press([keys.enter]);
  await page.painted();
  await page.compare(no, 'another state');
  const announced = await browser.announced(await page.row('xray', 'no'));
  assert.equal(announced.role, 'button');
  assert.match(announced.label, /xray no 100 percent/);
  await browser.press([keys.up]);
  await browser.press([keys.up]);
  assert.notEqual((await browser.run(focused)).variable, undefined, 'arrows stay in the network');
});

pageTest('a screen reader hears what a finding changes', async browser => {
  const page = await openAsia(browser, 'live');
  await page.click('xray', 'yes');
  const live = await browser.run(`return [...document.querySelectorAll('[aria-live]')]
    .map(node => node.textContent).join(' ');`);
  assert.match(live, /xray/);
  const {label} = await browser.announced(await page.row('lung', 'yes'));
  assert.match(label, /^lung yes 49 percent/);
});

/** The buttons of do() of the selected variable, by state. */
async function intervene(browser, page, variable, state) {
  const states = Object.keys(answersTo(sprinkler, {})[0].marginals[variable]);
  await page.click(variable, state);
  await page.click(variable, state);
  const buttons = 'return document.querySelectorAll("#selected td button")[arguments[0]];';
  await browser.click(await browser.run(buttons, states.indexOf(state)));
  await page.painted();
}

pageTest('do() leaves the own distribution out', async browser => {
  run('example', 'sprinkler', '-o', sprinkler);
  const page = await Page.open(browser, draw(sprinkler, 'do'));
  const answer = (...options) => {
    const {log_evidence: log, marginals: all} =
      JSON.parse(run('marginals', sprinkler, '--json', ...options));
    return {log, marginals: all, of: (variable, state) => all[variable][state]};
  };
  await intervene(browser, page, 'Sprinkler', 'on');
  await page.compare(answer('-e', 'do(Sprinkler=on)'), 'do(Sprinkler=on)');
  await page.click('Wet', 'yes');
  await page.compare(answer('-e', 'do(Sprinkler=on), Wet=yes'), 'and a finding');
  await page.enter(new Map([['Sprinkler', {do: 'off'}], ['Wet', 'yes']]));
  await page.compare(answer('-e', 'do(Sprinkler=off), Wet=yes'), 'by the address');
});

pageTest('likelihoods are entered as numbers and by a slider', async browser => {
  const page = await openAsia(browser, 'soft');
  await page.click('xray', 'yes');
  await page.click('xray', 'yes');
  await browser.click('details.soft summary');
  await browser.type('.slider:nth-child(2) [type=number]', '0.25');
  await page.painted();
  const [typed, slid] = answersTo(asia, {xray: [1, 0.25]}, {xray: [0.99, 0.25]});
  await page.compare(typed, 'typed');
  await browser.run('document.querySelector(".slider [type=range]").focus();');
  await browser.press([keys.left]);
  await page.painted();
  await page.compare(slid, 'by the slider');
  assert.equal(await browser.run('return document.activeElement.type;'), 'range');
});

pageTest('impossible evidence is said with its minimal conflict', async browser => {
  const page = await openAsia(browser, 'impossible'), before = {smoke: 'yes', tub: 'yes'};
  const [possible] = answersTo(asia, before);
  for (const [variable, state] of Object.entries(before)) await page.click(variable, state);
  const last = await page.compare(possible, 'possible');
  await page.click('either', 'no');
  const found = await page.read();
  assert.equal(found.log, -Infinity);
  assert.deepEqual(found.rows, last.rows, 'the last possible answers stay');
  const said = await page.text('.conflict');
  const {output} = attempt('marginals', asia, '-e', 'smoke=yes, tub=yes, either=no', '--json');
  const {conflict} = JSON.parse(output);
  assert.deepEqual(conflict, ['either=no', 'tub=yes']);
  for (const finding of conflict) assert.ok(said.includes(finding.split('=')[0]), said);
  assert.ok(!said.includes('smoke'), said);
  await page.click('either', 'no');
  await page.compare(possible, 'possible again');
});

pageTest('the most probable explanation is that of the program', async browser => {
  const page = await openAsia(browser, 'explanation');
  for (const evidence of [{}, {xray: 'yes'}, {xray: 'yes', dysp: 'no', smoke: 'yes'}]) {
    await page.enter(new Map(Object.entries(evidence)));
    await browser.click('#mpe');
    await new Promise(resolve => { setTimeout(resolve, 200); });
    const marked = await browser.run(`return [...document.querySelectorAll('[data-state]')]
      .filter(node => /most probable/.test(node.getAttribute('aria-label')) ||
        node.getAttribute('aria-pressed') === 'true')
      .map(node => [node.dataset.variable, node.dataset.state]);`);
    const [expected] = explanations(asia, [new Map(Object.entries(evidence))]);
    const [{log}] = marginals(asia, [new Map(marked)]);
    assert.equal(marked.length, Object.keys(expected.assignment).length);
    assertClose(log, expected.log, 'the probability of what is marked');
    await browser.click('#mpe');
  }
});

pageTest('hidden answers are nowhere on the page', async browser => {
  const page = await openAsia(browser, 'locked', '--lock', 'lung, bronc');
  await page.click('xray', 'yes');
  const {rows, log} = await page.read(), [expected] = answersTo(asia, {xray: 'yes'});
  assertClose(log, expected.log, 'log P(e)');
  for (const [variable, state, p] of rows) {
    if (['lung', 'bronc'].includes(variable)) assert.equal(p, null, `${variable}=${state}`);
    else assertClose(Number(p), expected.of(variable, state), `${variable}=${state}`);
  }
  await page.click('lung', 'yes');
  assert.equal((await page.read()).log, log, 'a hidden variable takes no finding');
  await browser.run('for (const node of document.querySelectorAll("details")) node.open = true;');
  const all = await browser.run(`const nodes = [...document.querySelectorAll('body :not(script)')];
    return nodes.flatMap(node => [node.textContent, ...[...node.attributes].map(a => a.value)])
      .join('\\n');`);
  for (const variable of ['lung', 'bronc']) {
    const p = expected.of(variable, 'yes');
    const percent = `${(100 * p).toPrecision(2)} percent`;
    for (const text of [String(p), p.toPrecision(3), p.toPrecision(6), percent])
      assert.ok(!all.includes(text), `${text} of ${variable} is shown`);
  }
  const {label} = await browser.announced(await page.row('lung', 'yes'));
  assert.ok(!/\d/.test(label), label);
});

pageTest('exercises check the number of the reader', async browser => {
  const questions = write('questions.txt',
    'P(lung=yes | xray=yes)\nHow probable is bronchitis? P(bronc=yes | dysp=yes)\n');
  await openAsia(browser, 'exercises', '--questions', questions);
  const answer = query(asia, 'P(lung=yes | xray=yes)');
  const verdict = async text => {
    await browser.type('#answer0', text);
    await browser.press([keys.enter]);
    return browser.run('return document.querySelector("output[for=answer0]").className;');
  };
  for (const right of [answer.toFixed(2), answer.toFixed(4), String(answer),
    `${(100 * answer).toFixed(1)} %`, answer.toFixed(3).replace('.', ',')])
    assert.match(await verdict(right), /right/, right);
  for (const wrong of [(answer + 0.01).toFixed(2), (answer + 0.0001).toFixed(5), 'abc', '-1', ''])
    assert.doesNotMatch(await verdict(wrong), /right/, wrong);
  assert.match(await browser.run('return document.getElementById("exercises").textContent;'),
    /How probable is bronchitis/);
});

/** What the copying part shows for the evidence: an option, an address and a command. */
async function copies(browser) {
  await browser.run('for (const node of document.querySelectorAll("details")) node.open = true;');
  return browser.run(`return [...document.querySelectorAll('#evidence code')]
    .map(node => node.textContent);`);
}

/** Runs a command line that a reader copies, with the program under test. */
function shell(command, model) {
  const line = `${command.replace(/^pgm /, '"$PGM" ')} --json`;
  return JSON.parse(execFileSync('sh', ['-c', line],
    {cwd: model, env: {...process.env, PGM: program}, encoding: 'utf8'}));
}

pageTest('evidence is copied as an option, a link and a command', async browser => {
  const folder = join(sources, 'examples/data'), page = await openAsia(browser, 'copied');
  for (const [variable, state] of [['xray', 'yes'], ['smoke', 'no']])
    await page.click(variable, state);
  const [option, link, command] = await copies(browser);
  const [expected] = answersTo(asia, {xray: 'yes', smoke: 'no'});
  const answer = shell(`pgm marginals asia.bif ${option}`, folder);
  assertClose(answer.log_evidence, expected.log, option);
  assert.deepEqual(answer.marginals, expected.marginals);
  assert.ok(shell(command, folder), command);
  await (await Page.open(browser, link)).compare(expected, link);
});

pageTest('the language is English or German', async browser => {
  await openAsia(browser, 'language');
  const language = 'return document.documentElement.lang;';
  assert.equal(await browser.run(language), 'en');
  await browser.click('#language');
  assert.equal(await browser.run(language), 'de');
  assert.match(await browser.run('return document.body.innerText;'), /Evidenz/);
  await browser.click('#language');
  assert.equal(await browser.run(language), 'en');
});

closeBrowser();

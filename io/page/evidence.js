const model = JSON.parse(document.getElementById('model').textContent);
const {variables, arcs, utilities = [], questions = []} = model;
const program = new Program(model.program);
const densities = model.densities?.length > 0 ? new Densities(model.densities, program) : null;
const variableOf = new Map(variables.map(({name}, v) => [name, v]));

/**
 * Findings are a Map from variables to {state}, {state, set: true} for do(), {soft: likelihoods} or
 * {number}. To the program they are a likelihood of every state, and the variables under do().
 */
function entered(findings) {
  const likelihood = new Float64Array(program.first[program.first.length - 1]).fill(1);
  const intervened = [], numbers = new Map();
  for (const [v, {state, set, soft, number}] of findings) {
    const {at} = variables[v], first = program.first[at];
    if (number !== undefined) numbers.set(v, number);
    else if (soft) likelihood.set(soft, first);
    else likelihood.fill(0, first, program.first[at + 1])[first + state] = 1;
    if (set) intervened.push(at);
  }
  return {likelihood, intervened, numbers};
}

/**
 * `how` is the method of the program that answers: 'marginals', 'log' or 'mpe'. Densities of
 * observed numbers are part of P(e).
 */
function ask(how, findings) {
  const {likelihood, intervened, numbers} = entered(findings);
  const factor = densities ? densities.enter(numbers, likelihood, intervened) : 0;
  const answer = program[how](likelihood, intervened);
  if (how === 'log') return answer + factor;
  return {...answer, log: answer.log + factor, numbers};
}

/** P(X = x | e) of a state of a variable; undefined for numbers and utilities. */
function probabilityIn(posterior, variable, state) {
  return posterior[program.first[variables[variable].at] + state];
}

function expectation({given, values}, posterior) {
  if (given === undefined) return values[0];
  const first = program.first[given];
  return values.reduce((sum, value, i) => sum + posterior[first + i] * value, 0);
}

/** The sum of all utilities, which decisions are to make large. */
function expectedUtility(posterior) {
  return utilities.reduce((sum, utility) =>
    utility.total ? sum + expectation(utility, posterior) : sum, 0);
}

/** A name as questions are written, in quotes where it is no plain word. */
function quoted(name) {
  const reserved = /^(and|or|not|in|do|if|then|else)$/i;
  if (/^[\p{L}\p{N}_][\p{L}\p{N}_.+-]*$/u.test(name) && !reserved.test(name)) return name;
  const quote = name.includes('\'') && !name.includes('"') ? '"' : '\'';
  return quote + name.split(quote).join(quote + quote) + quote;
}

/** A text as one word of a shell. */
function inShell(text) {
  return /^[\w./][\w./-]*$/.test(text) ? text : `'${text.split('\'').join('\'\\\'\'')}'`;
}

/** A finding in the language of questions. */
function condition([v, {state, set, soft, number}]) {
  const name = quoted(variables[v].name);
  if (number !== undefined) return `${name}=${number}`;
  if (soft) return `${name}=[${[...soft].join(', ')}]`;
  const equation = `${name}=${quoted(variables[v].states[state])}`;
  return set ? `do(${equation})` : equation;
}

function conditions(findings) {
  return [...findings].map(condition).join(',');
}

/** `P(asked | e)`, quoted for a shell. */
function question(asked, findings) {
  const given = conditions(findings);
  return inShell(`P(${asked}${given && ' | '}${given})`);
}

/**
 * The part of an address that says the evidence: `#e=Rain=yes,Wet=[0.2;0.9],Sprinkler:=on`. Names
 * are percent-encoded, so that the signs between them cannot be part of one.
 */
function fragment(findings) {
  const item = ([v, {state, set, soft, number}]) => {
    const name = encodeURIComponent(variables[v].name);
    if (soft) return `${name}=[${soft.join(';')}]`;
    if (number !== undefined) return `${name}=${number}`;
    return name + (set ? ':=' : '=') + encodeURIComponent(variables[v].states[state]);
  };
  return '#e=' + [...findings].map(item).join(',');
}

/** A finding of the variable as the fragment has it; undefined where that makes no sense. */
function parseFinding({kind, states, at, locked}, set, text) {
  const numbers = /^\[(.*)\]$/.exec(text);
  const values = (numbers ? numbers[1] : text).split(';').map(Number);
  if (kind === 'number')
    return text !== '' && Number.isFinite(values[0]) ? {number: values[0]} : undefined;
  if (at === undefined || locked || (set && !model.interventions)) return undefined;
  if (numbers) {
    const good = values.length === states.length && values.every(x => x >= 0 && x < Infinity);
    return good ? {soft: values} : undefined;
  }
  const state = states.indexOf(decodeURIComponent(text));
  return state < 0 ? undefined : set ? {state, set} : {state};
}

/** {findings, ignored: the items that say nothing about this model}. */
function parseFragment(hash) {
  const findings = new Map(), ignored = [];
  for (const item of hash.slice(3).split(',').filter(part => part !== '')) {
    let finding;
    try {
      const [, name, sign, text] = /^(.*?)(:?=)(.*)$/.exec(item);
      const v = variableOf.get(decodeURIComponent(name));
      finding = v !== undefined && parseFinding(variables[v], sign === ':=', text);
      if (finding) findings.set(v, finding);
    } catch {
      finding = undefined;
    }
    if (!finding) ignored.push(item);
  }
  return {findings, ignored};
}

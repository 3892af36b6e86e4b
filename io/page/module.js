
const program = new Program(network.program);
const numberOf = new Map(network.variables.map(({name}, v) => [name, v]));

/** The number of a state among those of all variables. */
function stateNumber(v, state) {
  const {name, states} = network.variables[v], number = states.indexOf(state);
  if (number < 0) throw new RangeError(`'${name}' has no state '${state}'`);
  return program.first[v] + number;
}

function enterFinding(likelihood, intervened, v, finding) {
  const {name, states, asked} = network.variables[v], first = program.first[v];
  if (!asked.evidence) throw new RangeError(`the module was made without findings on '${name}'`);
  if (Array.isArray(finding)) {
    const areNumbers = finding.every(number => number >= 0 && number < Infinity);
    if (finding.length !== states.length || !areNumbers)
      throw new RangeError(`'${name}' takes ${states.length} likelihoods, none negative`);
    return likelihood.set(finding, first);
  }
  const isSet = typeof finding === 'object' && finding !== null;
  const state = stateNumber(v, isSet ? finding.do : finding);
  likelihood.fill(0, first, first + states.length);
  likelihood[state] = 1;
  if (!isSet) return;
  if (!network.interventions) throw new RangeError('the module was made without do()');
  intervened.push(v);
}

/** What program.js takes: a likelihood of every state, and the variables that are set. */
function entered(evidence) {
  const likelihood = new Float64Array(program.states).fill(1), intervened = [];
  const findings = evidence instanceof Map ? evidence : Object.entries(evidence);
  for (const [name, finding] of findings) {
    if (!numberOf.has(name)) throw new RangeError(`there is no variable '${name}'`);
    enterFinding(likelihood, intervened, numberOf.get(name), finding);
  }
  return [likelihood, intervened];
}

/** An object with a value for each variable that was asked for; any name can be a key of it. */
function byName(valueOf) {
  const asked = network.variables.map((variable, v) => [variable, v])
    .filter(([variable]) => variable.asked.posterior);
  return Object.fromEntries(asked.map(([variable, v]) => [variable.name, valueOf(variable, v)]));
}

export const variables = network.variables.map(({name, states}) => ({name, states}));

export function marginals(evidence = {}) {
  const {log, posterior} = program.marginals(...entered(evidence));
  return {
    probability: Math.exp(log),
    logProbability: log,
    posteriors: posterior && byName(({states}, v) => Object.fromEntries(
      states.map((state, number) => [state, posterior[program.first[v] + number]]))),
  };
}

export function mpe(evidence = {}) {
  const {log, states} = program.mpe(...entered(evidence));
  return {
    probability: Math.exp(log),
    logProbability: log,
    states: states && Object.fromEntries(
      network.variables.map((variable, v) => [variable.name, variable.states[states[v]]])),
  };
}

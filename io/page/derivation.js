const largestProduct = 4096, mostRows = 16, mostTerms = 6;

/**
 * The tables of a number on the page. Variables are those of the program, and a table is {name,
 * axes, cells}, the last axis the fastest. Only the states that can occur have cells.
 */
class Tables {
  constructor() {
    this.shownAs = new Map(variables.map(({at}, v) => [at, v]));
  }

  extent(w) {
    return program.begins[w + 1] - program.begins[w];
  }

  /** Where the own table of a variable lies: {first, axes}; undefined where the page has none. */
  own(w) {
    const [first, , ...axes] = program.tables.get(w) || [];
    return first === undefined ? undefined : {first, axes};
  }

  /** Tables are without the parents that have one state, which are known, and arcs are not. */
  parents(w) {
    const v = this.shownAs.get(w);
    const all = v === undefined ? this.own(w).axes.filter(u => u !== w)
      : arcs.filter(({to}) => to === v).map(({from}) => variables[from].at);
    return all.sort((a, b) => a - b);
  }

  /** Variables that carry the densities of numbers are called by their parents. */
  label(w) {
    const v = this.shownAs.get(w);
    return v === undefined ? `(${this.parents(w).map(u => this.label(u)).join(', ')})`
      : variableLabel(v);
  }

  stateLabel(w, place) {
    const v = this.shownAs.get(w), {begins, slots, first} = program;
    if (v !== undefined) return stateLabel(v, slots[begins[w] + place] - first[w]);
    const parents = this.parents(w), states = this.states(parents, place);
    return `(${parents.map((u, i) => this.stateLabel(u, states[i])).join(', ')})`;
  }

  /** `X`, or `X = x` where the state is known. */
  term(w, known) {
    const label = this.label(w);
    return known.has(w) ? `${label} = ${this.stateLabel(w, known.get(w))}` : label;
  }

  terms(list, known) {
    return list.map(w => this.term(w, known)).join(', ');
  }

  cellCount(axes) {
    return axes.reduce((cells, w) => cells * this.extent(w), 1);
  }

  /** The states at a cell. */
  states(axes, cell) {
    const states = [];
    for (let k = axes.length - 1; k >= 0; --k) {
      states[k] = cell % this.extent(axes[k]);
      cell = (cell - states[k]) / this.extent(axes[k]);
    }
    return states;
  }

  /** The number of a table where its variables have the states that a Map has for them. */
  at({axes, cells}, states) {
    return cells[axes.reduce((cell, w) => cell * this.extent(w) + states.get(w), 0)];
  }

  /** P(w | parents) where it agrees with what is known. */
  family(w, known) {
    const {first, axes} = this.own(w), kept = axes.filter(u => !known.has(u));
    const cells = program.constants.subarray(first, first + this.cellCount(axes));
    const given = this.terms(this.parents(w), known);
    const name = `P(${this.term(w, known)}${given && ' | '}${given})`;
    return this.table(name, kept, states => this.at({axes, cells}, new Map([...known, ...states])));
  }

  /** A table whose cells are made by a function of a Map of states. */
  table(name, axes, make) {
    const cells = Float64Array.from({length: this.cellCount(axes)}, (_, cell) =>
      make(new Map(this.states(axes, cell).map((state, k) => [axes[k], state]))));
    return {name, axes, cells};
  }

  /** The product of tables, summed over the states of `w` if there is one. */
  product(name, axes, factors, w) {
    return this.table(name, axes, states =>
      this.addends(factors, states, w).reduce((sum, term) => sum + multiplied(term), 0));
  }

  /** The numbers that are multiplied, of each state of `w`, where the others have these states. */
  addends(factors, states, w) {
    return Array.from({length: w === undefined ? 1 : this.extent(w)}, (_, state) => {
      const all = w === undefined ? states : new Map(states).set(w, state);
      return factors.map(factor => this.at(factor, all));
    });
  }
}

function multiplied(numbers) {
  return numbers.reduce((product, number) => product * number, 1);
}

function axesOf(factors) {
  return [...new Set(factors.flatMap(({axes}) => axes))].sort((a, b) => a - b);
}

/** The densities of observed numbers, and likelihoods: tables of one variable each. */
function evidenceTables(tables, findings, known) {
  const {likelihood, intervened, numbers} = entered(findings), found = [];
  const add = (name, w, numberOf) => found.push(tables.table(name, [w], at => numberOf(at.get(w))));
  for (let w = 0; w + 1 < program.begins.length; ++w) {
    const slots = program.slots.subarray(program.begins[w], program.begins[w + 1]);
    const weights = Array.from(slots, slot => likelihood[slot]);
    if (weights.filter(weight => weight > 0).length === 1)
      known.set(w, weights.findIndex(weight => weight > 0));
    else if (weights.some(weight => weight !== 1))
      add(`L(${tables.label(w)})`, w, state => weights[state]);
  }
  if (!densities) return found;
  densities.enter(numbers, likelihood, intervened, ({given, variables: group}, factors, log) => {
    if (given === undefined || known.has(given)) return;
    const values = group.filter(v => numbers.has(v)).map(v => findingLabel([v, findings.get(v)]));
    const scale = Math.exp(log) > 0 && Math.exp(log) < Infinity ? Math.exp(log) : 1;
    add(`p(${values.join(', ')} | ${tables.label(given)})`, given, state => scale * factors[state]);
  });
  return found;
}

/** The own tables of a variable, of what is known and of all above these; null: not on the page. */
function families(tables, roots, known, set) {
  const needed = new Set(roots);
  for (const w of needed) {
    if (set.has(w)) continue;
    if (!tables.own(w)) return null;
    tables.own(w).axes.forEach(u => needed.add(u));
  }
  const all = [...needed].filter(w => !set.has(w)).sort((a, b) => a - b);
  return all.map(w => tables.family(w, known));
}

/** The tables that are connected with a variable. All others are one number for all its states. */
function connectedWith(target, factors) {
  const reached = new Set([target]), near = w => factors.filter(({axes}) => axes.includes(w));
  for (const w of reached) axesOf(near(w)).forEach(u => reached.add(u));
  return factors.filter(({axes}) => axes.some(w => reached.has(w)));
}

/**
 * P(X | e) by elimination: {tables, steps, factors, joint}. Variables are summed out one after the
 * other, each time that whose tables have the smallest product (Koller and Friedman 2009, section
 * 9.3). Null where the page has not all tables, or a product is too large to be read.
 */
function derive(findings, target) {
  const tables = new Tables(), known = new Map(), set = new Set(), roots = [target];
  for (const [v, finding] of findings) if (finding.set) set.add(variables[v].at);
  const given = evidenceTables(tables, findings, known);
  if (known.has(target)) return null;
  variables.forEach(({at, known: always}, v) => {
    if (at !== undefined && (always !== undefined || findings.has(v))) roots.push(at);
  });
  const own = families(tables, [...roots, ...axesOf(given)], known, set);
  if (!own) return null;
  let factors = connectedWith(target, [...own, ...given]);
  const steps = [], hidden = axesOf(factors).filter(w => w !== target);
  while (hidden.length > 0) {
    const within = w => axesOf(factors.filter(({axes}) => axes.includes(w)));
    const costs = hidden.map(w => tables.cellCount(within(w))), least = Math.min(...costs);
    if (least > largestProduct) return null;
    const [w] = hidden.splice(costs.indexOf(least), 1), axes = within(w).filter(u => u !== w);
    const used = factors.filter(factor => factor.axes.includes(w));
    const name = `f${steps.length + 1}(${tables.terms(axes, new Map())})`;
    const result = tables.product(name, axes, used, w);
    steps.push({w, used, result});
    factors = [...factors.filter(factor => !used.includes(factor)), result];
  }
  factors = factors.filter(({axes}) => axes.length > 0);
  const name = factors.map(factor => factor.name).join(' ');
  return {tables, steps, factors, joint: tables.product(name, [target], factors)};
}

/** `X = x: 0.2 × 0.5 + ... = 0.4`, the sum of products at a cell of a table. */
function arithmetic(tables, {used, w, result}, cell) {
  const states = new Map(tables.states(result.axes, cell).map((s, k) => [result.axes[k], s]));
  const terms = tables.addends(used, states, w)
    .map(numbers => numbers.map(number => significant(number)).join(' × '));
  if (terms.length > mostTerms) terms.splice(mostTerms, Infinity, '…');
  const where = tables.terms(result.axes, states);
  return `${where && `${where}: `}${terms.join(' + ')} = ${significant(result.cells[cell])}`;
}

/** A table for readers, after how its cell of that number is computed. */
function shownTable(tables, step, cell) {
  const {name, axes, cells} = step.result;
  const rows = Array.from(cells.subarray(0, mostRows), (number, at) => {
    const states = tables.states(axes, at).map((state, k) => tables.stateLabel(axes[k], state));
    return element('tr', {}, ...states.map(text => element('th', {scope: 'row'}, text)),
      element('td', {}, significant(number)));
  });
  const rest = cells.length - rows.length, head = [...axes.map(w => tables.label(w)), name];
  return [element('p', {}, arithmetic(tables, step, cell)),
    element('table', {}, tableHead(head), element('tbody', {}, ...rows)),
    ...(rest > 0 ? [element('p', {class: 'hint'}, say('moreRows', rest))] : [])];
}

/** What one reads of how P(X = x | e) is computed. */
function derivationParts(page, v, x) {
  const {at} = variables[v], made = derive(page.findings, at);
  if (!made) return [element('p', {class: 'hint'}, say('noDerivation'))];
  const {tables, steps, factors, joint} = made;
  const parts = steps.map((step, i) => {
    const names = step.used.map(({name}) => name).join(' ');
    return element('div', {}, element('h3', {}, say('sumOut', i + 1, tables.label(step.w))),
      element('p', {}, `${step.result.name} = Σ ${names}`), ...shownTable(tables, step, 0));
  });
  const place = program.slots.subarray(program.begins[at]).indexOf(program.first[at] + x);
  const total = joint.cells.reduce((sum, number) => sum + number, 0);
  const number = place < 0 ? 0 : joint.cells[place];
  return [...parts, element('h3', {}, say('normalise')),
    ...shownTable(tables, {used: factors, result: joint}, Math.max(place, 0)),
    element('p', {'data-derived': String(number / total)},
      `${significant(number)} / ${significant(total)} = ${significant(number / total)}`)];
}

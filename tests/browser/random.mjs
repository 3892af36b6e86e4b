// Random numbers from a seed, and random networks as texts of BIF.

/** Numbers in [0, 1), the same for a seed everywhere (mulberry32). */
export function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled(items, random) {
  const all = [...items];
  for (let i = all.length - 1; i > 0; --i) {
    const other = Math.floor(random() * (i + 1));
    [all[i], all[other]] = [all[other], all[i]];
  }
  return all;
}

/**
 * A row of a table that sums to 1 exactly as written, in 64ths: a third of the cells are 0, and
 * a state of `impossible` is 0 in all rows.
 */
function row(states, impossible, random) {
  const parts = Array.from({length: states}, (_, s) =>
    (s === impossible || random() < 0.3 ? 0 : 1 + Math.floor(random() * 6)));
  const possible = states - 1 === impossible ? states - 2 : states - 1;
  const sum = parts.reduce((all, part) => all + part, 0);
  parts[possible] += 64 - sum;
  return parts.map(part => part / 64);
}

/**
 * A network of up to `most` variables, {variables: [{name, states, parents}], bif}: with
 * deterministic rows, states that never occur, variables of one state and parts that are not
 * connected. Parents are among the `near` variables before their child: of a large network answers
 * stay cheap where these are few.
 */
export function randomNetwork(seed, most = 12, near = most) {
  const random = randomNumbers(seed), below = count => Math.floor(random() * count);
  const count = 1 + below(most), variables = [];
  for (let v = 0; v < count; ++v) {
    const size = [1, 2, 2, 2, 3, 4, 5][below(7)];
    const before = Array.from({length: Math.min(v, near)}, (_, i) => v - 1 - i).reverse();
    const parents = shuffled(before, random).slice(0, below(4));
    variables.push({
      name: `V${v}`,
      states: Array.from({length: size}, (_, s) => `s${s}`),
      parents,
      impossible: size > 1 && random() < 0.2 ? below(size) : undefined,
    });
  }
  const texts = ['network random {}'];
  for (const {name, states} of variables)
    texts.push(`variable ${name} { type discrete [${states.length}] { ${states.join(', ')} }; }`);
  for (const variable of variables) texts.push(family(variable, variables, random));
  return {variables, bif: texts.join('\n') + '\n'};
}

/** The table of a variable. */
function family({name, states, parents, impossible}, variables, random) {
  const rows = [], all = parents.reduce((size, p) => size * variables[p].states.length, 1);
  for (let k = 0; k < all; ++k) {
    const numbers = random() < 0.15 && impossible === undefined
      ? states.map((_, s) => (s === k % states.length ? 1 : 0))
      : row(states.length, impossible, random);
    let rest = k;
    const configuration = parents.map(p => {
      const state = rest % variables[p].states.length;
      rest = (rest - state) / variables[p].states.length;
      return variables[p].states[state];
    });
    rows.push(parents.length === 0 ? `table ${numbers.join(', ')};`
      : `(${configuration.join(', ')}) ${numbers.join(', ')};`);
  }
  const given = parents.map(p => variables[p].name).join(', ');
  return `probability ( ${name}${given && ' | '}${given} ) {\n  ${rows.join('\n  ')}\n}`;
}

/** Evidence on about a third of the variables: states, likelihoods with zeros, impossible ones. */
export function randomEvidence(variables, seed) {
  const random = randomNumbers(seed), evidence = new Map();
  for (const {name, states} of variables) {
    const kind = random();
    if (kind < 0.2) evidence.set(name, states[Math.floor(random() * states.length)]);
    else if (kind < 0.35)
      evidence.set(name, states.map(() => (random() < 0.2 ? 0 : Math.round(random() * 1e6) / 1e6)));
  }
  return evidence;
}

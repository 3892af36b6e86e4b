/** Takes what lies along a unit vector out of rows of numbers, and returns how much that was. */
function takeOut(unit, rows) {
  return rows.map(row => {
    const part = row.reduce((sum, x, e) => sum + x * unit[e], 0);
    row.forEach((x, e) => { row[e] = x - part * unit[e]; });
    return part;
  });
}

/**
 * Linear Gaussians given observed values; null: impossible. Each is a mean and a row of factors of
 * independent noises. An observed value fixes one direction of the noises, which is taken out of
 * all rows: Cholesky's decomposition of a covariance that is never formed. A value that the others
 * determine is a point mass and must agree, to 1e-12 of what it is computed from.
 */
function conditioned(lines, observed) {
  const means = [], rows = [], factors = [];
  lines.forEach(({parents, intercept, slopes, sd}, i) => {
    rows.push(new Float64Array(lines.length).fill(sd, i, i + 1));
    means.push(intercept);
    parents.forEach((p, j) => {
      means[i] += slopes[j] * (observed[p] ?? means[p]);
      if (observed[p] === undefined) rows[p].forEach((x, e) => { rows[i][e] += slopes[j] * x; });
    });
  });
  const sizes = rows.map(row => Math.hypot(...row));
  let log = 0, volume = 0, masses = 0, moved = 0;
  for (const [i, {sd}] of lines.entries()) {
    const value = observed[i], distance = value - means[i], size = Math.hypot(...rows[i]);
    if (value === undefined) continue;
    if (sd === 0 && size <= 1e-12 * sizes[i]) {
      const scale = Math.abs(value) + Math.abs(means[i]) + sizes[i] * moved;
      if (!(Math.abs(distance) <= 1e-12 * scale)) return null;
      ++masses;
      continue;
    }
    const z = distance / size, parts = takeOut(rows[i].map(x => x / size), rows);
    parts.forEach((part, j) => { means[j] += part * z; });
    factors.push(parts.filter((_, j) => observed[j] !== undefined));
    moved += Math.abs(z);
    log -= z * z / 2 + Math.log(2 * Math.PI) / 2;
    volume += Math.log(size);
    if (!(log - volume > -Infinity)) return null;
  }
  // Beside point masses there is a density in a subspace.
  for (let i = 0; i < factors.length && masses > 0; ++i) {
    const size = Math.hypot(...factors[i]);
    volume = (i > 0 ? volume : 0) + Math.log(size);
    takeOut(factors[i].map(x => x / size), factors.slice(i + 1));
  }
  const sds = rows.map((row, i) => {
    const sd = Math.hypot(...row);
    return sd > 8 * Number.EPSILON * rows.length * sizes[i] ? sd : 0; // else rounding
  });
  return {log: log - volume, masses, means, sds};
}

function largest(numbers) {
  return numbers.reduce((most, number) => Math.max(most, number), -Infinity);
}

/**
 * Numbers that are linear Gaussians or mixtures of Gaussian kernels, given the states of a variable
 * of the program. `values` is a Map from variables of the model to what was observed.
 */
class Densities {
  constructor(densities, program) {
    this.program = program;
    this.groups = densities.flatMap(({given, variables, families}) => {
      const kernels = ({kernels = []}, i) => ({
        variables: [variables[i]],
        parts: kernels.flatMap((row, k) => row.map(([intercept, sd, weight]) =>
          ({k, weight, lines: [{parents: [], intercept, slopes: [], sd}]}))),
      });
      const linear = families.filter(({numbers}) => numbers);
      const line = ({parents = [], numbers}, k) => {
        const [intercept, ...slopes] = numbers[k];
        return {parents, intercept, slopes, sd: Math.sqrt(slopes.pop())};
      };
      const gaussians = {
        variables: variables.filter((_, i) => families[i].numbers),
        parts: (linear.length > 0 ? linear[0].numbers : []).map((_, k) =>
          ({k, weight: 1, lines: linear.map(family => line(family, k))})),
      };
      const of = states => (typeof given === 'number'
        ? states.subarray(program.first[given], program.first[given + 1]) : Float64Array.of(1));
      return [gaussians, ...families.map(kernels)].filter(({parts}) => parts.length > 0)
        .map(group => ({...group, given, of}));
    });
  }

  /**
   * Multiplies likelihoods by the densities of what was observed, divided by the largest of their
   * group; returns the sum of the logarithms of these. -Infinity: impossible. `see` is called with
   * each group, its densities so divided and that logarithm.
   */
  enter(values, likelihood, intervened = [], see = () => {}) {
    let sum = 0;
    for (const group of this.groups) {
      if (!group.variables.some(variable => values.has(variable))) continue;
      const parts = this.best(group, this.parts(group, values), likelihood, intervened);
      const states = group.of(likelihood), factors = new Float64Array(states.length);
      const far = largest(parts.map(({log}) => log));
      for (const {k, log} of parts) factors[k] += Math.exp(log - far);
      const most = largest(factors);
      if (!(most > 0)) return -Infinity;
      factors.forEach((factor, k) => { states[k] *= factors[k] = factor / most; });
      see(group, factors, far + Math.log(most));
      sum += far + Math.log(most);
    }
    return sum;
  }

  /** The Gaussians of a group given what was observed of it, and the logarithms of its density. */
  parts({variables, parts}, values) {
    const observed = variables.map(variable => values.get(variable));
    return parts.map(part => ({...part, ...conditioned(part.lines, observed)}))
      .filter(part => part.means && part.weight > 0)
      .map(part => ({...part, log: part.log + Math.log(part.weight)}));
  }

  /**
   * Those with the most point masses, which are infinitely more probable. What other evidence
   * excludes does not count where they differ in these, or by more than doubles can say.
   */
  best({of}, parts, likelihood, intervened) {
    const spread = largest(parts.map(({log}) => log)) + largest(parts.map(({log}) => -log));
    if (spread > 600 || new Set(parts.map(({masses}) => masses)).size > 1) {
      const {posterior} = this.program.marginals(likelihood, intervened);
      parts = parts.filter(({k}) => posterior && (of(posterior)[k] > 0));
    }
    const most = largest(parts.map(({masses}) => masses));
    return parts.filter(({masses}) => masses === most);
  }

  /**
   * An unobserved number given the posterior of all states and what was observed: a mixture of
   * Gaussians, of which those without deviation are point masses. Null: beyond all doubles.
   */
  curve(variable, posterior, values) {
    const group = this.groups.find(({variables}) => variables.includes(variable));
    const place = group.variables.indexOf(variable), weights = group.of(posterior);
    const components = this.parts(group, values)
      .map(({k, weight, means, sds}) =>
        ({weight: weights[k] * weight, mean: means[place], sd: sds[place]}))
      .filter(({weight, mean, sd}) => weight > 0 && Number.isFinite(mean) && Number.isFinite(sd));
    if (components.length === 0) return null;
    const sum = term => components.reduce((total, c) => total + c.weight * term(c), 0);
    const total = sum(() => 1), origin = components[0].mean;
    for (const component of components) component.weight /= total;
    // From one of the means, so that rounding is small beside their spread.
    const mean = origin + sum(c => c.mean - origin);
    const sd = components.reduce((all, c) =>
      Math.hypot(all, Math.sqrt(c.weight) * Math.hypot(c.sd, c.mean - mean)), 0);
    return {mean, sd, components};
  }
}

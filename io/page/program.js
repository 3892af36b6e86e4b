'use strict';

/** The number behind the exponent of a positive double: 2 ** power <= number < 2 ** (power + 1). */
const powerOf = (() => {
  const number = new Float64Array(1), halves = new Int32Array(number.buffer);
  const high = new Uint8Array(Int32Array.of(1).buffer)[0];
  return value => {
    number[0] = value;
    if (halves[high] >>> 20 > 0) return (halves[high] >>> 20) - 1023;
    number[0] = value * 2 ** 54; // numbers below the smallest normal one
    return (halves[high] >>> 20) - 1023 - 54;
  };
})();

/** value * 2 ** power in steps that are powers of two themselves. */
function scaled(value, power) {
  for (; power > 1000; power -= 1000) value *= 2 ** 1000;
  for (; power < -1000; power += 1000) value *= 2 ** -1000;
  return value * 2 ** power;
}

function doublesOf(base64) {
  const text = atob(base64), bytes = Uint8Array.from(text, letter => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({length: bytes.length / 8}, (_, i) => view.getFloat64(8 * i, true));
}

/**
 * A network that is compiled to steps of one kind: out[..] = the sum, or the largest, of some
 * a[..] * b[..], over tables that lie in four arrays: constants, likelihoods of the states that can
 * occur, scratch memory and posteriors. The first steps give P(e), and the others all posteriors by
 * a pass back (Darwiche 2003).
 *
 * Likelihoods have a number for every state of every variable, 1 where nothing is known; `first`
 * has the place where each variable's states begin, and the end.
 */
class Program {
  constructor(data) {
    this.first = Int32Array.from(data.first);
    this.states = this.first[this.first.length - 1];
    this.slots = Int32Array.from(data.slots || Array(this.states).keys());
    // Where the slots of each variable begin, and the end.
    this.begins = this.first.map(state => this.slots.filter(slot => slot < state).length);
    this.constants = doublesOf(data.constants);
    this.tables = new Map(data.tables.map(([variable, ...range]) => [variable, range]));
    this.shapes = Int32Array.from(data.shapes);
    this.tasks = [data.marginals, data.explanation].map(task => ({
      steps: Int32Array.from(task.steps), forward: task.forward, roots: task.roots,
      choices: task.choices || [],
    }));
    this.scratch = new Float64Array(data.scratch);
    this.answers = new Float64Array(this.slots.length);
    this.counts = new Int32Array(data.loops);
  }

  /** {log: log P(e), posterior: P(X = x | e) of all states, null where P(e) is 0}. */
  marginals(likelihood, intervened = []) {
    const [task] = this.tasks, arrays = this.arrays(likelihood, intervened);
    const log = this.forward(task, arrays);
    if (log === -Infinity) return {log, posterior: null};
    this.run(task.steps, task.forward, task.steps.length / 4, arrays);
    return {log, posterior: this.normalised()};
  }

  /** log P(e). */
  log(likelihood, intervened = []) {
    return this.forward(this.tasks[0], this.arrays(likelihood, intervened));
  }

  /** {log: log P(x, e), states: the state of every variable} of a most probable explanation. */
  mpe(likelihood, intervened = []) {
    const task = this.tasks[1], arrays = this.arrays(likelihood, intervened);
    const log = this.forward(task, arrays);
    return {log, states: log === -Infinity ? null : this.choose(task.choices, arrays)};
  }

  /**
   * The four arrays. Likelihoods that are far from 1 are scaled, and `power` is the power of two
   * that they lost. Of variables under do() the own table is one of ones.
   */
  arrays(likelihood, intervened) {
    const evidence = Float64Array.from(this.slots, state => likelihood[state]);
    this.power = 0;
    for (let v = 0; v + 1 < this.begins.length; ++v)
      this.power += rescale(evidence, this.begins[v], this.begins[v + 1]);
    const constants = intervened.length > 0 ? this.constants.slice() : this.constants;
    for (const variable of intervened) {
      const [first, cells] = this.tables.get(variable) || [0, 0];
      constants.fill(1, first, first + cells);
    }
    return [constants, evidence, this.scratch, this.answers];
  }

  /** The product of the roots and of the powers that were taken out, as a logarithm. */
  forward(task, arrays) {
    let power = this.power + this.run(task.steps, 0, task.forward, arrays), product = 1;
    for (const root of task.roots) {
      product *= arrays[root & 3][root >> 2];
      if (!(product > 0)) return -Infinity;
      const taken = powerOf(product);
      product = scaled(product, -taken);
      power += taken;
    }
    return Math.log(product) + power * Math.LN2;
  }

  /** Carries out steps; returns the power of two that was taken out of their results. */
  run(steps, begin, end, arrays) {
    let power = 0;
    for (let i = 4 * begin; i < 4 * end; i += 4) {
      const out = arrays[steps[i] & 3], first = steps[i] >> 2, shape = steps[i + 3];
      const cells = this.contract(out, first, arrays[steps[i + 1] & 3], steps[i + 1] >> 2,
        arrays[steps[i + 2] & 3], steps[i + 2] >> 2, shape);
      if (this.shapes[shape] >= 2) power += rescale(out, first, first + cells);
    }
    return power;
  }

  /**
   * One step; returns the number of its results. The shape has of every loop, outermost first, how
   * often it runs and how it moves a and b once those within have ended. The two innermost ones are
   * loops here as well, since they take most of the time.
   */
  contract(out, first, a, placeA, b, placeB, shape) {
    const {shapes, counts} = this, loops = shapes[shape + 1], outer = shapes[shape + 2];
    const last = shape + 3 * loops, largest = shapes[shape] % 2 === 1;
    const inner = loops > 0 ? shapes[last] : 1, middle = loops > 1 ? shapes[last - 3] : 1;
    const moveA = loops > 0 ? shapes[last + 1] : 0, moveB = loops > 0 ? shapes[last + 2] : 0;
    const nextA = loops > 1 ? shapes[last - 2] : 0, nextB = loops > 1 ? shapes[last - 1] : 0;
    const farA = (inner - 1) * moveA, farB = (inner - 1) * moveB;
    const isProduct = outer === loops, isSumOfRows = outer < loops - 1;
    let cell = first, sum = 0, k;
    do {
      for (let m = 1; ; ++m) {
        let i = placeA, j = placeB, n = inner;
        if (isProduct) {
          for (; n > 0; --n, i += moveA, j += moveB) out[cell++] = a[i] * b[j];
        } else if (largest) {
          for (; n > 0; --n, i += moveA, j += moveB) sum = Math.max(sum, a[i] * b[j]);
        } else {
          // Two at a time: half as many additions wait for the one before.
          for (; n > 1; n -= 2, i += 2 * moveA, j += 2 * moveB)
            sum += a[i] * b[j] + a[i + moveA] * b[j + moveB];
          if (n > 0) sum += a[i] * b[j];
        }
        placeA += farA;
        placeB += farB;
        if (m === middle) break;
        placeA += nextA;
        placeB += nextB;
        if (isSumOfRows || isProduct) continue;
        out[cell++] = sum;
        sum = 0;
      }
      for (k = loops - 3; k >= 0 && ++counts[k] === shapes[shape + 3 * k + 3]; --k) counts[k] = 0;
      if (k >= 0) {
        placeA += shapes[shape + 3 * k + 4];
        placeB += shapes[shape + 3 * k + 5];
      }
      if (k < outer && !isProduct) {
        out[cell++] = sum;
        sum = 0;
      }
    } while (k >= 0);
    return cell - first;
  }

  /** The answers of each variable divided by their sum. */
  normalised() {
    const {begins, slots, answers} = this, posterior = new Float64Array(this.states);
    for (let v = 0; v + 1 < begins.length; ++v) {
      let sum = 0;
      for (let i = begins[v]; i < begins[v + 1]; ++i) sum += answers[i];
      for (let i = begins[v]; i < begins[v + 1] && sum > 0; ++i)
        posterior[slots[i]] = answers[i] / sum;
    }
    return posterior;
  }

  /** States by variable: of every choice those with the largest a[..] * b[..], others given. */
  choose(choices, arrays) {
    const chosen = new Int32Array(this.first.length - 1); // numbers among those that can occur
    for (let at = 0; at < choices.length;) {
      const a = arrays[choices[at] & 3], b = arrays[choices[at + 1] & 3];
      let placeA = choices[at] >> 2, placeB = choices[at + 1] >> 2;
      const free = at + 4 + 4 * choices[at + 2], end = free + 4 * choices[at + 3];
      for (at += 4; at < free; at += 4) {
        placeA += chosen[choices[at]] * choices[at + 2];
        placeB += chosen[choices[at]] * choices[at + 3];
      }
      let combinations = 1, best = -1, found = 0;
      for (let k = free; k < end; k += 4) combinations *= choices[k + 1];
      for (let n = 0; n < combinations; ++n) {
        let cellA = placeA, cellB = placeB;
        for (let k = end - 4, rest = n; k >= free; k -= 4) {
          const state = rest % choices[k + 1];
          cellA += state * choices[k + 2];
          cellB += state * choices[k + 3];
          rest = (rest - state) / choices[k + 1];
        }
        if (a[cellA] * b[cellB] > best) {
          best = a[cellA] * b[cellB];
          found = n;
        }
      }
      for (at = end; at > free; at -= 4) {
        chosen[choices[at - 4]] = found % choices[at - 3];
        found = (found - chosen[choices[at - 4]]) / choices[at - 3];
      }
      at = end;
    }
    const {begins, slots, first} = this;
    return chosen.map((number, v) => slots[begins[v] + number] - first[v]);
  }
}

/** Scales numbers by a power of two, that the largest be near 1, where it is not; returns it. */
function rescale(numbers, begin, end) {
  let largest = 0;
  for (let i = begin; i < end; ++i) if (numbers[i] > largest) largest = numbers[i];
  if (!(largest > 0) || (largest > 2 ** -32 && largest < 2 ** 32)) return 0;
  const power = powerOf(largest);
  for (let i = begin; i < end; ++i) numbers[i] = scaled(numbers[i], -power);
  return power;
}

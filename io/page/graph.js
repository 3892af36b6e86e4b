/** The directed graph of a model. Variables are numbers. */
class Graph {
  constructor(size, arcs) {
    this.arcs = arcs;
    this.parents = Array.from({length: size}, () => []);
    this.children = Array.from({length: size}, () => []);
    for (const {from, to} of arcs) {
      this.parents[to].push(from);
      this.children[from].push(to);
    }
  }

  neighbours(variable) {
    return [...this.parents[variable], ...this.children[variable]];
  }

  /** The parents, the children and their other parents: given these the rest has no influence. */
  blanket(variable) {
    const children = this.children[variable];
    const all = new Set([...this.neighbours(variable), ...children.flatMap(c => this.parents[c])]);
    all.delete(variable);
    return all;
  }

  /** The variables at most `depth` arcs away, in whatever direction, nearest first. */
  neighbourhood(variable, depth) {
    const found = new Set([variable]);
    for (let d = 0; d < depth; ++d)
      for (const v of [...found]) this.neighbours(v).forEach(u => found.add(u));
    return found;
  }

  /**
   * The variables that are d-connected to `start` (Koller and Friedman 2009, algorithm 3.1). Hard
   * findings block chains and forks. Hard and soft ones open the colliders above them. Variables
   * under do() have no parents. A finding of `start` itself is left out, so that one sees what it
   * has moved.
   */
  connected(start, hard, soft, set) {
    const above = v => (set.has(v) ? [] : this.parents[v]);
    const opened = new Set([...hard, ...soft]);
    for (const v of opened) above(v).forEach(u => opened.add(u));
    const blocks = v => v !== start && hard.has(v);
    const visited = new Set(), found = new Set(), stack = [[start, true]];
    while (stack.length > 0) {
      const [v, fromBelow] = stack.pop(), key = 2 * v + fromBelow;
      if (visited.has(key)) continue;
      visited.add(key);
      found.add(v);
      if (fromBelow ? !blocks(v) : opened.has(v)) above(v).forEach(u => stack.push([u, true]));
      if (blocks(v)) continue;
      for (const u of this.children[v]) if (!set.has(u)) stack.push([u, false]);
    }
    return found;
  }
}

/**
 * A minimal conflict: findings that are impossible together, and possible once any one of them is
 * left out. `isPossible` answers for a list of findings; the given list is impossible.
 */
function minimalConflict(findings, isPossible) {
  let kept = findings;
  for (const finding of findings) {
    const others = kept.filter(other => other !== finding);
    if (!isPossible(others)) kept = others;
  }
  return kept;
}

const layerGap = 56, cardGap = 24;

/** The layer of each variable: one below the lowest parent, and roots right above a child. */
function layersOf(graph, members) {
  const layers = new Map();
  const layer = v => {
    if (!layers.has(v)) {
      layers.set(v, 0);
      const parents = graph.parents[v].filter(u => members.has(u));
      layers.set(v, Math.max(-1, ...parents.map(layer)) + 1);
    }
    return layers.get(v);
  };
  members.forEach(layer);
  for (const v of members) {
    const below = graph.children[v].filter(u => members.has(u)).map(layer);
    if (!graph.parents[v].some(u => members.has(u)) && below.length > 0)
      layers.set(v, Math.min(...below) - 1);
  }
  return layers;
}

/** Rows of boxes: cards, and narrow places through which longer arcs pass (Sugiyama 1981). */
function rowsOf(graph, members, cards) {
  const rows = [], layers = layersOf(graph, members), boxes = new Map(), chains = new Map();
  const add = (layer, box) => {
    while (rows.length <= layer) rows.push([]);
    rows[layer].push(Object.assign(box, {linked: [], x: 0}));
    return box;
  };
  for (const v of members) {
    const {width, height} = cards[v];
    boxes.set(v, add(layers.get(v), {width, height}));
  }
  graph.arcs.forEach(({from, to}, number) => {
    if (!members.has(from) || !members.has(to)) return;
    const chain = [boxes.get(from)];
    for (let l = layers.get(from) + 1; l < layers.get(to); ++l)
      chain.push(add(l, {width: 4, height: 0}));
    chain.push(boxes.get(to));
    for (let i = 1; i < chain.length; ++i) {
      chain[i].linked.push(chain[i - 1]);
      chain[i - 1].linked.push(chain[i]);
    }
    chains.set(number, chain);
  });
  return {rows, boxes, chains};
}

/** Moves the boxes of a row towards those that they are linked with, in order and with room. */
function settle(row) {
  const wanted = row.map(({linked, x}) =>
    linked.length > 0 ? linked.reduce((sum, other) => sum + other.x, 0) / linked.length : x);
  const apart = i => (row[i - 1].width + row[i].width) / 2 + cardGap;
  const right = wanted.slice(), left = wanted.slice();
  for (let i = 1; i < row.length; ++i) right[i] = Math.max(right[i], right[i - 1] + apart(i));
  for (let i = row.length - 1; i > 0; --i) left[i - 1] = Math.min(left[i - 1], left[i] - apart(i));
  row.forEach((box, i) => { box.x = (left[i] + right[i]) / 2; });
}

function curveThrough(chain) {
  const [first, last] = [chain[0], chain[chain.length - 1]];
  let y = first.y + first.height / 2, path = `M${first.x} ${y}`;
  for (let i = 1; i < chain.length; ++i) {
    const end = chain[i] === last ? last.y - last.height / 2 : chain[i].y, middle = (y + end) / 2;
    path += `C${chain[i - 1].x} ${middle} ${chain[i].x} ${middle} ${chain[i].x} ${end}`;
    y = end;
  }
  return path;
}

/**
 * A layered layout of some variables: {places: centres by variable, paths: curves by number of the
 * arc, size}. Rows are sorted by the means of their neighbours a few times, then their boxes are
 * moved towards these.
 */
function layered(graph, variables, cards) {
  const {rows, boxes, chains} = rowsOf(graph, new Set(variables), cards);
  const spread = row => {
    let x = 0;
    for (const box of row) {
      box.x = x + box.width / 2;
      x += box.width + cardGap;
    }
    for (const box of row) box.x -= x / 2;
  };
  rows.forEach(spread);
  const mean = box => box.linked.reduce((sum, other) => sum + other.x, 0) / box.linked.length;
  for (let sweep = 0; sweep < 6; ++sweep) {
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      const means = new Map(row.map(box => [box, box.linked.length > 0 ? mean(box) : box.x]));
      spread(row.sort((a, b) => means.get(a) - means.get(b)));
    }
  }
  for (let sweep = 0; sweep < 8; ++sweep)
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) settle(row);
  let y = cardGap;
  for (const row of rows) {
    const height = Math.max(...row.map(box => box.height));
    for (const box of row) box.y = y + height / 2;
    y += height + layerGap;
  }
  const all = rows.flat(), lefts = all.map(box => box.x - box.width / 2);
  const shift = cardGap - Math.min(...lefts);
  for (const box of all) box.x = Math.round(box.x + shift);
  const width = Math.max(...all.map(box => box.x + box.width / 2)) + cardGap;
  return {places: boxes, paths: new Map([...chains].map(([n, c]) => [n, curveThrough(c)])),
    size: [width, y - layerGap + cardGap]};
}

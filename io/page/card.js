const cardPadding = 8, titleHeight = 20, rowHeight = 20, barHeight = 10;
const leastBar = 60, numberWidth = 44, widestName = 120;

// The marks of a finding and of a most probable explanation, in the margin of a row.
const dot = 'M2 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0', diamond = 'M4.5 6l3 4-3 4-3-4Z';

const spaceOf = {html: 'http://www.w3.org/1999/xhtml', svg: 'http://www.w3.org/2000/svg'};

/** An element with attributes, listeners (functions) and contents (elements and texts). */
function element(tag, attributes = {}, ...contents) {
  const [space, name] = tag.includes(':') ? tag.split(':') : ['html', tag];
  const node = document.createElementNS(spaceOf[space], name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key, value);
    else node.setAttribute(key, value);
  }
  node.append(...contents);
  return node;
}

/** Sets what differs only, since a browser lays out and paints again whatever is set. */
function put(node, attributes) {
  for (const key in attributes) {
    const value = attributes[key];
    if (key === 'text') {
      if (node.textContent !== value) node.textContent = value;
    } else if (value === null) node.removeAttribute(key);
    else if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value);
  }
}

const pen = document.createElement('canvas').getContext('2d');

function textWidth(text, bold) {
  pen.font = bold ? 'bold 13px system-ui, sans-serif' : '12px system-ui, sans-serif';
  return pen.measureText(text).width;
}

/** The text, with an ellipsis for the end that does not fit. */
function cut(text, width, bold = false) {
  if (textWidth(text, bold) <= width) return text;
  const letters = [...text];
  let fits = 0, tooMany = letters.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (textWidth(letters.slice(0, middle).join('') + '…', bold) <= width) fits = middle;
    else tooMany = middle;
  }
  return letters.slice(0, fits).join('') + '…';
}

function variableLabel(v) {
  return shown(variables[v].label === undefined ? variables[v].name : variables[v].label);
}

function stateLabel(v, s) {
  const {states, labels} = variables[v];
  return shown(labels ? labels[s] : states[s]);
}

function findingLabel([v, {state, set, soft, number}]) {
  const value = soft ? `[${[...soft].map(x => significant(x, 3)).join('; ')}]`
    : number === undefined ? stateLabel(v, state) : significant(number);
  return set ? `do(${variableLabel(v)} = ${value})` : `${variableLabel(v)} = ${value}`;
}

/** The outline of a card says its kind: rounded, angular for decisions, pointed for utilities. */
function outline({kind, width, height}) {
  if (kind !== 'utility')
    return element('svg:rect', {class: 'frame', width, height, rx: kind === 'decision' ? 0 : 6});
  const points = `7,0 ${width - 7},0 ${width},${height / 2} ${width - 7},${height} 7,${height}`;
  return element('svg:polygon', {class: 'frame', points: `${points} 0,${height / 2}`});
}

/**
 * The card of a variable. Its rows are there from the beginning, with the names of their states as
 * data; what one sees of them is made when the card is shown for the first time.
 */
class Card {
  constructor(v) {
    const variable = variables[v];
    this.v = v;
    this.variable = variable;
    this.drawn = this.visible = false;
    this.node = element('svg:g', {class: `card ${variable.kind}`, role: 'group', 'data-card': v});
    const count = variable.at === undefined ? 1 : variable.states.length;
    this.rows = Array.from({length: count}, (_, s) => this.addRow(s));
  }

  addRow(s) {
    const node = element('svg:g', {class: 'row', role: 'button', 'data-row': s});
    node.setAttribute('tabindex', s === 0 ? 0 : -1);
    if (this.variable.at !== undefined) {
      node.setAttribute('data-variable', this.variable.name);
      node.setAttribute('data-state', this.variable.states[s]);
    }
    this.node.append(node);
    return {node};
  }

  draw() {
    const {v, variable, node} = this, {width} = variable;
    this.drawn = true;
    this.tag = element('svg:text', {class: 'tag', x: width - 4, y: -4, 'text-anchor': 'end'});
    this.title = element('svg:title');
    const title = cut(variableLabel(v), width - 2 * cardPadding, true);
    node.prepend(this.title, outline(variable), this.tag,
      element('svg:text', {class: 'name', x: cardPadding, y: cardPadding + 14}, title));
    if (variable.at === undefined) this.drawNumber(this.rows[0]);
    else this.rows.forEach((row, s) => this.drawState(row, s));
  }

  drawState(row, s) {
    const {v, variable} = this, {width, states} = variable;
    const y = cardPadding + titleHeight + s * rowHeight;
    if (s === 0) {
      const widest = Math.max(...states.map((_, i) => textWidth(stateLabel(v, i))));
      const column = numberWidth + cardPadding;
      this.right = width - cardPadding - (variable.kind === 'decision' ? column : 0);
      const room = this.right - leastBar - column - 2 * cardPadding;
      this.nameWidth = Math.min(widestName, widest, room);
      this.left = cardPadding + this.nameWidth + cardPadding;
      this.barWidth = this.right - column - this.left;
    }
    const bar = {x: this.left, y: (rowHeight - barHeight) / 2, height: barHeight, rx: 2};
    row.mark = element('svg:path', {class: 'mark'});
    row.bar = element('svg:rect', {class: 'bar', ...bar});
    row.tick = element('svg:path', {class: 'tick'});
    row.number = element('svg:text',
      {class: 'number', x: this.right, y: 14, 'text-anchor': 'end'});
    row.gain = element('svg:text',
      {class: 'number gain', x: width - cardPadding, y: 14, 'text-anchor': 'end'});
    row.title = element('svg:title');
    this.fill(row, y, [row.title, this.background(rowHeight), row.mark,
      element('svg:rect', {class: 'ground', ...bar, width: this.barWidth}), row.bar, row.tick],
    [row.number, row.gain]);
    const name = cut(stateLabel(v, s), this.nameWidth);
    const text = element('svg:text', {class: 'state', x: cardPadding, y: 14}, name);
    (name === stateLabel(v, s) ? row.node : row.number.parentNode).append(text);
    if (variable.locked) row.node.append(row.number);
  }

  /** The one row of a number, which has a curve, or of a utility, which has its expectation. */
  drawNumber(row) {
    const {width, height} = this.variable, top = cardPadding + titleHeight;
    row.number = element('svg:text', {class: 'number', x: cardPadding, y: 14});
    row.curve = element('svg:path', {class: 'curve'});
    row.tick = element('svg:path', {class: 'tick'});
    row.low = element('svg:text', {class: 'axis', x: cardPadding, y: 69});
    row.high = element('svg:text',
      {class: 'axis', x: width - cardPadding, y: 69, 'text-anchor': 'end'});
    this.fill(row, top, [this.background(height - top - cardPadding), row.curve, row.tick],
      [row.number, row.low, row.high]);
  }

  /** Texts stand beside the button of a row where its label says them in other words. */
  fill({node}, y, marks, numbers) {
    const transform = `translate(0 ${y})`;
    node.setAttribute('transform', transform);
    node.append(...marks);
    node.after(element('svg:g', {class: 'numbers', 'aria-hidden': 'true', transform}, ...numbers));
  }

  background(height) {
    return element('svg:rect',
      {class: 'back', x: 2, width: this.variable.width - 4, height, rx: 3});
  }

  /** Shows what `page` knows of the variable; of a card that is not visible only the data. */
  paint(page) {
    const {v, variable, rows} = this;
    if (variable.at !== undefined && !variable.locked) {
      rows.forEach(({node}, s) =>
        put(node, {'data-probability': probabilityIn(page.posterior, v, s)}));
    }
    if (!this.visible) return;
    if (!this.drawn) this.draw();
    const finding = page.findingOf(v), kind = say(`${variable.kind}Kind`);
    put(this.node, {'aria-label': `${variableLabel(v)}, ${kind}`});
    this.node.classList.toggle('observed', Boolean(finding));
    put(this.title, {text: variable.label === undefined ? shown(variable.name)
      : `${shown(variable.label)} (${shown(variable.name)})`});
    if (variable.kind === 'number') this.paintNumber(rows[0], page, finding);
    else if (variable.kind === 'utility') this.paintUtility(rows[0], page);
    else rows.forEach((row, s) => this.paintState(row, s, page, finding));
  }

  paintState(row, s, page, finding = {}) {
    const {v, variable: {at, locked, known}, left, barWidth} = this, words = [];
    const observed = finding.state === s, p = probabilityIn(page.posterior, v, s);
    const before = probabilityIn(page.base, v, s), ruledOut = p === 0 && before > 0;
    const likeliest = page.explanation !== null && page.explanation[at] === s && !locked;
    const gains = page.gains.get(v), best = gains && gains[s] >= Math.max(...gains) - 1e-9;
    if (observed) words.push(say(finding.set ? 'set' : 'observed'));
    if (ruledOut && !locked) words.push(say('rowImpossible'));
    if (likeliest) words.push(say('likeliest'));
    if (gains) words.push(say('utility', significant(gains[s], 4)));
    if (best) words.push(say('best'));
    const heard = [variableLabel(v), stateLabel(v, s), percentOf(p)];
    put(row.node, {
      class: `row${ruledOut && !locked ? ' ruled-out' : ''}${best ? ' best' : ''}`,
      'aria-pressed': observed,
      'aria-disabled': locked || known !== undefined ? 'true' : null,
      'aria-label': [say(locked ? 'unknown' : 'percent', ...heard), ...words].join(', '),
    });
    put(row.mark, {d: observed ? dot : likeliest ? diamond : ''});
    put(row.number, {text: locked ? '?' : briefly(p)});
    put(row.gain, {text: gains ? (best ? '★' : '') + significant(gains[s], 4) : ''});
    // A possible state always shows a trace.
    put(row.bar, {width: locked || p === 0 ? 0 : Math.max(0.8, p * barWidth)});
    const x = left + before * barWidth, moved = !locked && Math.abs(before - p) > 1e-9;
    put(row.tick, {d: moved ? `M${x} 2V${rowHeight - 2}` : ''});
    row.tooltip = () => (locked ? '?' : `${heard[1]} ${significant(p)}` +
      (moved ? ` (${signed(p - before)})` : ''));
  }

  paintUtility(row, page) {
    const utility = utilities.find(({variable}) => variable === this.v);
    const text = utility ? significant(expectation(utility, page.posterior), 5) : '';
    put(row.number, {text});
    put(row.node, {'aria-label': say('expected', variableLabel(this.v), text)});
  }

  paintNumber(row, page, finding) {
    const {v, variable: {width}} = this, curve = curveOf(v, page);
    const length = width - 2 * cardPadding, {low, high, d, x} = plot(curve, length, finding);
    put(row.curve, {d});
    put(row.tick, {d: finding ? `M${x} 18V57` : ''});
    put(row.low, {text: significant(low, 3)});
    put(row.high, {text: significant(high, 3)});
    const sd = significant(curve.sd, 4), mean = significant(curve.mean, 4);
    put(row.number, {text: finding ? `= ${significant(finding.number)}` : `${mean} ± ${sd}`});
    put(row.node, {'aria-label': finding ? findingLabel([v, finding])
      : say('mean', variableLabel(v), mean, sd)});
  }
}

function signed(difference) {
  if (Math.abs(difference) < 1e-12) return '0'; // but for rounding
  return (difference > 0 ? '+' : '') + significant(difference, 3);
}

/** {mean, sd, components} of a number as `page` knows it; all 0 beyond all doubles. */
function curveOf(v, page) {
  return densities.curve(v, page.posterior, page.numbers) || {mean: 0, sd: 0, components: []};
}

/** The outline of a mixture of normal distributions in a box of this length below the title. */
function plot({components, mean, sd}, length, finding) {
  // A fifth of a standard deviation is near enough for a smooth curve, however narrow it is.
  const steps = Array.from({length: 33}, (_, i) => (i - 16) / 5);
  const spots = components.flatMap(c => steps.map(step => c.mean + step * c.sd));
  if (components.every(c => c.sd === 0)) spots.push(mean - (3 * sd || 1), mean + (3 * sd || 1));
  if (finding) spots.push(finding.number);
  spots.sort((a, b) => a - b);
  const low = spots[0], high = spots[spots.length - 1];
  const place = value => (cardPadding + length * (value - low) / (high - low)).toFixed(1);
  const density = at => components.reduce((sum, c) =>
    sum + (c.sd > 0 ? c.weight / c.sd * Math.exp(-(((at - c.mean) / c.sd) ** 2) / 2) : 0), 0);
  const heights = spots.map(density), largest = Math.max(...heights, Number.MIN_VALUE);
  const line = spots.map((at, i) => `L${place(at)} ${(57 - 36 * heights[i] / largest).toFixed(1)}`);
  const masses = components.filter(c => c.sd === 0).map(c => `M${place(c.mean)} 57V21h1V57`);
  const d = `M${place(low)} 57${line.join('')}L${place(high)} 57${masses.join('')}`;
  return {low, high, d, x: finding ? place(finding.number) : 0};
}

const [main, picture] = ['main', '#network'].map(name => document.querySelector(name));
const manyVariables = 150, leastScale = 0.02, largestScale = 8;

/** What part of the picture is seen, and which cards are in it. */
class View {
  constructor(cards, graph) {
    Object.assign(this, {cards, graph, x: 0, y: 0, scale: 1, size: [1, 1], arcs: [], room: [1, 1]});
    this.whole = cards.length <= manyVariables;
    this.depth = 1;
    // A neighbourhood that is large and still seen well is a good beginning.
    const size = v => (graph.neighbours(v).length > 7 ? 0 : graph.neighbours(v).length);
    this.focus = cards.reduce((best, {v}) => (size(v) > size(best) ? v : best), 0);
  }

  /** Shows the whole network as the model has it, or a neighbourhood laid out for itself. */
  arrange() {
    const {cards, graph, whole} = this;
    const members = whole ? new Set(cards.keys()) : graph.neighbourhood(this.focus, this.depth);
    const near = whole ? null : layered(graph, members, variables);
    this.size = whole ? model.size : near.size;
    for (const card of cards) {
      card.visible = members.has(card.v);
      card.node.style.display = card.visible ? '' : 'none';
      if (!card.visible) continue;
      const {width, height} = card.variable;
      Object.assign(card, whole ? card.variable : near.places.get(card.v), {width, height});
      const corner = `translate(${card.x - width / 2} ${card.y - height / 2})`;
      card.node.setAttribute('transform', corner);
      card.hidden = graph.neighbours(card.v).filter(u => !members.has(u)).length;
    }
    this.arcs = arcs.flatMap(({from, to, path, dashed}, number) => {
      const d = whole ? path : near.paths.get(number);
      if (!d || !members.has(from) || !members.has(to)) return [];
      const attributes = {d, 'marker-end': 'url(#tip)', ...(dashed && {class: 'dashed'})};
      return [{from, to, node: element('svg:path', attributes)}];
    });
    document.getElementById('arcs').replaceChildren(...this.arcs.map(({node}) => node));
    this.fit();
  }

  /** Moves the picture by its style: to lay out all texts for another scale takes far longer. */
  show() {
    picture.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  fit() {
    // The room is measured here only, since a browser lays out the page for that.
    const [width, height] = this.size, {clientWidth, clientHeight} = main;
    this.room = [clientWidth, clientHeight];
    put(picture, {width, height, viewBox: `0 0 ${width} ${height}`});
    const scale = Math.min(1.25, clientWidth / width, clientHeight / height);
    this.scale = Math.max(leastScale, scale);
    this.x = (clientWidth - width * this.scale) / 2;
    this.y = (clientHeight - height * this.scale) / 2;
    this.show();
  }

  /** Zooms; the point of the picture at these pixels of the frame stays where it is. */
  zoom(factor, left = this.room[0] / 2, top = this.room[1] / 2) {
    const scale = Math.min(largestScale, Math.max(leastScale, this.scale * factor));
    this.x = left - (left - this.x) * scale / this.scale;
    this.y = top - (top - this.y) * scale / this.scale;
    this.scale = scale;
    this.show();
  }

  pan(right, down) {
    this.x += right;
    this.y += down;
    this.show();
  }

  /** Moves a card into the frame, so large that it can be read. */
  reveal(v) {
    const {x, y, width, height} = this.cards[v], [right, bottom] = this.room, margin = 20;
    if (this.scale < 0.5) this.zoom(0.8 / this.scale);
    const inside = (start, room, middle, size) => {
      const low = (middle - size / 2) * this.scale - margin;
      const high = (middle + size / 2) * this.scale + margin;
      return Math.max(-low, Math.min(start, room - high));
    };
    this.x = inside(this.x, right, x, width);
    this.y = inside(this.y, bottom, y, height);
    this.show();
  }

  /** The nearest visible card in a direction, sideways counted twice; undefined at the border. */
  neighbour(v, right, down) {
    const from = this.cards[v];
    const distance = ({x, y}) => {
      const ahead = (x - from.x) * right + (y - from.y) * down;
      const aside = Math.abs((x - from.x) * down + (y - from.y) * right);
      return ahead > 0 ? ahead + 2 * aside : Infinity;
    };
    let best, least = Infinity;
    for (const card of this.cards) {
      if (!card.visible || distance(card) >= least) continue;
      best = card.v;
      least = distance(card);
    }
    return best;
  }
}

/** Wheel and pointer move the picture. Returns whether the last press did, so was no click. */
function followPointer(view) {
  let from = null, moved = false;
  main.addEventListener('wheel', event => {
    event.preventDefault();
    const box = main.getBoundingClientRect();
    view.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }, {passive: false});
  main.addEventListener('pointerdown', event => {
    from = event.button === 0 ? [event.clientX, event.clientY] : null;
    moved = false;
  });
  main.addEventListener('pointermove', event => {
    if (!from || event.buttons === 0) return;
    const [right, down] = [event.clientX - from[0], event.clientY - from[1]];
    if (!moved && Math.hypot(right, down) < 5) return;
    if (!moved) main.setPointerCapture(event.pointerId);
    moved = true;
    from = [event.clientX, event.clientY];
    view.pan(right, down);
  });
  main.addEventListener('pointerup', () => { from = null; });
  return () => moved;
}

/** Search marks all cards with the text in their name, and Enter goes from one to the next. */
function followSearch(page) {
  const field = byId('search');
  let found = [], next = 0;
  field.addEventListener('input', () => {
    const text = field.value.toLowerCase();
    const matches = v => `${variableLabel(v)}\n${shown(variables[v].name)}`.toLowerCase();
    found = text === '' ? [] : page.cards.filter(({v}) => matches(v).includes(text));
    for (const card of page.cards) card.node.classList.toggle('found', found.includes(card));
    byId('found').textContent = text === '' ? '' : say('matches', found.length);
    next = 0;
  });
  field.form.addEventListener('submit', event => {
    event.preventDefault();
    if (found.length === 0) return;
    const {v} = found[next++ % found.length];
    page.unfold(v);
    page.select(v);
  });
}

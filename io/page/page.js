/** The page: what is known, what follows from it, and what the reader looks at. */
class Page {
  constructor() {
    this.findings = new Map();
    this.past = [];
    this.lastKey = null;
    this.selected = null;
    this.state = 0;
    this.explains = false;
    this.explanation = null;
    this.gains = new Map();
    this.round = 0;
    this.graph = new Graph(variables.length, arcs);
    this.cards = variables.map((_, v) => new Card(v));
    this.view = new View(this.cards, this.graph);
    const {posterior, log, numbers} = ask('marginals', this.findings);
    Object.assign(this, {posterior, log, numbers, prior: posterior, base: posterior});
    this.relate();
  }

  /** The finding of a variable, which may be one that the page was made for. */
  findingOf(v) {
    const {known} = variables[v];
    return known === undefined ? this.findings.get(v) : {state: known};
  }

  /** Enters a finding, or removes it (null). Changes with one key are one step for undo. */
  enter(v, finding, key = null) {
    const findings = new Map(this.findings);
    if (finding === null) findings.delete(v);
    else findings.set(v, finding);
    this.change(findings, key && `${key}${v}`);
  }

  change(findings, key = null) {
    if (key === null || key !== this.lastKey) this.past.push(this.findings);
    this.lastKey = key;
    this.answer(findings);
  }

  undo() {
    this.lastKey = null;
    if (this.past.length > 0) this.answer(this.past.pop());
  }

  /** Answers anew and shows it. While evidence is impossible the last possible answers stay. */
  answer(findings) {
    const before = this.posterior, {log, posterior, numbers} = ask('marginals', findings);
    Object.assign(this, {findings, log, conflict: []});
    this.gains.clear();
    this.explanation = null;
    if (posterior && log > -Infinity) Object.assign(this, {posterior, numbers});
    else {
      const isPossible = some => ask('log', new Map(some)) > -Infinity;
      this.conflict = minimalConflict([...findings], isPossible);
    }
    this.paint();
    tell(this.news(before));
  }

  news(before) {
    if (this.log === -Infinity)
      return `${say('impossible')} ${say('conflict', this.conflict.map(findingLabel).join(', '))}`;
    const entered = [...this.findings].map(findingLabel).join(', ');
    const said = entered === '' ? say('cleared') : say('entered', entered, fromLog(this.log));
    let most = 1e-6, label = null;
    variables.forEach(({at, locked, states}, v) => {
      if (at === undefined || locked || this.findings.has(v)) return;
      states.forEach((_, s) => {
        const p = probabilityIn(this.posterior, v, s);
        const change = Math.abs(p - probabilityIn(before, v, s));
        if (change <= most) return;
        most = change;
        label = say('percent', variableLabel(v), stateLabel(v, s), percentOf(p));
      });
    });
    return label === null ? said : `${said} ${say('moved', label)}`;
  }

  paint() {
    ++this.round;
    this.relate();
    document.body.classList.toggle('impossible', this.log === -Infinity);
    for (const card of this.cards) card.paint(this);
    this.mark();
    this.paintPanel();
    this.followUp();
  }

  /**
   * Makes the panel again. What had the focus keeps it, and what is typed or dragged stays. The
   * part about the selected variable waits for the bars, unless the reader is in the panel.
   */
  paintPanel() {
    const active = document.activeElement, panel = active.closest('#evidence, #selected');
    const stops = () => [...panel.querySelectorAll('button, input, summary')];
    const place = panel ? stops().indexOf(active) : -1, kept = active.closest('.soft');
    const finish = () => replaceParts(byId('selected'), selectedSection(this), kept);
    replaceParts(byId('evidence'), evidenceSection(this), kept);
    byId('undo').disabled = this.past.length === 0;
    clearTimeout(this.waiting);
    if (!panel) this.waiting = setTimeout(finish, 20);
    else finish();
    if (!panel || active.isConnected) return;
    const again = (active.id && byId(active.id)) || stops()[place];
    (again && !again.disabled ? again : byId('reset')).focus();
  }

  /** What is costly and not needed at once is done after the bars are painted, piece by piece. */
  followUp() {
    const {round} = this, tasks = [];
    if (this.log > -Infinity) {
      if (this.explains) tasks.push(() => this.explain());
      if (utilities.length > 0) {
        variables.forEach(({kind}, v) => {
          if (kind === 'decision' && !this.findings.has(v)) tasks.push(() => this.compare(v));
        });
      }
    }
    const next = () => {
      if (round !== this.round || tasks.length === 0) return;
      tasks.shift()();
      setTimeout(next);
    };
    setTimeout(next);
  }

  /** The expected utility of every alternative of a decision. */
  compare(v) {
    const gains = variables[v].states.map((_, state) => {
      const {log, posterior} = ask('marginals', new Map(this.findings).set(v, {state, set: true}));
      return log > -Infinity ? expectedUtility(posterior) : -Infinity;
    });
    this.gains.set(v, gains);
    this.cards[v].paint(this);
  }

  explain() {
    const {log, states} = ask('mpe', this.findings);
    Object.assign(this, {explanation: states, explanationLog: log});
    for (const card of this.cards) if (card.visible) card.paint(this);
    this.paintPanel();
  }

  toggleExplanation() {
    this.explains = !this.explains;
    this.explanation = null;
    this.paint();
  }

  pin() {
    this.base = this.base === this.prior ? this.posterior : this.prior;
    this.paint();
  }

  /** A place for the weights of all other findings for the clicked number, one after the other. */
  weigh() {
    const {selected: v, state: s, round, posterior} = this, rows = [], place = element('div');
    const odds = p => Math.log10(p) - Math.log10(1 - p);
    const rest = [...this.findings].filter(([u]) => u !== v);
    const next = () => {
      if (round !== this.round) return;
      place.replaceChildren(weightTable(rows));
      if (rest.length === 0) return;
      const finding = rest.shift(), others = new Map(this.findings);
      others.delete(finding[0]);
      const {log, posterior: before} = ask('marginals', others);
      const without = log > -Infinity ? probabilityIn(before, v, s) : NaN;
      const decibans = 10 * (odds(probabilityIn(posterior, v, s)) - odds(without));
      rows.push({finding, without, decibans});
      setTimeout(next);
    };
    setTimeout(next);
    return place;
  }

  /** Which variables the selected one is connected with under the findings. */
  relate() {
    const v = this.selected, hard = new Set(), soft = new Set(), set = new Set();
    variables.forEach((_, u) => {
      const finding = this.findingOf(u);
      if (finding) (finding.soft ? soft : hard).add(u);
      if (finding && finding.set) set.add(u);
    });
    this.blanket = v === null ? new Set() : this.graph.blanket(v);
    this.connected = v === null ? null : this.graph.connected(v, hard, soft, set);
  }

  isSeparated(v) {
    return this.connected !== null && !this.connected.has(v) && !this.findingOf(v);
  }

  /** Marks the selected card, its Markov blanket and what is separated from it. */
  mark() {
    for (const card of this.cards) {
      if (!card.visible) continue;
      const {v, variable, node, tag} = card, finding = this.findingOf(v) || {}, words = [];
      const inBlanket = this.blanket.has(v), isApart = this.isSeparated(v);
      if (variable.locked) words.push(say('locked'));
      if (finding.set) words.push(say('set'));
      if (finding.soft) words.push(say('soft'));
      if (inBlanket) words.push(say('blanket'));
      if (isApart) words.push(say('separated'));
      if (card.hidden > 0) words.push(`+${card.hidden}`);
      put(tag, {text: words.join(' · ')});
      node.classList.toggle('selected', v === this.selected);
      node.classList.toggle('blanket', inBlanket);
      node.classList.toggle('apart', isApart);
      node.classList.toggle('set', Boolean(finding.set));
    }
    for (const {from, to, node} of this.view.arcs)
      node.classList.toggle('touches', from === this.selected || to === this.selected);
  }

  select(v, state = 0) {
    if (v === this.selected && state === this.state) return;
    Object.assign(this, {selected: v, state});
    this.relate();
    this.mark();
    this.paintPanel();
  }

  arrange() {
    this.view.arrange();
    for (const card of this.cards) if (card.visible) card.paint(this);
    this.mark();
    byId('whole').checked = this.view.whole;
    byId('depths').hidden = this.view.whole;
  }

  /** Folds the network to the neighbourhood of a variable. */
  focusOn(v) {
    Object.assign(this.view, {focus: v, whole: false});
    this.arrange();
    this.go(v, this.state);
  }

  /** Shows a card, in its neighbourhood if it is folded away. */
  unfold(v) {
    if (!this.cards[v].visible) {
      this.view.focus = v;
      this.arrange();
    }
    this.view.reveal(v);
  }

  /** Moves the keyboard focus to a row, the one tab stop of its card. */
  go(v, s) {
    this.unfold(v);
    const {rows} = this.cards[v], row = rows[Math.min(s, rows.length - 1)];
    row.node.focus({preventScroll: true});
  }

  /** Moves the focus to the field for the selected number. */
  typeNumber() {
    clearTimeout(this.waiting);
    byId('selected').replaceChildren(...selectedSection(this));
    byId('number').focus();
  }

  /** Texts in the language of the page. */
  translate() {
    document.documentElement.lang = language;
    for (const node of document.querySelectorAll('[data-word]'))
      node.textContent = say(node.dataset.word);
    for (const node of document.querySelectorAll('[data-label]')) {
      node.setAttribute('aria-label', say(node.dataset.label));
      if (node.tagName !== 'MAIN' && node.tagName !== 'svg') node.title = say(node.dataset.label);
    }
    byId('language').textContent = say('language');
    byId('search').placeholder = say('search');
    byId('exercises').replaceChildren(...exercisesSection());
  }
}

/** The card and the row of an element within them; null elsewhere. */
function placeOf(target) {
  const card = target.closest('.card'), row = target.closest('.row');
  return card && {v: Number(card.dataset.card), s: row ? Number(row.dataset.row) : null};
}

/** A click on a row enters the state as a finding, or removes it; on a title it selects. */
function press(page, {v, s}) {
  const {at, kind, locked, known} = variables[v];
  if (s === null || locked || known !== undefined || at === undefined) {
    page.select(v, s || 0);
    if (s !== null && kind === 'number') page.typeNumber();
    return;
  }
  Object.assign(page, {selected: v, state: s});
  const finding = page.findings.get(v);
  // An alternative is chosen, whatever the strategy says; it tells nothing of what came before.
  const set = kind === 'decision' && model.interventions;
  page.enter(v, finding && finding.state === s ? null : set ? {state: s, set} : {state: s});
}

const directions = new Map([['ArrowRight', [1, 0]], ['ArrowLeft', [-1, 0]], ['ArrowDown', [0, 1]],
  ['ArrowUp', [0, -1]]]);

function handleKey(page, event) {
  const place = placeOf(event.target);
  if (event.key === 'Escape') page.select(null);
  if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
  const {v, s} = place, direction = directions.get(event.key);
  if (event.key === 'Enter' || event.key === ' ') press(page, place);
  else if (event.key === 'f') page.focusOn(v);
  else if (event.key === '+' || event.key === '-') page.view.zoom(event.key === '+' ? 1.25 : 0.8);
  else if (direction) {
    const next = s + direction[1];
    if (direction[1] !== 0 && page.cards[v].rows[next]) page.go(v, next);
    else {
      const other = page.view.neighbour(v, ...direction);
      const row = direction[1] < 0 ? Infinity : direction[1] > 0 ? 0 : s;
      if (other !== undefined) page.go(other, row);
    }
  } else return;
  event.preventDefault();
}

function followButtons(page) {
  const {view} = page;
  const click = (id, action) => byId(id).addEventListener('click', action);
  click('in', () => view.zoom(1.25));
  click('out', () => view.zoom(0.8));
  click('fit', () => view.fit());
  click('language', () => {
    language = language === 'en' ? 'de' : 'en';
    page.translate();
    page.paint();
  });
  byId('whole').addEventListener('change', event => {
    view.whole = event.target.checked;
    if (page.selected !== null) view.focus = page.selected;
    page.arrange();
  });
  byId('depth').addEventListener('change', event => {
    view.depth = Number(event.target.value);
    page.arrange();
  });
}

function followPicture(page) {
  // Listeners are main's: browsers let one focus elements of SVG that listen for the focus.
  const wasMoved = followPointer(page.view);
  main.addEventListener('click', event => {
    const place = placeOf(event.target);
    if (place && !wasMoved()) press(page, place);
  });
  main.addEventListener('dblclick', event => {
    const place = placeOf(event.target);
    if (place && place.s === null) page.focusOn(place.v);
  });
  main.addEventListener('focusin', event => {
    const {v, s} = placeOf(event.target);
    page.cards[v].rows.forEach(({node}, i) => put(node, {tabindex: i === s ? 0 : -1}));
    page.select(v, s);
    if (event.target.matches(':focus-visible')) page.view.reveal(v);
  });
  main.addEventListener('pointerover', event => {
    const place = placeOf(event.target), row = place && page.cards[place.v].rows[place.s];
    if (row && row.tooltip) put(row.title, {text: row.tooltip()});
  });
}

/** Takes the findings of the address, and says what it does not understand. */
function followAddress(page) {
  const restore = () => {
    if (!location.hash.startsWith('#e=')) return;
    const {findings, ignored} = parseFragment(location.hash);
    if (fragment(findings) !== fragment(page.findings)) page.change(findings);
    if (ignored.length > 0) tell(say('ignored', shown(ignored.join(', '))));
  };
  addEventListener('hashchange', restore);
  restore();
}

function startPage() {
  if (model.theme !== 'auto') document.documentElement.dataset.theme = model.theme;
  const heading = document.querySelector('h1');
  document.title = heading.textContent = heading.title = shown(model.title);
  const page = new Page();
  page.translate();
  byId('cards').replaceChildren(...page.cards.map(({node}) => node));
  page.arrange();
  page.paint();
  followButtons(page);
  followPicture(page);
  followSearch(page);
  document.addEventListener('keydown', event => handleKey(page, event));
  new ResizeObserver(() => page.view.fit()).observe(main);
  followAddress(page);
}

startPage();

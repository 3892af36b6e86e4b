const byId = id => document.getElementById(id);

/** A button of the panel; `attributes` may have aria-pressed and the like. */
function button(text, click, attributes = {}) {
  return element('button', {type: 'button', click, ...attributes}, text);
}

/** Copies a text as it is, though one sees codes for what is invisible in it. */
function copyText(text) {
  const put = event => {
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put, {once: true});
  document.execCommand('copy');
  tell(say('copied', shown(text)));
}

/** A text in type of a fixed width with a button that copies it. */
function copyable(label, text) {
  return element('p', {class: 'copyable'}, element('code', {}, shown(text)),
    button(say('copy'), () => copyText(text), {'aria-label': `${say('copy')} ${label}`}));
}

/** What the live region says. */
function tell(text) {
  byId('news').textContent = text;
}

function tableHead(titles) {
  const cells = titles.map(text => element('th', {scope: 'col'}, text));
  return element('thead', {}, element('tr', {}, ...cells));
}

/** The details that are open, which they stay while the panel is made again. */
const openDetails = new Set();

/** Details whose contents are made, by `make`, when they are opened. */
function details(key, title, make) {
  const body = element('div');
  const fill = () => {
    openDetails[node.open ? 'add' : 'delete'](key);
    if (node.open && !body.hasChildNodes()) body.append(...make());
  };
  const node = element('details', {class: key, toggle: fill}, element('summary', {}, title), body);
  node.open = openDetails.has(key);
  fill();
  return node;
}

/** Replaces the parts of a section but for the one that is kept, if it has that. */
function replaceParts(section, parts, kept) {
  if (!kept || kept.parentNode !== section) return section.replaceChildren(...parts);
  [...section.children].forEach((old, i) => { if (old !== kept) old.replaceWith(parts[i]); });
}

/** P(e), the findings, and what one does with all of them. */
function evidenceSection(page) {
  const findings = [...page.findings], impossible = page.log === -Infinity;
  const list = findings.map(([v, finding]) => {
    const label = findingLabel([v, finding]);
    return element('li', {}, element('span', {}, label), button('×', () => page.enter(v, null),
      {'aria-label': say('remove', label)}));
  });
  const has = v => findings.some(([u]) => variables[u].kind === v);
  const log = significant(Math.abs(page.log) < 1e-14 ? 0 : page.log, 12);
  return [
    element('h2', {}, say('evidence')),
    element('p', {'data-log-evidence': String(page.log), class: 'evidence'},
      `${has('number') ? 'p' : 'P'}(e) = ${fromLog(page.log)}`,
      element('small', {}, `log ${has('number') ? 'p' : 'P'}(e) = ${log}`)),
    ...(impossible ? [element('p', {class: 'conflict'}, `⚠ ${say('impossible')} `,
      say('conflict', page.conflict.map(findingLabel).join(', ')))] : []),
    list.length > 0 ? element('ul', {}, ...list) : element('p', {class: 'hint'}, say('none')),
    element('p', {class: 'buttons'},
      button(say('undo'), () => page.undo(), {id: 'undo'}),
      button(say('reset'), () => page.change(new Map()), {id: 'reset'}),
      button(say(page.base === page.prior ? 'pin' : 'unpin'), () => page.pin(), {id: 'pin'}),
      button(say('explanation'), () => page.toggleExplanation(),
        {id: 'mpe', 'aria-pressed': page.explains})),
    ...(page.explanation ? [element('p', {}, `◆ P(x, e) = ${fromLog(page.explanationLog)}, ` +
      `P(x | e) = ${fromLog(page.explanationLog - page.log)}`)] : []),
    details('copy', say('copying'), () => copies(page)),
  ];
}

const file = inShell(model.model.replace(/^-/, './-'));

/** The evidence as an option of commands, as an address and as a whole command. */
function copies(page) {
  const address = location.href.split('#')[0] + fragment(page.findings);
  const option = page.findings.size > 0 ? `-e ${inShell(conditions(page.findings))}` : '';
  const asked = page.selected === null ? null : quoted(variables[page.selected].name);
  const command = asked === null ? `pgm marginals ${file} ${option}`.trim()
    : `pgm query ${file} ${question(asked, page.findings)}`;
  // The frame of a notebook has no address.
  const link = location.protocol === 'about:' ? [] : [copyable(say('link'), address)];
  return [copyable(say('option'), option), ...link, copyable(say('command'), command)];
}

/** Everything about the selected variable; nothing where none is selected. */
function selectedSection(page) {
  const v = page.selected;
  if (v === null) return [element('p', {class: 'hint'}, say('hint'))];
  const variable = variables[v], parts = [element('h2', {}, variableLabel(v))];
  parts.push(element('p', {class: 'buttons'},
    button(say('focus'), () => page.focusOn(v), {id: 'focus'}),
    button(say('clear'), () => page.select(null), {id: 'clear'})));
  if (variable.locked) return [...parts, element('p', {}, `? ${say('locked')}`)];
  if (variable.kind === 'number') parts.push(...numberParts(page, v));
  else if (variable.kind !== 'utility') parts.push(...stateParts(page, v));
  return [...parts, ...relationParts(page)];
}

function numberParts(page, v) {
  const {mean, sd} = curveOf(v, page), finding = page.findings.get(v);
  const field = element('input', {type: 'number', step: 'any', id: 'number', change: () => {
    if (field.value !== '') page.enter(v, {number: Number(field.value)});
  }});
  if (finding) field.value = finding.number;
  return [element('p', {}, say('meanSd', significant(mean), significant(sd))),
    element('p', {}, element('label', {for: 'number'}, say('observe')), ' ', field)];
}

/** The table of the states, the sliders of soft evidence, and where the clicked number is from. */
function stateParts(page, v) {
  const {states, kind, known} = variables[v], x = page.state;
  const head = [variableLabel(v), say('probability', variableLabel(v)), say('change')];
  const finding = page.findings.get(v) || {};
  const rows = states.map((_, s) => {
    const p = probabilityIn(page.posterior, v, s), set = finding.set && finding.state === s;
    const label = `${variableLabel(v)} = ${stateLabel(v, s)}`;
    return element('tr', s === x ? {class: 'clicked'} : {},
      element('th', {scope: 'row'}, stateLabel(v, s)), element('td', {}, significant(p)),
      element('td', {}, signed(p - probabilityIn(page.base, v, s))),
      ...(model.interventions && kind === 'chance' ? [element('td', {},
        button('do', () => page.enter(v, set ? null : {state: s, set: true}),
          {'aria-pressed': Boolean(set), 'aria-label': say('setTo', label)}))] : []));
  });
  if (model.interventions && kind === 'chance') head.push('do');
  const table = element('table', {}, tableHead(head),
    element('tbody', {}, ...rows));
  const isFree = kind === 'chance' && known === undefined;
  return [table, ...(isFree ? [details('soft', say('likelihoods'), () => sliders(page, v))] : []),
    ...(page.log > -Infinity ? originParts(page, v, x) : [])];
}

/** A slider and a field for the likelihood of each state. All equal ones are no finding. */
function sliders(page, v) {
  const {soft, state} = page.findings.get(v) || {}, names = variables[v].states;
  const values = names.map((_, s) => (soft ? soft[s] : state === undefined || s === state ? 1 : 0));
  return values.map((value, s) => {
    const enter = event => {
      const typed = event.target.value, number = Number(typed);
      if (typed === '' || !(number >= 0 && number < Infinity)) return;
      values[s] = number;
      for (const input of inputs) if (input !== event.target) input.value = number;
      page.enter(v, values.every(x => x === values[0]) ? null : {soft: [...values]}, 'soft');
    };
    const label = say('likelihood', stateLabel(v, s));
    const inputs = [{type: 'range', max: Math.max(1, ...values), step: 0.01},
      {type: 'number', step: 'any'}].map(kind =>
      element('input', {...kind, min: 0, 'aria-label': label, input: enter}));
    for (const input of inputs) input.value = value;
    return element('p', {class: 'slider'}, element('span', {}, stateLabel(v, s)), ...inputs);
  });
}

/** P(x | e) as a ratio, what each finding did to it, and the command that derives it. */
function originParts(page, v, x) {
  const p = probabilityIn(page.posterior, v, x);
  const event = `${quoted(variables[v].name)}=${quoted(variables[v].states[x])}`;
  const label = `${variableLabel(v)} = ${stateLabel(v, x)}`;
  return [
    element('p', {}, `P(${label} | e) = P(${label}, e) / P(e) = ` +
      `${fromLog(page.log + Math.log(p))} / ${fromLog(page.log)} = ${significant(p)}`),
    details('weights', say('weights', label), () => [page.weigh()]),
    details('derivation', say('derivation', label), () => derivationParts(page, v, x)),
    copyable(say('command'),
      `pgm explain ${file} ${question(event, page.findings)}`),
  ];
}

/** The table of weights of evidence: rows of a finding, P(x | the others), and decibans. */
function weightTable(rows) {
  if (rows.length === 0) return element('p', {class: 'hint'}, say('noWeights'));
  const head = [say('observed'), say('without'), say('decibans')];
  return element('table', {}, tableHead(head),
    element('tbody', {}, ...rows.map(({finding, without, decibans}) => element('tr', {},
      element('th', {scope: 'row'}, findingLabel(finding)),
      element('td', {}, significant(without)),
      element('td', {}, signed(decibans))))));
}

const mostNames = 12;

function relationParts(page) {
  const names = list => {
    const labels = list.slice(0, mostNames).map(variableLabel).join(', ');
    if (list.length <= mostNames) return labels || say('nothing');
    return say('others', labels, list.length - mostNames);
  };
  const apart = variables.map((_, v) => v).filter(v => page.isSeparated(v));
  return [element('p', {}, element('b', {}, say('inBlanket')), `: ${names([...page.blanket])}`),
    element('p', {}, element('b', {}, say('apart')), `: ${names(apart)}`)];
}

/** Whether a typed number agrees with the answer to its digits; null for too few. */
function agrees(typed, answer) {
  const plain = typed.replace(',', '.').replace('−', '-');
  const [, digits, percent] = /^\s*(.*?)\s*(%?)\s*$/.exec(plain);
  const mantissa = /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(digits);
  if (!mantissa || mantissa[1] + mantissa[2] === '') return null;
  const value = Number(digits) / (percent ? 100 : 1);
  if (value === answer) return true;
  const written = (mantissa[1] + mantissa[2]).replace(/^0+/, '');
  if (written.length < 2) return null;
  const unit = 10 ** (Number(mantissa[3] || 0) - mantissa[2].length - (percent ? 2 : 0));
  return Math.abs(value - answer) <= unit / 2 * (1 + 1e-9);
}

/** The questions of a teacher, each with a field that says whether the number is right. */
function exercisesSection() {
  if (questions.length === 0) return [];
  const forms = questions.map(({text, answer}, i) => {
    const field = element('input', {id: `answer${i}`, inputmode: 'decimal', autocomplete: 'off'});
    const verdict = element('output', {for: `answer${i}`});
    const check = event => {
      event.preventDefault();
      const right = agrees(field.value, answer);
      verdict.textContent = say(right === null ? 'digits' : right ? 'right' : 'wrong');
      verdict.className = right ? 'right' : 'wrong';
    };
    return element('form', {submit: check}, element('label', {for: `answer${i}`}, shown(text)),
      element('span', {}, field, element('button', {}, say('check'))), verdict);
  });
  return [element('h2', {}, say('exercises')), ...forms];
}

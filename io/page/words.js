/** The texts of the page. {0}, {1} .. are what say() puts in. */
const texts = {
  en: {
    language: 'Deutsch', decimal: '.', search: 'Find a variable, Enter for the next',
    matches: '{0} found', whole: 'whole network', depth: 'neighbours', smaller: 'Zoom out',
    larger: 'Zoom in', fit: 'Fit', network: 'Network', panel: 'Evidence and answers',
    evidence: 'Evidence', none: 'No findings. Click a state, or press Enter on it.',
    undo: 'Undo', reset: 'Reset', pin: 'Compare with now', unpin: 'Compare with prior',
    explanation: 'Most probable explanation', remove: 'Remove {0}', copy: 'Copy',
    copied: 'Copied: {0}', copying: 'Copy this evidence', option: 'as option', link: 'as link',
    command: 'as command', impossible: 'The evidence is impossible.',
    conflict: 'These findings contradict each other: {0}', density: 'density of the findings',
    entered: '{0}. P(e) = {1}.', cleared: 'No findings.', moved: 'Changed most: {0}.',
    percent: '{0} {1} {2} percent', mean: '{0}: mean {1}, standard deviation {2}',
    expected: '{0}: expected utility {1}', utility: 'expected utility {0}',
    unknown: '{0} {1}, hidden', rowImpossible: 'impossible', likeliest: 'most probable',
    best: 'best', soft: 'soft', set: 'do', observed: 'finding', separated: '⊥ separated',
    blanket: 'blanket', locked: 'hidden', chanceKind: 'chance', decisionKind: 'decision',
    numberKind: 'number', utilityKind: 'utility', focus: 'Show its neighbourhood',
    clear: 'Deselect', probability: 'P({0} | e)', change: 'change', setTo: 'Set {0} by do()',
    likelihoods: 'Soft evidence: likelihoods', likelihood: 'Likelihood of {0}',
    inBlanket: 'Markov blanket', apart: 'Separated by the evidence', nothing: 'none',
    others: '{0} and {1} more', weights: 'What each finding did to {0}',
    derivation: 'How {0} is computed', sumOut: 'Step {0}: sum out {1}',
    normalise: 'Multiply and normalise', moreRows: '… and {0} more rows',
    noDerivation: 'A finding, or too large to be shown here; the command below derives it.',
    without: 'without it', decibans: 'decibans', noWeights: 'No other findings.',
    observe: 'Observed number', enter: 'Enter', exercises: 'Exercises', check: 'Check',
    right: '✓ right', wrong: '✗ not right', digits: 'Type at least two digits.',
    ignored: 'Parts of the link were ignored: {0}', meanSd: 'mean {0}, sd {1}',
    hint: 'Arrows move, Enter enters a finding, F shows the neighbourhood, Escape deselects.',
  },
  de: {
    language: 'English', decimal: ',', search: 'Variable suchen, Enter für die nächste',
    matches: '{0} gefunden', whole: 'ganzes Netz', depth: 'Nachbarn', smaller: 'Verkleinern',
    larger: 'Vergrößern', fit: 'Einpassen', network: 'Netz', panel: 'Evidenz und Antworten',
    evidence: 'Evidenz', none: 'Keine Befunde. Einen Zustand anklicken oder Enter drücken.',
    undo: 'Zurück', reset: 'Leeren', pin: 'Mit jetzt vergleichen',
    unpin: 'Mit a priori vergleichen', explanation: 'Wahrscheinlichste Erklärung',
    remove: '{0} entfernen', copy: 'Kopieren', copied: 'Kopiert: {0}',
    copying: 'Diese Evidenz kopieren', option: 'als Option', link: 'als Link',
    command: 'als Befehl', impossible: 'Die Evidenz ist unmöglich.',
    conflict: 'Diese Befunde widersprechen einander: {0}', density: 'Dichte der Befunde',
    entered: '{0}. P(e) = {1}.', cleared: 'Keine Befunde.', moved: 'Am meisten geändert: {0}.',
    percent: '{0} {1} {2} Prozent', mean: '{0}: Mittelwert {1}, Standardabweichung {2}',
    expected: '{0}: erwarteter Nutzen {1}', utility: 'erwarteter Nutzen {0}',
    unknown: '{0} {1}, verborgen', rowImpossible: 'unmöglich', likeliest: 'wahrscheinlichste',
    best: 'beste', soft: 'weich', set: 'do', observed: 'Befund', separated: '⊥ getrennt',
    blanket: 'Decke', locked: 'verborgen', chanceKind: 'Zufall', decisionKind: 'Entscheidung',
    numberKind: 'Zahl', utilityKind: 'Nutzen', focus: 'Umgebung zeigen', clear: 'Abwählen',
    probability: 'P({0} | e)', change: 'Änderung', setTo: '{0} durch do() setzen',
    likelihoods: 'Weiche Evidenz: Likelihoods', likelihood: 'Likelihood von {0}',
    inBlanket: 'Markov-Decke', apart: 'Durch die Evidenz getrennt', nothing: 'keine',
    others: '{0} und {1} weitere', weights: 'Was jeder Befund für {0} bewirkt',
    derivation: 'Wie {0} berechnet wird', sumOut: 'Schritt {0}: {1} aussummieren',
    normalise: 'Multiplizieren und normieren', moreRows: '… und {0} weitere Zeilen',
    noDerivation: 'Ein Befund, oder zu groß für die Seite; der Befehl darunter leitet es her.',
    without: 'ohne ihn', decibans: 'Deziban', noWeights: 'Keine anderen Befunde.',
    observe: 'Beobachtete Zahl', enter: 'Eintragen', exercises: 'Aufgaben', check: 'Prüfen',
    right: '✓ richtig', wrong: '✗ nicht richtig', digits: 'Mindestens zwei Ziffern eingeben.',
    ignored: 'Teile des Links wurden nicht beachtet: {0}', meanSd: 'Mittel {0}, s {1}',
    hint: 'Pfeile bewegen, Enter trägt einen Befund ein, F zeigt die Umgebung, Escape wählt ab.',
  },
};

let language = (navigator.language || '').startsWith('de') ? 'de' : 'en';

function say(key, ...parts) {
  return texts[language][key].replace(/\{(\d)\}/g, (_, number) => parts[number]);
}

/** A name with its invisible and direction-changing characters as codes such as U+202E. */
function shown(name) {
  const code = c => 'U+' + c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
  return name === '' ? '\'\'' : name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, code);
}

/** A number in the language of the page. */
function localized(text) {
  return text.replace('.', texts[language].decimal).replaceAll('-', '−');
}

function significant(number, digits = 6) {
  if (!Number.isFinite(number)) return number > 0 ? '∞' : number < 0 ? '−∞' : '–';
  return localized(String(Number(number.toPrecision(digits))));
}

/** A probability short enough for a card: 0.708, 1.2e-7, >0.999. */
function briefly(p) {
  if (p > 0 && p < 0.001) return localized(p.toExponential(1));
  return localized(p < 1 && p > 0.9995 ? '>0.999' : String(Number(p.toPrecision(3))));
}

/** What one hears of a probability; only what is certain has 100 percent. */
function percentOf(p) {
  const percent = Number((100 * p).toPrecision(p > 0.99 ? 4 : 2));
  return localized(String(p < 1 ? Math.min(percent, 99.99) : percent));
}

/** The number whose logarithm is given, also where a double is too small or too large for it. */
function fromLog(log) {
  if (log === -Infinity) return '0';
  if (Math.abs(log) < 650) return significant(Math.exp(log));
  const power = Math.floor(log / Math.LN10);
  return `${significant(Math.exp(log - power * Math.LN10))}e${localized(String(power))}`;
}

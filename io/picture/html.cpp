#include <io/picture/picture.hpp>

#include <pgm/core/text/characters.hpp>

namespace pgm::io {
namespace {

constexpr std::string_view style = R"(
html, body { margin: 0; height: 100%; overflow: hidden; font: 14px sans-serif; }
body { display: flex; flex-direction: column; }
header { display: flex; gap: 6px; padding: 8px; border-bottom: 1px solid #e5e7eb; }
header > * { font: inherit; padding: 4px 8px; }
main { flex: 1; min-height: 0; overflow: hidden; touch-action: none; cursor: grab; }
main svg { transform-origin: 0 0; }
.found > rect:first-of-type { stroke: #c00; stroke-width: 3; }
)";

/// The view is (x, y) and a scale. Names are read from the titles of the cards, as text.
constexpr std::string_view script = R"(
const main = document.querySelector('main'), svg = main.querySelector('svg');
const cards = [...svg.querySelectorAll('g > title')].map(title => title.parentNode);
const view = {x: 0, y: 0, scale: 1};
const width = svg.viewBox.baseVal.width, height = svg.viewBox.baseVal.height;
svg.setAttribute('width', width);
svg.setAttribute('height', height);
function show() {
  svg.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
}
function fit() {
  view.scale = Math.min(1, main.clientWidth / width, main.clientHeight / height);
  view.x = (main.clientWidth - width * view.scale) / 2;
  view.y = (main.clientHeight - height * view.scale) / 2;
  show();
}
function zoom(factor, x, y) {
  const scale = Math.min(8, Math.max(0.01, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  show();
}
function middle(factor) { zoom(factor, main.clientWidth / 2, main.clientHeight / 2); }
main.addEventListener('wheel', event => {
  event.preventDefault();
  const box = main.getBoundingClientRect();
  zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
}, {passive: false});
main.addEventListener('pointerdown', event => main.setPointerCapture(event.pointerId));
main.addEventListener('pointermove', event => {
  if (!main.hasPointerCapture(event.pointerId)) return;
  view.x += event.movementX;
  view.y += event.movementY;
  show();
});
document.querySelector('#out').onclick = () => middle(1 / 1.5);
document.querySelector('#in').onclick = () => middle(1.5);
document.querySelector('#all').onclick = fit;
let matches = [], next = 0;
const field = document.querySelector('input'), count = document.querySelector('output');
function centre(card) {
  if (view.scale < 0.8) view.scale = 1;
  show();
  const box = card.getBoundingClientRect(), frame = main.getBoundingClientRect();
  view.x += (frame.left + frame.right - box.left - box.right) / 2;
  view.y += (frame.top + frame.bottom - box.top - box.bottom) / 2;
  show();
}
field.addEventListener('input', () => {
  const text = field.value.toLowerCase();
  const name = card => card.querySelector('title').textContent.toLowerCase();
  matches = text === '' ? [] : cards.filter(card => name(card).includes(text));
  for (const card of cards) card.classList.toggle('found', matches.includes(card));
  count.textContent = text === '' ? '' : `${matches.length} found`;
  next = 0;
});
field.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || matches.length === 0) return;
  centre(matches[next++ % matches.length]);
});
fit();
)";

/// The name that programs write into BIF files of networks without one.
constexpr std::string_view nameless = "unknown";

}  // namespace

std::string document_title(const BayesianNetwork& network, const Picture& picture) {
    const std::string& name = picture.title.empty() ? network.name() : picture.title;
    return name.empty() || name == nameless ? "network" : name;
}

std::string html_text(const BayesianNetwork& network, const Picture& picture) {
    std::string svg = svg_text(network, picture);
    svg.erase(0, svg.find("<svg"));  // the declaration of XML has no place within HTML
    std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    page += "<title>" + escape_markup(document_title(network, picture)) + "</title>\n<style>";
    page.append(style).append(
        "</style>\n</head>\n<body>\n<header>\n<input type=\"search\" placeholder=\"Find a "
        "variable, "
        "Enter for the next\" size=\"30\">\n<output></output>\n<button id=\"out\" "
        "title=\"smaller\">"
        "&minus;</button>\n<button id=\"in\" title=\"larger\">+</button>\n<button id=\"all\">all"
        "</button>\n</header>\n<main>\n");
    page.append(svg).append("</main>\n<script>").append(script);
    return page + "</script>\n</body>\n</html>\n";
}

}  // namespace pgm::io

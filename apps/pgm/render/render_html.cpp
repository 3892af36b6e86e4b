#include <apps/pgm/render/render.hpp>

#include <apps/pgm/render/shown_forms.hpp>
#include <io/scene/scene.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// Pictures are black on white; in the dark their light is turned around and their hues stay.
constexpr std::string_view page_style = R"(
:root { color-scheme: light dark; --ink: #1f2937; --quiet: #6b7280; --rule: #9ca3af;
  --ground: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e5e7eb; --quiet: #9ca3af; --rule: #6b7280; --ground: #141414; }
  figure svg { filter: invert(.92) hue-rotate(180deg); }
}
html { background: var(--ground); color: var(--ink); }
body { max-width: 47rem; margin: 0 auto; padding: 4rem 1.25rem 6rem;
  font: 1rem/1.6 Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.015em; }
h2 { margin: 3.5rem 0 1rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 2.25rem 0 .75rem; font-size: 1.05rem; }
p { margin: .75rem 0; overflow-wrap: anywhere; }
nav { margin: 1.5rem 0 0; color: var(--quiet); font-size: .875rem; line-height: 1.9; }
nav a { color: inherit; margin-right: 1.1rem; text-underline-offset: .2em; }
.table { overflow-x: auto; margin: 1.5rem 0 0; }
table { border-collapse: collapse; font-size: .875rem; line-height: 1.4;
  font-variant-numeric: tabular-nums; }
.cells { border-bottom: 1.5px solid var(--ink); }
.cells > thead > tr:first-child > *, .cells.bare > tbody > tr:first-child > * {
  border-top: 1.5px solid var(--ink); }
caption { padding-bottom: .5rem; text-align: left; font-weight: bold; }
th, td { padding: .2rem 1.25rem .2rem 0; text-align: left; vertical-align: baseline; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 1px solid var(--rule); vertical-align: bottom; padding-top: .35rem;
  padding-bottom: .35rem; }
tbody tr:first-child > * { padding-top: .4rem; }
tbody tr:last-child > * { padding-bottom: .4rem; }
.lines th { color: var(--quiet); font-weight: normal; white-space: nowrap; }
.lines td { overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
.table + p, figcaption, .rest { color: var(--quiet); font-size: .875rem; line-height: 1.5; }
.table + p { margin-top: .6rem; }
figure { margin: 1.75rem 0; }
figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
figcaption { margin-top: .4rem; text-align: center; }
summary { color: var(--quiet); cursor: pointer; }
@page { size: A4; margin: 20mm 18mm; }
@media print {
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  h2 { margin-top: 2rem; }
  h2, h3, caption { break-after: avoid; }
  tr, figure { break-inside: avoid; }
  .table { overflow: visible; }
  figure svg { max-height: 110mm; }
  nav { display: none; }
}
)";

/// The place where a number's fraction begins: its point, or the end of its digits.
std::size_t end_of_whole(std::string_view text) {
    return std::min(text.find_first_not_of("0123456789<>+-"), text.size());
}

/// Blanks as wide as the end of a text in figures of one width.
std::string blanks_for(std::string_view end) {
    std::string blanks;
    while (!end.empty()) {
        const char32_t c = take_code_point(end);
        append_code_point(blanks, c >= U'0' && c <= U'9' ? U'\u2007'
                                  : c == U'.'            ? U'\u2008'
                                                         : U'\u00A0');
    }
    return blanks;
}

/// Fills up the numbers of every column that stands at the right, so that their points stand one
/// below the other.
void align_at_points(std::vector<std::vector<Shown>>& rows) {
    std::vector<std::string> longest;  ///< what follows the point
    for (const std::vector<Shown>& row : rows) {
        longest.resize(std::max(longest.size(), row.size()));
        for (std::size_t j = 0; j < row.size(); ++j)
            if (const std::string end = row[j].text.substr(end_of_whole(row[j].text));
                row[j].align == Align::right && end.size() > longest[j].size())
                longest[j] = end;
    }
    for (std::vector<Shown>& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) {
            const std::size_t length = row[j].text.size() - end_of_whole(row[j].text);
            if (row[j].align == Align::right && length < longest[j].size())
                row[j].text += blanks_for(std::string_view(longest[j]).substr(length));
        }
}

/// The SVG as an element of a page. Its ids become those of this picture alone; in texts, whose
/// quotes are escaped, there is none of these.
std::string inline_svg(const std::string& svg, std::size_t number) {
    const std::string name = "f" + std::to_string(number) + "-";
    std::string text = svg.substr(std::min(svg.find("<svg"), svg.size()));
    for (const std::string_view mark : {std::string_view(" id=\""), std::string_view("=\"url(#")})
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + mark.size() + name.size()))
            text.insert(at + mark.size(), name);
    return text;
}

class HtmlWriter {
public:
    explicit HtmlWriter(const TextSink& sink) : sink_(sink) {}

    void operator()(std::monostate) {}
    void operator()(const Shown&) {}  // lines come together

    void operator()(const Heading& heading) {
        const std::string level = std::to_string(std::clamp<std::size_t>(heading.level, 1, 6));
        const std::string id =
            heading.level == 2 ? " id=\"s" + std::to_string(++parts_) + "\"" : "";
        put("<h" + level + id + ">" + io::escape_markup(heading.text) + "</h" + level + ">\n");
    }

    void operator()(const Sentence& sentence) {
        const std::string_view text = without_blanks_around(sentence.text);
        if (!text.empty()) put("<p>" + io::escape_markup(text) + "</p>\n");
    }

    void operator()(const HiddenText& hidden) {
        put("<details>\n<summary>" + io::escape_markup(hidden.label) + "</summary>\n");
        for (const std::string& line : hidden.lines) (*this)(Sentence{line});
        put("</details>\n");
    }

    void operator()(const Figure& figure) {
        put("<figure>\n" + inline_svg(io::svg_text(figure.scene), ++figures_) + "<figcaption>" +
            io::escape_markup(figure.title) + "</figcaption>\n</figure>\n");
    }

    void operator()(const std::vector<Shown>& lines) {
        put("<div class=\"table\"><table class=\"lines\">\n");
        for (const Shown& line : lines)
            put("<tr><th scope=\"row\">" + io::escape_markup(line.label) + "</th><td>" +
                io::escape_markup(line.text) + "</td></tr>\n");
        put("</table></div>\n");
    }

    void operator()(const Section& table) {
        ShownCells cells = shown_cells(table);
        if (cells.rows.empty()) return;
        const bool has_headings = cells.has_headings();
        put(std::string("<div class=\"table\"><table class=\"cells") +
            (has_headings ? "" : " bare") + "\">\n");
        if (!table.title.empty())
            put("<caption>" + io::escape_markup(table.title) + "</caption>\n");
        if (has_headings) {
            put("<thead><tr>");
            for (const Shown& cell : cells.rows.front())
                put_cell("th scope=\"col\"", cell.align, cell.label, "th");
            put("</tr></thead>\n");
        }
        align_at_points(cells.rows);
        put("<tbody>\n");
        for (const std::vector<Shown>& row : cells.rows) {
            put("<tr>");
            for (const Shown& cell : row) put_cell("td", cell.align, cell.text, "td");
            put("</tr>\n");
        }
        if (cells.left_out > 0)
            put("<tr><td class=\"rest\" colspan=\"" + std::to_string(cells.rows.front().size()) +
                "\">" + cells.rest() + "</td></tr>\n");
        put("</tbody>\n</table></div>\n");
    }

private:
    void put(const std::string& text) { sink_(text); }

    void put_cell(const std::string& element, Align align, const std::string& text,
                  const std::string& end) {
        put("<" + element + (align == Align::right ? " class=\"n\">" : ">") +
            io::escape_markup(text) + "</" + end + ">");
    }

    const TextSink& sink_;
    std::size_t parts_ = 0, figures_ = 0;
};

/// Links to the parts of the page.
std::string contents_of(const Report& page) {
    std::string links;
    std::size_t parts = 0;
    for_each_shown(page, [&](const Fact& fact) {
        const auto* const heading = std::get_if<Heading>(&fact.shown);
        if (heading != nullptr && heading->level == 2)
            links += "<a href=\"#s" + std::to_string(++parts) + "\">" +
                     io::escape_markup(heading->text) + "</a>\n";
    });
    return parts > 1 ? "<nav>\n" + links + "</nav>\n" : "";
}

}  // namespace

void render_html(const Report& page, const TextSink& sink) {
    sink(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n<title>" +
        io::escape_markup(page_title(page)) + "</title>\n<style>" + std::string(page_style) +
        "</style>\n</head>\n<body>\n");
    HtmlWriter writer(sink);
    std::string contents = contents_of(page);
    for_each_form(page, writer, [&](const Fact::Form& form) {
        const auto* const heading = std::get_if<Heading>(&form);
        if (heading != nullptr && heading->level == 2) sink(std::exchange(contents, {}));
        std::visit(writer, form);
    });
    sink("</body>\n</html>\n");
}

}  // namespace pgm::apps

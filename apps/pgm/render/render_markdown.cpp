#include <apps/pgm/render/render.hpp>

#include <apps/pgm/render/shown_forms.hpp>
#include <apps/pgm/render/wording.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// The text with what Markdown, or HTML within it, would take for more than text escaped.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : visible(text)) {
        if (c == '<')
            result += "&lt;";
        else if (c == '&')
            result += "&amp;";
        else if (std::string_view("\\`*_[]|#~$>").find(c) != std::string_view::npos)
            result.append("\\") += c;
        else
            result += c;
    }
    return result;
}

class MarkdownWriter {
public:
    explicit MarkdownWriter(const TextSink& sink) : sink_(sink) {}

    void operator()(std::monostate) {}
    void operator()(const Shown&) {}  // lines come together

    void operator()(const Heading& heading) {
        put(std::string(heading.level, '#') + " " + escaped(heading.text));
    }

    void operator()(const Sentence& sentence) {
        const std::string_view text = without_blanks_around(sentence.text);
        if (!text.empty()) put(escaped(text));
    }

    void operator()(const HiddenText& hidden) {
        put("**" + escaped(hidden.label) + "**");
        for (const std::string& line : hidden.lines) (*this)(Sentence{line});
    }

    void operator()(const Figure& figure) {
        put("*" + escaped(figure.title) + ": a picture of the page in HTML.*");
    }

    void operator()(const std::vector<Shown>& lines) {
        std::string text = "| | |\n|---|---|";
        for (const Shown& line : lines)
            text += "\n| " + escaped(line.label) + " | " + escaped(line.text) + " |";
        put(text);
    }

    void operator()(const Section& table) {
        const ShownCells cells = shown_cells(table);
        if (cells.rows.empty()) return;
        if (!table.title.empty()) put("**" + escaped(table.title) + "**");
        std::string heads = "|", line = "|", text;
        for (const Shown& cell : cells.rows.front()) {
            heads += " " + escaped(cell.label) + " |";
            line += cell.align == Align::right ? "---:|" : "---|";
        }
        for (const std::vector<Shown>& row : cells.rows) {
            text += "\n|";
            for (const Shown& cell : row) text += " " + escaped(cell.text) + " |";
        }
        if (cells.left_out > 0) text += "\n| " + cells.rest() + " |";
        put(heads + "\n" + line + text);
    }

private:
    /// A block; there is an empty line between two of them.
    void put(const std::string& block) {
        sink_((std::exchange(is_first_, false) ? "" : "\n") + block + "\n");
    }

    const TextSink& sink_;
    bool is_first_ = true;
};

}  // namespace

void render_markdown(const Report& page, const TextSink& sink) {
    MarkdownWriter writer(sink);
    for_each_form(page, writer, [&](const Fact::Form& form) { std::visit(writer, form); });
}

}  // namespace pgm::apps

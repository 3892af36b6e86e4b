#include <apps/pgm/render/render.hpp>

#include <apps/pgm/render/shown_forms.hpp>
#include <apps/pgm/render/wording.hpp>
#include <io/file/suffix.hpp>
#include <io/scene/page_setting.hpp>
#include <pgm/core/text/characters.hpp>

#include <array>
#include <utility>

namespace pgm::apps {
namespace {

/// The text in characters that the fonts of PDF have: arrows of two signs, and blanks for indents.
std::string printable(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> others = {
        {{"\u2192", "->"}, {"\u2003", "\u00A0\u00A0\u00A0"}}};
    std::string result = visible(text);
    for (const auto& [character, instead] : others)
        for (std::size_t at = result.find(character); at != std::string::npos;
             at = result.find(character, at + instead.size()))
            result.replace(at, character.size(), instead);
    return result;
}

/// The forms of a page as blocks to be set.
class PageBlocks {
public:
    void operator()(std::monostate) {}
    void operator()(const Shown&) {}  // lines come together

    void operator()(const Heading& heading) {
        put(io::HeadingBlock{printable(heading.text), heading.level});
    }

    void operator()(const Sentence& sentence) {
        const std::string text = printable(without_blanks_around(sentence.text));
        if (!text.empty()) put(io::ParagraphBlock{text, was_table_});
    }

    void operator()(const HiddenText& hidden) {
        put(io::HeadingBlock{printable(hidden.label), 3});
        for (const std::string& line : hidden.lines) (*this)(Sentence{line});
    }

    void operator()(const Figure& figure) {
        put(io::PictureBlock{figure.scene, printable(figure.title)});
    }

    void operator()(const std::vector<Shown>& lines) {
        io::TableBlock table;
        for (const Shown& line : lines)
            table.rows.push_back({printable(line.label), printable(line.text)});
        put(std::move(table));
    }

    void operator()(const Section& section) {
        const ShownCells cells = shown_cells(section);
        if (cells.rows.empty()) return;
        io::TableBlock table{.title = printable(section.title)};
        for (const Shown& cell : cells.rows.front()) {
            if (cells.has_headings()) table.headings.push_back(printable(cell.label));
            table.sides.push_back(cell.align == Align::right ? io::Anchor::end : io::Anchor::start);
        }
        for (const std::vector<Shown>& row : cells.rows) {
            table.rows.emplace_back();
            for (const Shown& cell : row) table.rows.back().push_back(printable(cell.text));
        }
        if (cells.left_out > 0) table.rows.push_back({cells.rest()});
        put(std::move(table));
    }

    std::vector<io::PageBlock> blocks() && { return std::move(blocks_); }

private:
    void put(io::PageBlock block) {
        was_table_ = std::holds_alternative<io::TableBlock>(block);
        blocks_.push_back(std::move(block));
    }

    std::vector<io::PageBlock> blocks_;
    bool was_table_ = false;  ///< what follows a table is its note
};

}  // namespace

io::PdfDocument render_pdf(const Report& page) {
    PageBlocks writer;
    for_each_form(page, writer, [&](const Fact::Form& form) { std::visit(writer, form); });
    return io::pdf_document(io::set_on_pages(std::move(writer).blocks(), page_title(page)));
}

std::optional<PageForm> page_form_of(std::string_view path) {
    if (io::has_suffix(path, ".html")) return PageForm::html;
    if (io::has_suffix(path, ".md")) return PageForm::markdown;
    if (io::has_suffix(path, ".pdf")) return PageForm::pdf;
    if (io::has_suffix(path, ".tex")) return PageForm::latex;
    if (io::has_suffix(path, ".txt")) return PageForm::text;
    return std::nullopt;
}

io::PdfDocument rendered_page(const Report& page, PageForm form) {
    if (form == PageForm::pdf) return render_pdf(page);
    std::string text;
    const TextSink sink = [&text](std::string_view piece) { text += piece; };
    if (form == PageForm::html) render_html(page, sink);
    if (form == PageForm::markdown) render_markdown(page, sink);
    if (form == PageForm::latex) render_latex(page, sink);
    if (form == PageForm::text) render_text(page, sink);
    return {std::move(text), {}};
}

}  // namespace pgm::apps

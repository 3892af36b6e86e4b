#include <apps/pgm/render/render.hpp>

#include <apps/pgm/render/shown_forms.hpp>
#include <apps/pgm/render/wording.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

struct PrintedCell {
    std::string_view text;
    Align align = Align::left;
};

using Cells = std::vector<PrintedCell>;

/// The widths of columns, once they have seen all cells. A cell that repeats the one above it, as
/// most do in tables of a million rows, is escaped and measured only there.
class PrintedColumns {
public:
    void widen(const Cells& cells) {
        columns_.resize(std::max(columns_.size(), cells.size()));
        for (std::size_t j = 0; j < cells.size(); ++j)
            columns_[j].width = std::max(columns_[j].width, next(j, cells[j]).columns);
    }

    /// Good until the next line is asked for, whose memory it is.
    const std::string& line(const Cells& cells, std::size_t indent) {
        constexpr std::size_t gap = 2;
        std::string& text = line_;
        text.assign(indent, ' ');
        for (std::size_t j = 0; j < cells.size(); ++j) {
            const PrintedColumn& column = next(j, cells[j]);
            const std::size_t blanks = column.width - column.columns;
            if (j > 0) text.append(gap, ' ');
            if (cells[j].align == Align::right) text.append(blanks, ' ');
            text += column.shown;
            if (cells[j].align == Align::left) text.append(blanks, ' ');
        }
        text.resize(text.find_last_not_of(' ') + 1);
        return text += '\n';
    }

private:
    struct PrintedColumn {
        std::size_t width = 0;
        std::string text, shown;  ///< of the last cell, as it is and as it is shown
        std::size_t columns = 0;  ///< that it takes
    };

    const PrintedColumn& next(std::size_t j, const PrintedCell& cell) {
        PrintedColumn& column = columns_[j];
        if (column.text == cell.text) return column;
        column.text = cell.text;
        column.shown = visible(cell.text);
        column.columns = display_columns(column.shown);
        return column;
    }

    std::vector<PrintedColumn> columns_;
    std::string line_;
};

/// The cells of a row, or the headings above them; into memory that is used again for every row.
const Cells& cells_of(const Report& row, std::string Shown::*text, Cells& cells) {
    cells.clear();
    for_each_shown(row, [&](const Fact& fact) {
        if (const auto* const shown = std::get_if<Shown>(&fact.shown))
            cells.push_back({shown->*text, shown->align});
    });
    return cells;
}

/// The rows are made twice, once for the widths, since there may be millions.
void render_table(const Section& table, const TextSink& sink) {
    if (!table.title.empty()) sink(visible(table.title) + "\n");
    PrintedColumns columns;
    Cells cells;
    std::size_t count = 0;
    table.rows.for_each([&](const Report& row) {
        if (count == 0) columns.widen(cells_of(row, &Shown::label, cells));
        if (count++ < table.most) columns.widen(cells_of(row, &Shown::text, cells));
    });
    std::size_t shown = 0;
    table.rows.for_each([&](const Report& row) {
        if (shown == 0) {
            const Cells& headings = cells_of(row, &Shown::label, cells);
            if (!std::ranges::all_of(headings, &std::string_view::empty, &PrintedCell::text))
                sink(columns.line(headings, table.indent));
        }
        if (shown++ < table.most)
            sink(columns.line(cells_of(row, &Shown::text, cells), table.indent));
    });
    if (count > table.most)
        sink(std::string(table.indent, ' ') + "and " + std::to_string(count - table.most) +
             " more\n");
}

/// A run of lines, each a label and a text.
void render_lines(const std::vector<Shown>& lines, const TextSink& sink) {
    PrintedColumns columns;
    for (const auto& [label, text, align] : lines) columns.widen({{label}, {text}});
    for (const auto& [label, text, align] : lines) sink(columns.line({{label}, {text, align}}, 0));
}

}  // namespace

void render_text(const Report& report, const TextSink& sink) {
    const Overloaded write{
        [&](const Sentence& sentence) { sink(visible(sentence.text) + "\n"); },
        [&](const Section& table) { render_table(table, sink); },
        [&](const Heading& heading) { sink("\n" + visible(heading.text) + "\n\n"); },
        [&](const HiddenText& hidden) {
            sink(visible(hidden.label) + "\n");
            for (const std::string& line : hidden.lines) sink("    " + visible(line) + "\n");
        },
        [](const auto&) {}};
    for_each_form(
        report, [&](const std::vector<Shown>& lines) { render_lines(lines, sink); },
        [&](const Fact::Form& form) { std::visit(write, form); });
}

}  // namespace pgm::apps

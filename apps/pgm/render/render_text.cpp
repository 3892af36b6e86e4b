#include <apps/pgm/render/render.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <utility>

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

/// Visits what is shown of a report, and of the objects in it.
template <class Visit>
void for_each_shown(const Report& report, Visit&& visit) {
    for (const Fact& fact : report.facts()) {
        const auto* const object =
            fact.datum ? std::get_if<Report>(&fact.datum->value.content()) : nullptr;
        if (!std::holds_alternative<std::monostate>(fact.shown))
            visit(fact);
        else if (object != nullptr)
            for_each_shown(*object, visit);
    }
}

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

/// The facts that people see, in their order.
std::vector<const Fact*> facts_for_people(const Report& report) {
    const std::vector<std::string_view>& order = report.line_order();
    std::vector<std::pair<std::size_t, const Fact*>> ranked;
    std::size_t rank = 0;
    for_each_shown(report, [&](const Fact& fact) {
        const auto* const line = std::get_if<Shown>(&fact.shown);
        if (line == nullptr)
            rank = order.size();
        else if (const auto at = std::ranges::find(order, line->label); at != order.end())
            rank = static_cast<std::size_t>(at - order.begin());
        ranked.emplace_back(rank, &fact);
    });
    std::ranges::stable_sort(ranked, {}, [](const auto& fact) { return fact.first; });
    std::vector<const Fact*> facts;
    for (const auto& [place, fact] : ranked) facts.push_back(fact);
    return facts;
}

}  // namespace

void render_text(const Report& report, const TextSink& sink) {
    std::vector<Shown> lines;
    const auto flush = [&] { render_lines(std::exchange(lines, {}), sink); };
    for (const Fact* const fact : facts_for_people(report)) {
        if (const auto* const shown = std::get_if<Shown>(&fact->shown)) {
            lines.push_back(*shown);
            continue;
        }
        flush();
        if (const auto* const sentence = std::get_if<Sentence>(&fact->shown))
            sink(visible(sentence->text) + "\n");
        else
            render_table(std::get<Section>(fact->shown), sink);
    }
    flush();
}

}  // namespace pgm::apps

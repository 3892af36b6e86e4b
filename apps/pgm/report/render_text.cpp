#include <apps/pgm/report/render.hpp>

#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>
#include <utility>

namespace pgm::apps {
namespace {

struct Cell {
    std::string text;
    Align align = Align::left;
};

using Cells = std::vector<Cell>;

/// The widths of columns, once they have seen all cells.
class Columns {
public:
    void widen(const Cells& cells) {
        widths_.resize(std::max(widths_.size(), cells.size()), 0);
        for (std::size_t j = 0; j < cells.size(); ++j)
            widths_[j] = std::max(widths_[j], display_columns(cells[j].text));
    }

    std::string line(const Cells& cells, std::size_t indent) const {
        constexpr std::size_t gap = 2;
        std::string text(indent, ' ');
        for (std::size_t j = 0; j < cells.size(); ++j) {
            const auto& [cell, align] = cells[j];
            const std::string blanks(widths_[j] - display_columns(cell), ' ');
            if (j > 0) text.append(gap, ' ');
            text += align == Align::left ? cell + blanks : blanks + cell;
        }
        text.resize(text.find_last_not_of(' ') + 1);
        return text + "\n";
    }

private:
    std::vector<std::size_t> widths_;
};

Cells cells_of(const Report& row) {
    Cells cells;
    for (const Fact& fact : row.facts())
        if (const auto* const shown = std::get_if<Shown>(&fact.shown))
            cells.push_back({visible(shown->text), shown->align});
    return cells;
}

/// The labels of a row; empty where no cell has any.
Cells headings_of(const Report& row) {
    Cells headings;
    bool any = false;
    for (const Fact& fact : row.facts()) {
        const auto* const shown = std::get_if<Shown>(&fact.shown);
        if (shown == nullptr) continue;
        headings.push_back({visible(shown->label), shown->align});
        any = any || !shown->label.empty();
    }
    return any ? headings : Cells();
}

/// The rows are made twice, once for the widths, since there may be millions.
void render_table(const Section& table, const TextSink& sink) {
    if (!table.title.empty()) sink(visible(table.title) + "\n");
    Columns columns;
    bool is_first = true;
    Cells headings;
    table.rows.for_each([&](const Report& row) {
        if (std::exchange(is_first, false)) columns.widen(headings = headings_of(row));
        columns.widen(cells_of(row));
    });
    if (!headings.empty()) sink(columns.line(headings, table.indent));
    table.rows.for_each(
        [&](const Report& row) { sink(columns.line(cells_of(row), table.indent)); });
}

/// A run of lines, each a label and a text.
void render_lines(const std::vector<Shown>& lines, const TextSink& sink) {
    Columns columns;
    std::vector<Cells> rows;
    for (const auto& [label, text, align] : lines)
        columns.widen(rows.emplace_back(Cells{{visible(label)}, {visible(text), align}}));
    for (const Cells& row : rows) sink(columns.line(row, 0));
}

/// What people are to see, in their order.
std::vector<const Fact*> facts_for_people(const Report& report) {
    const std::vector<std::string_view>& order = report.line_order();
    std::vector<std::pair<std::size_t, const Fact*>> ranked;
    std::size_t rank = 0;
    for (const Fact& fact : report.facts()) {
        if (std::holds_alternative<std::monostate>(fact.shown)) continue;
        if (const auto* const shown = std::get_if<Shown>(&fact.shown))
            if (const auto at = std::ranges::find(order, shown->label); at != order.end())
                rank = static_cast<std::size_t>(at - order.begin());
        if (!std::holds_alternative<Shown>(fact.shown)) rank = order.size();
        ranked.emplace_back(rank, &fact);
    }
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

void write(Session& session, const Report& report) {
    const TextSink sink = [&session](std::string_view text) { session.out.write(text); };
    if (!session.json) return render_text(report, sink);
    render_json(report, sink);
    sink("\n");
}

}  // namespace pgm::apps

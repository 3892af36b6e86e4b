#include <apps/pgm/render/shown_forms.hpp>

#include <algorithm>
#include <utility>

namespace pgm::apps {

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

bool ShownCells::has_headings() const {
    return !rows.empty() && !std::ranges::all_of(rows.front(), &std::string::empty, &Shown::label);
}

ShownCells shown_cells(const Section& table) {
    ShownCells cells;
    table.rows.for_each([&](const Report& row) {
        if (cells.rows.size() == table.most) {
            ++cells.left_out;
            return;
        }
        std::vector<Shown>& shown = cells.rows.emplace_back();
        for_each_shown(row, [&](const Fact& fact) {
            if (const auto* const cell = std::get_if<Shown>(&fact.shown)) shown.push_back(*cell);
        });
    });
    return cells;
}

std::string page_title(const Report& page) {
    std::string title;
    for_each_shown(page, [&](const Fact& fact) {
        if (const auto* const heading = std::get_if<Heading>(&fact.shown); heading && title.empty())
            title = heading->text;
    });
    return title;
}

}  // namespace pgm::apps

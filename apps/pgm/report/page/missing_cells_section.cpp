#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace pgm::apps {
namespace {

constexpr std::size_t most_gaps_listed = 30, most_patterns = 10, most_named_together = 8;

struct ColumnGaps {
    ColumnId column;
    std::size_t cells = 0;
};

/// The columns with missing cells, those with most of them first.
std::vector<ColumnGaps> gaps_of(const Dataset& data) {
    std::vector<ColumnGaps> gaps;
    for (std::size_t i = 0; i < data.columns().size(); ++i)
        if (const std::size_t cells = data.columns()[i].missing_cells(); cells > 0)
            gaps.push_back({ColumnId(i), cells});
    std::ranges::stable_sort(gaps, std::greater(), &ColumnGaps::cells);
    return gaps;
}

/// Rows that miss the same cells.
struct GapPattern {
    std::size_t first_row = 0, rows = 0;
};

/// The patterns, the commonest first. Each row has the sum of random numbers, one for each column
/// that has no cell in it, so that no list of columns is kept for it.
std::vector<GapPattern> patterns_of(const Dataset& data, const std::vector<ColumnGaps>& gaps) {
    std::vector<std::uint64_t> marks(data.rows());
    Rng rng(1);
    for (const ColumnGaps& gap : gaps) {
        const Column& column = data.column(gap.column);
        const std::uint64_t mark = rng();
        for (std::size_t row = 0; row < marks.size(); ++row)
            if (column.is_missing(row)) marks[row] += mark;
    }
    std::map<std::uint64_t, GapPattern> by_mark;
    for (std::size_t row = 0; row < marks.size(); ++row) {
        GapPattern& pattern = by_mark.try_emplace(marks[row], GapPattern{row, 0}).first->second;
        ++pattern.rows;
    }
    std::vector<GapPattern> patterns;
    for (const auto& [mark, pattern] : by_mark) patterns.push_back(pattern);
    std::ranges::sort(patterns, [](const GapPattern& a, const GapPattern& b) {
        return std::pair(b.rows, a.first_row) < std::pair(a.rows, b.first_row);
    });
    return patterns;
}

Report gaps_row(const Dataset& data, const ColumnGaps& gap) {
    const double cells = static_cast<double>(gap.cells), rows = static_cast<double>(data.rows());
    const std::string& name = data.column(gap.column).name();
    return {{"column", name, Shown{"column", shown_name(name)}},
            {"missing", gap.cells, Shown{"missing cells", std::to_string(gap.cells), Align::right}},
            {"share", cells / rows, Shown{"% of rows", percent_text(cells, rows), Align::right}}};
}

Report pattern_row(const Dataset& data, const std::vector<ColumnGaps>& gaps,
                   const GapPattern& pattern) {
    std::vector<std::string> names;
    for (const ColumnGaps& gap : gaps)
        if (data.column(gap.column).is_missing(pattern.first_row))
            names.push_back(data.column(gap.column).name());
    const double rows = static_cast<double>(pattern.rows), all = static_cast<double>(data.rows());
    return {
        {"columns", names,
         Shown{"missing together", names.empty() ? "nothing" : listed(names, most_named_together)}},
        {"rows", pattern.rows, Shown{"rows", std::to_string(pattern.rows), Align::right}},
        {"share", rows / all, Shown{"% of rows", percent_text(rows, all), Align::right}}};
}

}  // namespace

Report missing_cells_section(const Dataset& data) {
    const std::vector<ColumnGaps> gaps = gaps_of(data);
    std::size_t missing = 0;
    for (const ColumnGaps& gap : gaps) missing += gap.cells;
    const std::size_t cells = data.rows() * data.columns().size();
    Report report{Heading{"Missing cells"}};
    Report of_missing{{"cells", cells}, {"missing", missing}};
    if (missing == 0)
        return report.add("missing", of_missing.add(Sentence{"No cell of the table is missing."}));
    std::vector<GapPattern> patterns = patterns_of(data, gaps);
    const std::size_t more = patterns.size() - std::min(patterns.size(), most_patterns);
    patterns.resize(patterns.size() - more);
    of_missing
        .add(Sentence{"Of " + counted(cells, "cell") + " " + std::to_string(missing) + " (" +
                      percent_text(static_cast<double>(missing), static_cast<double>(cells)) +
                      " %) " + (missing == 1 ? "is" : "are") + " missing."})
        .add("columns",
             Section{
                 .title = "By column",
                 .rows = rows_of(gaps, [&](const ColumnGaps& gap) { return gaps_row(data, gap); }),
                 .most = most_gaps_listed})
        .add("patterns", Section{.title = "Missing together",
                                 .rows = rows_of(patterns, [&](const GapPattern& pattern) {
                                     return pattern_row(data, gaps, pattern);
                                 })});
    if (more > 0)
        of_missing.add(
            Sentence{counted(more, "rarer pattern") + (more == 1 ? " is" : " are") + " left out."});
    return report.add("missing", of_missing);
}

}  // namespace pgm::apps

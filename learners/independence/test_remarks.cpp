#include <learners/independence/test_remarks.hpp>

#include <learners/independence/linear_relations.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cstddef>

namespace pgm::learners {
namespace {

bool varies(const Column& column, std::span<const std::uint32_t> rows) {
    return std::ranges::any_of(rows, [&](std::uint32_t row) {
        return column.is_discrete() ? column.state(row) != column.state(rows.front())
                                    : column.value(row) != column.value(rows.front());
    });
}

std::vector<ColumnId> joined_columns(std::initializer_list<std::span<const ColumnId>> sets) {
    std::vector<ColumnId> columns;
    for (const std::span<const ColumnId> set : sets)
        for (const ColumnId column : set)
            if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    return columns;
}

}  // namespace

std::vector<std::uint32_t> rows_with(const Dataset& data, std::span<const ColumnId> columns) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < data.rows(); ++row)
        if (std::ranges::none_of(columns,
                                 [&](ColumnId c) { return data.column(c).is_missing(row); }))
            rows.push_back(row);
    return rows;
}

std::vector<Problem> remarks_on_test(const Dataset& data, std::span<const ColumnId> left,
                                     std::span<const ColumnId> right,
                                     std::span<const ColumnId> given) {
    std::vector<Problem> remarks;
    const std::vector<ColumnId> order = joined_columns({given, left, right});
    const std::vector<std::uint32_t> rows = rows_with(data, order);
    for (const ColumnId side : joined_columns({left, right}))
        if (!varies(data.column(side), rows))
            remarks.push_back({Problem::Severity::note,
                               "the column " + in_quotes(data.column(side).name()) +
                                   " does not vary in the rows that count: p is 1 whatever it "
                                   "depends on",
                               {},
                               {}});
    // Given the one, nothing is left of the other that could depend on a third.
    for (const LinearRelation& relation : linear_relations(data, order)) {
        const bool is_given = std::ranges::all_of(
            relation.by, [&](ColumnId by) { return std::ranges::find(given, by) != given.end(); });
        remarks.push_back({Problem::Severity::warning,
                           linear_relation_remark(relation, data),
                           {},
                           is_given ? "given these it does not vary, so nothing is tested: p is 1 "
                                      "whatever it depends on"
                                    : "they depend on each other exactly"});
    }
    return remarks;
}

std::vector<Problem> remarks_on_associations(const Dataset& data,
                                             std::span<const Association> pairs) {
    std::size_t untested = 0, small = 0;
    const Association* first = nullptr;
    for (const Association& pair : pairs) {
        if (!pair.result && untested++ == 0) first = &pair;
        if (pair.result && pair.result->has_small_counts) ++small;
    }
    std::vector<Problem> remarks;
    if (untested > 0)
        remarks.push_back({Problem::Severity::note,
                           counted(untested, "pair") + " cannot be tested, such as " +
                               in_quotes(data.column(first->first).name()) + " and " +
                               in_quotes(data.column(first->second).name()) +
                               ": a column does not vary in the rows that have both, or these are "
                               "too few",
                           {},
                           {}});
    if (small > 0)
        remarks.push_back({Problem::Severity::note,
                           "the counts of " + counted(small, "pair") +
                               " are small, so that p is rough: fewer than 20 rows, or of g2 an "
                               "expected count below 1, or a fifth of them below 5",
                           {},
                           "--permutations 10000 computes these p by permutations"});
    return remarks;
}

}  // namespace pgm::learners

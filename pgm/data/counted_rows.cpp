#include <pgm/data/counted_rows.hpp>

#include <pgm/core/error.hpp>

namespace pgm {

void CountedRows::merge(const CountedRows& more) {
    statistics.merge(more.statistics);
    rows_without_class += more.rows_without_class;
}

CountedRows joined(const CountRequest& request, std::span<const CountedRows> counted,
                   std::uint64_t rows) {
    const Sums wanted(request.schema, request.families, request.limits);
    if (counted.empty()) return {wanted};
    const Sums& first = counted.front().statistics;
    for (const CountedRows& part : counted)
        if (part.statistics.weight() != first.weight())
            throw ArgumentError(
                "two passes over the data found different numbers of rows",
                "the data must stay as they are from one pass over them to the next");
    const auto part_with = [&](const Family& family) -> const Sums& {
        for (const CountedRows& part : counted)
            if (part.statistics.has(family)) return part.statistics;
        return wanted;
    };
    std::vector<FamilyCounts> counts;
    for (const FamilyCounts& of : wanted.all_counts())
        counts.push_back(part_with(of.family()).counts(of.family()));
    std::vector<FamilyMoments> moments;
    for (const FamilyMoments& of : wanted.all_moments())
        moments.push_back(part_with(of.family()).moments(of.family()));
    return {Sums::from_parts(request.schema, rows, first.weight(), std::move(counts),
                             std::move(moments), request.limits)};
}

}  // namespace pgm

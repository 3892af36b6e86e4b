#include <learners/plan/detail/imputation.hpp>

#include <pgm/core/error.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// Every feature by itself, over the rows with a class.
Sums statistics_of_features(std::span<const Variable> schema, const Rows& source,
                            std::size_t threads, const StopToken& stop) {
    std::vector<Family> families;
    for (std::size_t i = 1; i < schema.size(); ++i) families.push_back({ColumnId(i), {}});
    return source
        .count({.schema = {schema.begin(), schema.end()},
                .families = std::move(families),
                .threads = threads,
                .stop = stop})
        .statistics;
}

/// The first of those with the most weight; null where no state has any.
std::optional<Replacement> most_frequent(const FamilyCounts& counts) {
    std::optional<std::size_t> best;
    WeightSum most;
    counts.for_each([&](std::size_t state, WeightSum weight) {
        if (weight <= most) return;
        best = state;
        most = weight;
    });
    return best ? std::optional<Replacement>(StateId(*best)) : std::nullopt;
}

std::optional<Replacement> mean_of(const FamilyMoments& moments) {
    if (moments.weight(0).is_zero()) return std::nullopt;
    return moments.mean(0, 0);
}

}  // namespace

void require_counted_cells(MissingCells missing_cells) {
    if (missing_cells != MissingCells::em && missing_cells != MissingCells::automatic) return;
    throw ArgumentError("missing values cannot be '" + format(missing_cells) +
                            "' here, where a classifier is made by counting",
                        "choose sum, fill or state, or fit one structure");
}

Replacements replacements_for(std::span<const Variable> schema, MissingCells missing_cells,
                              const Rows& source, std::size_t threads, const StopToken& stop) {
    Replacements replacements;
    if (missing_cells != MissingCells::fill && missing_cells != MissingCells::state)
        return replacements;
    const Sums alone = statistics_of_features(schema, source, threads, stop);
    for (std::size_t i = 1; i < schema.size(); ++i) {
        const Family family{ColumnId(i), {}};
        const bool is_discrete = schema[i].is_discrete();
        std::optional<Replacement> replacement;
        if (missing_cells == MissingCells::fill) {
            replacement =
                is_discrete ? most_frequent(alone.counts(family)) : mean_of(alone.moments(family));
        } else {
            const WeightSum known =
                is_discrete ? alone.counts(family).total() : alone.moments(family).weight(0);
            const bool may_have_state = is_discrete || !known.is_zero();
            if (may_have_state && known < alone.weight())
                replacement = missing_state_beside(schema[i]);
        }
        if (replacement) replacements.add(schema[i].name(), *std::move(replacement));
    }
    return replacements;
}

}  // namespace pgm::learners::detail

#include <learners/judge/detail/super_parent_weights.hpp>

#include <learners/judge/detail/left_out_counts.hpp>

#include <algorithm>
#include <optional>

namespace pgm::learners::detail {

std::vector<WeightSum> combination_weights(const FamilyCounts& given_class) {
    std::vector<WeightSum> weights(given_class.cell_count() /
                                   given_class.scope().cardinalities().front());
    given_class.for_each(
        [&](std::size_t cell, WeightSum weight) { weights[cell % weights.size()] += weight; });
    return weights;
}

SuperParent super_parent_of(const FamilyCounts& given_class, std::span<const Variable> schema) {
    SuperParent super_parent;
    for (const ColumnId column : given_class.scope().variables().subspan(1)) {
        super_parent.features.push_back(schema[column.index()].name());
        super_parent.cardinalities.push_back(schema[column.index()].cardinality());
    }
    for (const WeightSum weight : combination_weights(given_class))
        super_parent.weights.push_back(weight.value());
    return super_parent;
}

std::vector<char> admitted_without_themselves(const FamilyCounts& given_class,
                                              const Columns& columns,
                                              std::span<const DistinctRows::WeightedRow> rows) {
    const std::vector<WeightSum> weights = combination_weights(given_class);
    const SuperParent rule = super_parent_of(given_class, columns.schema);
    const std::vector<std::size_t> places = places_in_row(columns);
    const std::span<const ColumnId> super_parents = given_class.scope().variables().subspan(1);
    std::vector<char> takes_part;
    std::vector<std::optional<StateId>> values(super_parents.size());
    for (const DistinctRows::WeightedRow& row : rows) {
        std::size_t combination = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::uint32_t code = row.codes[places[super_parents[i].index()]];
            values[i] = code == DistinctRows::missing ? std::nullopt : std::optional(StateId(code));
            combination = combination * rule.cardinalities[i] + code;
        }
        const bool is_complete =
            std::ranges::all_of(values, [](const auto& value) { return value.has_value(); });
        if (!is_complete) {
            takes_part.push_back(rule.admits(values));
            continue;
        }
        const WeightSum all = weights[combination];
        takes_part.push_back((all - std::min(all, taken_back(row))).value() >= rule.least_weight);
    }
    return takes_part;
}

}  // namespace pgm::learners::detail

#include <learners/estimate/detail/class_tables.hpp>

#include <learners/families/model_structure.hpp>
#include <pgm/table/table.hpp>

namespace pgm::learners::detail {
namespace {

FamilyCounts class_counts(const FamilyCounts& of_feature) {
    const std::size_t classes = of_feature.scope().cardinalities().front();
    const std::size_t states = of_feature.states();
    std::vector<WeightSum> cells(classes);
    of_feature.for_each(
        [&](std::size_t cell, WeightSum weight) { cells[cell / states] += weight; });
    return FamilyCounts({class_column, {}},
                        ColumnScope({of_feature.scope().variables().front()}, {classes}),
                        std::move(cells));
}

}  // namespace

std::vector<double> estimate_class(const FamilyCounts& counts, const ClassPrior& prior,
                                   const TableRules& rules, std::span<const Variable> schema) {
    switch (prior.kind) {
        case ClassPrior::Kind::uniform:
            return std::vector<double>(counts.states(), 1 / static_cast<double>(counts.states()));
        case ClassPrior::Kind::given:
            return given_probabilities(prior, schema.front());
        case ClassPrior::Kind::proportions:
            return estimate_table(counts,
                                  {.smoothing = {Smoothing::Kind::maximum_likelihood, 0},
                                   .empty_rows = rules.empty_rows},
                                  schema);
        case ClassPrior::Kind::smoothed:
            break;
    }
    return estimate_table(counts, rules, schema);
}

SuperParentTables estimate_super_parent(const FamilyCounts& counts, const ClassPrior& prior,
                                        const TableRules& rules, std::span<const Variable> schema) {
    // One variable whose states are the pairs, so that the rule for a table's row is the rule for
    // the joint distribution.
    std::vector<FamilyCounts::Entry> entries;
    counts.for_each([&](std::size_t cell, WeightSum weight) { entries.push_back({cell, weight}); });
    const ColumnScope pairs({counts.family().child}, {counts.cell_count()});
    const FamilyCounts joint_counts({counts.family().child, {}}, pairs, std::move(entries));
    SuperParentTables tables;
    tables.parent_cells = estimate_table(joint_counts, rules, schema);
    const std::size_t states = counts.states();
    for (std::size_t row = 0; row < counts.configurations(); ++row) {
        const std::span<double> cells_of_class =
            std::span(tables.parent_cells).subspan(row * states, states);
        const double sum = fixed_order_sum(cells_of_class);
        for (double& cell : cells_of_class)
            cell = sum > 0 ? cell / sum : 1 / static_cast<double>(states);
        tables.class_cells.push_back(sum);
    }
    if (prior.kind != ClassPrior::Kind::smoothed)
        tables.class_cells = estimate_class(class_counts(counts), prior, rules, schema);
    return tables;
}

}  // namespace pgm::learners::detail

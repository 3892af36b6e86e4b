#include <learners/estimate/detail/class_tables.hpp>

#include <learners/families/model_structure.hpp>
#include <pgm/core/overloaded.hpp>
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
    const TableRules proportions{
        .smoothing = MaximumLikelihood{}, .empty_rows = rules.empty_rows, .imagined = {}};
    return std::visit(
        Overloaded{
            [&](const SmoothedPrior&) { return estimate_table(counts, rules, schema); },
            [&](const ClassProportions&) { return estimate_table(counts, proportions, schema); },
            [&](const UniformPrior&) {
                const std::size_t classes = counts.states();
                return std::vector<double>(classes, 1 / static_cast<double>(classes));
            },
            [&](const GivenPrior& given) { return given_probabilities(given, schema.front()); }},
        prior);
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
    if (!std::holds_alternative<SmoothedPrior>(prior))
        tables.class_cells = estimate_class(class_counts(counts), prior, rules, schema);
    return tables;
}

}  // namespace pgm::learners::detail

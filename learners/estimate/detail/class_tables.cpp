#include <learners/estimate/detail/class_tables.hpp>

#include <learners/families/model_structure.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/table/table.hpp>

namespace pgm::learners::detail {
namespace {

/// The counts of the class, from those of features given the class.
FamilyCounts class_counts(const FamilyCounts& given_class) {
    const std::size_t classes = given_class.scope().cardinalities().front();
    const std::size_t cells_of_class = given_class.cell_count() / classes;
    std::vector<WeightSum> cells(classes);
    given_class.for_each(
        [&](std::size_t cell, WeightSum weight) { cells[cell / cells_of_class] += weight; });
    return FamilyCounts({class_column, {}},
                        ColumnScope({given_class.scope().variables().front()}, {classes}),
                        std::move(cells));
}

/// Splits a joint distribution into that of all variables but the last, which is returned, and that
/// of the last given these, which stays in its place. A row without probability becomes uniform.
std::vector<double> split_last(std::vector<double>& joint, std::size_t states) {
    std::vector<double> sums;
    for (std::size_t begin = 0; begin < joint.size(); begin += states) {
        const std::span<double> row = std::span(joint).subspan(begin, states);
        const double sum = fixed_order_sum(row);
        for (double& cell : row) cell = sum > 0 ? cell / sum : 1 / static_cast<double>(states);
        sums.push_back(sum);
    }
    return sums;
}

}  // namespace

std::vector<double> estimate_class(const FamilyCounts& counts, const ClassPrior& prior,
                                   const TableRules& rules, std::span<const Variable> schema) {
    const TableRules proportions{
        .smoothing = MaximumLikelihood{}, .empty_rows = rules.empty_rows, .pseudo_counts = {}};
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

std::vector<double> class_row_weight(const FamilyCounts& counts, const ClassPrior& prior,
                                     const TableRules& rules) {
    if (std::holds_alternative<SmoothedPrior>(prior)) return row_weights(counts, rules);
    if (!std::holds_alternative<ClassProportions>(prior)) return {};
    return row_weights(counts, {MaximumLikelihood{}, rules.empty_rows, {}});
}

SuperParentTables estimate_super_parents(const FamilyCounts& counts, const ClassPrior& prior,
                                         const TableRules& rules,
                                         std::span<const Variable> schema) {
    // One variable whose states are the combinations, so that the rule for a table's row is the
    // rule for the joint distribution.
    std::vector<FamilyCounts::CountedCell> entries;
    counts.for_each([&](std::size_t cell, WeightSum weight) { entries.push_back({cell, weight}); });
    const ColumnScope combinations({counts.family().child}, {counts.cell_count()});
    const FamilyCounts joint_counts({counts.family().child, {}}, combinations, std::move(entries));
    SuperParentTables tables;
    tables.class_cells = estimate_table(joint_counts, rules, schema);
    const auto cardinalities = counts.scope().cardinalities();
    tables.parent_cells.resize(cardinalities.size() - 1);
    for (std::size_t i = tables.parent_cells.size(); i-- > 0;) {
        tables.parent_cells[i] = std::move(tables.class_cells);
        tables.class_cells = split_last(tables.parent_cells[i], cardinalities[i + 1]);
    }
    if (!std::holds_alternative<SmoothedPrior>(prior))
        tables.class_cells = estimate_class(class_counts(counts), prior, rules, schema);
    return tables;
}

}  // namespace pgm::learners::detail

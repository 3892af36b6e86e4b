#include <learners/estimate/detail/back_off_tables.hpp>

namespace pgm::learners::detail {
namespace {

/// The counts of the child alone, from those given the class.
FamilyCounts pooled_over_classes(const FamilyCounts& given_class) {
    const std::size_t states = given_class.states();
    std::vector<WeightSum> sums(states);
    given_class.for_each(
        [&](std::size_t cell, WeightSum weight) { sums[cell % states] += weight; });
    const ColumnId child = given_class.family().child;
    return FamilyCounts({child, {}}, ColumnScope({child}, {states}), std::move(sums));
}

/// A level from the one before, whose table has one parent fewer. The parent that is new is the
/// fastest axis of the configurations, so `before` has a row for as many of them as it has states.
std::vector<double> next_level(const FamilyCounts& counts, double concentration,
                               std::span<const double> before) {
    const std::size_t states = counts.states();
    const std::size_t rows_of_row = counts.configurations() * states / before.size();
    std::vector<double> cells(counts.cell_count());
    std::vector<WeightSum> counted(states);
    for (std::size_t row = 0; row < counts.configurations(); ++row) {
        counts.copy_row(row, counted);
        WeightSum total;
        for (const WeightSum weight : counted) total += weight;
        for (std::size_t x = 0; x < states; ++x)
            cells[row * states + x] = backed_off(counted[x].value(), total.value(), concentration,
                                                 before[row / rows_of_row * states + x]);
    }
    return cells;
}

/// The cells with the axes in the order of `family`.
std::vector<double> reordered(std::vector<double> cells, const ColumnScope& from,
                              const Family& family) {
    std::vector<ColumnId> axes = family.parents;
    axes.push_back(family.child);
    if (std::ranges::equal(axes, from.variables())) return cells;
    std::vector<std::size_t> cardinalities;
    for (const ColumnId column : axes)
        cardinalities.push_back(from.cardinalities()[*from.axis(column)]);
    const ColumnScope to(axes, cardinalities);
    std::vector<std::size_t> stride_there;
    for (const ColumnId column : from.variables())
        stride_there.push_back(to.strides()[*to.axis(column)]);
    std::vector<double> there(cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        std::size_t rest = cell, target = 0;
        for (std::size_t axis = from.size(); axis-- > 0;) {
            target += rest % from.cardinalities()[axis] * stride_there[axis];
            rest /= from.cardinalities()[axis];
        }
        there[target] = cells[cell];
    }
    return there;
}

}  // namespace

Family with_first_parents(ColumnId child, std::span<const ColumnId> parents, std::size_t count) {
    const std::span<const ColumnId> first = parents.first(count);
    return {child, {first.begin(), first.end()}};
}

std::vector<Family> families_to_back_off(const Columns& columns,
                                         std::span<const ModelStructure> structures) {
    std::vector<Family> families;
    for (const ModelStructure& structure : structures) {
        for (std::size_t i = 0; i < structure.families.size(); ++i) {
            const ColumnId child = structure.families[i].child;
            if (!columns.is_discrete(child) || columns.is_threshold(structure.families[i]))
                continue;
            const std::span<const ColumnId> parents = structure.parents_as_chosen(i);
            const bool class_first = !parents.empty() && parents.front() == class_column;
            for (std::size_t l = class_first ? 1 : 0; l < parents.size(); ++l)
                families.push_back(with_first_parents(child, parents, l));
        }
    }
    return without_doubles(std::move(families));
}

std::vector<FamilyCounts> back_off_levels(const FamilySums& sums, ColumnId child,
                                          std::span<const ColumnId> parents) {
    const Family alone{child, {}};
    std::vector<FamilyCounts> levels{
        sums.has(alone) ? sums.counts(alone)
                        : pooled_over_classes(sums.counts({child, {class_column}}))};
    for (std::size_t l = 1; l <= parents.size(); ++l)
        levels.push_back(sums.counts(with_first_parents(child, parents, l)));
    return levels;
}

std::vector<double> estimate_back_off(std::span<const FamilyCounts> levels,
                                      std::span<const double> concentrations,
                                      const Family& family) {
    const auto states = levels.front().states();
    std::vector<double> cells(states, 1 / static_cast<double>(states));
    for (std::size_t l = 0; l < levels.size(); ++l)
        cells = next_level(levels[l], concentration_of(concentrations, l), cells);
    return reordered(std::move(cells), levels.back().scope(), family);
}

std::vector<double> back_off_row_weights(std::span<const FamilyCounts> levels,
                                         std::span<const double> concentrations,
                                         const Family& family) {
    const FamilyCounts& last = levels.back();
    const double concentration = concentration_of(concentrations, levels.size() - 1);
    std::vector<double> weights(last.cell_count(), 0.0);
    std::vector<WeightSum> counted(last.states());
    for (std::size_t row = 0; row < last.configurations(); ++row) {
        last.copy_row(row, counted);
        WeightSum total;
        for (const WeightSum weight : counted) total += weight;
        weights[row * last.states()] = total.value() + concentration;
    }
    weights = reordered(std::move(weights), last.scope(), family);
    for (std::size_t row = 0; row < last.configurations(); ++row)
        weights[row] = weights[row * last.states()];
    weights.resize(last.configurations());
    return weights;
}

}  // namespace pgm::learners::detail

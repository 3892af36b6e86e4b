/// The parts of LeaveOneOut: the rows, and a factor for every table that depends on the class.

#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/judge/detail/leave_one_out.hpp>
#include <learners/judge/detail/super_parent_weights.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// log P(class) where it does not depend on the rows.
std::vector<double> fixed_log_prior(const ClassPrior& prior, const Variable& class_variable) {
    std::vector<double> logs(class_variable.cardinality(), 0.0);
    if (const auto* const given = std::get_if<GivenPrior>(&prior)) {
        logs = given_probabilities(*given, class_variable);
        for (double& p : logs) p = std::log(p);
    }
    return logs;
}

/// True if P(class) is estimated from the rows.
bool counts_classes(const ClassPrior& prior) {
    return std::holds_alternative<SmoothedPrior>(prior) ||
           std::holds_alternative<ClassProportions>(prior);
}

/// Estimates per row.
std::size_t estimates_of_row(const LeaveOneOutSource& source) {
    std::size_t estimates = 1;
    for (const ModelStructure& structure : source.structures) {
        for (const Family& family : structure.families) {
            if (source.columns.is_discrete(family.child))
                estimates += (family.parents.size() + 1) * source.columns.states(class_column);
        }
    }
    return estimates;
}

/// How many rows there are for so many estimates.
std::size_t affordable_rows(const LeaveOneOutSource& source, std::size_t most_estimates) {
    const std::size_t affordable =
        std::max<std::size_t>(most_estimates / estimates_of_row(source), 1);
    return std::min(affordable, source.rows.size());
}

/// The prior sample size that a rule other than back-off adds to a row of so many states.
double prior_sample_size(const Smoothing& smoothing, double states, double configurations) {
    return std::visit(
        Overloaded{[&](const Laplace& rule) { return rule.amount * states; },
                   [&](const Bdeu& rule) { return rule.sample_size / configurations; },
                   [](const auto&) { return 0.0; }},
        smoothing);
}

}  // namespace

bool can_leave_out_rows(const Smoothing& smoothing) {
    return !std::holds_alternative<Floor>(smoothing) &&
           !std::holds_alternative<PriorNetwork>(smoothing);
}

std::size_t rows_that_few_are(const LeaveOneOutSource& source) {
    return affordable_rows(source, LeaveOneOut::most_of_few);
}

LeaveOneOut::LeaveOneOut(const LeaveOneOutSource& source, LeftOutRows rows)
    : source_(source),
      classes_(source.columns.states(class_column)),
      log_prior_(fixed_log_prior(source.class_prior, source.columns.schema.front())) {
    add_rows(rows);
    for (const ModelStructure& structure : source.structures) add_member(structure, rows);
}

void LeaveOneOut::add_rows(LeftOutRows rows) {
    const std::size_t most = rows == LeftOutRows::few ? most_of_few : most_of_many;
    source_.rows = source_.rows.first(affordable_rows(source_, most));
    for (const DistinctRows::WeightedRow& row : source_.rows) {
        labels_.push_back(row.codes.front());
        weights_.push_back(row.weight.value());
    }
}

void LeaveOneOut::add_member(const ModelStructure& structure, LeftOutRows rows) {
    LeftOutMember& member = members_.emplace_back();
    std::vector<std::optional<LeftOutFactor>> made(structure.families.size());
    parallel_for(made.size(), source_.threads, source_.stop,
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         made[i] = factor_of(structure, i, rows);
                 });
    for (std::optional<LeftOutFactor>& factor : made) {
        if (!factor) continue;
        levels_ = std::max(levels_, factor->levels);
        member.factors.push_back(factors_.size());
        factors_.push_back(*std::move(factor));
    }
    member.super_parents = structure.super_parents;
    if (!structure.super_parents.empty())
        member.takes_part = admitted_without_themselves(
            source_.sums.counts(structure.super_parent_family()), source_.columns, source_.rows);
}

/// Null for a table that says nothing of the class, or nothing that depends on the rows. Its member
/// is the last one.
std::optional<LeaveOneOut::LeftOutFactor> LeaveOneOut::factor_of(const ModelStructure& structure,
                                                                 std::size_t family,
                                                                 LeftOutRows rows) const {
    const ColumnId child = structure.families[family].child;
    const std::span<const ColumnId> parents = structure.parents_as_chosen(family);
    const bool is_prior = child == class_column && parents.empty();
    if (!source_.columns.is_discrete(child) || (is_prior && !counts_classes(source_.class_prior)))
        return std::nullopt;
    const LevelCounts counts(source_.columns, source_.sums, child, parents);
    if (!counts.has_class()) return std::nullopt;
    LeftOutFactor factor{.child = child,
                         .parents = {parents.begin(), parents.end()},
                         .member = members_.size() - 1,
                         .levels = counts.levels(),
                         .uniform = 1 / static_cast<double>(source_.columns.states(child)),
                         .pseudo_counts = pseudo_counts(structure, counts, child),
                         .counts = std::nullopt};
    if (rows == LeftOutRows::few)
        factor.counts = counts.of_rows(source_.rows, places_in_row(source_.columns));
    return factor;
}

std::vector<double> LeaveOneOut::pseudo_counts(const ModelStructure& structure,
                                               const LevelCounts& counts, ColumnId child) const {
    if (child == class_column && std::holds_alternative<ClassProportions>(source_.class_prior))
        return std::vector(counts.levels(), 0.0);
    if (is_back_off(source_.smoothing)) return {};
    auto states = static_cast<double>(source_.columns.states(child));
    // Class and super-parents are estimated as one variable whose states are the combinations: each
    // of them has the pseudo-counts of all that come after it.
    const auto at = std::ranges::find(structure.super_parents, child);
    const auto after = child == class_column                 ? structure.super_parents.begin()
                       : at == structure.super_parents.end() ? at
                                                             : at + 1;
    for (auto later = after; later != structure.super_parents.end(); ++later)
        states *= static_cast<double>(source_.columns.states(*later));
    std::vector<double> rows;
    for (std::size_t l = 0; l < counts.levels(); ++l)
        rows.push_back(prior_sample_size(source_.smoothing, states,
                                         static_cast<double>(counts.configurations(l))));
    return rows;
}

}  // namespace pgm::learners::detail

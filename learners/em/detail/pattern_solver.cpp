#include <learners/em/detail/pattern_solver.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace pgm::learners::detail {
namespace {

using Axis = PatternFamily::Axis;

/// Calls body(offset) for every cell of the joint table over these axes, in its order, with where a
/// table with the strides `stride_of` has the cell.
template <class Body>
void for_each_cell(std::span<const Axis> axes, std::size_t Axis::*stride, std::size_t offset,
                   Body& body) {
    if (axes.empty()) return body(offset);
    for (std::uint32_t s = 0; s < axes.front().states; ++s)
        for_each_cell(axes.subspan(1), stride, offset + s * (axes.front().*stride), body);
}

}  // namespace

FactorParameters::FactorParameters(const BayesianNetwork& of, std::span<const Family> factors)
    : network(of), log_tables(of.size()) {
    for (std::size_t f = 0; f < factors.size(); ++f) {
        const std::size_t column = factors[f].child.index();
        variable_of.resize(std::max(variable_of.size(), column + 1));
        variable_of[column] = VariableId(f);
    }
    for (std::size_t v = 0; v < network.size(); ++v)
        if (const TableCpd* const table = as_table(network.cpd(VariableId(v))))
            for (const double p : table->table().values()) log_tables[v].push_back(std::log(p));
}

void PatternSolver::solve(const HiddenPattern& pattern, std::size_t first, std::span<double> logs,
                          ExpectedSums& expected) {
    start(pattern);
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const std::size_t number = first + i;
        const Case given{number * pattern.members.known_continuous.size(), pattern.codes_of(number),
                         pattern.values_of(number), pattern.weights[number].value()};
        logs[i] = pattern.asks_engine ? ask(pattern, given, expected) : list(given, expected);
    }
}

/// By a list of the joint states.
double PatternSolver::list(const Case& given, ExpectedSums& expected) {
    joint_.assign(static_cast<std::size_t>(layout_->joint_cells), 0.0);
    fill_tables(given);
    fill_densities(given);
    const double log_sum = normalise_logs(joint_);
    if (log_sum == -infinity) return log_sum;
    for (const PatternFamily& family : layout_->sums) {
        if (family.continuous.empty())
            add_counts(family, given, expected);
        else if (family.has_hidden_continuous)
            add_hidden_moments(family, given, expected);
        else
            add_known_moments(family, given, expected);
    }
    return log_sum;
}

/// All that the row knows is the evidence, and what its known families contribute to P(e) is
/// counted elsewhere.
double PatternSolver::ask(const HiddenPattern& pattern, const Case& given, ExpectedSums& expected) {
    Evidence evidence;
    for (std::size_t i = 0; i < pattern.members.known_discrete.size(); ++i)
        evidence.observe(parameters_.variable_of[pattern.members.known_discrete[i].index()],
                         StateId(std::size_t{given.codes[i]}));
    for (std::size_t i = 0; i < pattern.members.known_continuous.size(); ++i)
        evidence.observe(parameters_.variable_of[pattern.members.known_continuous[i].index()],
                         given.values[i]);
    double log_evidence = -infinity;
    if (std::ranges::any_of(layout_->sums, &PatternFamily::is_factor))
        log_evidence = add_factors(evidence, given, expected);
    for (const PatternFamily& family : layout_->sums)
        if (!family.is_factor)
            log_evidence = add_joint(pattern.members, family, evidence, given, expected);
    if (log_evidence == -infinity) return log_evidence;
    states_.assign(layout_->states.size(), 0);
    double known = 0;
    for (const PatternFamily& factor : layout_->factors)
        known += factor.continuous.empty()
                     ? parameters_.log_tables[factor.family][factor.first_cell(given.codes)]
                     : known_density(factor, given);
    return log_evidence - known;
}

/// The families of the network, by one question. Like the next function it returns log P(e).
double PatternSolver::add_factors(const Evidence& evidence, const Case& given,
                                  ExpectedSums& expected) {
    const FamilyPosteriors& posteriors = engine_->families(evidence, workspace_);
    for (const PatternFamily& family : layout_->sums) {
        if (!family.is_factor) continue;
        for (const auto& [cell, probability] :
             posteriors.of(parameters_.variable_of[family.child.index()]))
            expected.add(family.family, cell, given.weight * probability);
    }
    return posteriors.log_evidence;
}

/// A family that the network has not: a question about its hidden members together.
double PatternSolver::add_joint(const PatternMembers& members, const PatternFamily& family,
                                const Evidence& evidence, const Case& given,
                                ExpectedSums& expected) {
    std::vector<VariableId> targets;
    for (std::size_t a = 0; a < family.axes.size(); ++a)
        if (family.axes[a].stride > 0)
            targets.push_back(parameters_.variable_of[members.hidden_discrete[a].index()]);
    const JointPosterior joint = engine_->joint(targets, evidence, workspace_);
    local_.assign(joint.table.values().begin(), joint.table.values().end());
    add_local(family, given, expected);
    return joint.log_evidence;
}

void PatternSolver::fill_tables(const Case& given) {
    for (const PatternFamily& factor : layout_->factors) {
        if (!factor.continuous.empty()) continue;
        const double* const logs =
            parameters_.log_tables[factor.family].data() + factor.first_cell(given.codes);
        double* cell = joint_.data();
        auto add = [&](std::size_t offset) { *cell++ += logs[offset]; };
        for_each_cell(factor.axes, &Axis::stride, 0, add);
    }
}

/// Lists the families over hidden continuous columns as variables of the network.
void PatternSolver::start(const HiddenPattern& pattern) {
    layout_ = &pattern.layout;
    hidden_ = pattern.members.hidden_continuous.size();
    row_of_.resize(parameters_.network.size());
    values_.assign(parameters_.network.size(), nullptr);
    const auto variable_of = [&](ColumnId column) {
        return parameters_.variable_of[column.index()];
    };
    const std::vector<ColumnId>& known = pattern.members.known_continuous;
    for (std::size_t k = 0; k < known.size(); ++k)
        values_[variable_of(known[k]).index()] = pattern.values.data() + k;
    gaussians_.reset();
    if (hidden_ == 0 || pattern.asks_engine) return;
    std::vector<VariableId> hidden, observed;
    std::ranges::transform(pattern.members.hidden_continuous, std::back_inserter(hidden),
                           variable_of);
    for (const PatternFamily& factor : layout_->factors)
        if (factor.has_hidden_continuous && !factor.continuous.back().hidden)
            observed.emplace_back(factor.family);
    const auto cells = static_cast<std::size_t>(layout_->joint_cells);
    means_.resize(cells * hidden_);
    covariances_.resize(cells * hidden_ * hidden_);
    gaussians_.emplace(parameters_.network, std::move(hidden), std::move(observed), cells);
}

std::size_t PatternSolver::row_of(const PatternFamily& factor, const Case& given) const {
    std::size_t row = factor.first_cell(given.codes);
    for (std::size_t axis = 0; axis < states_.size(); ++axis)
        row += states_[axis] * factor.axes[axis].stride;
    return row;
}

/// The density of a factor without hidden continuous members.
double PatternSolver::known_density(const PatternFamily& factor, const Case& given) {
    numbers_.clear();
    for (const PatternFamily::Continuous& member : factor.continuous)
        numbers_.push_back(given.values[member.slot]);
    return log_density(parameters_.network.cpd(VariableId(factor.family)), row_of(factor, given),
                       std::span(numbers_).first(numbers_.size() - 1), numbers_.back());
}

void PatternSolver::fill_densities(const Case& given) {
    if (std::ranges::all_of(layout_->factors,
                            [](const PatternFamily& factor) { return factor.continuous.empty(); }))
        return;
    states_.assign(layout_->states.size(), 0);
    std::size_t cell = 0;
    do {
        for (const PatternFamily& factor : layout_->factors)
            if (!factor.continuous.empty() && !factor.has_hidden_continuous)
                joint_[cell] += known_density(factor, given);
        if (hidden_ > 0) joint_[cell] += integrated_density(given, cell);
        ++cell;
    } while (next_cell(states_, layout_->states) > 0);
}

/// The log density of the known columns that depend on hidden continuous ones, in one cell of the
/// joint table; the mean and covariance of the latter go with it.
double PatternSolver::integrated_density(const Case& given, std::size_t cell) {
    for (const PatternFamily& factor : layout_->factors)
        if (factor.has_hidden_continuous) row_of_[factor.family] = row_of(factor, given);
    const double log = gaussians_->condition(cell, row_of_, values_, given.first_value);
    double* const means = means_.data() + cell * hidden_;
    double* const covariances = covariances_.data() + cell * hidden_ * hidden_;
    for (std::size_t i = 0; i < hidden_; ++i) {
        means[i] = gaussians_->mean(i);
        for (std::size_t j = 0; j <= i; ++j)
            covariances[i * hidden_ + j] = covariances[j * hidden_ + i] =
                gaussians_->covariance(i, j);
    }
    return log;
}

/// The posterior of a family's hidden discrete members.
void PatternSolver::marginalise(const PatternFamily& family) {
    local_.assign(family.local_cells, 0.0);
    const double* cell = joint_.data();
    auto add = [&](std::size_t offset) { local_[offset] += *cell++; };
    for_each_cell(family.axes, &Axis::local, 0, add);
}

/// Calls body(cell, probability) for the cells of a family's table that agree with the case.
template <class Body>
void for_each_local(const PatternFamily& family, std::size_t first, std::span<const double> local,
                    Body&& body) {
    for (std::size_t i = 0; i < local.size(); ++i) {
        std::size_t cell = first, rest = i;
        for (std::size_t a = family.axes.size(); a-- > 0;) {
            const Axis& axis = family.axes[a];
            if (axis.stride == 0) continue;
            cell += rest % axis.states * axis.stride;
            rest /= axis.states;
        }
        if (local[i] > 0) body(cell, local[i]);
    }
}

void PatternSolver::add_local(const PatternFamily& family, const Case& given,
                              ExpectedSums& expected) const {
    for_each_local(family, family.first_cell(given.codes), local_,
                   [&](std::size_t cell, double probability) {
                       expected.add(family.family, cell, given.weight * probability);
                   });
}

void PatternSolver::add_counts(const PatternFamily& family, const Case& given,
                               ExpectedSums& expected) {
    marginalise(family);
    add_local(family, given, expected);
}

void PatternSolver::add_known_moments(const PatternFamily& family, const Case& given,
                                      ExpectedSums& expected) {
    numbers_.clear();
    for (const PatternFamily::Continuous& member : family.continuous)
        numbers_.push_back(given.values[member.slot]);
    marginalise(family);
    for_each_local(family, family.first_cell(given.codes), local_,
                   [&](std::size_t configuration, double probability) {
                       expected.add(family.family, configuration, given.weight * probability,
                                    numbers_, {});
                   });
}

void PatternSolver::add_hidden_moments(const PatternFamily& family, const Case& given,
                                       ExpectedSums& expected) {
    const std::size_t size = family.continuous.size();
    numbers_.resize(size);
    covariance_.assign(size * size, 0.0);
    std::size_t cell = 0;
    auto add = [&](std::size_t configuration) {
        const std::span<const double> means = std::span(means_).subspan(cell * hidden_, hidden_);
        const double* const between = covariances_.data() + cell * hidden_ * hidden_;
        for (std::size_t i = 0; i < size; ++i) {
            const PatternFamily::Continuous& a = family.continuous[i];
            numbers_[i] = value_of(a, given, means);
            for (std::size_t j = 0; j <= i; ++j) {
                const PatternFamily::Continuous& b = family.continuous[j];
                if (a.hidden && b.hidden)
                    covariance_[i * size + j] = between[a.slot * hidden_ + b.slot];
            }
        }
        const double weight = given.weight * joint_[cell++];
        if (weight > 0) expected.add(family.family, configuration, weight, numbers_, covariance_);
    };
    for_each_cell(family.axes, &Axis::stride, family.first_cell(given.codes), add);
}

}  // namespace pgm::learners::detail

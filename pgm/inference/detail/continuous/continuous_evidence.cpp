#include <pgm/inference/detail/continuous/continuous_evidence.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace pgm::detail {
namespace {

constexpr double zero_density = -infinity;

/// True of one observed variable with nothing hidden or cut.
bool is_single(const ContinuousComponent& component) {
    return component.hidden.empty() && component.cut.empty();
}

/// A member to name in messages.
VariableId name_giver(const ContinuousComponent& component) {
    if (!component.observed.empty()) return component.observed.front();
    return component.cut.empty() ? component.hidden.front() : component.cut.front();
}

bool is_fixed(std::span<const char> fixed, VariableId variable) {
    return !fixed.empty() && fixed[variable.index()];
}

/// log P(what is known of the members | observed values). A box that is refused does not know the
/// names of its variables.
double log_probability_of(const ComponentBox& box, const BayesianNetwork& network,
                          const ContinuousComponent& members) {
    try {
        return box.log_probability();
    } catch (const TooLargeError& error) {
        const VariableId shared =
            members.hidden.empty() ? name_giver(members) : members.hidden.front();
        throw TooLargeError(
            "around " + in_quotes(network.variable(shared).name()) + ", " + error.message(), {},
            error.hint());
    }
}

/// The sum of the logarithms of the cardinalities of the threshold variables, whose states are
/// equally probable in the network of tables.
double log_states(const BayesianNetwork& network, const ContinuousComponent& members) {
    double log = 0;
    for (const VariableId variable : members.cut)
        log += std::log(static_cast<double>(network.cardinality(variable)));
    return log;
}

}  // namespace

bool has_no_continuous_neighbours(const BayesianNetwork& network, VariableId variable) {
    return continuous_parents(network.cpd(variable)).empty() &&
           network.dag().out_degree(variable) == 0;
}

ContinuousEvidence::ContinuousEvidence(const BayesianNetwork& network, std::span<const Role> roles,
                                       std::span<const char> fixed, std::size_t max_cells)
    : network_(&network) {
    std::map<std::vector<VariableId>, std::size_t> factor_of;
    for (ContinuousComponent& members : continuous_components(network, roles)) {
        Scope scope = scope_of(members, fixed, max_cells);
        const auto [at, is_new] = factor_of.try_emplace(
            {scope.variables().begin(), scope.variables().end()}, factors_.size());
        if (is_new) factors_.push_back({std::move(scope), {}});
        add_component(factors_[at->second], std::move(members), fixed);
    }
}

void ContinuousEvidence::add_component(Factor& factor, ContinuousComponent members,
                                       std::span<const char> fixed) {
    factor.components.push_back(compiled(std::move(members), factor.scope, fixed));
    Component& component = factor.components.back();
    component.number = components_++;
    const ContinuousComponent& own = component.members;
    component.kept_cells =
        own.hidden.empty()
            ? 1
            : GaussianIntegral::kept_cells(factor.scope.cells(),
                                           own.hidden.size() + own.observed.size(), kept_numbers_);
}

Scope ContinuousEvidence::scope_of(const ContinuousComponent& component,
                                   std::span<const char> fixed, std::size_t max_cells) const {
    const std::vector<VariableId> variables = discrete_variables_of(*network_, component, fixed);
    std::vector<std::size_t> cardinalities;
    std::optional<std::size_t> cells = 1;
    for (const VariableId variable : variables) {
        cardinalities.push_back(network_->cardinality(variable));
        if (cells) cells = checked_mul(*cells, cardinalities.back());
    }
    if (!cells || *cells > max_cells) {
        throw TooLargeError(
            "the continuous variables around '" +
                printable(network_->variable(name_giver(component)).name()) + "' have " +
                (cells ? std::to_string(*cells) : std::string("more than 2^64")) +
                " configurations of their discrete parents; the limit is " +
                std::to_string(max_cells),
            {}, "observe some of those parents, or measure the variables that connect them");
    }
    const std::size_t hidden = component.hidden.size(), observed = component.observed.size();
    if (hidden > 0 &&
        static_cast<double>(hidden + observed) * static_cast<double>(hidden + observed) >
            static_cast<double>(max_cells)) {
        throw TooLargeError(std::to_string(hidden) + " continuous variables around '" +
                                printable(network_->variable(name_giver(component)).name()) +
                                "' would have to be integrated out together with " +
                                std::to_string(observed) + " that were measured",
                            {}, "measure the variables that connect them");
    }
    return Scope(variables, cardinalities);
}

/// Fills in `normals` where the only member is a Gaussian.
void ContinuousEvidence::Component::add_normals(const Cpd& cpd) {
    if (!is_linear_gaussian(cpd) || has_point_mass(cpd)) return;
    parents = continuous_parents(cpd);
    for (std::size_t row = 0; row < discrete_scope(cpd).cells(); ++row) {
        const LinearGaussianCpd::Row& r = *regression(cpd, row);
        normals.push_back({r.intercept, std::sqrt(0.5) / std::sqrt(r.variance),
                           -0.5 * std::log(r.variance) - log_sqrt_two_pi});
        slopes.push_back(r.slopes.data());
    }
}

ContinuousEvidence::Component ContinuousEvidence::compiled(ContinuousComponent members,
                                                           const Scope& scope,
                                                           std::span<const char> fixed) {
    Component component;
    has_cut_variables_ = has_cut_variables_ || !members.cut.empty();
    members.for_each_family([&](VariableId member) {
        const Cpd& cpd = network_->cpd(member);
        has_point_masses_ = has_point_masses_ || has_point_mass(cpd);
        const Scope& own = discrete_scope(cpd);
        RowIndex& index = component.rows.emplace_back();
        index.strides.assign(scope.size(), 0);
        for (std::size_t axis = 0; axis < own.size(); ++axis) {
            const VariableId parent = own.variables()[axis];
            if (is_fixed(fixed, parent))
                index.fixed.emplace_back(parent, own.strides()[axis]);
            else
                index.strides[*scope.axis(parent)] = own.strides()[axis];
        }
    });
    if (is_single(members)) component.add_normals(network_->cpd(members.observed.front()));
    if (members.axis) component.inner = given_axis(*network_, members);
    component.members = std::move(members);
    return component;
}

std::vector<ContinuousEvidence::NormalTerm> ContinuousEvidence::normal_terms(
    std::size_t number) const {
    const Factor& factor = factors_[number];
    std::vector<NormalTerm> terms;
    for (const Component& component : factor.components) {
        if (component.normals.empty() || !component.rows.front().fixed.empty()) return {};
        if (!component.parents.empty()) return {};
        NormalTerm& term = terms.emplace_back(component.members.observed.front());
        std::vector<std::uint32_t> at(factor.scope.size(), 0);
        for (std::size_t cell = 0; cell < factor.scope.cells(); ++cell) {
            std::size_t row = 0;
            for (std::size_t axis = 0; axis < at.size(); ++axis)
                row += at[axis] * component.rows.front().strides[axis];
            term.cells.push_back(component.normals[row]);
            next_cell(at, factor.scope.cardinalities());
        }
    }
    return terms;
}

bool ContinuousEvidence::is_observed(std::size_t factor, const ObservedBlock& block) const {
    for (const Component& component : factors_[factor].components) {
        for (const VariableId variable : component.members.observed) {
            if (block.values[variable.index()] != nullptr &&
                block.roles[variable.index()] == Role::observed)
                return true;
        }
        if (!component.members.bounded.empty()) return true;
        for (const VariableId variable : component.members.cut)
            if (matters(block.roles[variable.index()])) return true;
    }
    return false;
}

void ContinuousEvidence::add_log_densities(std::size_t number, const ObservedBlock& block,
                                           double* out, std::size_t stride, Scratch& scratch,
                                           std::uint32_t* point_masses) const {
    const Factor& factor = factors_[number];
    const std::span<const VariableId> axes = factor.scope.variables();
    const auto contradicts = [&](std::size_t axis, std::uint32_t state) {
        const std::uint32_t known =
            block.states.empty() ? ObservedBlock::no_state : block.states[axes[axis].index()];
        return known != ObservedBlock::no_state && known != state;
    };
    std::vector<std::uint32_t>& at = scratch.at;
    at.assign(axes.size(), 0);
    for (std::size_t cell = 0; cell < factor.scope.cells(); ++cell) {
        bool possible = true;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            possible = possible && !contradicts(axis, at[axis]);
        if (possible) {
            for (const Component& component : factor.components) {
                const std::uint32_t hits =
                    add(component, factor.scope, cell, block, out + cell * stride, scratch);
                if (point_masses) point_masses[cell] += hits;
            }
        } else {
            std::fill_n(out + cell * stride, block.rows, zero_density);
        }
        next_cell(at, factor.scope.cardinalities());
    }
}

/// The rows of all families, by variable, in `scratch.row_of`.
void ContinuousEvidence::find_rows(const Component& component, const ObservedBlock& block,
                                   Scratch& scratch) const {
    scratch.row_of.resize(network_->size());
    std::size_t next = 0;
    component.members.for_each_family([&](VariableId member) {
        scratch.row_of[member.index()] = component.rows[next++].row(block, scratch);
    });
}

GaussianIntegral& ContinuousEvidence::integral_of(const Component& component, std::size_t cell,
                                                  Scratch& scratch) const {
    scratch.integrals.resize(components_);
    std::vector<GaussianIntegral>& kept = scratch.integrals[component.number];
    kept.resize(component.kept_cells);
    return kept[cell % kept.size()];
}

const GaussianIntegral& ContinuousEvidence::integral(std::size_t factor, std::size_t number,
                                                     std::size_t cell, const ObservedBlock& block,
                                                     Scratch& scratch) const {
    const Component& component = factors_[factor].components[number];
    const Scope& scope = factors_[factor].scope;
    scratch.at.resize(scope.size());
    for (std::size_t axis = 0; axis < scope.size(); ++axis)
        scratch.at[axis] =
            static_cast<std::uint32_t>(cell / scope.strides()[axis] % scope.cardinalities()[axis]);
    find_rows(component, block, scratch);
    GaussianIntegral& integral = integral_of(component, cell, scratch);
    integral.prepare(*network_, component.members, scratch.row_of, {});
    integral.log_density(block.values, 0);
    return integral;
}

/// In the cell of the factor that `scratch.at` names. Returns the point masses of the last row.
std::uint32_t ContinuousEvidence::add(const Component& component, const Scope& scope,
                                      std::size_t cell, const ObservedBlock& block, double* out,
                                      Scratch& scratch) const {
    const ContinuousComponent& members = component.members;
    if (is_single(members))
        return add_single(component, component.rows.front().row(block, scratch), block, out,
                          scratch);
    find_rows(component, block, scratch);
    if (!members.cut.empty()) {
        // Among the observed factors of a block are those of variables that do not matter in it.
        for (const VariableId variable : members.cut)
            if (!matters(block.roles[variable.index()])) return 0;
        scratch.states.resize(network_->size());
        for (const VariableId variable : members.cut) {
            const std::optional<std::size_t> axis = scope.axis(variable);
            scratch.states[variable.index()] =
                axis ? scratch.at[*axis] : block.states[variable.index()];
        }
    }
    if (members.axis) {
        add_line_integrals(component, block, out, scratch);
        return 0;
    }
    return add_integrals(members, integral_of(component, cell, scratch), block, out, scratch);
}

/// Adds integrals with the rows of the families in `scratch.row_of` and the states of threshold
/// variables in `scratch.states`.
std::uint32_t ContinuousEvidence::add_integrals(const ContinuousComponent& members,
                                                GaussianIntegral& integral,
                                                const ObservedBlock& block, double* out,
                                                Scratch& scratch) const {
    KernelChoices& choices = scratch.choices;
    const double states = log_states(*network_, members);
    const auto log_density = [&](std::size_t r) {
        const double density = integral.log_density(block.values, r);
        if (!members.has_box() || density == zero_density) return density;
        scratch.box.prepare(*network_, members, integral,
                            {.row_of = scratch.row_of,
                             .kernel_of = choices.chosen(),
                             .intervals = block.intervals,
                             .states = scratch.states,
                             .values = block.values,
                             .at = r});
        return density + log_probability_of(scratch.box, *network_, members) + states;
    };
    choices.start(*network_, members, scratch.row_of);
    if (choices.is_only_one()) {
        integral.prepare(*network_, members, scratch.row_of, choices.chosen());
        for (std::size_t r = 0; r < block.rows; ++r) out[r] += log_density(r);
        return static_cast<std::uint32_t>(integral.point_masses());
    }
    std::vector<double>& sums = scratch.sums;
    sums.assign(block.rows, zero_density);
    do {
        integral.prepare(*network_, members, scratch.row_of, choices.chosen());
        for (std::size_t r = 0; r < block.rows; ++r)
            sums[r] = log_sum_exp(sums[r], std::log(choices.weight()) + log_density(r));
    } while (choices.next());
    for (std::size_t r = 0; r < block.rows; ++r) out[r] += sums[r];
    return static_cast<std::uint32_t>(integral.point_masses());
}

/// Adds the integrals of a component with an axis.
void ContinuousEvidence::add_line_integrals(const Component& component, const ObservedBlock& block,
                                            double* out, Scratch& scratch) const {
    KernelChoices& choices = scratch.choices;
    std::vector<double>& sums = scratch.sums;
    sums.assign(block.rows, zero_density);
    choices.start(*network_, component.inner, scratch.row_of);
    do {
        scratch.line.prepare(*network_, component.members, scratch.row_of, choices.chosen());
        for (std::size_t r = 0; r < block.rows; ++r) {
            const PanelledFunction& found =
                scratch.line.integrate(block.values, r, block.intervals, scratch.states);
            sums[r] = log_sum_exp(sums[r], std::log(choices.weight()) + found.log_integral);
        }
    } while (choices.next());
    const double states = log_states(*network_, component.members);
    for (std::size_t r = 0; r < block.rows; ++r) out[r] += sums[r] + states;
}

/// Adds the log density of observed values given those of the parents. Where even the mean is
/// beyond all numbers, it is zero.
std::uint32_t ContinuousEvidence::Component::add_regression(std::size_t row, const double* x,
                                                            const ObservedBlock& block,
                                                            double* out) const {
    const auto [intercept, scale, peak] = normals[row];
    for (std::size_t r = 0; r < block.rows; ++r) {
        double mean = intercept;
        for (std::size_t i = 0; i < parents.size(); ++i)
            mean += slopes[row][i] * block.values[parents[i].index()][r];
        const double z = (x[r] - mean) * scale;
        const double term = peak - z * z;
        out[r] += term == term ? term : std::isnan(x[r]) ? 0 : zero_density;
    }
    return 0;
}

std::uint32_t ContinuousEvidence::add_single(const Component& component, std::size_t row,
                                             const ObservedBlock& block, double* out,
                                             Scratch& scratch) const {
    const VariableId variable = component.members.observed.front();
    const double* const x = block.values[variable.index()];
    if (x == nullptr || block.roles[variable.index()] != Role::observed) return 0;
    if (!component.normals.empty()) {
        if (!component.parents.empty()) return component.add_regression(row, x, block, out);
        const auto [mean, scale, peak] = component.normals[row];
        for (std::size_t r = 0; r < block.rows; ++r) {
            const double z = (x[r] - mean) * scale;
            const double term = peak - z * z;
            out[r] += term == term ? term : 0;  // a missing value contributes nothing
        }
        return 0;
    }
    const Cpd& cpd = network_->cpd(variable);
    const std::span<const VariableId> parents = continuous_parents(cpd);
    std::vector<double>& known = scratch.parents;
    known.resize(parents.size());
    std::uint32_t hits = 0;
    for (std::size_t r = 0; r < block.rows; ++r) {
        if (std::isnan(x[r])) continue;
        for (std::size_t i = 0; i < known.size(); ++i)
            known[i] = block.values[parents[i].index()][r];
        const double term = log_density(cpd, row, known, x[r]);
        hits += term == infinity;
        out[r] += std::isnan(term) ? zero_density : term == infinity ? 0 : term;
    }
    return hits;
}

}  // namespace pgm::detail

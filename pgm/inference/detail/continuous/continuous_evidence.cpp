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

/// True of one observed variable with nothing hidden and no threshold variable.
bool is_single(const ContinuousComponent& component) {
    return component.hidden.empty() && component.thresholds.empty();
}

/// The sum of the logarithms of the cardinalities of the threshold variables, whose states are
/// equally probable in the network of tables.
double log_states(const BayesianNetwork& network, const ContinuousComponent& members) {
    double log = 0;
    for (const VariableId variable : members.thresholds)
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
        add_component(factors_[at->second], std::move(members));
    }
}

void ContinuousEvidence::add_component(Product& product, ContinuousComponent members) {
    Component& component = product.components.emplace_back(
        Component{.factor = {*network_, std::move(members), product.scope}});
    component.number = components_++;
    const ContinuousComponent& own = component.members();
    component.kept_cells =
        own.hidden.empty()
            ? 1
            : GaussianIntegral::kept_cells(product.scope.cells(),
                                           own.hidden.size() + own.observed.size(), kept_numbers_);
    has_cut_variables_ = has_cut_variables_ || !own.thresholds.empty();
    own.for_each_family([&](VariableId member) {
        has_point_masses_ = has_point_masses_ || has_point_mass(network_->cpd(member));
    });
    if (is_single(own)) component.add_normals(network_->cpd(own.observed.front()));
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
                printable(network_->variable(component.first()).name()) + "' have " +
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
                                printable(network_->variable(component.first()).name()) +
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

std::vector<ContinuousEvidence::NormalTerm> ContinuousEvidence::normal_terms(
    std::size_t number) const {
    const Product& factor = factors_[number];
    std::vector<NormalTerm> terms;
    for (const Component& component : factor.components) {
        const CellFinder& row = component.factor.first_row();
        if (component.normals.empty() || row.needs_known_states()) return {};
        if (!component.parents.empty()) return {};
        NormalTerm& term = terms.emplace_back(component.members().observed.front());
        std::vector<std::uint32_t> at(factor.scope.size(), 0);
        for (std::size_t cell = 0; cell < factor.scope.cells(); ++cell) {
            term.cells.push_back(component.normals[row.cell(at, {})]);
            next_cell(at, factor.scope.cardinalities());
        }
    }
    return terms;
}

bool ContinuousEvidence::is_observed(std::size_t factor, const ObservedBlock& block) const {
    for (const Component& component : factors_[factor].components) {
        for (const VariableId variable : component.members().observed) {
            if (block.values[variable.index()] != nullptr &&
                block.roles[variable.index()] == Role::observed)
                return true;
        }
        if (!component.members().bounded.empty()) return true;
        for (const VariableId variable : component.members().thresholds)
            if (matters(block.roles[variable.index()])) return true;
    }
    return false;
}

void ContinuousEvidence::add_log_densities(std::size_t number, const ObservedBlock& block,
                                           double* out, std::size_t stride, Scratch& scratch,
                                           std::uint32_t* point_masses) const {
    const Product& factor = factors_[number];
    const std::span<const VariableId> axes = factor.scope.variables();
    const auto contradicts = [&](std::size_t axis, std::uint32_t state) {
        if (block.states.empty()) return false;
        const std::optional<StateId>& known = block.states[axes[axis].index()];
        return known && known->value != state;
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
    component.factor.find_rows(scratch.at, block.states, scratch.row_of);
    GaussianIntegral& integral = integral_of(component, cell, scratch);
    integral.prepare(*network_, component.members(), scratch.row_of, {});
    integral.log_density(block.values, 0);
    return integral;
}

/// In the cell of the factor that `scratch.at` names. Returns the point masses of the last row.
std::uint32_t ContinuousEvidence::add(const Component& component, const Scope& scope,
                                      std::size_t cell, const ObservedBlock& block, double* out,
                                      Scratch& scratch) const {
    if (is_single(component.members()))
        return add_single(component, component.factor.first_row().cell(scratch.at, block.states),
                          block, out, scratch);
    // Among the observed factors of a block are those of variables that do not matter in it.
    for (const VariableId variable : component.members().thresholds)
        if (!matters(block.roles[variable.index()])) return 0;
    component.factor.find_rows(scratch.at, block.states, scratch.row_of);
    component.factor.find_states(scope, scratch.at, block.states, scratch.states);
    return add_integrals(component, integral_of(component, cell, scratch), block, out, scratch);
}

/// Adds integrals with the rows of the families and the states of threshold variables in `scratch`.
std::uint32_t ContinuousEvidence::add_integrals(const Component& component,
                                                GaussianIntegral& closed,
                                                const ObservedBlock& block, double* out,
                                                Scratch& scratch) const {
    FactorIntegral& integral = scratch.integral;
    const double states = log_states(*network_, component.members());
    const auto log_density = [&](std::size_t r) { return integral.log_density(block, r); };
    integral.start(component.factor, scratch.row_of, scratch.states, closed);
    if (integral.has_one_choice()) {
        for (std::size_t r = 0; r < block.rows; ++r) out[r] += log_density(r) + states;
    } else {
        std::vector<double>& sums = scratch.sums;
        sums.assign(block.rows, zero_density);
        do {
            for (std::size_t r = 0; r < block.rows; ++r)
                sums[r] = log_sum_exp(sums[r], std::log(integral.weight()) + log_density(r));
        } while (integral.next());
        for (std::size_t r = 0; r < block.rows; ++r) out[r] += sums[r] + states;
    }
    return component.members().quadrature_variable
               ? 0
               : static_cast<std::uint32_t>(closed.point_masses());
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
    const VariableId variable = component.members().observed.front();
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

#include <pgm/inference/detail/continuous/moment_recursion.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pgm::detail {
namespace {

/// Densities with more components are not listed where a recursion will do.
constexpr std::size_t most_listed = 1 << 12;

/// Recursion beyond this would overflow the stack.
constexpr std::size_t deepest = 1000;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<VariableId> united(std::vector<VariableId> a, std::span<const VariableId> b) {
    a.insert(a.end(), b.begin(), b.end());
    std::ranges::sort(a);
    a.erase(std::unique(a.begin(), a.end()), a.end());
    return a;
}

Scope scope_over(const BayesianNetwork& network, const std::vector<VariableId>& variables) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId variable : variables)
        cardinalities.push_back(network.cardinality(variable));
    return Scope(variables, cardinalities);
}

}  // namespace

MomentRecursion::MomentRecursion(const BayesianNetwork& network, const CheckedEvidence& evidence,
                                 JointOf joint, std::size_t most_components)
    : network_(network),
      evidence_(evidence),
      joint_(std::move(joint)),
      most_components_(std::min(most_components, most_listed)),
      is_above_evidence_(network.size(), 0),
      rank_(network.size()),
      means_(network.size(), nan),
      centers_(network.size(), 0.0) {
    findings_.assign(evidence, network.size());
    Ids known;
    for (const CheckedEvidence::Item& item : evidence.findings()) {
        known.push_back(item.variable);
        if (state_of(item.finding))
            observed_.push_back(item.variable);
        else
            may_leave_out_ = false;
    }
    for (const CheckedEvidence::Value& value : evidence.values()) {
        known.push_back(value.variable);
        observed_.push_back(value.variable);
    }
    for (const CheckedEvidence::Bounded& bounded : evidence.intervals()) {
        known.push_back(bounded.variable);
        may_leave_out_ = false;
    }
    const std::vector<VariableId> order = topological_order(network.dag());
    for (std::size_t i = 0; i < order.size(); ++i) rank_[order[i].index()] = i;
    for (const VariableId variable : known) is_above_evidence_[variable.index()] = 1;
    for (auto variable = order.rbegin(); variable != order.rend(); ++variable)
        if (is_above_evidence_[variable->index()])
            for (const VariableId parent : parents_of(network.cpd(*variable)))
                is_above_evidence_[parent.index()] = 1;
}

double MomentRecursion::mean(VariableId x) {
    double& mean = means_[x.index()];
    if (!std::isnan(mean)) return mean;
    if (std::exchange(has_centers_, false)) {
        std::ranges::fill(centers_, 0.0);
        moments_.clear();
    }
    return mean = moment({x}, {})[0];
}

double MomentRecursion::covariance(VariableId x, VariableId y) {
    center_ancestors(x);
    center_ancestors(y);
    if (!std::exchange(has_centers_, true)) {
        moments_.clear();
        for (std::size_t v = 0; v < centers_.size(); ++v)
            centers_[v] = std::isnan(means_[v]) ? 0.0 : means_[v];
    }
    return moment(rank_[x.index()] <= rank_[y.index()] ? Ids{x, y} : Ids{y, x}, {})[0];
}

/// Has the means of a variable and of all continuous ones that it depends on.
void MomentRecursion::center_ancestors(VariableId x) {
    Ids stack{x};
    std::vector<char> seen(network_.size(), 0);
    while (!stack.empty()) {
        const VariableId next = stack.back();
        stack.pop_back();
        if (std::exchange(seen[next.index()], 1)) continue;
        mean(next);
        for (const VariableId parent : continuous_parents(network_.cpd(next)))
            stack.push_back(parent);
    }
}

const Table& MomentRecursion::moment(const Ids& of, const Ids& scope) {
    if (const auto found = moments_.find({of, scope}); found != moments_.end())
        return found->second;
    if (++depth_ > deepest)
        throw TooLargeError("the moments of " + in_quotes(network_.variable(of.back()).name()) +
                                " depend on a chain of more than " + std::to_string(deepest) +
                                " continuous variables",
                            {}, "give values for some of them");
    Table table = computed(of, scope);
    --depth_;
    return moments_.emplace(std::pair(of, scope), std::move(table)).first->second;
}

Table MomentRecursion::computed(const Ids& of, const Ids& scope) {
    if (of.empty()) return scope.empty() ? Table(Scope(), std::vector<double>{1}) : joint_(scope);
    for (std::size_t i = 0; i < of.size(); ++i)
        if (is_known(of[i])) return scaled(of, i, scope);
    if (const Ids kept = dependent_part(of, scope); kept != scope) return reduced(of, scope, kept);
    if (std::optional<Table> table = listed(of, scope)) return *std::move(table);
    return expanded(of, scope);
}

/// One of the variables is a constant.
Table MomentRecursion::scaled(const Ids& of, std::size_t known, const Ids& scope) {
    Ids others = of;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(known));
    Table table = moment(others, scope);
    const double factor = *findings_.value(of[known]) - center(of[known]);
    for (double& value : table.values()) value *= factor;
    return table;
}

/// The part of a scope without variables of which `of` are independent given the others.
MomentRecursion::Ids MomentRecursion::dependent_part(const Ids& of, const Ids& scope) const {
    Ids kept = scope;
    for (std::size_t i = kept.size(); may_leave_out_ && i-- > 0;) {
        Ids given = observed_;
        for (const VariableId other : kept)
            if (other != kept[i]) given.push_back(other);
        const VariableId candidate[] = {kept[i]};
        if (d_separation(network_.dag(), of, candidate, given).separated)
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return kept;
}

Table MomentRecursion::reduced(const Ids& of, const Ids& scope, const Ids& kept) {
    const Table smaller = moment(of, kept), p = moment({}, scope), p_kept = moment({}, kept);
    Table table = p;
    const std::vector<std::size_t> to = cells_of(smaller.scope(), p.scope());
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        const std::size_t from = to[cell];
        table[cell] = p_kept[from] > 0 ? smaller[from] / p_kept[from] * p[cell] : 0;
    }
    return table;
}

/// The moments from the components of the density; null where there are too many of them.
std::optional<Table> MomentRecursion::listed(const Ids& of, const Ids& scope) {
    Ids distinct = of;
    if (distinct.size() == 2 && distinct[0] == distinct[1]) distinct.pop_back();
    std::optional<ConditionalGaussians> gaussians;
    try {
        gaussians.emplace(network_, distinct, evidence_, most_components_);
    } catch (const TooLargeError&) {
        return std::nullopt;
    }
    const Ids all = united(scope, gaussians->scope().variables());
    double cells = 1;
    for (const VariableId variable : all)
        cells *= static_cast<double>(network_.cardinality(variable));
    if (cells > most_listed) return std::nullopt;
    // P(all) by the cell of the components and by that of the scope.
    const Table p = moment({}, all);
    std::vector<double> weights(gaussians->scope().cells(), 0.0), values(weights.size(), 0.0);
    const std::vector<std::size_t> to_component = cells_of(gaussians->scope(), p.scope());
    for (std::size_t cell = 0; cell < p.size(); ++cell) weights[to_component[cell]] += p[cell];
    gaussians->for_each(weights, [&](const auto& component) {
        const ComponentMoments collapsed(component);
        double value = collapsed.means(0) - center(distinct[0]);
        if (of.size() == 2) {
            const Eigen::Index second = static_cast<Eigen::Index>(distinct.size()) - 1;
            value =
                value * (collapsed.means(second) - center(of[1])) + collapsed.covariance(0, second);
        }
        values[component.cell] += component.weight / weights[component.cell] * value;
    });
    Table table(scope_over(network_, scope));
    const std::vector<std::size_t> to_scope = cells_of(table.scope(), p.scope());
    for (std::size_t cell = 0; cell < p.size(); ++cell)
        table[to_scope[cell]] += p[cell] * values[to_component[cell]];
    return table;
}

/// The moments by the regression of the last variable.
Table MomentRecursion::expanded(const Ids& of, const Ids& scope) {
    const VariableId x = of.back();
    const Cpd& cpd = network_.cpd(x);
    if (is_above_evidence_[x.index()] || !is_linear_gaussian(cpd))
        throw TooLargeError("the density of " + in_quotes(network_.variable(x).name()) +
                                " has too many components, and something is known of what depends "
                                "on it",
                            {}, "observe some of the discrete variables that it depends on");
    Ids unknown;
    for (const VariableId parent : discrete_scope(cpd).variables())
        if (!findings_.states()[parent.index()]) unknown.push_back(parent);
    const Ids all = united(scope, unknown);
    const Scope all_scope = scope_over(network_, all);
    if (all_scope.cells() > most_listed)
        throw TooLargeError("the moments of " + in_quotes(network_.variable(x).name()) +
                                " need a table of " + std::to_string(all_scope.cells()) + " cells",
                            {}, "observe some of the discrete variables that it depends on");
    const Ids rest(of.begin(), of.end() - 1);
    const bool is_square = !rest.empty() && rest.front() == x;
    const std::span<const VariableId> parents = continuous_parents(cpd);
    const auto with = [&](const Ids& more, VariableId parent) {
        Ids ids = more;
        ids.push_back(parent);
        std::ranges::sort(ids, {}, [&](VariableId id) { return rank_[id.index()]; });
        return moment(ids, all);
    };
    const Ids others = is_square ? Ids() : rest;
    const Table constant = moment(others, all);
    std::vector<Table> linear, products;
    for (const VariableId parent : parents) linear.push_back(with(others, parent));
    if (is_square)
        for (const VariableId a : parents)
            for (const VariableId b : parents) products.push_back(with({a}, b));
    Table table(scope_over(network_, scope));
    const std::vector<std::size_t> to_scope = cells_of(table.scope(), all_scope),
                                   to_row =
                                       cells_of(discrete_scope(cpd), all_scope, findings_.states());
    for (std::size_t cell = 0; cell < all_scope.cells(); ++cell) {
        const LinearGaussianCpd::Row& row = *regression(cpd, to_row[cell]);
        double intercept = row.intercept - center(x);
        for (std::size_t i = 0; i < parents.size(); ++i)
            intercept += row.slopes[i] * center(parents[i]);
        double sum = 0;
        for (std::size_t i = 0; i < parents.size(); ++i) sum += row.slopes[i] * linear[i][cell];
        double value = intercept * constant[cell] + sum;
        if (is_square) {
            value = (row.variance + intercept * intercept) * constant[cell] + 2 * intercept * sum;
            for (std::size_t i = 0; i < parents.size(); ++i)
                for (std::size_t j = 0; j < parents.size(); ++j)
                    value += row.slopes[i] * row.slopes[j] * products[i * parents.size() + j][cell];
        }
        table[to_scope[cell]] += value;
    }
    return table;
}

}  // namespace pgm::detail

#pragma once

#include <pgm/inference/detail/continuous/findings_by_variable.hpp>
#include <pgm/inference/posterior.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// Means and covariances of continuous variables whose densities have too many components to list:
/// the hundredth of a chain of regimes has 2^100. Moments need no list. With 1[f] for "the discrete
/// variables F are in the states f", and the regression X = b + sum_p s_p X_p + N(0, v) with
/// numbers that depend on the discrete parents D of X,
///
///     E(X 1[f])   =  sum_d  b_d P(f, d) + sum_p s_dp E(X_p 1[f, d])
///     E(X Y 1[f]) =  sum_d  b_d E(Y 1[f, d]) + sum_p s_dp E(X_p Y 1[f, d])
///
/// (and v_d P(f, d) where Y = X), all given the evidence, and a variable of F that X is independent
/// of given the others (d-separation in the graph) is left out: E(X 1[f, g]) = E(X 1[f]) P(g | f).
/// In a chain of regimes F never has more than two variables. Where the density of a variable is
/// short, or something is known of what it depends on, its components are added up instead.
class MomentRecursion {
public:
    /// P(F | e) as a table with axes in the order of the request.
    using JointOf = std::function<Table(std::span<const VariableId>)>;

    /// The evidence must be possible; it, the network and the function must live as long. Densities
    /// of up to `most_components` are listed, at most 4096.
    MomentRecursion(const BayesianNetwork& network, const CheckedEvidence& evidence, JointOf joint,
                    std::size_t most_components);

    /// E(X | e), and the covariance given e. Throw TooLargeError where the recursion, too, needs
    /// tables that are too large, or goes through a variable that something is known of, or of what
    /// depends on it.
    double mean(VariableId x);
    double covariance(VariableId x, VariableId y);

private:
    using Ids = std::vector<VariableId>;

    /// E of the product of one or two variables, each counted from its center, by the states of
    /// some discrete ones; of none, the probabilities of these. In topological order.
    const Table& moment(const Ids& of, const Ids& scope);
    Table computed(const Ids& of, const Ids& scope);
    Table scaled(const Ids& of, std::size_t known, const Ids& scope);
    Table reduced(const Ids& of, const Ids& scope, const Ids& kept);
    std::optional<Table> listed(const Ids& of, const Ids& scope);
    Table expanded(const Ids& of, const Ids& scope);
    Ids dependent_part(const Ids& of, const Ids& scope) const;
    void center_ancestors(VariableId x);
    bool is_known(VariableId id) const { return findings_.value(id) != nullptr; }
    double center(VariableId id) const { return centers_[id.index()]; }

    const BayesianNetwork& network_;
    const CheckedEvidence& evidence_;
    JointOf joint_;
    std::size_t most_components_;
    Ids observed_;               ///< all variables of which the state or value is known
    bool may_leave_out_ = true;  ///< false where evidence makes more depend than the graph says
    FindingsByVariable findings_;
    std::vector<char> is_above_evidence_;  ///< by variable: something is known of a descendant
    std::vector<std::size_t> rank_;        ///< in topological order
    std::vector<double> means_;            ///< NaN where they are not known yet
    std::vector<double> centers_;          ///< 0 for means, the means for covariances
    bool has_centers_ = false;
    std::map<std::pair<Ids, Ids>, Table> moments_;
    std::size_t depth_ = 0;
};

}  // namespace pgm::detail

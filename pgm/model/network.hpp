#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/cpd/cpd.hpp>
#include <pgm/model/variable.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The treatment by NetworkBuilder of a row whose sum is within 1e-3 of 1 but not 1
/// (row_normalisation.hpp).
enum class RowSums : std::uint8_t {
    normalise,  ///< divides the row by its sum
    /// Leaves every bit as it is. Estimates with a floor need this: they do not sum to 1 exactly.
    keep,
};

/// A Bayesian network: variables, a DAG over them and one conditional distribution per variable,
///
///     P(X_1, ..., X_n) = prod_i P(X_i | parents(X_i)).
///
/// A network is a value: it can be copied, compared and passed to a thread. It is valid by
/// construction, because only NetworkBuilder::build() makes one: names are distinct, the graph is
/// acyclic, every CPD matches its variable's parents, no discrete variable has a continuous parent,
/// and every row of every table is finite, non-negative and sums to 1 (within 1e-3 under
/// RowSums::keep). It is immutable; to change one, start a NetworkBuilder from it.
///
/// Ids count the variables from 0 in order of declaration. A variable's parents are in the order of
/// its CPD's scope.
class BayesianNetwork {
public:
    BayesianNetwork() = default;

    const std::string& name() const { return name_; }
    std::size_t size() const { return variables_.size(); }

    std::span<const Variable> variables() const { return variables_; }
    const Variable& variable(VariableId id) const { return variables_[id.index()]; }
    const Variable& variable(std::string_view name) const { return variable(id(name)); }
    std::size_t cardinality(VariableId id) const { return variables_[id.index()].cardinality(); }

    const Dag& dag() const { return dag_; }
    const Cpd& cpd(VariableId id) const { return cpds_[id.index()]; }
    std::span<const Cpd> cpds() const { return cpds_; }

    /// True if all variables are discrete.
    bool is_discrete() const { return continuous_count_ == 0; }
    std::size_t continuous_count() const { return continuous_count_; }
    /// keep if some row does not sum to 1.
    RowSums row_sums() const { return row_sums_; }

    /// The variable of that name, or null. Takes constant time, or logarithmic time for names
    /// chosen to collide (pgm/core/text/name_index.hpp).
    std::optional<VariableId> find(std::string_view name) const;
    /// The variable of that name; throws ArgumentError with a suggestion when there is none.
    VariableId id(std::string_view name) const;

    /// The weight of the rows of data behind each row of a distribution that was estimated from
    /// such: how sure its numbers are. Empty where they were typed, or where this is not known.
    /// They are no part of the distribution, so networks that differ in them alone are equal.
    ///
    /// A table has a number for each row: with the weight w, pseudo-counts included, and the
    /// probabilities p, what is known of the row is a Dirichlet distribution with the parameters
    /// w p (Heckerman, Geiger and Chickering 1995, "Learning Bayesian networks: the combination of
    /// knowledge and statistical data"). A linear Gaussian has for each row the weight, the means
    /// of the continuous parents and the lower triangle of their scatter, sum w (x - mean) (x -
    /// mean)': what is known of the regression is normal-inverse-gamma. A threshold has for each
    /// row the weight and the lower triangle of a root L of the information L L' about its cuts and
    /// then its slopes, in units of the noise: what is known of them is about normal.
    std::span<const double> row_weights(VariableId id) const {
        return row_weights_.empty() ? std::span<const double>() : row_weights_[id.index()];
    }

    /// The networks that the learner of this one made of tables whose rows were drawn again, with
    /// replacement, from those that this one was made of (Efron 1979, "Bootstrap methods: another
    /// look at the jackknife"): how sure structure and numbers are together. They have its
    /// variables and no replicates themselves. None for most networks; like row weights they are no
    /// part of the distribution.
    std::span<const BayesianNetwork> replicates() const;

    /// Lines that a file format attaches to the network itself, verbatim (BIF `property` lines).
    const std::vector<std::string>& annotations() const { return annotations_; }

    friend bool operator==(const BayesianNetwork& a, const BayesianNetwork& b) {
        return a.name_ == b.name_ && a.variables_ == b.variables_ && a.cpds_ == b.cpds_ &&
               a.annotations_ == b.annotations_ && a.row_sums_ == b.row_sums_;
    }

private:
    friend class NetworkBuilder;
    friend BayesianNetwork with_replicates(BayesianNetwork network,
                                           std::vector<BayesianNetwork> replicates);

    std::string name_;
    std::vector<Variable> variables_;
    Dag dag_;
    std::vector<Cpd> cpds_;
    NameIndex names_;
    std::vector<std::string> annotations_;
    std::vector<std::vector<double>> row_weights_;  ///< by variable; empty where none are known
    std::size_t continuous_count_ = 0;
    RowSums row_sums_ = RowSums::normalise;
    std::shared_ptr<const std::vector<BayesianNetwork>> replicates_;  ///< copies share them
};

/// The network with these replicates (BayesianNetwork::replicates()). Throws ArgumentError for one
/// that has other variables or states.
BayesianNetwork with_replicates(BayesianNetwork network, std::vector<BayesianNetwork> replicates);

/// True if these numbers can be the row weights of a distribution: they are finite, as many as it
/// takes, and no weight is negative.
bool are_row_weights(const Cpd& cpd, std::span<const double> weights);

/// The first variable that is a decision or a utility. With one, a network is the inside of an
/// influence diagram (pgm/decide/influence_diagram.hpp), and nothing that is asked of a joint
/// distribution has an answer: a Model of it is refused.
std::optional<VariableId> decision_or_utility(const BayesianNetwork& network);

/// The discrete variables in order of ids.
std::vector<VariableId> discrete_variables(const BayesianNetwork& network);

/// The arcs between a discrete and a continuous variable. The other direction would have another
/// kind of distribution, so such an arc is known wherever its ends are known to depend on each
/// other (cpdag(dag, known)).
std::vector<Arc> mixed_arcs(const Dag& dag, std::span<const Variable> variables);

/// Number of free parameters of all distributions together.
std::size_t parameter_count(const BayesianNetwork& network);

/// log P(x) of a complete assignment, one state per variable in id order: the sum of the logarithms
/// of the table entries, -inf for an impossible assignment. Throws ArgumentError when a variable is
/// continuous.
double log_probability(const BayesianNetwork& network, std::span<const StateId> states);

/// The logarithm of the joint distribution, a probability in the discrete variables and a density
/// in the continuous ones. Both spans have one entry per variable in id order; `states` is read for
/// discrete variables and `values` for continuous ones.
double log_density(const BayesianNetwork& network, std::span<const StateId> states,
                   std::span<const double> values);

/// P(X | parents) of a discrete variable as one table, whatever kind of distribution it has: for
/// formats and formulas that have tables only. It has as many cells as there are assignments of the
/// family, where a NoisyMaxCpd takes linear space.
///
///     builder.set_cpd(tabulated(network, network.id("Fever")));
///     // the same distribution, but ready for a format that has tables only
///
/// A distribution that is a table already is copied. Throws TooLargeError, naming the variable,
/// when another one would have more than `limits.max_filled_cells` cells, and ArgumentError for a
/// variable that is continuous or has continuous parents.
TableCpd tabulated(const BayesianNetwork& network, VariableId variable, const Limits& limits = {});

/// Throws what tabulated() throws for any of the discrete variables: for writers, before they write
/// anything.
void require_tabulable(const BayesianNetwork& network, const Limits& limits = {});

}  // namespace pgm

#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/network.hpp>
#include <pgm/table/table.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm {

class BayesianNetwork;
namespace detail {
class PosteriorWriter;
}

/// Status of a question: it had an answer, or none. Evidence of probability zero is an expected
/// outcome of an exact engine, hence a status and not an exception; only *reading* a distribution
/// under impossible evidence throws (ImpossibleEvidenceError).
enum class PosteriorStatus { ok, impossible };

/// The posterior marginals P(X_i | e) of the variables that were asked for, in the order of the
/// request, with log P(e).
///
/// log_evidence() is the natural logarithm of the probability of the evidence (with likelihood
/// findings: of the expected likelihood, which may exceed 1); 0 without evidence, -inf when
/// impossible. A variable that was observed gets a point mass. Every distribution sums to 1 within
/// rounding.
///
/// Engines make posteriors; an algorithm of your own makes them with PosteriorBuilder
/// (PosteriorBuilder).
class Posterior {
public:
    PosteriorStatus status() const { return status_; }
    bool impossible() const { return status_ == PosteriorStatus::impossible; }
    double log_evidence() const { return log_evidence_; }

    /// The variables asked for, in the order of the request.
    std::span<const VariableId> variables() const { return variables_; }
    std::size_t size() const { return variables_.size(); }

    /// P(. | e) of the i-th variable of the request.
    std::span<const double> operator[](std::size_t i) const;
    /// P(. | e) of a variable; throws ArgumentError when it was not asked for.
    std::span<const double> marginal(VariableId variable) const;

    /// True if P(state | e) of the i-th variable of the request is positive. A probability of
    /// 1e-400 is 0 as a double, and here differs from an impossible one.
    bool is_possible(std::size_t i, StateId state) const;

private:
    friend class detail::PosteriorWriter;
    friend class PosteriorBuilder;
    friend struct JointPosterior joint_of_one(const Posterior& posterior);

    /// One run of values per target, one value per state. No allocation where the shape before was
    /// as large.
    void shape(const BayesianNetwork& network, std::span<const VariableId> targets);
    void set_impossible();
    std::span<double> distribution(std::size_t i) {
        return {values_.data() + offsets_[i], offsets_[i + 1] - offsets_[i]};
    }

    PosteriorStatus status_ = PosteriorStatus::ok;
    double log_evidence_ = 0;
    std::vector<VariableId> variables_;
    /// Offset of each variable's distribution in values_, one more at the end.
    std::vector<std::size_t> offsets_;
    std::vector<double> values_;
    std::vector<std::size_t> too_small_;  ///< which values are positive but 0 as doubles, ascending
};

/// P(X_1, ..., X_m | e): a table whose axes are in the order of the request. When impossible, all
/// cells are 0.
struct JointPosterior {
    PosteriorStatus status = PosteriorStatus::ok;
    double log_evidence = 0;
    Table table;
    std::vector<std::size_t> too_small;  ///< cells that are positive but 0 as doubles, ascending
};

/// The joint posterior of one variable: the only one of a posterior.
JointPosterior joint_of_one(const Posterior& posterior);

/// P(X, parents of X | e) of every discrete variable X of a network: the answer of
/// InferenceEngine::families().
///
/// The posteriors of the families are the expected counts of a table in a row with the evidence e,
/// hence the E-step of expectation maximisation; and the derivatives of log P(e) with respect to
/// the cells of the tables are these probabilities divided by the cells (Darwiche 2003). One
/// backward pass gives them all, where a question about each family would be a run by itself.
///
/// Only cells that are positive are listed; a family that the evidence determines has one. Cells
/// are numbered as in the variable's TableCpd: parents first, the variable itself fastest. A
/// variable that was set by do() has no table, so its range is meaningless. Where the evidence is
/// impossible, log_evidence is -inf and there are no cells.
struct FamilyPosteriors {
    struct Cell {
        std::size_t cell;  ///< of the table of the variable
        double probability;
    };

    double log_evidence = 0;         ///< log P(e), natural logarithm
    std::vector<std::size_t> first;  ///< by variable, into `cells`; one more at the end
    std::vector<Cell> cells;

    std::span<const Cell> of(VariableId variable) const {
        return std::span(cells).subspan(first[variable.index()],
                                        first[variable.index() + 1] - first[variable.index()]);
    }
};

/// The most probable assignment of some variables given the evidence. Ties go to the lower state of
/// the earlier variable where the engine can see them, but any maximiser is a right answer.
struct Explanation {
    PosteriorStatus status = PosteriorStatus::ok;
    /// Variables in the order of the request; for a most probable explanation all variables by id.
    std::vector<VariableId> variables;
    std::vector<StateId> states;         ///< one per variable; empty when impossible
    double log_probability = -infinity;  ///< log P(assignment, e)
    double log_evidence = -infinity;     ///< log P(e)
    /// log P(assignment | e): the difference of those two, with the digits that they lose where
    /// densities make them large.
    double log_posterior = -infinity;

    void set_impossible() {
        status = PosteriorStatus::impossible;
        states.clear();
        log_probability = log_evidence = log_posterior = -infinity;
    }
};

/// Makes a Posterior from the numbers of any algorithm: a sampler, a closed form, another program.
///
/// It asks for what every algorithm has, P(X_i = x | e) up to a factor for each target,
/// and log P(e):
///
///     PosteriorBuilder builder(network, targets);
///     builder.set(rain, weights);  // one non-negative number per state
///     return std::move(builder).build(log_evidence);
///
/// The weights are divided by their sum, hence counts of samples and P(x, e) do as well as
/// P(x | e). What is no distribution is refused when it is given, so no NaN gets into a posterior.
class PosteriorBuilder {
public:
    /// Builder for these variables, in this order. Throws ArgumentError for a variable that the
    /// network does not have, that is continuous, or that occurs twice.
    PosteriorBuilder(const BayesianNetwork& network, std::span<const VariableId> targets);
    /// Builder for all discrete variables of the network, in the order of their ids.
    explicit PosteriorBuilder(const BayesianNetwork& network);

    /// P(target | e) times any positive number, one weight per state. Throws ArgumentError, and
    /// has no effect, when the target is none, a weight is missing, negative, infinite or NaN, or
    /// all are 0.
    PosteriorBuilder& set(VariableId target, std::span<const double> weights);
    /// P(target = state | e) = 1, as for a variable that was observed.
    PosteriorBuilder& set_certain(VariableId target, StateId state);
    /// P(target = state | e) > 0, however small its weight: with a weight of 0 it is one that no
    /// double holds. Throws ArgumentError for what is no target or no state.
    PosteriorBuilder& set_possible(VariableId target, StateId state);

    /// The posterior, with the natural logarithm of P(e). -inf means that the evidence is
    /// impossible; then no weights are needed. Throws ArgumentError for NaN and +inf, and for a
    /// target whose weights were never set.
    Posterior build(double log_evidence) &&;

private:
    static constexpr std::size_t no_slot = ~std::size_t{0};

    std::size_t slot_of(VariableId target) const;
    void require_state(std::size_t slot, StateId state) const;

    Posterior posterior_;
    std::vector<std::string> names_;             ///< of the targets, for messages
    std::vector<std::size_t> slot_of_variable_;  ///< the index of each variable among the targets
    std::vector<char> is_set_;                   ///< per target
    std::vector<char> is_possible_;              ///< per value of the posterior, if any was given
};

}  // namespace pgm

#pragma once

#include <pgm/decide/decision_options.hpp>
#include <pgm/decide/strategy.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pgm {

/// What a decision is worth in one history.
struct DecisionRow {
    std::vector<StateId> given;  ///< of DecisionTable::given
    std::vector<std::optional<double>>
        expected_utility;       ///< by alternative; null: it is impossible
    std::vector<StateId> best;  ///< ascending; more than one where they are equal
};

/// The expected utility of every alternative in every history that is possible.
struct DecisionTable {
    VariableId decision;
    std::vector<VariableId> given;   ///< what is known
    std::vector<VariableId> needed;  ///< the part of it that the best alternative depends on
    bool has_influence = true;       ///< some utility depends on the decision
    std::vector<DecisionRow> rows;   ///< in the order of a Scope of `given`
};

/// The best strategy of a diagram and what it is worth.
struct DecisionSolution {
    enum class Optimality : std::uint8_t {
        global,  ///< no strategy is better
        local,   ///< none that differs in one decision is better
    };

    PosteriorStatus status =
        PosteriorStatus::ok;  ///< impossible: no strategy lets the evidence occur
    Optimality optimal = Optimality::global;
    double maximum_expected_utility = 0;
    Strategy strategy;                     ///< of all decisions without findings
    std::vector<DecisionTable> decisions;  ///< in their order, those without findings
};

namespace detail {
class PolicySearch;
}

/// decide() for who asks again: what was compiled for findings on some variables serves other
/// findings on them. For one thread at a time.
class DecisionEngine {
public:
    explicit DecisionEngine(InfluenceDiagram diagram, DecisionOptions options = {});
    ~DecisionEngine();
    DecisionEngine(const DecisionEngine&) = delete;
    DecisionEngine& operator=(const DecisionEngine&) = delete;

    const InfluenceDiagram& diagram() const { return diagram_; }
    /// The answer of decide(), whose errors it throws.
    DecisionSolution decide(const Evidence& evidence = {});

private:
    detail::PolicySearch& search_for(const Evidence& evidence);

    InfluenceDiagram diagram_;
    DecisionOptions options_;
    Evidence evidence_;
    std::unique_ptr<detail::PolicySearch> search_;
};

/// Finds the strategy with the greatest expected utility, exactly, with the plans of the engine: in
/// reverse order each decision gets the alternative that is best for each configuration of what its
/// utilities depend on, by one question with the utility as one table of the product. It is the
/// best one for every diagram with recall, and for those with limited memory whose decisions can be
/// optimised one after the other (Lauritzen and Nilsson 2001, "Representing and solving decision
/// problems with limited information"). For others policies are improved one at a time from several
/// starts, and a search that bounds what is left by what recall would give proves the result best
/// or runs out of trials.
///
/// A finding counts as known from the beginning, whatever is decided: alternatives are compared by
/// E(U | alternative, history, findings). One that makes a finding impossible is out; a decision
/// with a finding is settled.
///
/// Throws ArgumentError for a finding on a continuous variable or a utility, for a risk tolerance
/// that is not positive and for policies that do not fit; TooLargeError, before anything is
/// allocated, as the engine does.
DecisionSolution decide(const InfluenceDiagram& diagram, const Evidence& evidence = {},
                        const DecisionOptions& options = {});

}  // namespace pgm

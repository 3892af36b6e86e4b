#pragma once

#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm {

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
    /// For these variables, in this order. Throws ArgumentError for a variable that the network
    /// does not have, that is continuous, or that occurs twice.
    PosteriorBuilder(const BayesianNetwork& network, std::span<const VariableId> targets);
    /// For all discrete variables of the network, in the order of their ids.
    explicit PosteriorBuilder(const BayesianNetwork& network);

    /// P(target | e) times any positive number, one weight per state. Throws ArgumentError, and
    /// changes nothing, when the target is none, a weight is missing, negative, infinite or NaN, or
    /// all are 0.
    PosteriorBuilder& set(VariableId target, std::span<const double> weights);
    /// P(target = state | e) = 1, as for a variable that was observed.
    PosteriorBuilder& set_certain(VariableId target, StateId state);

    /// P(target = state | e) > 0, however small its weight: with a weight of 0 it is one that no
    /// double holds. Throws ArgumentError for what is no target or no state.
    PosteriorBuilder& set_possible(VariableId target, StateId state);

    /// The posterior, with the natural logarithm of P(e). -inf says that the evidence is
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
    std::vector<char> is_possible_;              ///< per value of the posterior, if any was said
};

}  // namespace pgm

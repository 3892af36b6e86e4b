#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <functional>
#include <span>
#include <string>

namespace pgm::tests {

/// One expression said in three ways that know nothing of each other: as text, as a value, and as a
/// C++ predicate of a complete assignment.
struct RandomExpression {
    std::string text;
    Expression typed;
    std::function<bool(std::span<const StateId>)> holds;
};

/// Up to `depth` operators deep, over random variables of the network; the text uses every spelling
/// of every operator. Names and states of the network must be plain words.
RandomExpression random_expression(Rng& rng, const BayesianNetwork& network, std::size_t depth);

/// What a random question needs on the right of `|`.
struct RandomGiven {
    std::string text;  ///< " | ..." or nothing
    Given typed;
    std::function<bool(std::span<const StateId>)> holds;  ///< of the expressions
};

/// Up to three expressions, most of them small, and perhaps an intervention. Nothing keeps them
/// from contradicting each other.
RandomGiven random_given(Rng& rng, const BayesianNetwork& network);

}  // namespace pgm::tests

#pragma once

#include <pgm/inference/engine_options.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/model.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace pgm {

// How sure an answer is. The numbers of a model that was fitted from rows are uncertain, the more
// so the fewer rows are behind them (BayesianNetwork::row_weights()), and with them every answer.
// Its distribution is found by drawing the numbers again and again, each row from its Dirichlet or
// normal-inverse-gamma distribution (of a threshold about normal), and asking the same question of
// each of the networks drawn (van Allen, Singh, Greiner and Hooper 2008, "Quantifying the
// uncertainty of a belief net response: Bayesian error-bars for belief net inference", who also
// approximate it by derivatives). The draws are the states of one more variable, so that they share
// one plan. Doubts about the structure are not part of it, unless the model has replicates
// (BayesianNetwork::replicates()): then these are asked in place of draws.
//
// It differs from the spread of a variable, sd(X | ..), which stays however many rows there are.

/// Options of an interval. Plain data.
struct IntervalOptions {
    double probability = 0.95;  ///< of the interval, which is between equally probable tails
    std::size_t draws = 4000;
    std::uint64_t seed = 1;
};

/// How sure a number is: the standard deviation of its distribution and its interval. The number
/// itself is that of the model, the parameters at their means.
struct CredibleInterval {
    double sd = 0;
    double low = 0, high = 0;
};

/// The interval of numbers that were drawn; null for fewer than two, or where one is not finite.
std::optional<CredibleInterval> credible_interval(std::vector<double> drawn, double probability);

/// Throws ArgumentError unless the probability is between 0 and 1, and for fewer than two draws.
void check(const IntervalOptions& options);

/// Asks a question about a model and about each draw of its parameters. `prepare(solver)` makes
/// what is called for one draw after the other; the first call is about the model itself.
struct DrawnQuestion {
    /// The numbers of the answer, always as many; none where there is no answer.
    using Ask = std::function<std::vector<double>()>;
    std::function<Ask(const Solver& solver)> prepare;
};

/// The question for P(X | given) of some discrete variables, one posterior after the other.
DrawnQuestion marginals_question(std::vector<VariableId> targets, Given given);

/// The intervals of the numbers of a question, in their order; null for a number that some draw
/// makes infinite or that has no answer in all but a few. Throws ArgumentError where nothing that
/// the answer depends on was estimated from rows, and for options out of range; otherwise as the
/// question does.
std::vector<std::optional<CredibleInterval>> credible_intervals(
    const Model& model, const DrawnQuestion& question, const EngineOptions& engine = {},
    const IntervalOptions& options = {});

/// The numbers of an answer: a probability or a value, the cells of a distribution, of a table
/// those of its rows; none of a density, an assignment and an impossible one.
std::vector<double> numbers_of(const Answer& answer);

/// The intervals of the numbers of an answer, numbers_of().
std::vector<std::optional<CredibleInterval>> credible_intervals(
    const Model& model, const Query& query, const EngineOptions& engine = {},
    const IntervalOptions& options = {});

}  // namespace pgm

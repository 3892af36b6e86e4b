#pragma once

#include <learners/search/learn_structure.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners {

/// A score, and how well the structure that it learns from the training rows predicts the others.
struct JudgedScore {
    Score score;
    double held_out_log_likelihood = 0;

    friend bool operator==(const JudgedScore&, const JudgedScore&) = default;
};

/// The candidates of choose_score() in their order, and the one to learn by.
struct ScoreChoice {
    Score score;
    std::vector<JudgedScore> judged;
    std::size_t held_out_rows = 0;
    /// True if a search was stopped: candidates are then judged by what it had found.
    bool partial = false;

    friend bool operator==(const ScoreChoice&, const ScoreChoice&) = default;
};

/// The scores to choose from unless others are named: BIC asks for more evidence per arc the
/// larger the table is, qnml charges what the table can fit.
std::vector<Score> usual_score_candidates();

/// Chooses the score of a search by rows that it has not seen. A third of the rows, random by the
/// seed, is held out; every candidate learns a structure G from the others by `learning`, and
/// that of the greatest
///
///     ln P(held-out rows | training rows, G) = K2(G; all rows) - K2(G; training rows)
///
/// is chosen, of equal ones the first: K2 is the logarithm of the marginal likelihood, every
/// Dirichlet count 1, so this predicts by the tables of `laplace:1`. The structure itself is not
/// learned here: the caller learns it by the chosen score from all rows.
///
/// It differs from comparing scores of one table, whose units differ, and from bootstrap(), which
/// measures how sure arcs are.
///
/// Throws what learn_structure() throws, ArgumentError for continuous columns, which K2 has no
/// score for, and for no candidates.
ScoreChoice choose_score(const Dataset& data, const StructureLearning& learning,
                         std::span<const Score> candidates, std::uint64_t seed = 0,
                         const SearchControl& control = {});

}  // namespace pgm::learners

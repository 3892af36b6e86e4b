#pragma once

#include <pgm/inference/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pgm {

/// A question about a network with its answer, to be worked out by hand.
struct Exercise {
    enum class Kind : std::uint8_t {
        posterior,  ///< the probability of a state given one or two findings, each of which matters
        d_separation,   ///< whether two variables are d-separated by up to two others
        elimination,    ///< the tables that arise when variables are summed out in an order
        most_probable,  ///< the most probable states of several variables given one or two findings
    };

    Kind kind = Kind::posterior;
    /// The question in the language of queries, "P(lung=yes | xray=yes)", or as a statement,
    /// "asia _||_ smoke | dysp"; of an elimination what is left in the end, "P(lung)".
    std::string query;
    std::string question, answer;
    std::vector<std::string> solution;  ///< the steps to the answer

    friend bool operator==(const Exercise&, const Exercise&) = default;
};

struct ExerciseOptions {
    /// The kinds, which take turns. With the last two of the default the tables of the network must
    /// be known.
    std::vector<Exercise::Kind> kinds = {Exercise::Kind::d_separation, Exercise::Kind::elimination,
                                         Exercise::Kind::posterior, Exercise::Kind::most_probable};
    std::size_t count = 4;
    std::uint64_t seed = 1;
};

/// Different exercises about the network of a solver, drawn at random: the same seed gives the same
/// ones. Findings are drawn from the distribution of the network, so that none is impossible; no
/// posterior is within a thousandth of 0 or 1; a most probable assignment has no equal. Posteriors,
/// eliminations and assignments are of discrete variables. There are fewer than `count` where a
/// small network has no others.
///
/// Throws ArgumentError for a kind of which the network has no exercise at all, and as the solver
/// does.
std::vector<Exercise> exercises(const Solver& solver, const ExerciseOptions& options = {});

}  // namespace pgm

#pragma once

#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>

namespace pgm {

/// A question about a network: what is asked, about which variables, given what. A view, for as
/// long as it is being answered.
///
/// | kind          | targets                     | answer                                          |
/// |---------------|-----------------------------|-------------------------------------------------|
/// | marginals     | discrete ones; none: all    | Posterior: P(X \| e) of each                    |
/// | joint         | discrete ones               | JointPosterior: P(X_1, ..., X_m \| e)           |
/// | most_probable | discrete ones; none: all    | Explanation: argmax P(x, e), the others summed  |
/// |               |                             | out                                             |
/// | evidence      | not read                    | double: log P(e), -inf where it is impossible   |
/// | families      | not read                    | FamilyPosteriors: P(X, parents of X \| e)       |
/// | density       | one continuous variable     | ContinuousPosterior: p(x \| e)                  |
/// | moments       | continuous ones             | ContinuousMoments: their means and covariances  |
///
/// Targets are distinct variables of the network.
struct Question {
    enum class Kind : std::uint8_t {
        marginals,
        joint,
        most_probable,
        evidence,
        families,
        density,
        moments
    };
    using Targets = std::optional<std::span<const VariableId>>;

    Kind kind;
    Targets targets;
    const Evidence& given;
};

/// An answer that lies in the workspace until that is used again.
template <class Answer>
using Kept = std::reference_wrapper<const Answer>;

/// The answer of a solver to a Question, of the type that the kind has. It differs from Answer
/// (pgm/query/answer.hpp), that of a question in words.
using SolverAnswer = std::variant<Kept<Posterior>, JointPosterior, Kept<Explanation>, double,
                                  Kept<FamilyPosteriors>, ContinuousPosterior, ContinuousMoments>;

}  // namespace pgm

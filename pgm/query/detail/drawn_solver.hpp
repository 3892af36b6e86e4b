#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/model/detail/parameter_draws.hpp>

#include <memory>
#include <vector>

namespace pgm::detail {

/// What solvers that answer for the same draw share.
struct DrawnAnswers {
    ParameterDraws draws{};      ///< those that can be chosen; none: the model itself answers
    std::size_t at = 0;          ///< the chosen one, counted from the first of them
    std::vector<char> is_drawn;  ///< by variable: all on which an answer depended so far
};

/// Answers questions about a model for one draw of its parameters after the other, which are the
/// states of one variable more (with_draws()): plans are compiled once and serve them all. While
/// there are no draws it answers for the model, and notes what the answers depend on. A solver of
/// an extended network follows the same choice.
class DrawnSolver final : public Solver {
public:
    /// `answers` must live as long.
    DrawnSolver(const Model& model, const EngineOptions& options, DrawnAnswers& answers);

    const BayesianNetwork& network() const override { return model_.network(); }
    SolverAnswer ask(const Question& question, Workspace& workspace) const override;
    std::unique_ptr<const Solver> extended(const NetworkExtension& extension) const override;
    bool is_mixture() const override { return model_.is_mixture(); }

private:
    void note(const Question& question) const;

    Model model_;
    DrawnAnswers& answers_;
    std::vector<VariableId> discrete_;  ///< which stand for all targets
    InferenceEngine engine_;            ///< of the model with the draws
};

}  // namespace pgm::detail

#include <pgm/inference/detail/engine_implementation.hpp>

#include <utility>

// The cost of a question before it is answered.

namespace pgm::detail {
namespace {

/// Variables from `first_hidden` on stand for parts of distributions and for factors of densities,
/// which outside have no name.
void hide_variables(PredictedCost& prediction, std::size_t first_hidden) {
    const auto is_hidden = [&](VariableId variable) { return variable.index() >= first_hidden; };
    for (PredictedCost::Candidate& candidate : prediction.candidates)
        std::erase_if(candidate.largest_clique, is_hidden);
    if (!prediction.graph) return;
    for (PlanGraph::Table& table : prediction.graph->tables) {
        std::erase_if(table.scope, is_hidden);
        std::erase_if(table.evidence_axes, is_hidden);
        if (is_hidden(*table.variable)) table.variable.reset();
    }
    for (PlanGraph::Contraction& contraction : prediction.graph->contractions) {
        std::erase_if(contraction.scope, is_hidden);
        std::erase_if(contraction.summed_out, is_hidden);
    }
}

}  // namespace

PredictedCost EngineImplementation::predict(const PlanQuestion& question,
                                            WorkspaceState& state) const {
    if (!discretised_models_) return discrete_planner_->predicted_cost(question);
    if (!prepare_hybrid(question, state)) return {.impossible = true};
    return state.hybrid.model->planner().predicted_cost(
        {question.task, question.targets, state.hybrid.evidence});
}

/// The prediction for the part that runs longest; the time is that of all of them.
PredictedCost EngineImplementation::predict_parts(WorkspaceState& state) const {
    PredictedCost slowest;
    double seconds = 0;
    for_each_part({}, state, [&](const PlanQuestion& question) {
        PredictedCost part = predict(question, state);
        seconds += part.run_seconds;
        const bool is_possible = !part.impossible;
        if (!is_possible || slowest.candidates.empty() || part.run_seconds > slowest.run_seconds)
            slowest = std::move(part);
        return is_possible;
    });
    slowest.run_seconds = seconds;
    return slowest;
}

PredictedCost EngineImplementation::predicted_cost(const Evidence& evidence) const {
    WorkspaceState state;
    begin(Task::marginals, {}, evidence, state);
    PredictedCost prediction = divides_marginals()
                                   ? predict_parts(state)
                                   : predict({Task::marginals, {}, state.evidence}, state);
    double seconds = 0;
    if (const JointTable* const table = joint_table(seconds))
        table->add_to(prediction, state.evidence, planner().all_targets());
    hide_variables(prediction, network.size());
    return prediction;
}

}  // namespace pgm::detail

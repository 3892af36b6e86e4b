#include <pgm/inference/plan_prediction.hpp>

#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/graph/plan_sketch.hpp>
#include <pgm/inference/detail/plan/planner.hpp>

namespace pgm {

using namespace detail;

PlanPrediction Planner::predict(const Question& question) const {
    Scratch scratch;
    PlanPrediction prediction;
    const std::shared_ptr<const Plan>& taken = plan(question, scratch);
    prediction.impossible = taken == nullptr;
    if (!taken) return prediction;
    prediction.cost = taken->cost;
    prediction.run_seconds = cost_model::run_seconds(taken->cost);
    const auto consider = [&](PlanKind kind, const PlanRequest& request) {
        PlanSketch sketch = sketch_plan(network_, request);
        if (kind == scratch.kind) prediction.taken = prediction.candidates.size();
        prediction.candidates.push_back({kind, sketch.compile_seconds + sketch.search_seconds,
                                         sketch.run_seconds, sketch.largest_clique_cells,
                                         std::move(sketch.largest_clique)});
    };
    PlanRequest request = request_for(question);
    const bool inside = reach_of(question.evidence) == Reach::inside;
    if (inside && has_full_plan(question)) consider(PlanKind::full, full_request(question.task));
    if (inside) consider(PlanKind::observed, request);
    const StateTrimming::Start start =
        inside ? StateTrimming::Start::prior : StateTrimming::Start::all_states;
    if (!question.evidence.empty() &&
        trimming_.trim(question.evidence, start, scratch.domains, scratch.trimming)) {
        request.domains = &scratch.domains;
        if (!inside) request.prior = nullptr;
        consider(PlanKind::evidence, request);
    }
    return prediction;
}

}  // namespace pgm

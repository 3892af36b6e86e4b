#include <pgm/inference/detail/plan/planner.hpp>

#include <pgm/core/detail/stopwatch.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/plan/plan_description.hpp>
#include <pgm/inference/detail/plan/plan_memory.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

std::vector<VariableId> all_variables(const BayesianNetwork& network) {
    std::vector<VariableId> all;
    all.reserve(network.size());
    for (std::size_t v = 0; v < network.size(); ++v) all.push_back(VariableId(v));
    return all;
}

}  // namespace

Planner::Planner(const BayesianNetwork& network, const EngineOptions& options)
    : Planner(network, options, all_variables(network), 0) {}

Planner::Planner(const BayesianNetwork& network, const EngineOptions& options,
                 std::vector<VariableId> all_targets, std::size_t densities)
    : network_(network),
      options_(options),
      arc_consistency_(network),
      all_(std::move(all_targets)),
      densities_(densities),
      cache_(options.cached_plans) {}

const std::shared_ptr<const Plan>& Planner::plan(const PlanQuestion& question,
                                                 Scratch& scratch) const {
    const PlanMembership membership = membership_of(question.evidence);
    if (membership == PlanMembership::impossible) return scratch.evidence_plan = nullptr;
    if (membership == PlanMembership::inside && has_full_plan(question)) {
        scratch.kind = PlanKind::full;
        if (const std::shared_ptr<const Plan>& full = full_plan(question, scratch)) return full;
    }
    scratch.kind = PlanKind::observed;
    write_key(question, scratch.key);
    if (membership == PlanMembership::outside)
        return plan_for_this_evidence(question, true, scratch);
    const auto make = [&] { return plan_for_observed(question, scratch); };
    if (const std::shared_ptr<const Plan>& kept = kept_plan(scratch, make)) return kept;
    return plan_for_this_evidence(question, false, scratch);
}

/// The plan of the scratch's key: that of the question before, or a cached one, or a new one. Null
/// where that kind of plan is not worth it, which is kept, too.
template <class Make>
const std::shared_ptr<const Plan>& Planner::kept_plan(Scratch& scratch, const Make& make) const {
    if (scratch.last_planner == this && scratch.key == scratch.last_key) return scratch.last_plan;
    std::optional<PlanCache::CachedPlan> entry = cache_.find(scratch.key);
    if (!entry) {
        entry = PlanCache::CachedPlan{make()};
        cache_.add(scratch.key, *entry);
    }
    if (!entry->plan) return scratch.evidence_plan = nullptr;
    scratch.last_planner = this;
    std::swap(scratch.last_key, scratch.key);
    return scratch.last_plan = entry->plan;
}

/// True if the evidence lies within the states that occur by themselves.
Planner::PlanMembership Planner::membership_of(const CheckedEvidence& evidence) const {
    PlanMembership membership = PlanMembership::inside;
    if (arc_consistency_.prior_is_everything()) return membership;
    for (const auto& [variable, finding] : evidence.findings()) {
        const std::optional<StateId> state = state_of(finding);
        if (!state || arc_consistency_.prior().contains(variable, *state)) continue;
        if (std::holds_alternative<Intervened>(finding)) return PlanMembership::outside;
        membership = PlanMembership::impossible;
    }
    return membership;
}

/// Without evidence a plan of its own is quicker to compile and to run: most of what the full one
/// computes on the way forward is 1.
bool Planner::has_full_plan(const PlanQuestion& question) {
    if (question.evidence.empty()) return false;
    return question.task == Task::marginals || question.task == Task::evidence ||
           question.task == Task::families || (question.task == Task::maximum && !question.targets);
}

PlanRequest Planner::limited_request() const {
    PlanRequest request;
    request.max_arena_bytes = options_.max_arena_bytes;
    request.max_multiplications = options_.max_multiplications;
    return request;
}

PlanRequest Planner::full_request(Task task, const Targets& targets) const {
    PlanRequest request = limited_request();
    request.task = task == Task::evidence ? Task::marginals : task;
    const bool asks_some = targets && task != Task::evidence;
    request.targets = asks_some ? std::vector(targets->begin(), targets->end()) : all_;
    request.roles.assign(network_.size(), Role::free);
    for (const VariableId target : all_) request.roles[target.index()] = Role::likelihood;
    std::fill(request.roles.end() - static_cast<std::ptrdiff_t>(densities_), request.roles.end(),
              Role::observed);
    request.domains = &arc_consistency_.prior();
    return request;
}

std::shared_ptr<const Plan> Planner::make_full_plan(const PlanQuestion& question,
                                                    Scratch& scratch) const {
    const ScopedTimer watch(scratch.compile_seconds);
    const PlanRequest request = full_request(question.task, question.targets);
    PlanMemory memory;
    const PlanSketch sketch =
        sketch_plan(network_, request, SketchEffort::unless_run_is_long, &memory);
    if (sketch.runs_longer(cost_model::share_worth_compiling)) return nullptr;
    return std::make_shared<const Plan>(compile_plan(network_, request, sketch));
}

const std::shared_ptr<const Plan>& Planner::full_plan(const PlanQuestion& question,
                                                      Scratch& scratch) const {
    if (question.targets && question.task != Task::evidence)
        return full_plan_for_targets(question, scratch);
    const FullPlan& full = question.task == Task::maximum    ? full_maximum_
                           : question.task == Task::families ? full_families_
                                                             : full_marginals_;
    return full.get([&] { return make_full_plan(question, scratch); });
}

const std::shared_ptr<const Plan>& Planner::full_plan_for_targets(const PlanQuestion& question,
                                                                  Scratch& scratch) const {
    constexpr std::uint64_t any_evidence_mark = std::uint64_t{1} << 33;
    scratch.key.assign(1, any_evidence_mark + static_cast<std::uint64_t>(question.task));
    append_targets(*question.targets, scratch.key);
    return kept_plan(scratch, [&] { return make_full_plan(question, scratch); });
}

/// The targets are a set: their order is of no matter to a plan.
void Planner::write_key(const PlanQuestion& question, PlanCache::Key& key) {
    const std::span<const CheckedEvidence::Item> findings = question.evidence.findings();
    const std::span<const VariableId> targets =
        question.targets.value_or(std::span<const VariableId>());
    key.clear();
    key.reserve(findings.size() + targets.size() + 3);
    key.push_back(static_cast<std::uint64_t>(question.task));
    for (const auto& [variable, finding] : findings)
        key.push_back(std::uint64_t{variable.value} * 4 +
                      static_cast<std::uint64_t>(role_of(finding)));
    constexpr std::uint64_t separator = ~std::uint64_t{0};
    key.push_back(separator);
    if (question.task == Task::evidence || !question.targets) return;
    key.push_back(separator);
    append_targets(targets, key);
}

void Planner::append_targets(std::span<const VariableId> targets, PlanCache::Key& key) {
    for (const VariableId target : targets) key.push_back(target.value);
    std::sort(key.end() - static_cast<std::ptrdiff_t>(targets.size()), key.end());
}

PlanRequest Planner::request_for(const PlanQuestion& question) const {
    PlanRequest request = limited_request();
    request.task = question.task;
    const std::span<const VariableId> targets = question.targets.value_or(std::span(all_));
    if (question.task != Task::evidence) request.targets.assign(targets.begin(), targets.end());
    request.roles.assign(network_.size(), Role::free);
    for (const auto& [variable, finding] : question.evidence.findings())
        request.roles[variable.index()] = role_of(finding);
    request.domains = request.prior = &arc_consistency_.prior();
    if (question.task == Task::joint) {
        request.answer_bytes = sizeof(double);
        for (const VariableId target : targets) {
            request.answer_bytes *= network_.cardinality(target);
        }
    }
    return request;
}

std::shared_ptr<const Plan> Planner::plan_for_observed(const PlanQuestion& question,
                                                       Scratch& scratch) const {
    const ScopedTimer watch(scratch.compile_seconds);
    const PlanRequest request = request_for(question);
    const bool may_remove = !question.evidence.empty() && arc_consistency_.can_remove_states();
    PlanMemory memory;
    const PlanSketch sketch =
        sketch_plan(network_, request,
                    may_remove ? SketchEffort::unless_run_is_long : SketchEffort::full, &memory);
    if (may_remove && sketch.runs_longer(cost_model::share_worth_propagating)) return nullptr;
    return std::make_shared<const Plan>(compile_plan(network_, request, sketch));
}

std::shared_ptr<const ContractionGraph> Planner::graph_for_rows(Task task,
                                                                std::span<const VariableId> targets,
                                                                std::span<const Role> roles) const {
    constexpr std::uint64_t rows_mark = std::uint64_t{1} << 32;
    PlanCache::Key key{rows_mark + static_cast<std::uint64_t>(task)};
    for (const Role role : roles) key.push_back(static_cast<std::uint64_t>(role));
    for (const VariableId target : targets) key.push_back(target.value);
    if (const auto cached = cache_.find(key)) return cached->graph;
    PlanRequest request = limited_request();
    request.task = task;
    request.targets.assign(targets.begin(), targets.end());
    request.roles.assign(roles.begin(), roles.end());
    request.domains = &arc_consistency_.prior();
    PlanMemory memory;
    const PlanSketch sketch = sketch_plan(network_, request, SketchEffort::full, &memory);
    PlanCache::CachedPlan entry;
    try {
        if (sketch.run_seconds <= cost_model::longest_run_per_row_seconds)
            entry.graph =
                std::make_shared<const ContractionGraph>(compile_graph(network_, request, sketch));
    } catch (const TooLargeError&) {
        // A row of its own may need less; if it does not, it is the row that complains.
    }
    cache_.add(key, entry);
    return entry.graph;
}

const std::shared_ptr<const Plan>& Planner::plan_for_this_evidence(const PlanQuestion& question,
                                                                   bool from_all_states,
                                                                   Scratch& scratch) const {
    scratch.kind = PlanKind::evidence;
    const ScopedTimer watch(scratch.compile_seconds);
    const ArcConsistency::Start start =
        from_all_states ? ArcConsistency::Start::all_states : ArcConsistency::Start::prior;
    if (!arc_consistency_.enforce(question.evidence, start, scratch.domains,
                                  scratch.arc_consistency))
        return scratch.evidence_plan = nullptr;
    const std::span<const std::uint64_t> words = scratch.domains.all_words();
    scratch.key.insert(scratch.key.end(), words.begin(), words.end());
    if (const auto cached = cache_.find(scratch.key)) return scratch.evidence_plan = cached->plan;
    PlanRequest request = request_for(question);
    request.domains = &scratch.domains;
    if (from_all_states) request.prior = nullptr;
    PlanMemory memory;
    scratch.evidence_plan = std::make_shared<const Plan>(compile_plan(
        network_, request, sketch_plan(network_, request, SketchEffort::full, &memory)));
    cache_.add(scratch.key, {scratch.evidence_plan});
    return scratch.evidence_plan;
}

Planner::Prediction Planner::predict(const PlanQuestion& question, Scratch& scratch) const {
    PlanRequest request = request_for(question);
    if (!question.evidence.empty()) {
        const ArcConsistency::Start start =
            membership_of(question.evidence) == PlanMembership::inside
                ? ArcConsistency::Start::prior
                : ArcConsistency::Start::all_states;
        if (!arc_consistency_.enforce(question.evidence, start, scratch.domains,
                                      scratch.arc_consistency))
            return {};
        request.domains = &scratch.domains;
        if (start == ArcConsistency::Start::all_states) request.prior = nullptr;
    }
    PlanMemory memory;
    const PlanSketch sketch =
        sketch_plan(network_, request, SketchEffort::unless_run_is_long, &memory);
    return {sketch.run_seconds, sketch.compile_seconds + sketch.search_seconds};
}

double Planner::predicted_full_run_seconds() const {
    const PlanRequest request = full_request(Task::marginals, {});
    PlanMemory memory;
    return sketch_plan(network_, request, SketchEffort::unless_run_is_long, &memory).run_seconds;
}

PredictedCost Planner::predicted_cost(const PlanQuestion& question) const {
    Scratch scratch;
    PredictedCost prediction;
    const std::shared_ptr<const Plan>& taken = plan(question, scratch);
    prediction.impossible = taken == nullptr;
    if (!taken) return prediction;
    prediction.cost = taken->cost;
    prediction.run_seconds = cost_model::run_seconds(taken->cost);
    const auto consider = [&](PlanKind kind, const PlanRequest& request) {
        PlanSketch sketch = sketch_plan(network_, request);
        if (kind == scratch.kind) {
            prediction.taken = prediction.candidates.size();
            prediction.graph = describe_plan(compile_graph(network_, request, sketch));
        }
        prediction.candidates.push_back({kind, sketch.compile_seconds + sketch.search_seconds,
                                         sketch.run_seconds, sketch.largest_clique_cells,
                                         std::move(sketch.largest_clique)});
    };
    PlanRequest request = request_for(question);
    const bool inside = membership_of(question.evidence) == PlanMembership::inside;
    if (inside && has_full_plan(question))
        consider(PlanKind::full, full_request(question.task, question.targets));
    if (inside) consider(PlanKind::observed, request);
    const ArcConsistency::Start start =
        inside ? ArcConsistency::Start::prior : ArcConsistency::Start::all_states;
    if (!question.evidence.empty() &&
        arc_consistency_.enforce(question.evidence, start, scratch.domains,
                                 scratch.arc_consistency)) {
        request.domains = &scratch.domains;
        if (!inside) request.prior = nullptr;
        consider(PlanKind::evidence, request);
    }
    return prediction;
}

}  // namespace pgm::detail

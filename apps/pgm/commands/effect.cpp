#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/effect_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/causal/effect.hpp>
#include <pgm/causal/possible_effects.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

struct EffectRequest {
    std::string model;
    std::string cause;
    std::string effect;
    std::string from;
    std::string to;
    std::string hidden;
    std::optional<std::string> adjust;
    IntervalChoices interval;
    bool equivalent = false;
};

/// A model as far as effects need it: its variables and arcs, those of them that are hidden, and
/// whether its numbers are there.
struct CausalInput {
    BayesianNetwork network;
    CausalGraph graph;
    bool has_numbers;
};

/// The variables that the model or the option declares hidden.
std::vector<VariableId> read_hidden(const EffectRequest& request, const BayesianNetwork& network) {
    std::vector<VariableId> hidden;
    if (!request.hidden.empty()) hidden = parse_variables(network, request.hidden);
    for (std::size_t i = 0; i < network.size(); ++i) {
        const std::vector<std::string>& lines = network.variable(VariableId(i)).annotations();
        if (std::ranges::count(lines, "hidden") > 0) hidden.emplace_back(i);
    }
    if (is_structure(request.model))
        for (const std::string& name : hidden_variables(request.model))
            hidden.push_back(network.id(name));
    return hidden;
}

CausalInput load_causal(Session& session, const EffectRequest& request) {
    io::ReadResult read = load_network_structure(session, request.model);
    CausalGraph graph(read.network.dag(), read_hidden(request, read.network));
    return {std::move(read.network), std::move(graph), read.tables_to_learn.empty()};
}

/// Refuses causes and effects of which there is no effect.
void check_pair(const CausalInput& input, VariableId cause, VariableId effect) {
    if (cause == effect)
        throw ArgumentError("--of and --on name the same variable",
                            "the effect is that of one variable on another");
    for (const VariableId id : {cause, effect}) {
        const Variable& variable = input.network.variable(id);
        if (input.graph.is_hidden(id))
            throw ArgumentError(quoted_name(variable.name()) +
                                " is hidden; cause and effect are observed");
        if (input.has_numbers && !variable.is_discrete())
            throw ArgumentError(quoted_name(variable.name()) +
                                " is continuous; effects are those of one discrete variable on "
                                "another");
    }
}

/// Refuses a set that does not adjust, with the reason.
void check_set(const CausalInput& input, VariableId cause, VariableId effect,
               const std::vector<VariableId>& set) {
    const BayesianNetwork& network = input.network;
    const auto name = [&](VariableId id) { return quoted_name(network.variable(id).name()); };
    for (const VariableId id : set) {
        if (id == cause || id == effect)
            throw ArgumentError(name(id) + " is " + (id == cause ? "the cause" : "the effect") +
                                " and cannot be adjusted for");
        if (input.graph.is_hidden(id))
            throw ArgumentError(name(id) + " is hidden and cannot be adjusted for");
    }
    const AdjustmentCheck check = check_adjustment(input.graph, cause, effect, set);
    if (check.holds()) return;
    const std::string text = "{" + joined_names(network, set) + "} does not adjust: ";
    if (!check.below_cause.empty())
        throw ArgumentError(text + joined_names(network, check.below_cause) +
                            (check.below_cause.size() == 1 ? " is" : " are") +
                            " on a causal path from " + name(cause) + " to " + name(effect) +
                            ", or below one");
    throw ArgumentError(text + "the path " + path_text(network, check.open_path) + " is open",
                        "--adjust auto finds a set if there is one");
}

EffectQuestion read_question(const EffectRequest& request, const CausalInput& input) {
    EffectQuestion question{input.network.id(request.cause), input.network.id(request.effect)};
    check_pair(input, question.cause, question.effect);
    if (!request.adjust || *request.adjust == "auto") return question;
    question.adjust.emplace();
    if (!request.adjust->empty()) question.adjust = parse_variables(input.network, *request.adjust);
    check_set(input, question.cause, question.effect, *question.adjust);
    return question;
}

/// The states of the cause that are compared: by default the first two.
std::pair<StateId, StateId> read_states(const EffectRequest& request, const Variable& cause) {
    const StateId second(cause.cardinality() > 1 ? std::size_t{1} : 0);
    return {request.from.empty() ? StateId(0) : cause.state_id(request.from),
            request.to.empty() ? second : cause.state_id(request.to)};
}

/// How sure the effect and the comparisons are: each draw of the numbers of the network has an
/// effect of its own.
std::vector<std::optional<CredibleInterval>> intervals_of(const EffectAnalysis& analysis,
                                                          StateId from, StateId to,
                                                          const InferenceEngine& engine,
                                                          const IntervalOptions& interval) {
    const auto prepare = [&](const Solver& solver) -> DrawnQuestion::Ask {
        return [&] { return all_numbers(interventional_distribution(analysis, solver), from, to); };
    };
    return credible_intervals(engine.model(), {prepare}, engine.options(), interval);
}

EffectNumbers numbers_of(const EffectRequest& request, const EffectAnalysis& analysis,
                         const InferenceEngine& engine) {
    const EffectQuestion& question = analysis.question;
    const auto [from, to] = read_states(request, engine.network().variable(question.cause));
    EffectNumbers numbers{.doing = std::nullopt,
                          .seeing = conditional_distribution(question, engine),
                          .bounds = natural_bounds(question, engine),
                          .from = from,
                          .to = to,
                          .violations = {}};
    if (analysis.estimand() == nullptr) return numbers;
    numbers.doing = interventional_distribution(analysis, engine);
    if (std::ranges::any_of(numbers.doing->values(), [](double p) { return p != p; }))
        numbers.violations = positivity_violations(*analysis.estimand(), question.cause, engine);
    if (const std::optional<IntervalOptions> interval = request.interval.read())
        numbers.intervals = intervals_of(analysis, from, to, engine, *interval);
    return numbers;
}

void warn_of(const BayesianNetwork& network, const EffectNumbers& numbers) {
    for (const EmptyStratum& stratum : numbers.violations)
        print_warning("positivity is violated: " + stratum_text(network, stratum) +
                      " has probability zero");
}

/// The effects in the networks that are Markov equivalent to the model.
int effects_of_class(Session& session, const EffectRequest& request, const CausalInput& input,
                     const InferenceEngine* engine) {
    if (!input.graph.hidden().empty() || request.adjust)
        throw UsageError("--equivalent goes without hidden variables and --adjust",
                         "the class of a graph is that of its observed variables");
    const EffectQuestion question = read_question(request, input);
    const Dag& dag = input.network.dag();
    const auto effects = timed(session, [&] {
        std::vector<PossibleEffect> found;
        const Cpdag graph = cpdag(dag, mixed_arcs(dag, input.network.variables()));
        for (EffectAnalysis& analysis : possible_effects(graph, question)) {
            std::optional<EffectNumbers> numbers;
            if (engine != nullptr) numbers = numbers_of(request, analysis, *engine);
            found.push_back({std::move(analysis), std::move(numbers)});
        }
        return found;
    });
    for (const PossibleEffect& one : effects)
        if (one.numbers) warn_of(input.network, *one.numbers);
    write(session, possible_effects_report(input.network, effects));
    return fine;
}

int effect(Session& session, const EffectRequest& request) {
    CausalInput input = load_causal(session, request);
    if (!input.has_numbers && !(request.from.empty() && request.to.empty()))
        throw UsageError("--from and --to compare numbers, and '" + request.model + "' has none");
    std::optional<InferenceEngine> engine;
    if (input.has_numbers) engine.emplace(input.network, engine_options(session));
    if (request.equivalent)
        return effects_of_class(session, request, input, engine ? &*engine : nullptr);
    const EffectQuestion question = read_question(request, input);
    std::optional<EffectNumbers> numbers;
    const EffectAnalysis analysis = timed(session, [&] {
        EffectAnalysis found = analyse_effect(input.graph, question);
        if (engine) numbers = numbers_of(request, found, *engine);
        return found;
    });
    if (numbers) warn_of(input.network, *numbers);
    write(session, effect_report(input.network, analysis, numbers));
    return fine;
}

}  // namespace

Action set_up_effect(Options& options, Session& session) {
    const auto given = std::make_shared<EffectRequest>();
    options.argument("MODEL", given->model,
                     "Model file, - for standard input, or a structure, 'Z -> X -> Y <- Z'");
    options.required_text("--of", given->cause, "X", "The variable that is changed");
    options.required_text("--on", given->effect, "Y", "The variable that is looked at");
    options.text("--from", given->from, "STATE", "State of X to start from; default: the first");
    options.text("--to", given->to, "STATE", "State of X to change to; default: the second");
    options.text("--hidden", given->hidden, "NAMES",
                 "Variables that are not observed, beside those that the model declares hidden");
    options.optional_text("--adjust", given->adjust, "NAMES",
                          "Variables to adjust for; default: auto, the smallest set that will do");
    given->interval.add_to(options);
    options.flag("--equivalent", given->equivalent,
                 "The effect in each network that is Markov equivalent to MODEL, such as one that "
                 "was learned");
    add_question_options(options, session);
    return [given, &session] { return effect(session, *given); };
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/effect_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <learners/fit/formula_network.hpp>
#include <pgm/causal/effect.hpp>
#include <pgm/causal/possible_effects.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/partially_directed_graph.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>

namespace pgm::apps {
namespace {

struct EffectRequest {
    std::string model;
    std::string data;
    std::string cause;
    std::string effect;
    std::string from;
    std::string to;
    std::string hidden;
    std::optional<std::string> adjust;
    IntervalChoices interval;
    bool equivalent = false;
    DataChoices table;
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
    for (const VariableId id : {cause, effect})
        if (input.graph.is_hidden(id))
            throw ArgumentError(quoted_name(input.network.variable(id).name()) +
                                " is hidden; cause and effect are observed");
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

/// A state or value of the cause, by default the state or value of this number.
CauseValue read_value(const Variable& cause, const std::string& option, const std::string& text,
                      std::size_t by_default) {
    if (cause.is_discrete())
        return text.empty() ? StateId(std::min(by_default, cause.cardinality() - 1))
                            : cause.state_id(text);
    if (text.empty()) return static_cast<double>(by_default);
    const std::optional<double> value = parse_number(text);
    if (!value) throw UsageError(option + " is a value of a continuous cause, not '" + text + "'");
    return *value;
}

NumbersOfEffect numbers_of(const EffectRequest& request, const EffectAnalysis& analysis,
                           const InferenceEngine& engine) {
    const Variable& cause = engine.network().variable(analysis.question.cause);
    return effect_numbers(
        analysis, engine,
        {read_value(cause, "--from", request.from, 0), read_value(cause, "--to", request.to, 1)},
        request.interval.read());
}

/// The columns of the table that the model has, with the states of a model file. The text of a
/// structure may leave these to the table.
Dataset columns_of_model(const EffectRequest& request, const CausalInput& input,
                         const Dataset& data) {
    const std::span<const Variable> variables = input.network.variables();
    for (const VariableId id : input.graph.hidden())
        if (data.find(input.network.variable(id).name()))
            throw ArgumentError(quoted_name(input.network.variable(id).name()) +
                                    " is hidden in the model, and a column of the table",
                                "leave it out of the hidden variables, or use --ignore");
    const bool is_text = is_structure(request.model);
    const ColumnAlignment aligned(data, variables,
                                  is_text ? UnseenPolicy::missing : UnseenPolicy::error);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (aligned.columns()[i] == nullptr) continue;
        const std::string& name = variables[i].name();
        const bool has_other_states =
            std::ranges::count(aligned.report().unseen, name, &UnseenValues::column) > 0;
        columns.push_back(has_other_states ? data.column(name) : *aligned.columns()[i]);
    }
    return Dataset(std::move(columns), data.weights());
}

/// The network whose numbers the formula gets: that of the table if there is one.
std::optional<BayesianNetwork> network_with_numbers(Session& session, const EffectRequest& request,
                                                    const CausalInput& input,
                                                    const EffectAnalysis& analysis) {
    if (request.data.empty())
        return input.has_numbers ? std::optional(input.network) : std::nullopt;
    const Dataset data = request.table.read_for(session, request.data, input.network);
    learners::FittedNetwork fitted = learners::formula_network(
        columns_of_model(request, input, data), input.network.variables(), analysis);
    for (const std::string& remark : fitted.remarks) print_note(remark);
    return std::move(fitted.network);
}

void warn_of(const BayesianNetwork& network, const NumbersOfEffect& numbers) {
    const auto* const on_states = std::get_if<EffectNumbers>(&numbers);
    if (on_states == nullptr) return;
    for (const EmptyStratum& stratum : on_states->violations)
        print_warning("positivity is violated: " +
                      assignment_text(network, states_of(stratum.variables, stratum.states)) +
                      " has probability zero");
}

/// The effects in the networks that are Markov equivalent to the model.
int effects_of_class(Session& session, const EffectRequest& request, const CausalInput& input) {
    if (!input.graph.hidden().empty() || request.adjust || !request.data.empty())
        throw UsageError("--equivalent goes without hidden variables, --adjust and DATA",
                         "the class of a graph is that of its observed variables");
    const EffectQuestion question = read_question(request, input);
    const Dag& dag = input.network.dag();
    std::optional<InferenceEngine> engine;
    if (input.has_numbers) engine.emplace(input.network, engine_options(session));
    const auto effects = timed(session, [&] {
        std::vector<PossibleEffect> found;
        const Cpdag graph = cpdag(dag, mixed_arcs(dag, input.network.variables()));
        for (EffectAnalysis& analysis : possible_effects(graph, question)) {
            NumbersOfEffect numbers;
            if (engine) numbers = numbers_of(request, analysis, *engine);
            found.push_back({std::move(analysis), std::move(numbers)});
        }
        return found;
    });
    for (const PossibleEffect& one : effects) warn_of(input.network, one.numbers);
    const auto lacks_numbers = [&](const PossibleEffect& one) {
        return !has_numbers(one.analysis, input.network);
    };
    if (engine && std::ranges::any_of(effects, lacks_numbers))
        print_note(
            "a formula over states and numbers together has no closed form, so its row has no "
            "numbers");
    write(session, possible_effects_report(input.network, effects));
    return fine;
}

int effect(Session& session, const EffectRequest& request) {
    const CausalInput input = load_causal(session, request);
    if (!input.has_numbers && request.data.empty() && !(request.from.empty() && request.to.empty()))
        throw UsageError("--from and --to compare numbers, and '" + request.model + "' has none",
                         "DATA has some");
    if (request.equivalent) return effects_of_class(session, request, input);
    const EffectQuestion question = read_question(request, input);
    const EffectAnalysis analysis =
        timed(session, [&] { return analyse_effect(input.graph, question); });
    const std::optional<BayesianNetwork> network =
        network_with_numbers(session, request, input, analysis);
    NumbersOfEffect numbers;
    if (network)
        numbers = timed(session, [&] {
            return numbers_of(request, analysis,
                              InferenceEngine(*network, engine_options(session)));
        });
    const BayesianNetwork& shown = network ? *network : input.network;
    warn_of(shown, numbers);
    write(session, effect_report(shown, analysis, numbers));
    return fine;
}

}  // namespace

Action set_up_effect(Options& options, Session& session) {
    const auto given = std::make_shared<EffectRequest>();
    options.argument("MODEL", given->model,
                     "Model file, - for standard input, or a structure, 'Z -> X -> Y <- Z'");
    options.optional_argument("DATA", given->data,
                              "Table whose relative frequencies the formula takes, in place of the "
                              "numbers of MODEL");
    options.required_text("--of", given->cause, "X", "The variable that is changed");
    options.required_text("--on", given->effect, "Y", "The variable that is looked at");
    options.text("--from", given->from, "STATE",
                 "State or value of X to start from; default: the first, or 0");
    options.text("--to", given->to, "STATE",
                 "State or value of X to change to; default: the second, or 1");
    options.text("--hidden", given->hidden, "NAMES",
                 "Variables that are not observed, beside those that the model declares hidden");
    options.optional_text("--adjust", given->adjust, "NAMES",
                          "Variables to adjust for; default: auto, the smallest set that will do");
    given->interval.add_to(options);
    options.flag("--equivalent", given->equivalent,
                 "The effect in each network that is Markov equivalent to MODEL, such as one that "
                 "was learned");
    given->table.add_to(options);
    add_question_options(options, session);
    return [given, &session] { return effect(session, *given); };
}

}  // namespace pgm::apps

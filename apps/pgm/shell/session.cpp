#include <apps/pgm/shell/session.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <io/format/block/bn.hpp>
#include <io/network_file.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

namespace pgm::apps {

namespace {

/// Leaves out of a network what --chance-only leaves out, with a note; true if that is anything.
bool keep_chance(const Session& session, BayesianNetwork& network,
                 std::vector<io::TableToLearn>& tables) {
    if (!session.chance_only || !decision_or_utility(network)) return false;
    std::vector<std::string> left_out;
    BayesianNetwork rest = chance_only(network, left_out);
    print_note("left out, since it is decided, a utility, or depends on a decision: " +
               first_few(left_out, 20, quoted_name));
    std::erase_if(tables, [&](io::TableToLearn& table) {
        const auto id = rest.find(network.variable(table.variable).name());
        table.variable = id.value_or(table.variable);
        return !id;
    });
    network = std::move(rest);
    return true;
}

void keep_chance(const Session& session, io::ReadResult& result) {
    if (keep_chance(session, result.network, result.tables_to_learn)) result.source = {};
}

void keep_chance(const Session& session, io::ModelResult& result) {
    auto* const network = std::get_if<BayesianNetwork>(&result.model);
    if (network != nullptr && keep_chance(session, *network, result.tables_to_learn))
        result.source = {};
}

/// Reads, times the reading and prints the remarks of the reader.
template <class Read>
auto load(Session& session, Read&& read) {
    auto result = loaded(session, read);
    print_problems(result.remarks);
    keep_chance(session, result);
    return result;
}

bool is_diagram(const io::SavedModel& model) {
    const auto* const network = std::get_if<BayesianNetwork>(&model);
    return network != nullptr && decision_or_utility(*network).has_value();
}

/// The network of a text of arcs and rows; families without rows are to be learned.
io::ReadResult read_structure(const std::string& text) {
    return with_caret(text, [&] {
        constexpr auto accept = io::TablesToLearn::accept;
        return io::read_bn(text, {.name = "", .limits = {}, .tables_to_learn = accept});
    });
}

/// A network goes into the engine; a classifier stays where it is.
InferenceEngine joint_engine(const EngineOptions& options, io::SavedModel& model) {
    if (auto* const network = std::get_if<BayesianNetwork>(&model))
        return InferenceEngine(std::move(*network), options);
    return std::get<Classifier>(model).engine(options);
}

const Ensemble* ensemble_of(const io::SavedModel& model) {
    const auto* const classifier = std::get_if<Classifier>(&model);
    return classifier != nullptr ? classifier->ensemble() : nullptr;
}

/// The words of the classifier that answers for an ensemble, for JSON.
std::string words_of_heaviest(const Ensemble& ensemble) {
    const FitWords& words = ensemble.heaviest().classifier.provenance().choices;
    return words.structure + ", " + words.continuous;
}

std::string shown_model(const std::string& path) {
    return is_structure(path) ? "the text" : quoted_name(path);
}

/// The network in which decisions follow the best strategy.
BayesianNetwork under_best_strategy(const Session& session, const std::string& path,
                                    const InfluenceDiagram& diagram) {
    const BayesianNetwork& network = diagram.network();
    const DecisionSolution solution = decide(diagram, {}, {.engine = engine_options(session)});
    std::vector<std::string> names;
    for (const VariableId decision : diagram.decisions())
        names.push_back(network.variable(decision).name());
    if (!names.empty())
        print_note(shown_model(path) +
                       " is an influence diagram: " + first_few(names, 20, quoted_name) +
                       (names.size() == 1 ? " follows" : " follow") +
                       " the best strategy, of expected utility " +
                       number_text(solution.maximum_expected_utility),
                   "--chance-only keeps what no decision touches");
    return with_strategy(diagram, solution.strategy);
}

/// Notes once which classifier answers for an ensemble.
void answer_by_heaviest(Session& session, const std::string& path, const Ensemble& ensemble) {
    const auto& [classifier, weight] = ensemble.heaviest();
    if (session.answered_by.empty())
        print_note(in_quotes(path) + " is an ensemble of " +
                   std::to_string(ensemble.classifiers().size()) +
                   " classifiers and has no joint distribution: '" +
                   classifier.provenance().choices.structure + "' of weight " +
                   number_text(weight) + " answers all but P(" + classifier.class_name() +
                   " | values of features)");
    session.answered_by = words_of_heaviest(ensemble);
}

}  // namespace

TextSink sink_of(Session& session) {
    return [&session](std::string_view text) { session.out.write(text); };
}

void write(Session& session, const Report& report) {
    if (!session.json) return render_text(report, sink_of(session));
    render_json(with_network(session, report), sink_of(session));
    session.out.write("\n");
}

Report with_network(const Session& session, Report report) {
    if (session.json && !session.answered_by.empty()) report.add("network", session.answered_by);
    return report;
}

void write_text(Session& session, const std::string& text) {
    if (!session.json) return session.out.write(text);
    write(session, {{"text", text}});
}

io::SavedModel load_model(Session& session, const std::string& path) {
    io::SavedModel model = load_model_and_text(session, path).model;
    if (is_diagram(model))
        throw ArgumentError(
            shown_model(path) + " is an influence diagram, with decisions or utilities",
            "pgm decide finds its best strategy; pgm convert --chance-only keeps what no decision "
            "touches");
    return model;
}

InfluenceDiagram diagram_of(Session& session, const std::string& path, bool limited) {
    io::SavedModel model = load_model_and_text(session, path).model;
    auto* const network = std::get_if<BayesianNetwork>(&model);
    if (network == nullptr)
        throw ArgumentError(shown_model(path) + " is a classifier, not an influence diagram",
                            "pgm voi and pgm predict --loss decide by a classifier");
    return InfluenceDiagram(std::move(*network), limited ? InfluenceDiagram::Memory::limited
                                                         : InfluenceDiagram::Memory::recall);
}

io::ModelResult load_model_and_text(Session& session, const std::string& path) {
    const DeafWork deaf;
    if (is_structure(path)) {
        io::ReadResult read = load(session, [&] { return read_structure(path); });
        io::require_all_tables(read.network, read.tables_to_learn);
        return {std::move(read.network)};
    }
    require_model(path);
    return load(session, [&] { return io::read_model(path); });
}

bool is_structure(const std::string& model) {
    const bool has_arrow = model.find("->") != std::string::npos ||
                           model.find("<-") != std::string::npos ||
                           model.find('{') != std::string::npos || is_model_string(model);
    std::error_code none;
    return has_arrow && !std::filesystem::exists(model, none);
}

io::ModelResult load_structure(Session& session, const std::string& model) {
    if (is_structure(model)) {
        io::ReadResult read = load(session, [&] { return read_structure(model); });
        return {std::move(read.network), {}, std::move(read.tables_to_learn)};
    }
    require_model(model);
    return load(session, [&] { return io::read_model(model, {}, io::TablesToLearn::accept); });
}

io::ModelResult load_structure(Session& session, io::ByteSource& source) {
    return load(session, [&] { return io::read_model(source, {}, io::TablesToLearn::accept); });
}

std::vector<WeightedNetwork> networks_of(Session& session, const std::string& path,
                                         io::SavedModel model) {
    if (const Ensemble* const ensemble = ensemble_of(model))
        answer_by_heaviest(session, path, *ensemble);
    return io::members_of(std::move(model));
}

io::ReadResult load_network_structure(Session& session, const std::string& model) {
    if (is_structure(model)) return load(session, [&] { return read_structure(model); });
    io::ModelResult loaded = load_structure(session, model);
    std::vector<WeightedNetwork> networks = networks_of(session, model, std::move(loaded.model));
    if (networks.size() > 1) throw averages_networks(model, networks.size(), "a graph of its own");
    return {.network = std::move(networks.front().network),
            .remarks = {},
            .tables_to_learn = std::move(loaded.tables_to_learn),
            .source = std::move(loaded.source)};
}

BayesianNetwork load_network(Session& session, const std::string& path) {
    std::vector<WeightedNetwork> networks = networks_of(session, path, load_model(session, path));
    if (networks.size() > 1) throw averages_networks(path, networks.size(), "tables of its own");
    return std::move(networks.front().network);
}

void say_lost(const std::string& path, const std::string& from,
              const std::vector<std::string>& parts) {
    if (parts.empty()) return;
    print_note("not in " + quoted_name(path) + ": " + enumerated(parts) + " of " +
               quoted_name(from));
}

void write_network_of(const std::string& from, const io::SourceText& source,
                      const BayesianNetwork& network, const std::string& path) {
    std::vector<std::string> lost = io::losses(network, path, source);
    for (std::string& part : io::lost_looks(network, path, source)) lost.push_back(std::move(part));
    io::write_network(network, path, source);
    say_lost(path, from, lost);
}

void write_model(const Classifier& classifier, const std::string& path) {
    const NetworkClassifier* const networks = classifier.networks();
    if (is_standard_output(path) || io::holds_classifier(path, classifier) || !networks ||
        networks->model().is_mixture())
        return io::write_classifier(classifier, path);
    io::write_network(networks->model().network(), path);
    print_note("'" + path +
                   "' has the network alone, without the class, cut points and statistics of the "
                   "classifier",
               "predict takes --class with it; a .pgmodel or .json file has all of it");
}

ArgumentError averages_networks(const std::string& path, std::size_t networks,
                                const std::string& what) {
    return ArgumentError(
        in_quotes(path) + " averages " + std::to_string(networks) + " networks, each with " + what,
        "pgm convert --member 1 writes the first of them to a file");
}

ModelEngine::ModelEngine(const Session& session, const std::string& path, io::SavedModel model)
    : path_(path),
      class_name_(std::holds_alternative<Classifier>(model)
                      ? std::get<Classifier>(model).class_name()
                      : ""),
      joint_(joint_engine(engine_options(session), model)) {
    if (const Ensemble* const ensemble = ensemble_of(model))
        predictions_.emplace(*ensemble, engine_options(session));
}

ModelEngine::ModelEngine(const Session& session, const std::string& path, InfluenceDiagram diagram)
    : path_(path),
      diagram_(std::move(diagram)),
      joint_(under_best_strategy(session, path, *diagram_), engine_options(session)) {}

void ModelEngine::answer_jointly(Session& session, std::span<const VariableId> asked,
                                 std::span<const VariableId> set) const {
    const Ensemble* const ensemble = predictions_ ? &predictions_->ensemble() : nullptr;
    const std::optional<VariableId> about =
        class_name_.empty() ? std::nullopt : network().find(class_name_);
    const bool is_about_class = about && std::ranges::find(asked, *about) != asked.end();
    const auto has_no_effect = [&](VariableId feature) {
        return feature != *about &&
               std::ranges::none_of(joint_.model().members(), [&](const WeightedNetwork& member) {
                   const std::vector<VariableId> causes = ancestors(member.network.dag(), *about);
                   return std::ranges::find(causes, feature) != causes.end();
               });
    };
    for (const VariableId feature : set) {
        if (!is_about_class || !has_no_effect(feature)) continue;
        if (session.features_without_effect.insert(feature).second)
            print_note("do() of " + in_quotes(network().variable(feature).name()) +
                           " changes nothing of " + in_quotes(class_name_) +
                           ": the arcs of this classifier lead from the class to the features, so "
                           "that setting a feature has no effect on the class",
                       "P(" + class_name_ +
                           " | feature=value) is the prediction; effects need a "
                           "network whose arcs are causes");
        if (ensemble) session.answered_by = words_of_heaviest(*ensemble);
        return;
    }
    if (ensemble) answer_by_heaviest(session, path_, *ensemble);
}

ModelEngine engine_of(const Session& session, const std::string& path, io::SavedModel model) {
    if (is_diagram(model))
        return ModelEngine(session, path,
                           InfluenceDiagram(std::get<BayesianNetwork>(std::move(model))));
    return ModelEngine(session, path, std::move(model));
}

ModelEngine load_engine(Session& session, const std::string& path) {
    io::SavedModel model = load_model_and_text(session, path).model;
    const Stopwatch watch;
    ModelEngine engine = engine_of(session, path, std::move(model));
    session.timings.add_construction(watch.milliseconds());
    return engine;
}

EngineOptions engine_options(const Session& session, EngineOptions options) {
    options.threads = session.question_threads;
    options.max_arena_bytes = session.memory.limit.value_or(options.max_arena_bytes);
    constexpr std::uint64_t million = 1'000'000;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / million;
    if (session.work_limit)
        options.max_multiplications = million * std::min<std::uint64_t>(*session.work_limit, most);
    return options;
}

}  // namespace pgm::apps

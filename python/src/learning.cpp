#include <python/src/detail/columns.hpp>
#include <python/src/detail/frame.hpp>
#include <python/src/detail/listening.hpp>

#include <learners/discretise/discretise.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/independence/linear_relations.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/search/learn_structure.hpp>
#include <learners/search/score_remarks.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::python {

learners::LearnerWords words_from(const std::map<std::string, std::string>& given) {
    learners::LearnerWords words;
    const std::map<std::string, std::string learners::LearnerWords::*> members = {
        {"smoothing", &learners::LearnerWords::smoothing},
        {"continuous", &learners::LearnerWords::continuous},
        {"calibration", &learners::LearnerWords::calibration},
        {"missing", &learners::LearnerWords::missing_cells},
        {"class_prior", &learners::LearnerWords::class_prior},
        {"empty_rows", &learners::LearnerWords::empty_rows},
        {"continuous_parents", &learners::LearnerWords::continuous_parents}};
    for (const auto& [name, word] : given) words.*members.at(name) = word;
    return words;
}

Dataset with_variation(const Dataset& data) {
    std::vector<ColumnId> kept;
    for (std::size_t i = 0; i < data.columns().size(); ++i) {
        const Column& column = data.column(ColumnId(i));
        if (column.missing_cells() < column.rows() && !is_constant_number(column))
            kept.emplace_back(i);
    }
    return data.select_columns(kept);
}

namespace {

/// The texts among the choices of a pgm.StructureLearner: algorithm, score, test, constraints,
/// continuous, continuous_parents and missing, empty where they are not given.
using SearchWords = std::map<std::string, std::string>;

/// The choices of a pgm.StructureLearner.
struct SearchChoices {
    const SearchWords& words;
    std::optional<double> alpha;
    std::optional<std::size_t> restarts;
    std::uint64_t seed;
};

learners::SearchAlgorithm algorithm_of(const SearchChoices& choices) {
    learners::SearchAlgorithm algorithm =
        learners::parse_search_algorithm(choices.words.at("algorithm"));
    const auto climb = [&](auto& options) {
        options.restarts = choices.restarts.value_or(options.restarts);
        options.seed = choices.seed;
    };
    std::visit(Overloaded{[&](learners::HillClimbing& options) { climb(options); },
                          [&](learners::Tabu& options) { climb(options); },
                          [&](learners::Boss& options) {
                              if (choices.restarts) options.restarts = *choices.restarts;
                              options.seed = choices.seed;
                          },
                          [&](learners::Mmhc& options) {
                              climb(options.climbing);
                              if (choices.alpha) options.candidates.alpha = *choices.alpha;
                          },
                          [&](learners::Pc& options) {
                              if (choices.alpha) options.alpha = *choices.alpha;
                          },
                          [](auto&) {}},
               algorithm);
    return algorithm;
}

learners::Constraints constraints_of(const Dataset& data, const std::string& text,
                                     bool continuous_parents) {
    std::vector<std::string_view> names;
    for (const Column& column : data.columns()) names.push_back(column.name());
    learners::Constraints rules = learners::parse_constraints(text, names);
    learners::check_constraints(rules, data, continuous_parents);
    return rules;
}

learners::StructureLearning task_of(const Dataset& data, const SearchChoices& choices) {
    learners::StructureLearning task{.algorithm = algorithm_of(choices),
                                     .score = learners::parse_score(choices.words.at("score")),
                                     .test = std::nullopt,
                                     .constraints = {}};
    if (const std::string& test = choices.words.at("test"); !test.empty())
        task.test = learners::parse_test_statistic(test);
    if (const std::string& noise = choices.words.at("continuous_parents"); !noise.empty())
        task.continuous_parents = learners::parse_continuous_parents(noise);
    task.constraints =
        constraints_of(data, choices.words.at("constraints"), task.continuous_parents.has_value());
    return task;
}

/// Without the columns that identify rows, but for those in `kept` and those that the rules name;
/// null keeps all. What identifies rows shows before numbers are cut; dates do not.
NarrowedTable columns_to_learn(const Dataset& data, const Dataset& cut,
                               const std::string& constraints,
                               const std::optional<std::vector<std::string>>& kept) {
    NarrowedTable rest{cut, {}};
    if (kept) {
        std::vector<std::string> named = *kept;
        const learners::Constraints rules = constraints_of(cut, constraints, true);
        for (const ColumnId column : learners::named_columns(rules))
            named.push_back(cut.column(column).name());
        rest = without_identifiers(data, named);
        for (std::string& remark : rest.remarks) remark += "; keep_identifiers=True keeps it";
        std::vector<ColumnId> left;
        for (const Column& column : rest.data.columns()) left.push_back(cut.id(column.name()));
        rest.data = cut.select_columns(left);
    }
    for (std::string& remark : remarks_on_codes(rest.data))
        rest.remarks.push_back(std::move(remark));
    for (const learners::LinearRelation& relation : learners::linear_relations(rest.data))
        rest.remarks.push_back(learners::linear_relation_remark(relation, rest.data));
    return rest;
}

/// Columns without a value or without variation, which a search for a structure leaves out.
std::vector<std::string> remarks_on_columns_to_learn(const Frame& frame) {
    const nb::gil_scoped_release release;
    std::vector<std::string> remarks;
    for (const std::string& remark : empty_column_remarks(frame.data()))
        remarks.push_back(remark + " and is left out");
    for (const Column& column : frame.data().columns())
        if (column.missing_cells() < column.rows() && is_constant_number(column))
            remarks.push_back(in_quotes(column.name()) +
                              " has the same number in every row and is left out");
    return remarks;
}

nb::tuple names_of(const Dataset& data, const Arc& arc) {
    return nb::make_tuple(data.columns()[arc.parent.index()].name(),
                          data.columns()[arc.child.index()].name());
}

/// {(parent, child): confidence}; None where there is none.
nb::object confidence_of(const Dataset& data,
                         const std::optional<learners::ArcConfidence>& confidence) {
    if (!confidence) return nb::none();
    nb::dict shares;
    const std::size_t size = confidence->variables();
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b) {
            const Arc arc{VariableId(a), VariableId(b)};
            const double share = confidence->arc(arc.parent, arc.child);
            if (share > 0) shares[names_of(data, arc)] = share;
        }
    return shares;
}

/// The columns of numbers cut into states, as the words say.
Dataset with_cuts(const Dataset& data, const std::string& words, std::size_t threads) {
    const learners::CutChoice cuts = learners::parse_cut_choice(words);
    if (cuts.empty()) return data;
    if (cuts.rule && std::holds_alternative<learners::Mdlp>(*cuts.rule))
        throw ArgumentError("mdlp cuts where the class changes, and a network has no class",
                            "continuous=\"frequency:4\", width:K, kmeans:K or proportional");
    learners::require_continuous_columns(cuts.given, data.schema());
    return (cuts.rule ? learners::learn_cuts(data, {}, *cuts.rule, cuts.given, threads)
                      : cuts.given)
        .apply(data);
}

/// The confidence of arcs by learning from resampled tables; null for no replicates.
std::optional<learners::ArcConfidence> resampled(const Dataset& data,
                                                 const learners::StructureLearning& task,
                                                 const learners::IncompleteLearning& incomplete,
                                                 const learners::Bootstrap& bootstrap,
                                                 const learners::SearchControl& control) {
    if (bootstrap.replicates == 0) return std::nullopt;
    const auto learn = [&](const Dataset& sample, const learners::SearchControl& of_sample) {
        return learners::learn_incomplete(sample, task, incomplete, of_sample).structure;
    };
    return learners::bootstrap(data, learn, bootstrap, control).confidence;
}

/// (compelled arcs, reversible edges) of the Markov equivalence class under the rules.
Parts class_of(std::span<const Variable> variables, const Dag& dag,
               const learners::Constraints& rules) {
    const Cpdag graph = learners::cpdag(dag, variables, learners::AllowedArcs(dag.size(), rules));
    const auto pair = [&](VariableId a, VariableId b) {
        return nb::make_tuple(variables[a.index()].name(), variables[b.index()].name());
    };
    nb::list arcs, edges;
    for (const auto& [parent, child] : graph.compelled) arcs.append(pair(parent, child));
    for (const auto& [a, b] : graph.reversible) edges.append(pair(a, b));
    return nb::make_tuple(arcs, edges);
}

/// ([(parent, child)], score, [name of a column of the graph], remarks on columns, on the score,
/// the table to fit from where it is another one, {(parent, child): confidence} or None, the class)
Parts learn(const Frame& frame, const SearchWords& words, std::optional<double> alpha,
            std::optional<std::size_t> restarts, std::uint64_t seed, std::size_t threads,
            nb::handle progress, const std::optional<std::vector<std::string>>& kept,
            std::size_t replicates) {
    const Dataset varied = with_variation(frame.data());
    const std::string& continuous = words.at("continuous");
    std::optional<std::vector<std::string>> kept_or_dates = kept;
    if (kept)
        kept_or_dates->insert(kept_or_dates->end(), frame.dates().begin(), frame.dates().end());
    auto [data, remarks] = columns_to_learn(varied, with_cuts(varied, continuous, threads),
                                            words.at("constraints"), kept_or_dates);
    const learners::StructureLearning task = task_of(data, {words, alpha, restarts, seed});
    learners::IncompleteLearning incomplete{.seed = seed};
    if (const std::string& missing = words.at("missing"); !missing.empty())
        incomplete.missing_cells = learners::parse_missing_cells_in_search(missing);
    learners::Bootstrap bootstrap{.replicates = replicates, .seed = seed};
    bootstrap.constraints = task.constraints;
    auto [found, of_samples] =
        listening(threads, progress, [&, &table = data](const learners::SearchControl& control) {
            auto learned = learners::learn_incomplete(table, task, incomplete, control);
            auto confidence = resampled(table, task, incomplete, bootstrap, control);
            return std::pair(std::move(learned), std::move(confidence));
        });
    nb::list arcs, names;
    for (const Column& column : data.columns()) names.append(column.name());
    for (const Arc& arc : found.structure.dag.arcs()) arcs.append(names_of(data, arc));
    if (found.missing_cells)
        remarks.push_back(learners::missing_cells_remark(data, *found.missing_cells));
    const Dataset& scored = found.rows ? *found.rows : data;
    const std::vector<std::string> of_score = learners::score_remarks(
        learners::DataScore(scored, task.score, {.continuous_parents = task.continuous_parents}),
        task.algorithm, found.structure.dag, scored);
    nb::object rows = nb::none();
    if (found.rows || !continuous.empty()) rows = nb::cast(Frame(scored));
    return nb::make_tuple(arcs, found.structure.score, names, remarks, of_score, rows,
                          confidence_of(data, of_samples ? of_samples : found.confidence),
                          class_of(data.schema(), found.structure.dag, task.constraints));
}

/// The class of a network that was given.
Parts class_of_network(const Network& network) {
    const auto graph = network.graph();
    return class_of(graph->variables(), graph->dag(), {});
}

/// (network, remarks) of a structure in text.
Parts fit_network(const Frame& frame, const std::string& structure,
                  const std::map<std::string, std::string>& words, std::size_t threads,
                  nb::handle progress) {
    learners::FittedNetwork fitted =
        listening(threads, progress, [&](const learners::SearchControl& control) {
            const learners::Estimator estimator = learners::parse_learner(
                structure, words_from(words), {.threads = control.threads, .stop = control.stop});
            return learners::fit_network(frame.data(), *learners::leaves_of(estimator).front(),
                                         control);
        });
    return nb::make_tuple(Network(fitted.network), fitted.remarks);
}

}  // namespace

void bind_learning(nb::module_& module) {
    module.def("remarks_on_columns_to_learn", &remarks_on_columns_to_learn);
    module.def("learn_structure", &learn, nb::arg("frame"), nb::arg("words"),
               nb::arg("alpha").none(), nb::arg("restarts").none(), nb::arg("seed"),
               nb::arg("threads"), nb::arg("progress").none(), nb::arg("kept").none() = nb::none(),
               nb::arg("bootstrap") = 0);
    module.def("class_of", &class_of_network);
    module.def("cut_columns",
               [](const Frame& frame, const std::string& words, std::size_t threads) {
                   return Frame(with_cuts(frame.data(), words, threads));
               });
    module.def("fit_network", &fit_network, nb::arg("frame"), nb::arg("structure"),
               nb::arg("words"), nb::arg("threads"), nb::arg("progress").none());
}

}  // namespace pgm::python

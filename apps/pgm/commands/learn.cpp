#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/learn_choices.hpp>
#include <apps/pgm/options/learned_columns.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/learn_report.hpp>
#include <apps/pgm/report/unscored_families.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <io/arc_confidence_file.hpp>
#include <io/file/output_file.hpp>
#include <io/network_file.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/search/score_choice.hpp>
#include <learners/search/score_remarks.hpp>
#include <learners/unobserved/known_cells_score.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::apps {
namespace {

struct LearnRequest {
    std::vector<std::string> data;
    std::string model;
    std::string confidence;  ///< the file
    LearnChoices choices;
    DataChoices table;
    LearnedColumns columns;
    TimeLimit limit;
};

/// The rows to learn from: a table, or with an exchange the share of it that this rank has.
struct LearnRows {
    Dataset data;
    CountExchange exchange = {};
};

/// In any share.
bool has_missing_cells(const LearnRows& share) {
    std::uint64_t shares = learners::has_missing_cells(share.data) ? 1 : 0;
    share.exchange.add({&shares, 1});
    return shares > 0;
}

LearnRows read_rows(Session& session, const LearnRequest& request, const LearnTask& task) {
    const auto whole = [](Dataset data) {
        return LearnRows{without_constant_numbers(with_values(std::move(data)))};
    };
    if (session.ranks == nullptr || !task.needs_counts_only())
        return whole(request.table.read_to_learn(session, request.data));
    Rows table = request.table.open_to_learn(
        session, request.data, {}, {}, [](std::span<const Variable> columns, std::size_t) {
            return std::ranges::all_of(columns, &Variable::is_discrete);
        });
    if (Dataset* const data = table.table()) return whole(std::move(*data));
    LearnRows share{io::in_memory(table), sources::count_exchange(*session.ranks)};
    // Missing values are treated row by row, and by every rank in the same way.
    if (!has_missing_cells(share)) return share;
    return whole(request.table.read_to_learn(session, request.data));
}

/// The columns to learn from, cut if that was asked for. Of a share none is left out, since the
/// others may decide otherwise.
LearnRows narrowed(const LearnRequest& request, const LearnTask& task, LearnRows rows) {
    if (rows.exchange) return rows;
    const auto kept = [&](const Dataset& cut) {
        return request.columns.narrowed_with_notes(
            rows.data, request.table, named_columns(request.choices.read_constraints(cut), cut));
    };
    if (task.cuts.empty()) {
        rows.data = kept(rows.data);
    } else {
        const Dataset cut = request.choices.cut(rows.data, task), narrow = kept(cut);
        std::vector<ColumnId> columns;
        for (const Column& column : narrow.columns()) columns.push_back(cut.id(column.name()));
        rows.data = cut.select_columns(columns);
    }
    say_codes(rows.data, request.table, {}, ", normally distributed");
    return rows;
}

learners::SearchControl control_of(const Interruption& interruption, ProgressBar& bar,
                                   const LearnTask& task, const LearnRows& rows) {
    learners::SearchControl control = control_of(interruption, bar, task.fit.threads);
    if (rows.exchange) control.threads = 1;
    control.exchange = rows.exchange;
    return control;
}

/// Refuses a file whose format cannot hold these columns before a search that may take hours: the
/// network without arcs has all that a format can object to.
void check_format(const LearnRows& rows, const std::string& path) {
    if (path.empty()) return;
    const Dag no_arcs(rows.data.columns().size());
    io::check_writable(
        learners::fit_network(rows.data, no_arcs, {}, {.exchange = rows.exchange}).network, path);
}

learners::BootstrapResult resample(const Dataset& data, const LearnTask& task,
                                   const learners::SearchControl& control) {
    const auto learn = [&](const Dataset& rows, const learners::SearchControl& of_rows) {
        return learners::learn_incomplete(rows, task.learning, task.incomplete, of_rows);
    };
    const auto structure = [&](const auto&... of) { return learn(of...).structure; };
    const learners::NetworkLearner network =
        [&](const Dataset& rows, const auto& of_rows) -> std::optional<BayesianNetwork> {
        const learners::LearnedFromIncomplete found = learn(rows, of_rows);
        if (found.structure.partial) return std::nullopt;
        return learners::fit_network(found.rows.value_or(rows), found.structure.dag, task.fit)
            .network;
    };
    return task.keeps_replicates ? learners::bootstrap(data, network, task.bootstrap, control)
                                 : learners::bootstrap(data, structure, task.bootstrap, control);
}

struct Learned {
    Dag dag;
    bool partial = false;
    bool has_structure = true;  ///< false of tests that were stopped, which have no best so far
    std::optional<double> bound = std::nullopt;  ///< of exact search
    std::optional<ArcReport> arcs = std::nullopt;
    std::vector<BayesianNetwork> replicates = {};  ///< where the file keeps them
    std::optional<learners::ScoreChoice> choice = std::nullopt;
    std::optional<MissingReport> missing = std::nullopt;
    std::optional<Dataset> completed = std::nullopt;  ///< what was learned from, where not the data
    std::optional<double> score = std::nullopt;       ///< where it is known: of what tests found
};

/// Null where the score is given. Missing values are drawn before, by what its default learns.
std::optional<learners::ScoreChoice> choose_score(const Dataset& data, const LearnTask& task,
                                                  const Interruption& interruption) {
    if (task.score_candidates.empty()) return std::nullopt;
    ProgressBar bar("of the choice of a score");
    const learners::SearchControl control = control_of(interruption, bar, task.fit.threads);
    const auto drawn =
        learners::has_missing_cells(data)
            ? learners::learn_incomplete(data, task.learning, task.incomplete, control).rows
            : std::nullopt;
    return learners::choose_score(drawn ? *drawn : data, task.learning, task.score_candidates,
                                  task.bootstrap.seed, control);
}

/// Learns from the table, whose missing values are treated as was asked for.
Learned learn_once(const LearnRows& rows, const LearnTask& task, const Interruption& interruption) {
    ProgressBar bar("");
    learners::LearnedFromIncomplete found = learners::learn_incomplete(
        rows.data, task.learning, task.incomplete, control_of(interruption, bar, task, rows));
    Learned learned{.dag = std::move(found.structure.dag),
                    .partial = found.structure.partial,
                    .has_structure = !found.structure.partial ||
                                     !std::holds_alternative<learners::Pc>(task.learning.algorithm),
                    .bound = found.structure.bound,
                    .completed = std::move(found.rows)};
    if (found.missing_cells == learners::MissingCellsInSearch::sum)
        learned.score = found.structure.score;
    if (found.missing_cells)
        learned.missing = MissingReport{*found.missing_cells, std::move(found.confidence),
                                        found.rounds, found.settled};
    return learned;
}

Learned learn_graph(const LearnRows& rows, const LearnTask& task,
                    const learners::DeterminedColumns& determined,
                    const Interruption& interruption) {
    const Dataset& data = rows.data;
    Learned learned;
    // The averaged network of a table with missing values is scored on the completed one.
    if (!task.averaged || learners::has_missing_cells(data))
        learned = learn_once(rows, task, interruption);
    if (task.bootstrap.replicates == 0) return learned;
    ProgressBar bar("of the replicates");
    learners::BootstrapResult result =
        resample(data, task, control_of(interruption, bar, task.fit.threads));
    learned.partial = learned.partial || result.partial;
    learned.replicates = std::move(result.networks);
    learned.arcs = ArcReport{std::move(result.confidence), result.replicates};
    if (!task.averaged) return learned;
    auto& [confidence, replicates, threshold] = *learned.arcs;
    threshold = task.threshold ? *task.threshold : learners::significance_threshold(confidence);
    learned.dag =
        learners::averaged_network(confidence, *threshold, determined.constraints_of_all());
    learned.score.reset();
    return learned;
}

/// The concentrations of the network's tables; none of other tables.
std::vector<double> concentrations_of(const learners::Smoothing& smoothing) {
    const auto* const rule = std::get_if<learners::BackOff>(&smoothing);
    return rule ? rule->concentrations : std::vector<double>();
}

/// The sum over families, or the score of the known cells where no table was completed.
double value_of(const learners::DataScore& score, const LearnTask& task, const Dataset& data,
                const Learned& learned, std::span<const VariableId> determined) {
    if (learned.score) return *learned.score;
    if (!score.is_complete())
        return learners::known_cells_scores(data, learned.dag, {{task.learning.score}},
                                            task.incomplete.seed, {.threads = task.fit.threads})
            .front();
    return learners::total(score, learned.dag, determined);
}

LearnResult result_of(const LearnRequest& request, const LearnTask& task, const LearnRows& rows,
                      Learned learned) {
    const Dataset& data = rows.data;
    const learners::DataScore score(data, task.learning.score,
                                    {.threads = task.fit.threads,
                                     .exchange = rows.exchange,
                                     .continuous_parents = task.learning.continuous_parents,
                                     .max_kept_bytes = task.learning.max_kept_bytes});
    const std::vector<learners::LinearRelation> relations =
        learners::linear_families(data, learned.dag);
    const std::vector<VariableId> determined = variables_of(relations);
    say_unscored(score, learned.dag, data, determined);
    for (const std::string& remark :
         learners::score_remarks(score, task.learning.algorithm, learned.dag, data))
        print_note(remark);
    LearnResult result{.algorithm = learners::format(task.learning.algorithm),
                       .score = task.learning.score,
                       .value = value_of(score, task, data, learned, determined),
                       .bound = learned.bound,
                       .names = names_of(data.schema()),
                       .graph = learners::cpdag(
                           learned.dag, data.schema(),
                           learners::AllowedArcs(learned.dag.size(), task.learning.constraints)),
                       .free_parameters = learners::free_parameters(score, learned.dag),
                       .rows = score.rows(),
                       .partial = learned.partial,
                       .arcs = std::move(learned.arcs),
                       .choice = std::move(learned.choice),
                       .missing = std::move(learned.missing),
                       .concentrations = concentrations_of(task.fit.smoothing),
                       .relations = {},
                       .path = request.model};
    for (const learners::LinearRelation& relation : relations)
        result.relations.push_back({relation, learners::formula_of(relation, data)});
    return result;
}

/// Refuses files that cannot be written, or that would replace what they are made from.
void check_outputs(const Session& session, const LearnRequest& request) {
    refuse_two_outputs(session.json, request.model);
    require_model_name(request.model);
    std::vector<std::string> inputs = request.data;
    inputs.push_back(request.choices.constraints);
    refuse_to_overwrite(request.model, inputs, {"the network", "it is made from"});
    if (!request.model.empty()) io::losses(BayesianNetwork(), request.model);  // knows the suffix
    if (request.confidence.empty()) return;
    if (is_standard_output(request.confidence))
        throw UsageError("--confidence takes a file name", "standard output has the report");
    inputs.push_back(request.model);
    refuse_to_overwrite(request.confidence, inputs,
                        {"the confidence of arcs", "it is made from, or the network"});
    require_table_name(request.confidence, "confidences of arcs");
}

/// Chosen concentrations of back-off stay in `options`, so that the report can tell them.
void write_fitted(const Session& session, const LearnRows& rows, const Learned& learned,
                  learners::Fit& options, const std::string& path) {
    if (path.empty()) return;
    learners::FittedNetwork fitted =
        learners::fit_network(rows.data, learned.dag, options, {.exchange = rows.exchange});
    fitted.network = with_replicates(std::move(fitted.network), learned.replicates);
    for (const std::string& remark : fitted.remarks) print_note(remark);
    if (!fitted.concentrations.empty())
        options.smoothing = learners::BackOff{fitted.concentrations};
    if (session.writes_files()) io::write_network(fitted.network, path);
}

void write_confidence(const Session& session, const LearnResult& result, const std::string& path) {
    if (!path.empty() && session.writes_files())
        io::save_atomically(
            path, io::arc_confidence_text(sure_arcs(*shown_confidence(result)), result.names));
}

/// Keeps what writing a file throws: a search may have taken hours, and its report comes first.
template <class Write>
std::exception_ptr failure_in(Write&& write) {
    try {
        write();
        return nullptr;
    } catch (...) {
        return std::current_exception();
    }
}

/// Writes files, then the report, and then says what became of the files.
int write_all(Session& session, const LearnRequest& request, LearnTask& task, const LearnRows& rows,
              Learned learned) {
    const std::exception_ptr model =
        failure_in([&] { write_fitted(session, rows, learned, task.fit, request.model); });
    LearnResult result = result_of(request, task, rows, std::move(learned));
    if (model) result.path.clear();
    const std::exception_ptr confidence =
        failure_in([&] { write_confidence(session, result, request.confidence); });
    if (model || !is_standard_output(request.model))
        write(session, learn_report(result, source_text(request.data)));
    if (!model && !confidence) return fine;
    session.out.flush();
    if (!model) std::rethrow_exception(confidence);
    if (confidence) apps::report(confidence);
    std::rethrow_exception(model);
}

/// Refuses a file of confidences where neither the bootstrap nor draws will tell any.
void require_confidence(const LearnRequest& request, const LearnTask& task, const Dataset& data) {
    const bool are_drawn = learners::has_missing_cells(data) &&
                           task.treatment_of(data) == learners::MissingCellsInSearch::draw;
    if (!request.confidence.empty() && task.bootstrap.replicates == 0 && !are_drawn)
        throw UsageError("--confidence needs --bootstrap", "--bootstrap 200");
}

/// Reports the treatment of missing values before a search that may take hours; parameters are then
/// estimated likewise.
void say_missing_cells(const Dataset& data, LearnTask& task) {
    if (!learners::has_missing_cells(data)) return;
    const learners::MissingCellsInSearch treatment = task.treatment_of(data);
    print_note(learners::missing_cells_remark(data, treatment), "pgm help missing-cells");
    if (treatment == learners::MissingCellsInSearch::em)
        task.fit.missing_cells = learners::MissingCells::em;
}

int learn(Session& session, const LearnRequest& request) {
    const Interruption interruption(request.limit.seconds());
    std::optional<DeafWork> before_the_search(std::in_place);
    LearnTask task = request.choices.read(session);
    check_outputs(session, request);
    LearnRows rows = narrowed(request, task, read_rows(session, request, task));
    const Dataset& data = rows.data;
    require_confidence(request, task, data);
    task.keeps_replicates = task.bootstrap.replicates > 1 && io::holds_replicates(request.model);
    check_format(rows, request.model);
    task.learning.constraints = request.choices.read_constraints(data);
    task.bootstrap.constraints = task.learning.constraints;
    say_missing_cells(data, task);
    const learners::DeterminedColumns determined =
        learners::determined_columns(data, task.learning);
    say_relations(determined, data);
    before_the_search.reset();
    Learned learned = timed(session, [&] {
        auto choice = choose_score(data, task, interruption);
        if (choice) task.learning.score = choice->score;
        Learned graph = learn_graph(rows, task, determined, interruption);
        graph.choice = std::move(choice);
        return graph;
    });
    if (!learned.has_structure)
        return report_stopped(interruption.reason() +
                                  " before the tests were done, which leaves no structure; no "
                                  "file was written",
                              false);
    if (learned.partial)
        print_warning(interruption.reason() + ": the structure is the best one found so far");
    if (learned.completed) rows.data = std::move(*learned.completed);
    const bool is_partial = learned.partial;
    const int status = write_all(session, request, task, rows, std::move(learned));
    return is_partial ? int{stopped} : status;
}

}  // namespace

Action set_up_learn(Options& options, Session& session) {
    const auto given = std::make_shared<LearnRequest>();
    DataChoices::add_arguments(options, given->data);
    given->choices.add_to(options);
    given->columns.add_to(options);
    given->table.add_to(options);
    options.group("The run");
    options.text("-o,--output", given->model, "MODEL",
                 "The network to write (.bif, .pgmodel, ...), or - for BIF on standard output; "
                 "default: none, only the report");
    options.text("--confidence", given->confidence, "FILE",
                 "Write the confidence of arcs, by --bootstrap or drawn cells, for 'pgm draw'");
    given->limit.add_to(
        options,
        "After this time, or Ctrl-C, the best network so far is written and the status is "
        "130; default: no limit");
    return [given, &session] {
        given->table.threads = given->choices.threads;
        return learn(session, *given);
    };
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/commands/target_commands.hpp>
#include <apps/pgm/options/classifier_input.hpp>
#include <apps/pgm/options/evaluation_plan.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/report/evaluation_report.hpp>
#include <apps/pgm/report/predictions/out_of_fold.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

int write_reports(Session& session, const std::vector<EvaluationReport>& reports, Report head,
                  const std::optional<MeanRanks>& ranks = {}) {
    if (!session.json) {
        write(session, head.append(evaluation_text(reports, ranks)));
        return fine;
    }
    AnswerList list(session, reports.size() > 1);
    for (const EvaluationReport& report : reports) list.add(evaluation_report(report));
    return list.finish();
}

/// One classifier on one table, as a validation of a single fold.
EvaluationReport report_of(std::string structure, ScoredPredictions scored) {
    EvaluationReport report{.structure = structure, .rows = scored.rows()};
    report.summary = learners::summary_of({std::move(structure), {std::move(scored)}});
    return report;
}

/// Predicts and scores the rows of a test table, a part of it after the other, until it is stopped.
class TestScores {
public:
    TestScores(const Predictor& predictor, const EvaluationPlan& plan, const StopToken& stop)
        : predictor_(predictor),
          plan_(plan),
          stop_(stop),
          target_(predictor.classifier().class_variable()),
          ties_(plan.tie_rule(target_)) {}

    /// False where it was stopped before the last row of the part.
    bool add(const Dataset& data) {
        Predictions predictions = predictor_.predict(
            data, {.unseen = UnseenPolicy::missing,
                   .threads = plan_.choices.threads,
                   .first_row = rows_,
                   .progress = [&](std::size_t done, std::size_t) { bar_.count(rows_ + done); },
                   .stop = stop_});
        if (parts_.empty())
            report_ = predictions.report;
        else
            append(report_, predictions.report, predictor_.classifier().features());
        const std::size_t done = predictions.rows();
        parts_.push_back(score_predictions(std::move(predictions), target_, data.view_rows(0, done),
                                           ties_, rows_));
        rows_ += done;
        return done == data.rows();
    }
    std::size_t rows() const { return rows_; }

    /// `skipped` are columns that were not read, as the classifier does not know them.
    ScoredPredictions finish(Session& session, const std::vector<std::string>& skipped = {}) {
        bar_.clear();
        report_.ignored.insert(report_.ignored.end(), skipped.begin(), skipped.end());
        print_report(report_);
        ScoredPredictions scored = concatenated(parts_);
        parts_.clear();
        if (scored.rows() == 0) throw ArgumentError("the test data have no row with a class");
        if (!(total_weight(scored) > 0))
            throw ArgumentError("the rows of the test data that have a class all weigh 0");
        session.timings.add(0, 0);
        return scored;
    }

private:
    const Predictor& predictor_;
    const EvaluationPlan& plan_;
    const StopToken& stop_;
    const Variable& target_;
    TieRule ties_;
    ProgressBar bar_{"row"};
    AlignmentReport report_;
    std::vector<ScoredPredictions> parts_;
    std::size_t rows_ = 0;
};

std::vector<std::string> labels_of(const std::vector<NamedChoice>& choices) {
    std::vector<std::string> labels;
    for (const NamedChoice& choice : choices) labels.push_back(choice.label);
    return labels;
}

PlotFolder folder_of(const EvaluationPlan& plan) {
    return {plan.plots, plan.plot_format};
}

std::vector<PlotPlace> places_of(const EvaluationPlan& plan,
                                 const std::vector<NamedChoice>& choices) {
    return plot_places(folder_of(plan), labels_of(choices));
}

/// Adds the requested parts of the scored predictions of a structure beside its measures.
void add_extras(EvaluationReport& report, const ScoredPredictions& scored,
                const std::optional<CostRule>& costs, const PlotPlace& place) {
    if (costs) report.cost = {costs->matrix.actions, cost_of(scored, costs->matrix, costs->ties)};
    if (!place.folder.empty()) report.plots = write_plots(place, scored, report.repeats);
}

void add_regions(EvaluationReport& report, const EvaluationPlan& plan, const PlotPlace& place,
                 const Predictor& predictor, const Dataset& data) {
    if (place.folder.empty()) return;
    const auto features = plan.plot_features.empty()
                              ? two_continuous_features(predictor.classifier())
                              : plan.chosen_features();
    if (features)
        report.plots->push_back(
            write_regions(place, predictor, data, *features, plan.choices.threads));
}

/// Writes the picture that compares the structures, and lists it in the first report of plots.
void add_comparison(std::vector<EvaluationReport>& reports, const EvaluationPlan& plan,
                    const RocComparison& curves) {
    if (plan.plots.empty()) return;
    const auto first = std::ranges::find_if(
        reports, [](const EvaluationReport& report) { return report.plots.has_value(); });
    if (first == reports.end()) return;
    if (auto path = curves.write(folder_of(plan))) first->plots->push_back(std::move(*path));
}

/// Writes the page that shows the plots of all reports, and names it in the first of them.
void add_page(std::vector<EvaluationReport>& reports, const EvaluationPlan& plan,
              const std::string& title) {
    std::vector<std::string> plots;
    for (const EvaluationReport& report : reports)
        if (report.plots) plots.insert(plots.end(), report.plots->begin(), report.plots->end());
    if (!plots.empty())
        reports.front().plots_page = write_plots_page(folder_of(plan), title, plots);
}

/// Status 130: what was asked for is not there, or not all of it.
int say_stopped(const std::string& done, bool has_result) {
    return report_stopped(
        done + (has_result ? "; the results are partial" : "; there is no result"), has_result);
}

int say_stopped_after(std::size_t rows, const Interruption& interruption) {
    return say_stopped(interruption.reason() + " after " + counted(rows, "row"), rows > 0);
}

/// Null where the fit was stopped.
std::optional<Predictor> fitted(Session& session, const EvaluationPlan& plan,
                                const learners::Estimator& estimator, const Dataset& data,
                                const Interruption& interruption) {
    try {
        ProgressBar bar("of the fit");
        Classifier classifier =
            learners::fit(data, plan.class_name, estimator, control_of(interruption, bar));
        interruption.token().check();  // some fits give the best so far
        return Predictor(std::move(classifier), engine_options(session));
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

/// pgm evaluate MODEL DATA
int evaluate_model(Session& session, const EvaluationPlan& plan) {
    const Interruption interruption(plan.limit.seconds());
    const Predictor predictor(ClassifierInput{plan.first, plan.class_name}.read(session),
                              engine_options(session));
    const Classifier& classifier = predictor.classifier();
    const std::optional<CostRule> costs = plan.cost_rule(classifier.class_variable().states());
    const io::TableBlocks blocks = plan.table.blocks(plan.second, classifier.schema());
    require_column(blocks.names, classifier.class_name());
    const std::string& words = classifier.provenance().choices.structure;
    const std::string structure = words.empty() ? "network" : words;
    // A plot needs all rows, the measures only what was predicted of them.
    const std::size_t rows =
        plan.plots.empty() ? rows_of_block(classifier) : std::numeric_limits<std::size_t>::max();
    TestScores scores(predictor, plan, interruption.token());
    std::optional<Dataset> plotted;
    bool is_whole = true;
    for (std::optional<Dataset> data; is_whole && (data = next_block(session, blocks, rows));) {
        is_whole = scores.add(*data);
        if (is_whole && !plan.plots.empty()) plotted = std::move(data);
    }
    if (!is_whole && scores.rows() == 0) return say_stopped_after(scores.rows(), interruption);
    const ScoredPredictions scored = scores.finish(session, blocks.skipped);
    const PlotPlace place = plot_places(folder_of(plan), {structure}).front();
    EvaluationReport report = report_of(structure, scored);
    if (!is_whole) report.test_sets_done = 0;
    add_extras(report, scored, costs, place);
    if (plotted) add_regions(report, plan, place, predictor, *plotted);
    const std::string heading = plan.first + " on " + plan.second + ": " +
                                counted(scored.rows(), "row") + ", class " +
                                classifier.class_name();
    std::vector<EvaluationReport> reports{std::move(report)};
    add_page(reports, plan, heading);
    const int status = write_reports(session, reports, {Sentence{heading}});
    return is_whole ? status : say_stopped_after(scores.rows(), interruption);
}

/// pgm evaluate DATA --class C --test FILE
int evaluate_on_file(Session& session, const EvaluationPlan& plan,
                     const std::vector<NamedChoice>& choices, const Dataset& data,
                     const Interruption& interruption) {
    const std::optional<CostRule> costs =
        plan.cost_rule(as_discrete(data.column(plan.class_name)).variable.states());
    const Dataset test = plan.table.read_rows(session, plan.test);
    const std::vector<PlotPlace> places = places_of(plan, choices);
    RocComparison curves;
    std::vector<EvaluationReport> reports;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto predictor = fitted(session, plan, choices[i].estimator, data, interruption);
        if (!predictor) break;
        TestScores scores(*predictor, plan, interruption.token());
        if (!scores.add(test)) break;
        const ScoredPredictions scored = scores.finish(session);
        reports.push_back(report_of(choices[i].label, scored));
        reports.back().reason = choices[i].reason;
        add_extras(reports.back(), scored, costs, places[i]);
        add_regions(reports.back(), plan, places[i], *predictor, test);
        if (!plan.plots.empty()) curves.add(choices[i].label, scored);
    }
    add_comparison(reports, plan, curves);
    const std::string heading =
        "fitted on " + plan.first + ", tested on " + plan.test + ", class " + plan.class_name;
    add_page(reports, plan, heading);
    const int status =
        reports.empty() ? fine : write_reports(session, reports, {Sentence{heading}});
    if (reports.size() == choices.size()) return status;
    return say_stopped(interruption.reason() + ": " + std::to_string(reports.size()) + " of " +
                           std::to_string(choices.size()) + " structures were tested",
                       !reports.empty());
}

/// The regions of the structure on all rows. False where the fit was stopped.
bool add_regions_of_fit(Session& session, EvaluationReport& report, const EvaluationPlan& plan,
                        const PlotPlace& place, const learners::Estimator& estimator,
                        const Dataset& data, const Interruption& interruption) {
    const auto predictor = fitted(session, plan, estimator, data, interruption);
    if (predictor) add_regions(report, plan, place, *predictor, data);
    return predictor.has_value();
}

learners::Validation validate(const Session& session, const EvaluationPlan& plan,
                              const std::vector<NamedChoice>& choices, const Dataset& data,
                              const Interruption& interruption) {
    const Column target = as_discrete(data.column(plan.class_name));
    std::vector<learners::Estimator> compared;
    for (const NamedChoice& choice : choices) compared.push_back(choice.estimator);
    ProgressBar bar("fold");
    const learners::ValidationOptions options{
        .threads = plan.choices.threads,
        .ties = plan.tie_rule(target.variable),
        .progress = [&bar](std::size_t done, std::size_t all) { bar.show(done, all); },
        .stop = interruption.token()};
    learners::Folds folds = plan.make_folds(target);
    return session.ranks
               ? sources::validate_together(*session.ranks, data, plan.class_name, compared,
                                            std::move(folds), options)
               : learners::validate(data, plan.class_name, compared, std::move(folds), options);
}

EvaluationReport report_of(const EvaluationPlan& plan, const learners::Validation& validation,
                           std::size_t index) {
    const learners::ValidatedStructure& structure = validation.structures[index];
    EvaluationReport report{.structure = structure.structure,
                            .folds = plan.fold_count(),
                            .repeats = plan.repeats,
                            .seed = plan.seed};
    report.rows = plan.rows_with_class(validation);
    report.test_sets = validation.folds.size();
    report.test_sets_done = structure.reached();
    if (report.test_sets_done > 0) report.summary = learners::summary_of(structure);
    if (index > 0) {
        report.against_first = learners::compare(validation, index, 0);
        report.ranks_against_first = learners::signed_ranks(validation, index, 0);
    }
    return report;
}

bool nothing_reached(const learners::Validation& validation) {
    return std::ranges::all_of(validation.structures,
                               [](const auto& structure) { return structure.reached() == 0; });
}

/// pgm evaluate DATA --class C [--folds K | --holdout F]
int cross_validate(Session& session, const EvaluationPlan& plan,
                   const std::vector<NamedChoice>& choices, const Dataset& data,
                   const Interruption& interruption) {
    const std::optional<CostRule> costs =
        plan.cost_rule(as_discrete(data.column(plan.class_name)).variable.states());
    const Stopwatch watch;
    learners::Validation validation = validate(session, plan, choices, data, interruption);
    session.timings.add(0, watch.milliseconds());
    const bool complete = validation.complete();
    const std::vector<PlotPlace> places = places_of(plan, choices);
    const std::optional<MeanRanks> ranks = learners::mean_ranks(validation);
    RocComparison curves;
    std::vector<EvaluationReport> reports;
    bool is_whole = complete;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        validation.structures[i].structure = choices[i].label;
        reports.push_back(report_of(plan, validation, i));
        reports.back().reason = choices[i].reason;
        if (ranks) reports.back().mean_rank = ranks->ranks[i];
        if (!reports.back().summary) continue;
        if (costs || !plan.plots.empty()) {
            const ScoredPredictions scored = validation.structures[i].scored_predictions();
            add_extras(reports.back(), scored, costs, places[i]);
            if (!plan.plots.empty()) curves.add(choices[i].label, scored);
        }
        if (complete && !plan.plots.empty())
            is_whole = is_whole && add_regions_of_fit(session, reports.back(), plan, places[i],
                                                      choices[i].estimator, data, interruption);
    }
    if (!plan.predictions.empty() && !nothing_reached(validation))
        write_out_of_fold(plan.predictions, labels_of(choices), validation, plan.fold_count());
    add_comparison(reports, plan, curves);
    if (ranks && !plan.plots.empty())
        reports.front().plots->push_back(write_mean_ranks(folder_of(plan), plan.heading(validation),
                                                          labels_of(choices), *ranks));
    add_page(reports, plan, plan.heading(validation));
    if (session.json || !nothing_reached(validation))
        write_reports(session, reports, {Sentence{plan.heading(validation)}, Sentence{}}, ranks);
    return is_whole ? fine
                    : say_stopped(interruption.reason() + ": " + plan.progress_text(validation),
                                  !nothing_reached(validation));
}

/// The plan without its files where another rank writes them.
EvaluationPlan plan_of_rank(const Session& session, EvaluationPlan plan) {
    plan.check();
    if (session.writes_files()) return plan;
    plan.plots.clear();
    plan.predictions.clear();
    return plan;
}

int evaluate(Session& session, const EvaluationPlan& given) {
    const EvaluationPlan plan = plan_of_rank(session, given);
    if (plan.target.given()) return evaluate_target(session, plan);
    refuse_to_overwrite(plan.predictions, {plan.first, plan.loss},
                        {"the predictions", "they are made from"});
    if (!plan.second.empty()) {
        refuse_swapped("evaluate", plan.first, plan.second);
        return evaluate_model(session, plan);
    }
    const Interruption interruption(plan.limit.seconds());
    std::vector<NamedChoice> choices = plan.choices.read(session);
    const Dataset data = plan.columns.narrowed_with_notes(
        plan.table.read_to_learn(session, plan.first,
                                 class_declaration(plan.first, plan.class_name), plan.class_name),
        plan.table, plan.named_columns(choices));
    say_class_of_many_values(data, plan.class_name);
    say_codes(data, plan.table, plan.class_name);
    for (const Column& column : data.columns())
        if (const auto remark = identifier_remark(column);
            remark && column.is_discrete() && column.name() != plan.class_name)
            print_note(*remark + ", and no arc is learned between it and other features");
    for (const std::string& remark : empty_column_remarks(data))
        print_note(remark + " and is left out");
    if (plan.choices.leaves_all())
        choices = {plan.choices.default_for(session, data, plan.class_name)};
    if (plan.test.empty()) return cross_validate(session, plan, choices, data, interruption);
    return evaluate_on_file(session, plan, choices, data, interruption);
}

}  // namespace

Action set_up_evaluate(Options& options, Session& session) {
    const auto given = std::make_shared<EvaluationPlan>();
    given->add_to(options);
    return [given, &session] {
        given->choices.em.seed = given->seed;
        given->table.threads = given->choices.threads;
        return evaluate(session, *given);
    };
}

}  // namespace pgm::apps

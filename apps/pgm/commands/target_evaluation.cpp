#include <apps/pgm/commands/target_commands.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/options/network_fit.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/predictions/forecast_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

int write_forecasts(Session& session, const std::vector<ForecastReport>& reports,
                    const std::string& heading) {
    if (!session.json) {
        write(session, Report{Sentence{heading}, Sentence{}}.append(forecast_text(reports)));
        return fine;
    }
    AnswerList list(session, reports.size() > 1);
    for (const ForecastReport& report : reports) list.add(forecast_report(report));
    return list.finish();
}

/// ", target y; intervals of 90 %"
std::string target_text(const EvaluationPlan& plan) {
    return ", target " + shown_name(plan.target.name) + ", intervals of " +
           to_text(100 * plan.target.interval(), 6) + " %";
}

ForecastReport unmeasured(const EvaluationPlan& plan, std::string structure) {
    return {.target = plan.target.name,
            .interval = plan.target.interval(),
            .structure = std::move(structure)};
}

/// Forecasts and scores the rows of a table, or of a part of one.
AlignmentReport add_scores(ForecastScores& scores, const Forecaster& forecaster,
                           const Dataset& data, std::size_t threads, std::size_t first_row = 0) {
    Forecasts forecasts = forecaster(data, threads, first_row);
    const RealCells& weights = data.weights();
    scores.add(forecasts.posterior, forecasts.truth, {weights.data(), weights.size()});
    return std::move(forecasts.report);
}

int say_what_was_done(const Interruption& interruption, const std::string& done, bool has_result) {
    return report_stopped(interruption.reason() + done +
                              (has_result ? "; the results are partial" : "; there is no result"),
                          has_result);
}

/// pgm evaluate MODEL DATA --target X
int test_model(Session& session, const EvaluationPlan& plan) {
    refuse_swapped("evaluate", plan.first, plan.second);
    const Interruption interruption(plan.limit.seconds());
    const ModelEngine engine = load_engine(session, plan.first);
    engine.answer_jointly(session);
    const Forecaster forecaster(engine.joint(), plan.target, Forecaster::Truth::wanted);
    const io::TableBlocks blocks = plan.table.blocks(plan.second, forecaster.schema());
    require_column(blocks.names, plan.target.name);
    ForecastScores scores;
    AlignmentReport alignment;
    ProgressBar bar("row");
    std::size_t rows = 0;
    const Stopwatch watch;
    bool is_stopped = false;
    for (std::optional<Dataset> data;
         !is_stopped && (data = next_block(session, blocks, rows_of_block(forecaster)));
         is_stopped = interruption.token().requested()) {
        const AlignmentReport next =
            add_scores(scores, forecaster, *data, plan.choices.threads, rows);
        if (rows == 0)
            alignment = next;
        else
            append(alignment, next, forecaster.schema());
        rows += data->rows();
        bar.count(rows);
    }
    bar.clear();
    session.timings.add(0, watch.milliseconds());
    alignment.ignored = blocks.skipped;
    print_report(alignment, "network");
    ForecastReport report = unmeasured(plan, "network");
    report.evaluation = scores.evaluation();
    if (is_stopped) report.test_sets_done = 0;
    const int status =
        write_forecasts(session, {report},
                        plan.first + " on " + source_text(plan.second) + ": " +
                            counted(report.evaluation->rows, "row") + target_text(plan));
    return is_stopped ? say_what_was_done(interruption, " after " + counted(rows, "row"), true)
                      : status;
}

/// The structures, each of which is that of a network: what is fitted has no class.
std::vector<NamedChoice> network_choices(Session& session, const EvaluationPlan& plan) {
    std::vector<NamedChoice> choices = plan.choices.read(session);
    for (const NamedChoice& choice : choices)
        if (!is_written_out(choice.estimator))
            throw UsageError(
                plan.choices.structures.empty()
                    ? std::string("--structure is required with --target")
                    : "the structure " + choice.label + " is one of a class, and --target has none",
                "a structure that is written out, 'a, b -> " + plan.target.name +
                    "', or a model file, such as one of 'pgm learn'");
    return choices;
}

/// A way of fitting, and what its forecasts were worth on the test sets so far.
class TestedNetwork {
public:
    TestedNetwork(Session& session, const EvaluationPlan& plan, const NamedChoice& choice,
                  const Dataset& data)
        : session_(session), plan_(plan), choice_(choice) {
        // Once, and not for every fold, it is said which columns are left out.
        if (choice.given) columns_ = columns_of(choice.given->network, data);
        data_ = columns_ ? &*columns_ : &data;
    }

    /// Fits on some rows, or on all of them, and tests on others. Throws Stopped.
    void test(const std::vector<std::uint32_t>* training, const Dataset& test,
              const Interruption& interruption) {
        ProgressBar none("");
        const learners::SearchControl control = control_of(interruption, none);
        const learners::FittedNetwork fitted =
            fitted_network(training ? data_->select_rows(*training) : *data_, choice_, control);
        none.clear();
        interruption.token().check();  // some fits give the best so far
        const InferenceEngine engine(fitted.network, engine_options(session_));
        const Forecaster forecaster(engine, plan_.target, Forecaster::Truth::wanted);
        add_scores(scores_, forecaster, test, plan_.choices.threads);
        ++done_;
    }

    ForecastReport report(std::size_t test_sets) const {
        ForecastReport report = unmeasured(plan_, choice_.label);
        report.test_sets = test_sets;
        report.test_sets_done = done_;
        if (done_ > 0) report.evaluation = scores_.evaluation();
        return report;
    }

private:
    Session& session_;
    const EvaluationPlan& plan_;
    const NamedChoice& choice_;
    std::optional<Dataset> columns_;
    const Dataset* data_;
    ForecastScores scores_;
    std::size_t done_ = 0;
};

/// pgm evaluate DATA --target X --structure S [--folds K | --holdout F]
int validate_networks(Session& session, const EvaluationPlan& plan,
                      const std::vector<NamedChoice>& choices, const Dataset& data,
                      const Interruption& interruption) {
    const Column& target = data.column(plan.target.name);
    const learners::Folds folds = plan.make_folds_of_numbers(target);
    const Stopwatch watch;
    ProgressBar bar("fold");
    std::vector<ForecastReport> reports;
    std::size_t done = 0;
    for (const NamedChoice& choice : choices) {
        TestedNetwork tested(session, plan, choice, data);
        try {
            for (std::size_t number = 0; number < folds.size(); ++number) {
                interruption.token().check();
                const learners::Fold fold = folds[number];
                tested.test(&fold.training, data.select_rows(fold.test), interruption);
                bar.show(++done, folds.size() * choices.size());
            }
        } catch (const Stopped&) {
        }
        ForecastReport& report = reports.emplace_back(tested.report(folds.size()));
        report.folds = plan.fold_count();
        report.repeats = plan.repeats;
        report.seed = plan.seed;
    }
    bar.clear();
    session.timings.add(0, watch.milliseconds());
    const std::size_t rows = target.rows() - target.missing_cells();
    if (session.json || done > 0)
        write_forecasts(session, reports,
                        source_text(plan.first) + ": " + counted(rows, "row") + target_text(plan) +
                            "; " + plan.validation_text());
    const std::size_t all = folds.size() * choices.size();
    if (done == all) return fine;
    return say_what_was_done(
        interruption,
        ": " + std::to_string(done) + " of " + std::to_string(all) + " folds were done", done > 0);
}

/// pgm evaluate DATA --target X --structure S --test FILE
int test_on_file(Session& session, const EvaluationPlan& plan,
                 const std::vector<NamedChoice>& choices, const Dataset& data,
                 const std::vector<io::ColumnDeclaration>& declared,
                 const Interruption& interruption) {
    const Dataset test = plan.table.read_rows(session, plan.test, declared);
    require_column(names_of(test.schema()), plan.target.name);
    std::vector<ForecastReport> reports;
    try {
        for (const NamedChoice& choice : choices) {
            TestedNetwork tested(session, plan, choice, data);
            tested.test(nullptr, test, interruption);
            reports.push_back(tested.report(1));
        }
    } catch (const Stopped&) {
    }
    if (!reports.empty())
        write_forecasts(session, reports,
                        "fitted on " + plan.first + ", tested on " + plan.test + target_text(plan));
    if (reports.size() == choices.size()) return fine;
    return say_what_was_done(interruption,
                             ": " + std::to_string(reports.size()) + " of " +
                                 std::to_string(choices.size()) + " structures were tested",
                             !reports.empty());
}

}  // namespace

int evaluate_target(Session& session, const EvaluationPlan& plan) {
    if (!plan.second.empty()) return test_model(session, plan);
    const Interruption interruption(plan.limit.seconds());
    const std::vector<NamedChoice> choices = network_choices(session, plan);
    const std::vector<io::ColumnDeclaration> declared =
        is_arff(plan.first)
            ? std::vector<io::ColumnDeclaration>{}
            : std::vector<io::ColumnDeclaration>{
                  {.name = plan.target.name, .kind = io::ColumnDeclaration::Kind::continuous}};
    const Dataset data =
        plan.columns.narrowed_with_notes(plan.table.read_to_learn(session, plan.first, declared),
                                         plan.table, plan.named_columns(choices));
    require_column(names_of(data.schema()), plan.target.name);
    say_codes(data, plan.table, plan.target.name);
    if (plan.test.empty()) return validate_networks(session, plan, choices, data, interruption);
    return test_on_file(session, plan, choices, data, declared, interruption);
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/em_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/output_model.hpp>
#include <apps/pgm/shell/output_path.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <io/network_file.hpp>
#include <learners/em/expectation_maximisation.hpp>
#include <learners/fit.hpp>
#include <learners/stack/learner.hpp>
#include <pgm/core/text/counted.hpp>

#include <algorithm>
#include <memory>

namespace pgm::apps {
namespace {

struct FitRequest {
    std::string data;
    std::string class_name;
    std::string model;
    FitChoices choices;
    EmChoices em;
    DataChoices table;
    TimeLimit limit;
};

FitFiles files_of(const FitRequest& request) {
    return {.data = request.data, .weights = request.table.weights, .model = request.model};
}

void report_classifier(Session& session, const FitRequest& request, const Classifier& classifier,
                       const Dataset& data, const FitHistory& history) {
    if (!is_standard_output(request.model))
        write(session, fit_report(classifier, data, files_of(request), history));
}

int fit_by_counting(Session& session, const FitRequest& request, const learners::Learner& learner,
                    const Dataset& data) {
    const Classifier classifier =
        timed(session, [&] { return learners::fit(data, request.class_name, learner); });
    if (!request.model.empty()) write_model(classifier, request.model);
    report_classifier(session, request, classifier, data, {});
    return fine;
}

/// The best of several by leave-one-out; when it is stopped, of those that were fitted by then.
int fit_the_best(Session& session, const FitRequest& request, const learners::Automatic& automatic,
                 const Dataset& data) {
    const Interruption interruption(request.limit.seconds());
    ProgressBar bar("");
    const learners::SearchControl control = control_of(interruption, bar);
    const learners::AutomaticFit fitted = timed(session, [&] {
        return learners::fit_automatic(data, request.class_name, automatic, control);
    });
    bar.clear();
    if (!request.model.empty()) write_model(fitted.classifier, request.model);
    report_classifier(session, request, fitted.classifier, data, {.trials = &fitted});
    if (!fitted.partial) return fine;
    print_problem({Problem::Severity::warning, interruption.reason() + " after " +
                                                   counted(fitted.trials.size(), "candidate") +
                                                   "; the result is the best of them"});
    return stopped;
}

/// Status 130: the network is there, and EM had not converged.
int report_partial(const learners::EmReport& em, const std::string& reason) {
    print_problem(
        {Problem::Severity::warning, reason + " after " + std::to_string(em.iterations) +
                                         (em.iterations == 1 ? " iteration" : " iterations") +
                                         "; the result is the best so far"});
    return stopped;
}

/// Status 130: there is no network that has been evaluated.
int report_nothing(const std::string& reason) {
    return report(Failure{
        stopped, "stopped", {{.message = reason + " in the first iteration; there is no result"}}});
}

int fit_by_em(Session& session, const FitRequest& request, const NamedChoice& choice,
              const Dataset& data) {
    learners::FitOptions options = std::get<learners::FitOptions>(choice.learner);
    // Expectation maximisation maximises the likelihood of all columns, numbers as they are.
    if (request.choices.continuous.empty()) options.continuous = {};
    const Interruption interruption(request.limit.seconds());
    ProgressBar bar("at most");
    const learners::EmOptions em = request.em.read();
    const learners::SearchControl control = control_of(interruption, bar);
    const auto finish = [&](const learners::EmReport& report) {
        return report.partial ? report_partial(report, interruption.reason()) : int{fine};
    };
    if (!request.class_name.empty()) {
        const learners::EmClassifier fitted = timed(session, [&] {
            return learners::fit_em(data, request.class_name, options, em, control);
        });
        bar.clear();
        if (fitted.report.iterations == 0) return report_nothing(interruption.reason());
        if (!request.model.empty()) write_model(fitted.classifier, request.model);
        report_classifier(session, request, fitted.classifier, data, {.em = &fitted.report});
        return finish(fitted.report);
    }
    const learners::EmNetwork fitted =
        timed(session, [&] { return learners::fit_network_em(data, options, em, control); });
    bar.clear();
    if (fitted.report.iterations == 0) return report_nothing(interruption.reason());
    if (!request.model.empty()) io::write_network(fitted.network, request.model);
    if (!is_standard_output(request.model))
        write(session, em_network_report(fitted, data, choice.label, files_of(request)));
    return finish(fitted.report);
}

/// Whether the structure text declares a variable of that name hidden: no column of the data.
bool is_hidden_variable(const learners::Learner& learner, const std::string& name) {
    const auto* const options = std::get_if<learners::FitOptions>(&learner);
    const auto* const given =
        options ? std::get_if<learners::UserDefined>(&options->structure) : nullptr;
    return given && std::ranges::any_of(given->hidden_variables(), [&](const Variable& variable) {
               return variable.name() == name;
           });
}

/// Throws UsageError where there are no statistics that could be kept.
void require_updatable(const FitRequest& request, const learners::Learner& learner) {
    if (request.em.em)
        throw UsageError("a classifier of expectation maximisation has no counts to be updated",
                         "leave out --updatable");
    if (!std::holds_alternative<learners::FitOptions>(learner))
        throw UsageError(learners::format_structure(learner) +
                             " keeps no statistics, since the weights of its members depend on "
                             "all rows",
                         "leave out --updatable, or choose one structure");
}

int fit(Session& session, const FitRequest& request) {
    request.em.read();
    if (request.class_name.empty() && !request.em.em)
        throw UsageError("--class is required",
                         "without a class, --em fits a network to a structure text");
    const std::vector<NamedChoice> choices = request.choices.read(session);
    if (choices.size() != 1)
        throw UsageError(
            "a classifier is fitted in one way, not in " + std::to_string(choices.size()),
            "'pgm evaluate' compares several");
    const learners::Learner& learner = choices.front().learner;
    if (request.choices.updatable) require_updatable(request, learner);
    const auto* const candidates = std::get_if<learners::Automatic>(&learner);
    if (request.em.em && candidates && !candidates->may_stack)
        throw UsageError(
            "expectation maximisation takes one treatment of numbers, not the best "
            "of several",
            "name one, as in --continuous mdlp");
    if (request.em.em && !std::holds_alternative<learners::FitOptions>(learner))
        throw UsageError("expectation maximisation fits one structure, not " +
                             learners::format_structure(learner),
                         "leave out --em, or choose nb, tan or a structure text");
    if (request.em.em && !request.choices.missing_cells.empty())
        throw UsageError("--em and --missing-cells exclude each other",
                         "--missing-cells em is expectation maximisation, too");
    refuse_two_outputs(session.json, request.model);
    std::vector<std::string> inputs = request.choices.files();
    inputs.push_back(request.data);
    refuse_to_overwrite(request.model, inputs, {"the classifier", "it is made from"});
    // The treatment of missing cells is chosen around the choice among candidates.
    const auto* const automatic = learners::chooses_treatment(learner) ? nullptr : candidates;
    if (!request.em.em && !automatic) end_program_after(request.limit.seconds());
    const bool is_hidden = is_hidden_variable(learner, request.class_name);
    const Dataset data = request.table.read_to_learn(
        session, request.data, class_declaration(request.data, is_hidden ? "" : request.class_name),
        request.class_name);
    if (!is_hidden) say_class_of_many_values(data, request.class_name);
    if (request.em.em) return fit_by_em(session, request, choices.front(), data);
    return automatic ? fit_the_best(session, request, *automatic, data)
                     : fit_by_counting(session, request, learner, data);
}

}  // namespace

Action set_up_fit(Options& options, Session& session) {
    const auto given = std::make_shared<FitRequest>();
    options.argument(
        "DATA", given->data,
        "Table of data (.csv, .tsv, .txt, .arff, also with .gz), or - for CSV on standard input");
    options.text("-c,--class", given->class_name, "COLUMN",
                 "The column to be predicted; required, but for --em");
    given->choices.add_to(options);
    given->em.add_to(options);
    options.flag("--updatable", given->choices.updatable,
                 "Keep the statistics in the model, so that 'pgm update' can add rows to it; tan "
                 "and kdb then keep the counts of all pairs of columns");
    options.text("-o,--output", given->model, "MODEL",
                 "The .pgmodel file to write, or its network alone in any format; default: none, "
                 "only the report");
    given->table.add_to(options);
    options.text(
        "--time-limit", given->limit.text, "SECONDS",
        "Stop after this time without writing anything, --em with the best network so far, "
        "--structure auto and --continuous auto with the best classifier; default: no limit");
    return [given, &session] { return fit(session, *given); };
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/commands/fit_request.hpp>
#include <apps/pgm/options/network_fit.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/data_info.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <io/network_file.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/fit/fit.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/fit/replicates.hpp>
#include <pgm/core/text/number_text.hpp>
#include <sources/checkpoint/checkpointed_rows.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <tuple>

namespace pgm::apps {
namespace {

/// Status 130, and what there is: the best so far, if any network has been evaluated.
int report_partial(const EmReport& em, const std::string& reason) {
    if (em.iterations == 0)
        return report_stopped(reason + " in the first iteration; there is no result", false);
    return report_stopped(reason + " after " + counted(em.iterations, "iteration") +
                              "; the result is the best so far",
                          true);
}

bool by_em(const learners::Estimator& estimator) {
    const auto* const options = std::get_if<learners::Fit>(&estimator);
    return options != nullptr && options->missing_cells == learners::MissingCells::em;
}

/// The control of a fit, whose work is spread over ranks if it is EM. What chooses among several
/// ways does all of it in each, since it asks for them in no certain order.
learners::SearchControl control_of_em(const Session& session, const Interruption& interruption,
                                      ProgressBar& bar, const learners::Estimator& estimator) {
    learners::SearchControl control = control_of(interruption, bar);
    if (session.ranks != nullptr && by_em(estimator))
        control.work = sources::work_share(*session.ranks);
    return control;
}

/// Expectation maximisation and a choice among several have a result when they are stopped.
bool has_partial_results(const learners::Estimator& estimator) {
    return by_em(estimator) || std::holds_alternative<learners::BestOf>(estimator) ||
           learners::chooses_missing_cells(estimator);
}

/// Numbers in the class column are names, unless the class is hidden and hence no column.
std::vector<io::ColumnDeclaration> declarations(const FitRequest& request, bool is_hidden) {
    return class_declaration(request.data.front(), is_hidden ? "" : request.class_name);
}

/// The rows of a table to learn from. Over ranks, parts are a share, and in a pass over all rows
/// the first rank alone counts.
Rows rows_to_fit(const Session& session, const FitRequest& request, const Rows& table,
                 FittedRows& rows) {
    Rows share = counted_rows(table, request.class_name, rows);
    if (session.ranks == nullptr || share.table() != nullptr) return share;
    const auto all_rows = [&](std::size_t, const Rows::Visit& take) {
        request.table.for_each_part(
            request.data, declarations(request, false),
            session.writes_files() ? counted_for_report(rows, request.class_name, take) : take);
    };
    return sources::count_together(*session.ranks, std::move(share), all_rows);
}

/// The rows of all ranks; a rank without a row has seen no class.
FittedRows of_all_ranks(const sources::Ranks& ranks, const FittedRows& share,
                        const Variable& target) {
    std::vector<double> numbers =
        share.class_weights.value_or(std::vector<double>(target.cardinality()));
    numbers.push_back(share.have_weights ? 1 : 0);
    numbers = sources::add_together(ranks, numbers);
    const bool have_weights = numbers.back() > 0;
    numbers.pop_back();
    return {.class_weights = std::move(numbers), .have_weights = have_weights};
}

/// The rows and the choices that the sums of a checkpoint are of.
std::string identity_of(const FitRequest& request) {
    const io::DataOptions options = request.table.reader_options(declarations(request, false));
    return of_usage([&] { return sources::CheckpointedRows::identity_of(request.data, options); });
}

/// Throws UsageError where a checkpoint has no use.
void require_sums(const Session& session, const FitRequest& request) {
    if (session.ranks != nullptr)
        throw UsageError("--checkpoint is of one process", "'pgm stats' counts parts of a table");
    if (request.class_name.empty()) throw UsageError("--class is required");
    if (request.choices.leaves_all())
        throw UsageError("--checkpoint is for one structure that is learned from counts",
                         "--structure nb");
    identity_of(request);
}

/// Names the text of the file of a structure, which the network of a classifier does not get.
void say_lost_text(const NamedChoice& choice, const Classifier& classifier,
                   const std::string& path) {
    if (!choice.given || io::holds_classifier(path, classifier)) return;
    std::vector<std::string> parts = choice.given->source.contents;
    const std::vector<std::string>& looks = choice.given->source.looks;
    parts.insert(parts.end(), looks.begin(), looks.end());
    say_lost(path, choice.given->file, parts);
}

Classifier bootstrapped(const FitRequest& request, const Classifier& classifier,
                        const Dataset& data, const Interruption& interruption) {
    ProgressBar bar("of the replicates");
    return learners::with_bootstrap(classifier, data, request.bootstrap,
                                    control_of(interruption, bar, request.choices.threads));
}

/// Throws UsageError where replicates would not be kept, or cannot be made.
void require_replicates(const FitRequest& request, const NamedChoice& choice) {
    if (request.bootstrap.replicates == 0) return;
    if (!io::holds_replicates(request.model))
        throw UsageError("--bootstrap keeps its replicates in a .pgmodel file", "-o MODEL.pgmodel");
    if (!std::holds_alternative<learners::Fit>(choice.estimator))
        throw UsageError(learners::format_structure(choice.estimator) + " has no replicates",
                         "choose one structure, '--structure tan', or leave out --bootstrap");
}

/// `remarks` are those on columns that were left out.
int fit_classifier(Session& session, const FitRequest& request, const NamedChoice& choice,
                   const Rows& table, const std::vector<std::string>& remarks,
                   const Interruption& interruption) {
    const learners::Estimator& estimator = choice.estimator;
    FittedRows rows;
    const Rows all_rows = rows_to_fit(session, request, table, rows);
    Rows data = all_rows;
    std::optional<sources::CheckpointedRows> saved;
    if (!request.checkpoint.empty()) {
        saved.emplace(all_rows, request.checkpoint, identity_of(request));
        data = saved->source();
    }
    const auto fit = [&](const learners::SearchControl& control) {
        Classifier fitted = timed(
            session, [&] { return learners::fit(data, request.class_name, estimator, control); });
        if (!choice.reason.empty()) fitted = learners::with_reason(fitted, choice.reason);
        return learners::with_remarks(fitted, remarks);
    };
    const auto finish = [&](Classifier classifier) {
        if (request.bootstrap.replicates > 0)
            classifier = bootstrapped(request, classifier, *table.table(), interruption);
        const bool is_in_parts = table.table() == nullptr;
        if (is_in_parts) {
            say_class_of_many_values(classifier.class_variable(), classifier.provenance().rows);
            say_codes(rows.codes, request.table, request.class_name);
        }
        if (is_in_parts && session.ranks != nullptr)
            rows = of_all_ranks(*session.ranks, rows, classifier.class_variable());
        if (!request.model.empty() && session.writes_files()) {
            write_model(classifier, request.model);
            say_lost_text(choice, classifier, request.model);
        }
        // A pass that was saved as a whole was not made again, nor its rows counted.
        if (saved && !rows.class_weights) all_rows.pass([](const Dataset&) {});
        if (saved) saved->finish();
        if (is_standard_output(request.model)) return;
        Report report = fit_report(classifier, rows, files_of(request));
        if (!choice.reason.empty()) report.add("reason", choice.reason);
        write(session, report);
    };
    if (!has_partial_results(estimator)) {
        const DeafWork without_partial_result(DeafWork::Seconds(0));
        finish(fit({}));
        return fine;
    }
    ProgressBar bar(by_em(estimator) ? "at most" : "");
    const Classifier classifier = fit(control_of_em(session, interruption, bar, estimator));
    bar.clear();
    const auto& [em, candidates] =
        std::tie(classifier.provenance().em, classifier.provenance().candidates);
    if (em && em->iterations == 0) return report_partial(*em, interruption.reason());
    finish(classifier);
    if (em && em->partial) return report_partial(*em, interruption.reason());
    if (candidates && candidates->partial)
        return report_stopped(interruption.reason() + " after " +
                                  counted(candidates->trials.size(), "candidate") +
                                  "; the result is the best of them",
                              true);
    return fine;
}

/// Without a class.
int fit_network(Session& session, const FitRequest& request, const NamedChoice& choice,
                const Dataset& data, const Interruption& interruption) {
    ProgressBar bar("at most");
    learners::FittedNetwork fitted = timed(session, [&] {
        return fitted_network(data, choice,
                              control_of_em(session, interruption, bar, choice.estimator));
    });
    if (request.bootstrap.replicates > 0) {
        const auto learn = [&](const Dataset& rows, const learners::SearchControl& control) {
            return std::optional(fitted_network(rows, choice, control).network);
        };
        ProgressBar of_replicates("of the replicates");
        fitted.network = with_replicates(
            std::move(fitted.network),
            learners::bootstrap(data, learners::NetworkLearner(learn), request.bootstrap,
                                control_of(interruption, of_replicates))
                .networks);
    }
    bar.clear();
    if (fitted.em && fitted.em->iterations == 0)
        return report_partial(*fitted.em, interruption.reason());
    if (!request.model.empty() && session.writes_files()) {
        const NetworkOfFile given = choice.given.value_or(NetworkOfFile{});
        write_network_of(given.file, given.source, fitted.network, request.model);
    }
    if (!is_standard_output(request.model))
        write(session, network_report(fitted, data, choice.label, files_of(request)));
    const bool is_partial = fitted.em && fitted.em->partial;
    return is_partial ? report_partial(*fitted.em, interruption.reason()) : int{fine};
}

/// True if the structure text declares a variable of that name hidden: no column of the data.
bool is_hidden_variable(const learners::Estimator& estimator, const std::string& name) {
    const auto* const options = std::get_if<learners::Fit>(&estimator);
    const auto* const given =
        options ? std::get_if<learners::UserDefined>(&options->structure) : nullptr;
    return given && std::ranges::any_of(given->hidden_variables(), [&](const Variable& variable) {
               return variable.name() == name;
           });
}

/// Throws UsageError where there are no statistics that could be kept.
void require_updatable(const learners::Estimator& estimator) {
    if (by_em(estimator))
        throw UsageError("a classifier of expectation maximisation has no counts to be updated",
                         "leave out --updatable");
    if (!std::holds_alternative<learners::Fit>(estimator))
        throw UsageError(learners::format_structure(estimator) +
                             " keeps no statistics, since the weights of its members depend on "
                             "all rows",
                         "leave out --updatable, or choose one structure");
}

/// Why the file to be written cannot hold a stack; empty where it can.
std::string obstacle_to_stack(const std::string& path) {
    if (path.empty() || is_standard_output(path) || io::holds_classifiers(path)) return {};
    return quoted_name(path) + " holds one network";
}

/// The choice to be fitted, in one way.
NamedChoice choice_of(Session& session, const FitRequest& request) {
    const std::vector<NamedChoice> choices = request.choices.read(session);
    if (choices.size() != 1)
        throw UsageError(
            "a classifier is fitted in one way, not in " + std::to_string(choices.size()),
            "'pgm evaluate' compares several");
    const learners::Estimator& estimator = choices.front().estimator;
    require_replicates(request, choices.front());
    if (request.choices.updatable) require_updatable(estimator);
    if (request.class_name.empty() && !is_written_out(estimator))
        throw UsageError("--class is required",
                         "without a class, the tables of a network are fitted whose structure is a "
                         "model file or written out, 'A -> B, C'; 'pgm learn' finds a structure");
    if (request.class_name.empty() && request.choices.updatable)
        throw UsageError("a network without a class keeps no statistics", "leave out --updatable");
    return choices.front();
}

/// Leaves out columns of a table; the remarks on these.
std::vector<std::string> narrow(const FitRequest& request, const NamedChoice& choice,
                                Dataset& data) {
    NarrowedTable rest = request.columns.narrowed(data, request.table,
                                                  named_columns({&choice, 1}, request.class_name));
    data = std::move(rest.data);
    say_codes(data, request.table, request.class_name);
    return std::move(rest.remarks);
}

/// A fit of sums that are there, or that a database counts; null where there are rows.
std::optional<int> fit_sums(Session& session, const FitRequest& request) {
    const auto address = counting_relation(request.data);
    if (request.statistics.empty() && !address) return std::nullopt;
    const DeafWork without_partial_result(DeafWork::Seconds(0));
    return request.statistics.empty() ? fit_counts(session, request, *address)
                                      : fit_statistics(session, request);
}

int fit(Session& session, const FitRequest& request) {
    const Interruption interruption(request.limit.seconds());
    if (const std::optional<int> status = fit_sums(session, request)) return *status;
    if (request.data.empty()) throw UsageError("DATA is required", "or --stats FILE");
    if (!request.checkpoint.empty()) require_sums(session, request);
    NamedChoice choice = choice_of(session, request);
    refuse_two_outputs(session.json, request.model);
    require_model_name(request.model);
    std::vector<std::string> inputs = request.choices.files();
    inputs.insert(inputs.end(), request.data.begin(), request.data.end());
    refuse_to_overwrite(request.model, inputs, {"the classifier", "it is made from"});
    const bool is_hidden = is_hidden_variable(choice.estimator, request.class_name);
    const bool is_default = request.choices.leaves_all();
    const std::string obstacle = obstacle_to_stack(request.model);
    Rows table = request.table.open_to_learn(
        session, request.data, declarations(request, is_hidden), request.class_name,
        [&](std::span<const Variable> columns, std::size_t rows) {
            const auto needs_table = [&] {
                return learners::needs_table(columns, request.class_name, choice.estimator);
            };
            // What nb needs the table for, a class of numbers or their cuts, all need it for.
            if (request.class_name.empty() || request.bootstrap.replicates > 0 || needs_table())
                return false;
            if (!is_default) return true;
            choice =
                request.choices.default_for(session, columns, rows, request.class_name, obstacle);
            return !needs_table();
        });
    std::vector<std::string> remarks;
    try {
        Dataset* const data = table.table();
        if (data != nullptr) {
            if (!is_hidden) say_class_of_many_values(*data, request.class_name);
            remarks = narrow(request, choice, *data);
        }
        if (request.class_name.empty())
            return fit_network(session, request, choice, *data, interruption);
        if (data != nullptr && is_default) {
            choice = request.choices.default_for(session, *data, request.class_name, obstacle);
            require_replicates(request, choice);
        }
        return fit_classifier(session, request, choice, table, remarks, interruption);
    } catch (const Stopped&) {
        return report_stopped(interruption.reason() + "; there is no result", false);
    }
}

}  // namespace

Action set_up_fit(Options& options, Session& session) {
    const auto given = std::make_shared<FitRequest>();
    DataChoices::add_arguments(options, given->data, Options::Empty::allowed);
    options.group("What to fit");
    options.text("-c,--class", given->class_name, "COLUMN", "The column to be predicted");
    options.texts(
        "--stats", given->statistics, "FILE",
        "Statistics of 'pgm stats' or 'pgm merge' in place of DATA; several are added up");
    given->choices.add_to(options);
    options.seed(given->choices.em.seed, "Seed of random initialisations");
    given->columns.add_to(options);
    given->table.add_to(options);
    options.group("The run");
    options.text(
        "-o,--output", given->model, "MODEL",
        "The .pgmodel or .json file to write, or its network alone in any format; default: "
        "none, only the report");
    options.count("--bootstrap", given->bootstrap.replicates, 2,
                  "Fit this number of resampled tables, too, and keep them in the .pgmodel file: "
                  "they are what --interval asks");
    options.flag("--updatable", given->choices.updatable,
                 "Keep the statistics in the model, so that 'pgm update' can add rows to it");
    options.text("--checkpoint", given->checkpoint, "FILE",
                 "Save the sums of the rows in this file while they are counted; a run that was "
                 "killed goes on from it, and a result removes it");
    given->limit.add_to(options,
                        "Stop after this time: with the best so far of em and auto, else without a "
                        "result");
    return [given, &session] {
        given->table.threads = given->choices.threads;
        return fit(session, *given);
    };
}

}  // namespace pgm::apps

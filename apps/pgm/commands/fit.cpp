#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/options/network_fit.hpp>
#include <apps/pgm/options/statistics_file.hpp>
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
#include <pgm/core/text/number_text.hpp>
#include <sources/database/database.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <tuple>

namespace pgm::apps {
namespace {

struct FitRequest {
    std::vector<std::string> data, statistics;
    std::string class_name;
    std::string model;
    FitChoices choices;
    DataChoices table;
    TimeLimit limit;
};

FitFiles files_of(const FitRequest& request) {
    return {.data = source_text(request.data),
            .weights = request.table.weights,
            .model = request.model};
}

/// Status 130, and what there is: the best so far, if any network has been evaluated.
int report_partial(const EmReport& em, const std::string& reason) {
    if (em.iterations == 0)
        return report_stopped(reason + " in the first iteration; there is no result", false);
    return report_stopped(reason + " after " + counted(em.iterations, "iteration") +
                              "; the result is the best so far",
                          true);
}

bool by_em(const learners::Estimator& estimator) {
    const auto* const options = std::get_if<learners::FitOptions>(&estimator);
    return options != nullptr && options->missing_cells == learners::MissingCells::em;
}

/// With its work spread over ranks if it is EM. What chooses among several ways does all of it in
/// each, since it asks for them in no certain order.
learners::SearchControl control_of_em(const Session& session, const Interruption& interruption,
                                      ProgressBar& bar, const learners::Estimator& estimator) {
    learners::SearchControl control = control_of(interruption, bar);
    if (session.ranks != nullptr && by_em(estimator))
        control.work = sources::work_share(*session.ranks);
    return control;
}

/// Expectation maximisation and a choice among several have a result when they are stopped.
bool has_partial_results(const learners::Estimator& estimator) {
    // The treatment of missing cells is chosen around the choice among candidates.
    return by_em(estimator) || (std::holds_alternative<learners::Automatic>(estimator) &&
                                !learners::chooses_missing_cells(estimator));
}

/// Numbers in the class column are names, unless the class is hidden and hence no column.
std::vector<io::ColumnDeclaration> declarations(const FitRequest& request, bool is_hidden) {
    return class_declaration(request.data.front(), is_hidden ? "" : request.class_name);
}

/// Counts the rows of a pass for the report before they are taken.
class CountedPass {
public:
    CountedPass(FittedRows& rows, const std::string& class_name,
                const std::function<void(const Dataset&)>& take)
        : rows_(rows), class_name_(class_name), take_(take) {
        rows_ = {};
    }

    void operator()(const Dataset& part) const {
        if (!rows_.class_weights)
            rows_ = fitted_rows(part, class_name_);
        else
            add_state_weights(part.column(class_name_), part.weights(), *rows_.class_weights);
        take_(part);
    }

private:
    FittedRows& rows_;
    const std::string& class_name_;
    const std::function<void(const Dataset&)>& take_;
};

/// The rows of a table to learn from. Those in parts are counted for the report by each pass. Over
/// ranks, the parts are a share, and in a pass over all rows the first rank alone counts.
learners::CountSource source_of(const Session& session, const FitRequest& request,
                                const io::OpenedTable& table, FittedRows& rows) {
    if (const auto* const data = std::get_if<Dataset>(&table)) {
        rows = fitted_rows(*data, request.class_name);
        return *data;
    }
    const io::DataParts& parts = std::get<io::DataParts>(table);
    const auto for_each_part = [&](const std::function<void(const Dataset&)>& take) {
        parts->for_each(rows_of_part(parts->schema()), CountedPass(rows, request.class_name, take));
    };
    learners::CountSource source(parts->schema(), for_each_part, parts->rows());
    if (session.ranks == nullptr) return source;
    const auto all_rows = [&](const std::function<void(const Dataset&)>& take) {
        const CountedPass counted(rows, request.class_name, take);
        const auto declared = declarations(request, false);
        session.writes_files() ? request.table.for_each_part(request.data, declared, counted)
                               : request.table.for_each_part(request.data, declared, take);
    };
    return sources::count_together(*session.ranks, std::move(source), all_rows);
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

int fit_classifier(Session& session, const FitRequest& request, const NamedChoice& choice,
                   const io::OpenedTable& table) {
    const learners::Estimator& estimator = choice.estimator;
    FittedRows rows;
    const learners::CountSource data = source_of(session, request, table, rows);
    const auto fit = [&](const learners::SearchControl& control) {
        Classifier fitted = timed(
            session, [&] { return learners::fit(data, request.class_name, estimator, control); });
        if (!choice.reason.empty()) fitted = learners::with_reason(fitted, choice.reason);
        return fitted;
    };
    const auto finish = [&](const Classifier& classifier) {
        const bool is_in_parts = std::holds_alternative<io::DataParts>(table);
        if (is_in_parts)
            say_class_of_many_values(classifier.class_variable(), classifier.provenance().rows);
        if (is_in_parts && session.ranks != nullptr)
            rows = of_all_ranks(*session.ranks, rows, classifier.class_variable());
        if (!request.model.empty() && session.writes_files())
            write_model(classifier, request.model);
        if (is_standard_output(request.model)) return;
        Report report = fit_report(classifier, rows, files_of(request));
        if (!choice.reason.empty()) report.add("reason", choice.reason);
        write(session, report);
    };
    if (!has_partial_results(estimator)) {
        end_program_after(request.limit.seconds());
        finish(fit({}));
        return fine;
    }
    const Interruption interruption(request.limit.seconds());
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
                const Dataset& data) {
    const Interruption interruption(request.limit.seconds());
    ProgressBar bar("at most");
    const learners::FittedNetwork fitted = timed(session, [&] {
        return fitted_network(data, choice,
                              control_of_em(session, interruption, bar, choice.estimator));
    });
    bar.clear();
    if (fitted.em && fitted.em->iterations == 0)
        return report_partial(*fitted.em, interruption.reason());
    if (!request.model.empty() && session.writes_files())
        io::write_network(fitted.network, request.model);
    if (!is_standard_output(request.model))
        write(session, network_report(fitted, data, choice.label, files_of(request)));
    const bool is_partial = fitted.em && fitted.em->partial;
    return is_partial ? report_partial(*fitted.em, interruption.reason()) : int{fine};
}

/// Whether the structure text declares a variable of that name hidden: no column of the data.
bool is_hidden_variable(const learners::Estimator& estimator, const std::string& name) {
    const auto* const options = std::get_if<learners::FitOptions>(&estimator);
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
    if (!std::holds_alternative<learners::FitOptions>(estimator))
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

/// What is to be fitted, in one way.
NamedChoice choice_of(Session& session, const FitRequest& request) {
    const std::vector<NamedChoice> choices = request.choices.read(session);
    if (choices.size() != 1)
        throw UsageError(
            "a classifier is fitted in one way, not in " + std::to_string(choices.size()),
            "'pgm evaluate' compares several");
    const learners::Estimator& estimator = choices.front().estimator;
    if (request.choices.updatable) require_updatable(estimator);
    if (request.class_name.empty() && !is_written_out(estimator))
        throw UsageError("--class is required",
                         "without a class, the tables of a network are fitted whose structure is a "
                         "model file or written out, 'A -> B, C'; 'pgm learn' finds a structure");
    if (request.class_name.empty() && request.choices.updatable)
        throw UsageError("a network without a class keeps no statistics", "leave out --updatable");
    return choices.front();
}

/// The choices of the statistics, but for those that are given.
learners::FitOptions options_for(Session& session, FitChoices choices, const Classifier& kept) {
    const FitWords& words = kept.provenance().choices;
    if (choices.structures.empty()) choices.structures = {words.structure};
    if (choices.smoothings.empty()) choices.smoothings = {words.smoothing};
    if (choices.continuous.empty()) choices.continuous = {words.continuous};
    if (choices.missing_cells.empty()) choices.missing_cells = {words.missing_cells};
    if (choices.class_prior.empty()) choices.class_prior = words.class_prior;
    if (choices.empty_rows.empty()) choices.empty_rows = words.empty_rows;
    return choices.read_counted(session);
}

/// The sums of rows that were counted by `pgm stats`, in place of a table.
int fit_statistics(Session& session, const FitRequest& request) {
    if (!request.data.empty()) throw UsageError("--stats stands in place of DATA");
    refuse_two_outputs(session.json, request.model);
    std::vector<std::string> inputs = request.choices.files();
    inputs.insert(inputs.end(), request.statistics.begin(), request.statistics.end());
    refuse_to_overwrite(request.model, inputs, {"the classifier", "it is made from"});
    const Classifier kept = load_merged(session, request.statistics, request.choices.threads);
    if (!request.class_name.empty() && request.class_name != kept.class_name())
        throw UsageError("the statistics are of the class " + quoted_name(kept.class_name()) +
                         ", not of " + quoted_name(request.class_name));
    const learners::FitOptions options = options_for(session, request.choices, kept);
    const Classifier classifier = timed(session, [&] { return learners::refitted(kept, options); });
    if (!request.model.empty() && session.writes_files()) write_model(classifier, request.model);
    if (is_standard_output(request.model)) return fine;
    write(session, fit_report(classifier, rows_of_statistics(kept),
                              {.data = source_text(request.statistics), .model = request.model}));
    return fine;
}

/// The relation of a database that counts its rows itself, if the data are such a one.
std::optional<sources::DatabaseAddress> counting_relation(const std::vector<std::string>& data) {
    if (data.size() != 1 || !sources::is_database_address(data.front())) return std::nullopt;
    sources::DatabaseAddress address = sources::parse_database_address(data.front());
    return address.counts_there ? std::optional(std::move(address)) : std::nullopt;
}

/// Sums that a database counts, in place of rows.
int fit_counts(Session& session, const FitRequest& request,
               const sources::DatabaseAddress& address) {
    const std::string& class_name = request.class_name;
    if (class_name.empty()) throw UsageError("--class is required");
    const learners::FitOptions options = request.choices.read_counted(session);
    refuse_two_outputs(session.json, request.model);
    refuse_to_overwrite(request.model, request.choices.files(),
                        {"the classifier", "it is made from"});
    const sources::DatabaseCounts counts = loaded(session, [&] {
        return sources::DatabaseCounts(
            address, request.table.reader_options(class_declaration(address.text, class_name)));
    });
    const Classifier classifier =
        timed(session, [&] { return learners::fit(counts.source(), class_name, options); });
    say_class_of_many_values(classifier.class_variable(), classifier.provenance().rows);
    if (!request.model.empty() && session.writes_files()) write_model(classifier, request.model);
    if (is_standard_output(request.model)) return fine;
    const auto target = std::ranges::find(counts.schema(), class_name, &Variable::name);
    const auto column = static_cast<std::size_t>(target - counts.schema().begin());
    write(session, fit_report(classifier, {.class_weights = counts.rows_of_states(column)},
                              files_of(request)));
    return fine;
}

int fit(Session& session, const FitRequest& request) {
    if (!request.statistics.empty()) return fit_statistics(session, request);
    if (request.data.empty()) throw UsageError("DATA is required", "or --stats FILE");
    if (const auto address = counting_relation(request.data))
        return fit_counts(session, request, *address);
    NamedChoice choice = choice_of(session, request);
    refuse_two_outputs(session.json, request.model);
    std::vector<std::string> inputs = request.choices.files();
    inputs.insert(inputs.end(), request.data.begin(), request.data.end());
    refuse_to_overwrite(request.model, inputs, {"the classifier", "it is made from"});
    const bool is_hidden = is_hidden_variable(choice.estimator, request.class_name);
    const bool is_default = request.choices.leaves_all();
    const std::string obstacle = obstacle_to_stack(request.model);
    const io::OpenedTable table = request.table.open_to_learn(
        session, request.data, declarations(request, is_hidden), request.class_name,
        [&](std::span<const Variable> columns, std::size_t rows) {
            const auto needs_table = [&] {
                return learners::needs_table(columns, request.class_name, choice.estimator);
            };
            // What nb needs the table for, a class of numbers or their cuts, all need it for.
            if (request.class_name.empty() || needs_table()) return false;
            if (!is_default) return true;
            choice =
                request.choices.default_for(session, columns, rows, request.class_name, obstacle);
            return !needs_table();
        });
    if (const auto* const data = std::get_if<Dataset>(&table)) {
        if (!is_hidden) say_class_of_many_values(*data, request.class_name);
        if (request.class_name.empty()) return fit_network(session, request, choice, *data);
        if (is_default)
            choice = request.choices.default_for(session, *data, request.class_name, obstacle);
    }
    return fit_classifier(session, request, choice, table);
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
    given->table.add_to(options);
    options.group("The run");
    options.text(
        "-o,--output", given->model, "MODEL",
        "The .pgmodel or .json file to write, or its network alone in any format; default: "
        "none, only the report");
    options.flag("--updatable", given->choices.updatable,
                 "Keep the statistics in the model, so that 'pgm update' can add rows to it");
    given->limit.add_to(options,
                        "Stop after this time: with the best so far of em and auto, else without a "
                        "result");
    return [given, &session] { return fit(session, *given); };
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/classifier_input.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/options/learn_choices.hpp>
#include <apps/pgm/options/learned_columns.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/report/page/page_work.hpp>
#include <apps/pgm/report/page_file.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <learners/fit/fit.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>
#include <sources/database/database.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

struct PageRequest {
    std::string subject;  ///< MODEL-OR-DATA
    std::string data;     ///< of a model
    std::string class_name, output, date;
    std::size_t bootstrap = 50, folds = 10, seed = 1;
    FitChoices choices;
    DataChoices table;
    LearnedColumns columns;
    TimeLimit limit;
};

/// The table as it is read, and the columns to learn from. Notes say which are left out.
void read_table(Session& session, const PageRequest& request, const std::vector<std::string>& named,
                PageParts& parts) {
    const std::string& path = request.subject;
    parts.methods.source = source_text(path);
    parts.all = request.table.read_to_learn(
        session, path, class_declaration(path, request.class_name), request.class_name);
    if (!request.class_name.empty()) require_classes(parts.all, request.class_name);
    parts.data = request.columns.narrowed_with_notes(with_values(parts.all), request.table, named);
}

PageTask task_of(const Session& session, const PageRequest& request, std::string label = {}) {
    return {std::move(label), request.bootstrap, request.folds, engine_options(session)};
}

/// Each part of the work has a progress bar of its own.
PageControl control_of(const PageRequest& request, const Interruption& interruption) {
    return [&](const char* part) {
        const auto bar = std::make_shared<ProgressBar>(part);
        learners::SearchControl control = control_of(interruption, *bar, request.choices.threads);
        if (control.proceed)
            control.proceed = [bar, shown = control.proceed](const learners::SearchProgress& at) {
                return shown(at);
            };
        return control;
    };
}

/// The one way of fitting; without a choice a network that can be shown and predicts well.
NamedChoice choice_of(Session& session, const PageRequest& request) {
    FitChoices choices = request.choices;
    if (choices.structures.empty()) choices.structures = {"tan"};
    const std::vector<NamedChoice> read = choices.read(session);
    if (read.size() != 1)
        throw UsageError("a report is on one model, not on " + std::to_string(read.size()),
                         "'pgm evaluate' compares several");
    return read.front();
}

void fit_classifier(Session& session, const PageRequest& request, const Interruption& interruption,
                    PageParts& parts) {
    NamedChoice choice = choice_of(session, request);
    read_table(session, request, named_columns({&choice, 1}, request.class_name), parts);
    say_codes(parts.data, request.table, request.class_name);
    fit_for_page(parts, choice.estimator, task_of(session, request, choice.label),
                 control_of(request, interruption));
}

void learn_network(Session& session, const PageRequest& request, const Interruption& interruption,
                   PageParts& parts) {
    if (request.choices.given())
        throw UsageError("the options of fitting are about a class", "--class COLUMN");
    LearnChoices words;
    words.seed = request.seed;
    words.threads = request.choices.threads;
    const LearnTask task = words.read(session);
    read_table(session, request, {}, parts);
    parts.data = without_constant_numbers(std::move(parts.data));
    say_codes(parts.data, request.table, {}, ", normally distributed");
    learn_for_page(parts, {task.learning, task.incomplete, task.fit}, task_of(session, request),
                   control_of(request, interruption));
}

void read_model(Session& session, PageRequest& request, const Interruption& interruption,
                PageParts& parts) {
    if (request.choices.given())
        throw UsageError("a fitted model is reported as it is", "leave out the options of fitting");
    parts.methods.model = request.subject;
    io::SavedModel model = load_model(session, request.subject);
    if (!request.class_name.empty() && std::holds_alternative<BayesianNetwork>(model))
        model = ClassifierInput{request.subject, request.class_name}.read(session);
    parts.members = networks_of(session, request.subject, model);
    if (auto* const classifier = std::get_if<Classifier>(&model)) {
        parts.methods.class_name = request.class_name = classifier->class_name();
        parts.predictor.emplace(std::move(*classifier), engine_options(session));
    }
    if (request.data.empty()) return;
    DataChoices& table = request.table;
    parts.methods.source = source_text(request.data);
    parts.all =
        table.read_rows(session, request.data, class_declaration(request.data, request.class_name));
    parts.data = with_values(parts.all);
    test_for_page(parts, control_of(request, interruption));
}

/// The arguments as a shell reads them.
std::string command_text(const Session& session) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/:=,+@%";
    std::string text = "pgm";
    for (const std::string& argument : session.arguments) {
        std::string quoted;
        for (const char c : argument)
            quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
        const bool is_plain =
            !argument.empty() && argument.find_first_not_of(plain) == std::string::npos;
        text += " " + (is_plain ? argument : "'" + quoted + "'");
    }
    return text;
}

int report_page(Session& session, PageRequest request) {
    form_of_page(request.output);
    refuse_two_outputs(session.json, request.output);
    std::vector<std::string> inputs = request.choices.files();
    inputs.insert(inputs.end(), {request.subject, request.data});
    refuse_to_overwrite(request.output, inputs, {"the report", "it is made from"});
    const Interruption interruption(request.limit.seconds());
    PageParts parts{.subject = request.subject,
                    .threads = request.choices.threads,
                    .methods = {.class_name = request.class_name, .seed = request.seed}};
    const bool is_table = io::is_stream(request.subject) ||
                          sources::is_database_address(request.subject) ||
                          io::is_data_file(request.subject);
    if (is_table && !request.data.empty())
        throw UsageError("--data is the table of a model, and " + quoted_name(request.subject) +
                         " is a table");
    try {
        timed(session, [&] {
            if (!is_table)
                read_model(session, request, interruption, parts);
            else if (request.class_name.empty())
                learn_network(session, request, interruption, parts);
            else
                fit_classifier(session, request, interruption, parts);
            return 0;
        });
    } catch (const Stopped&) {
        return report_stopped(interruption.reason() + "; there is no report", false);
    }
    PageMethods& methods = parts.methods;
    methods.program = version_text;
    methods.command = command_text(session);
    methods.date = request.date;
    const DeafWork without_partial_result;
    write_page(session, request.output, page_of(parts));
    return fine;
}

}  // namespace

Action set_up_report(Options& options, Session& session) {
    const auto given = std::make_shared<PageRequest>();
    options.argument("MODEL-OR-DATA", given->subject,
                     "Table of data (.csv, .tsv, .txt, .arff, of a database, or - for CSV on "
                     "standard input), or a model file");
    options.text("-c,--class", given->class_name, "COLUMN",
                 "The column to be predicted; default: none, a network of all columns is learned");
    options.text("--data", given->data, "DATA", "Of a model: the table to report on");
    options.text(
        "-o,--output", given->output, "FILE",
        "The page to write, .html, .pdf, .tex, .md or .txt; default: Markdown on standard output");
    options.count("--bootstrap", given->bootstrap, 0,
                  "Replicates for the confidence of arcs, 0 leaves it out; default: 50");
    options.count("--folds", given->folds, 2, "Folds of the cross-validation; default: 10");
    options.text("--date", given->date, "TEXT",
                 "A date for the page, which has none by default: the same input gives the same "
                 "bytes");
    given->choices.add_to(options);
    options.seed(given->seed, "Seed of folds, replicates, permutations and initialisations");
    given->columns.add_to(options);
    given->table.add_to(options);
    options.group("The run");
    given->limit.add_to(options, "Stop after this time, without a report; default: no limit");
    return [given, &session] {
        given->choices.em.seed = given->seed;
        given->table.threads = given->choices.threads;
        return report_page(session, *given);
    };
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/output_path.hpp>
#include <io/classifier_file.hpp>
#include <learners/fit.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct FitRequest {
    std::string data;
    std::string class_name;
    std::string model;
    FitChoices choices;
    DataChoices table;
    TimeLimit limit;
};

int fit(Session& session, const FitRequest& request) {
    const std::vector<NamedChoice> choices = request.choices.read(session);
    if (choices.size() != 1)
        throw UsageError(
            "a classifier is fitted with one structure, not " + std::to_string(choices.size()),
            "'pgm evaluate' compares several");
    if (session.json && is_standard_output(request.model))
        throw UsageError("--json and the model cannot both go to standard output",
                         "give -o a file name");
    std::vector<std::string> inputs = request.choices.files();
    inputs.push_back(request.data);
    refuse_to_overwrite(request.model, inputs, {"the classifier", "it is made from"});
    end_program_after(request.limit.seconds());
    const Dataset data = request.table.read(session, request.data,
                                            class_declaration(request.data, request.class_name));
    const Classifier classifier = timed(
        session, [&] { return learners::fit(data, request.class_name, choices.front().options); });
    if (!request.model.empty()) io::write_classifier(classifier, request.model);
    if (session.json) {
        JsonText json;
        write_json(json, classifier, data, request.model);
        session.out.write(json.take() + "\n");
    } else if (!is_standard_output(request.model)) {
        session.out.write(
            text_of(classifier, data, request.data, request.table.weights, request.model));
    }
    return fine;
}

}  // namespace

Action set_up_fit(Options& options, Session& session) {
    const auto given = std::make_shared<FitRequest>();
    options.argument(
        "DATA", given->data,
        "Table of data (.csv, .tsv, .txt, .arff, also with .gz), or - for CSV on standard input");
    options.required_text("-c,--class", given->class_name, "COLUMN", "The column to be predicted");
    given->choices.add_to(options);
    options.text("-o,--output", given->model, "MODEL",
                 "The .pgmodel file to write; default: none, only the report");
    given->table.add_to(options);
    options.text("--time-limit", given->limit.text, "SECONDS",
                 "Stop after this time without writing anything; default: no limit");
    return [given, &session] { return fit(session, *given); };
}

}  // namespace pgm::apps

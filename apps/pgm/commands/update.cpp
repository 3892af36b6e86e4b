#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct UpdateRequest {
    std::string model;
    std::string data;
    std::string path;
    std::size_t threads = 0;
    DataChoices table;
    TimeLimit limit;
};

Classifier classifier_of(Session& session, const std::string& path) {
    io::SavedModel model = load_model(session, path);
    if (auto* const classifier = std::get_if<Classifier>(&model)) return std::move(*classifier);
    throw ArgumentError(quoted_name(path) + " is a network, not a fitted classifier",
                        "'pgm fit --updatable' writes a classifier that can be updated");
}

int update(Session& session, const UpdateRequest& request) {
    refuse_two_outputs(session.json, request.path);
    require_model_name(request.path);
    refuse_swapped("update", request.model, request.data);
    refuse_to_overwrite(request.path, {request.data}, {"the classifier", "it is made from"});
    const Interruption interruption(request.limit.seconds());
    const DeafWork without_partial_result(DeafWork::Seconds(0));
    const Classifier before = classifier_of(session, request.model);
    const Dataset data = request.table.read_rows(
        session, request.data,
        with_parts_of_dates(before.schema(), class_declaration(request.data, before.class_name())));
    learners::UpdateOptions options{.threads = request.threads};
    options.max_fit_bytes = session.memory.limit.value_or(options.max_fit_bytes);
    const Classifier classifier =
        timed(session, [&] { return learners::update(before, data, options); });
    if (!request.path.empty()) io::write_classifier(classifier, request.path);
    if (!is_standard_output(request.path))
        write(session, fit_report(classifier, fitted_rows(data, classifier.class_name()),
                                  {.data = source_text(request.data),
                                   .weights = request.table.weights,
                                   .model = request.path},
                                  &before));
    return fine;
}

}  // namespace

Action set_up_update(Options& options, Session& session) {
    const auto given = std::make_shared<UpdateRequest>();
    options.argument("MODEL", given->model,
                     "Classifier (.pgmodel, .json) that was fitted with --updatable");
    options.argument(
        "DATA", given->data,
        "Table of more rows (.csv, .tsv, .txt, .arff, also with .gz or .zst), or - for CSV on "
        "standard input");
    options.text("-o,--output", given->path, "MODEL",
                 "The .pgmodel or .json file to write, which may be MODEL itself; default: none, "
                 "only the report");
    options.threads(given->threads);
    given->table.add_to(options);
    options.group("Options");
    given->limit.add_to(options,
                        "Stop after this time without writing anything; default: no limit");
    return [given, &session] {
        given->table.threads = given->threads;
        return update(session, *given);
    };
}

}  // namespace pgm::apps

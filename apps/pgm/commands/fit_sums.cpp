#include <apps/pgm/commands/fit_request.hpp>

#include <apps/pgm/options/statistics_file.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <learners/fit/fit.hpp>

#include <algorithm>
#include <utility>

namespace pgm::apps {
namespace {

/// The choices of the statistics, but for those that are given.
learners::Fit options_for(Session& session, FitChoices choices, const Classifier& kept) {
    const FitWords& words = kept.provenance().choices;
    if (choices.structures.empty()) choices.structures = {words.structure};
    if (choices.smoothings.empty()) choices.smoothings = {words.smoothing};
    if (choices.missing_cells.empty()) choices.missing_cells = {words.missing_cells};
    if (choices.class_prior.empty()) choices.class_prior = words.class_prior;
    if (choices.empty_rows.empty()) choices.empty_rows = words.empty_rows;
    learners::Fit options = choices.read_counted(session);
    if (choices.continuous.empty()) options.continuous = learners::options_of(kept).continuous;
    return options;
}

}  // namespace

FitFiles files_of(const FitRequest& request) {
    return {.data = source_text(request.data),
            .weights = request.table.weights,
            .model = request.model};
}

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
    const learners::Fit options = options_for(session, request.choices, kept);
    const Classifier classifier = timed(session, [&] { return learners::refitted(kept, options); });
    if (!request.model.empty() && session.writes_files()) write_model(classifier, request.model);
    if (is_standard_output(request.model)) return fine;
    write(session, fit_report(classifier, rows_of_statistics(kept),
                              {.data = source_text(request.statistics), .model = request.model}));
    return fine;
}

std::optional<sources::DatabaseAddress> counting_relation(const std::vector<std::string>& data) {
    if (data.size() != 1 || !sources::is_database_address(data.front())) return std::nullopt;
    sources::DatabaseAddress address = sources::parse_database_address(data.front());
    return address.counts_there ? std::optional(std::move(address)) : std::nullopt;
}

int fit_counts(Session& session, const FitRequest& request,
               const sources::DatabaseAddress& address) {
    const std::string& class_name = request.class_name;
    if (class_name.empty()) throw UsageError("--class is required");
    const learners::Fit options = request.choices.read_counted(session);
    refuse_two_outputs(session.json, request.model);
    refuse_to_overwrite(request.model, request.choices.files(),
                        {"the classifier", "it is made from"});
    const sources::DatabaseCounts counts = loaded(session, [&] {
        return sources::DatabaseCounts(
            address, request.table.reader_options(class_declaration(address.text, class_name)),
            [](const std::string& sentence) { print_note(sentence); });
    });
    const Classifier classifier =
        timed(session, [&] { return learners::fit(counts.source(), class_name, options); });
    say_class_of_many_values(classifier.class_variable(), classifier.provenance().rows);
    if (!request.model.empty()) write_model(classifier, request.model);
    if (is_standard_output(request.model)) return fine;
    const auto target = std::ranges::find(counts.schema(), class_name, &Variable::name);
    const auto column = static_cast<std::size_t>(target - counts.schema().begin());
    write(session, fit_report(classifier, {.class_weights = counts.rows_of_states(column)},
                              files_of(request)));
    return fine;
}

}  // namespace pgm::apps

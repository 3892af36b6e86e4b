#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/fit_choices.hpp>
#include <apps/pgm/options/statistics_file.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/fit_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <learners/counting/update.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace pgm::apps {
namespace {

struct StatsRequest {
    std::vector<std::string> data;
    std::string class_name, like, to;
    FitChoices choices;
    DataChoices table;
};

/// The statistics to be counted: for which class, and a fit in what way, of columns of these kinds.
struct Wanted {
    std::string class_name;
    learners::Fit options;
    std::vector<Variable> columns{};  ///< empty: all columns of the table, as they are
};

/// A fit with the choices, the cut points and the columns of a model.
Wanted like(const Classifier& model, const std::string& path) {
    const NetworkClassifier* const networks = model.networks();
    if (!networks)
        throw ArgumentError(quoted_name(path) +
                                " pools several classifiers, whose weights depend "
                                "on all rows",
                            "one of its structures has statistics");
    learners::Fit options = learners::options_of(model);
    // The families of kdb:2 and beyond depend on the rows, and those of its arcs do not.
    const auto* const kdb = std::get_if<learners::KDependence>(&options.structure);
    if (kdb != nullptr && kdb->k > 1)
        options.structure = learners::UserDefined(networks->members().front().network);
    learners::ContinuousModel continuous = learners::continuous_model_of(options);
    continuous.discretisation = {.given = networks->discretisation(), .rule = std::nullopt};
    options.continuous = std::move(continuous);
    return {model.class_name(), std::move(options), {model.schema().begin(), model.schema().end()}};
}

Wanted wanted_by(Session& session, const StatsRequest& request) {
    if (!request.like.empty()) {
        if (request.choices.given() || !request.class_name.empty())
            throw UsageError("--like has all choices of a fit", "leave out the others");
        const io::SavedModel model = load_model(session, request.like);
        if (const auto* const classifier = std::get_if<Classifier>(&model))
            return like(*classifier, request.like);
        throw ArgumentError(quoted_name(request.like) + " is a network, not a fitted classifier",
                            "'pgm fit' of a part of the rows makes one");
    }
    if (request.class_name.empty()) throw UsageError("--class is required", "or --like MODEL");
    return {request.class_name, request.choices.read_counted(session)};
}

std::vector<io::ColumnDeclaration> declarations(const Wanted& wanted, const std::string& path) {
    std::vector<io::ColumnDeclaration> declared = class_declaration(path, wanted.class_name);
    using Kind = io::ColumnDeclaration::Kind;
    for (const Variable& column : wanted.columns)
        if (column.name() != wanted.class_name)
            declared.push_back({.name = column.name(),
                                .kind = column.is_discrete() ? Kind::discrete : Kind::continuous});
    return declared;
}

/// The rows as if they had no other columns than these, if any are named.
Rows with_columns(Rows rows, const std::vector<Variable>& columns) {
    if (columns.empty()) return rows;
    const std::vector<Variable> schema = rows.schema();
    std::vector<Variable> chosen;
    for (const Variable& column : columns) {
        const auto found = std::ranges::find(schema, column.name(), &Variable::name);
        if (found == schema.end())
            throw ArgumentError("there is no column " + quoted_name(column.name()),
                                did_you_mean(column.name(), names_of(schema)));
        chosen.push_back(*found);
    }
    const std::optional<std::uint64_t> count = rows.rows();
    return {std::move(chosen), count,
            [rows = std::move(rows)](std::size_t rows_of_part, const Rows::Visit& take) {
                rows.pass(rows_of_part, take);
            }};
}

int stats(Session& session, const StatsRequest& request) {
    std::vector<std::string> inputs = request.choices.files();
    inputs.insert(inputs.end(), request.data.begin(), request.data.end());
    inputs.push_back(request.like);
    refuse_two_outputs(session.json, request.to);
    refuse_to_overwrite(request.to, inputs, {"the statistics", "they are made from"});
    Wanted wanted = wanted_by(session, request);
    wanted.options.keep_statistics = true;
    wanted.options.threads = request.choices.threads;
    const Rows table = request.table.open_to_learn(
        session, request.data, declarations(wanted, request.data.front()), wanted.class_name,
        [&](std::span<const Variable> columns, std::size_t) {
            return !learners::needs_table(columns, wanted.class_name, wanted.options);
        });
    FittedRows rows;
    const Rows data = with_columns(counted_rows(table, wanted.class_name, rows), wanted.columns);
    learners::require_mergeable(data.schema(), wanted.class_name, wanted.options);
    const Classifier counted =
        timed(session, [&] { return learners::fit(data, wanted.class_name, wanted.options); });
    write_statistics(counted, request.to);
    write(session, fit_report(counted, rows,
                              {.data = source_text(request.data),
                               .weights = request.table.weights,
                               .model = request.to}));
    return fine;
}

}  // namespace

Action set_up_stats(Options& options, Session& session) {
    const auto given = std::make_shared<StatsRequest>();
    DataChoices::add_arguments(options, given->data);
    options.group("What to count");
    options.text("-c,--class", given->class_name, "COLUMN", "The column to be predicted");
    options.text("--like", given->like, "MODEL",
                 "A fitted classifier, whose class, structure, columns and cut points are taken");
    given->choices.add_to(options);
    given->table.add_to(options);
    options.group("The run");
    options.required_text("-o,--output", given->to, "FILE", "The file of statistics to write");
    return [given, &session] { return stats(session, *given); };
}

}  // namespace pgm::apps

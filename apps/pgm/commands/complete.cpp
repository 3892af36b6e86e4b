#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/predictions/row_output.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <io/csv/csv.hpp>
#include <io/table/date_columns.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/missing_cells.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

namespace pgm::apps {
namespace {

struct CompleteRequest {
    std::string data;
    std::string model;
    std::string path = "-";
    std::string unseen = "missing";
    bool draw = false;
    std::size_t imputations = 1;
    std::size_t seed = 1;
    std::size_t threads = 0;
    DataChoices table;
    TimeLimit limit;
};

/// The missing cells of one column with the values that they get, as Values and as CSV.
struct FilledColumn {
    std::vector<std::uint32_t> rows;  ///< ascending
    std::vector<Value> values;        ///< null where the known cells of the row are impossible
    std::size_t next = 0;             ///< the first of a row that was not written yet
};

FilledColumn filled_by(const DrawnCells& cells, const Variable& variable) {
    FilledColumn filled{cells.rows, {}, 0};
    for (std::size_t i = 0; i < filled.rows.size(); ++i) {
        if (const auto* const states = std::get_if<std::vector<std::uint32_t>>(&cells.values))
            filled.values.push_back((*states)[i] == missing_cell<std::uint32_t>
                                        ? Value()
                                        : Value(variable.states()[(*states)[i]]));
        else if (const double number = std::get<std::vector<double>>(cells.values)[i];
                 std::isnan(number))
            filled.values.emplace_back();
        else
            filled.values.push_back(Value(number));
    }
    return filled;
}

/// Fills the missing cells of a table, of those columns that the model has.
class Completion {
public:
    Completion(const InferenceEngine& engine, const Dataset& data, const CompleteRequest& request)
        : engine_(engine),
          data_(data),
          alignment_(data, engine.network().variables(),
                     parse_words(parse_unseen_policy, request.unseen)),
          dates_(*request.table.dates_found),
          filled_(data.columns().size()) {
        known_.rows = data.rows();
        for (std::size_t v = 0; v < engine.network().size(); ++v)
            if (const Column* const column = alignment_.columns()[v])
                known_.columns.push_back({VariableId(v), evidence_cells(*column)});
        if (known_.columns.empty())
            throw ArgumentError(
                "the data have a column of no variable of the network",
                "the first is " + quoted_name(engine.network().variables().front().name()));
    }

    /// Only of values: columns that the one or the other does not have stay as they are.
    AlignmentReport report() const {
        return {.absent = {}, .ignored = {}, .unseen = alignment_.report().unseen};
    }

    void fill(const CompleteRequest& request, std::size_t imputation, const StopToken& stop) {
        const auto keep = [&](VariableId variable, auto make) {
            const std::string& name = engine_.network().variable(variable).name();
            filled_[data_.find(name)->index()] = make(engine_.network().variable(variable));
        };
        if (!request.draw)
            for (const MissingMarginals& missing :
                 missing_marginals(engine_, known_, {.threads = request.threads}))
                keep(missing.variable, [&](const Variable& variable) {
                    return filled_by(most_probable_cells(missing), variable);
                });
        else
            for (const DrawnCells& cells : draw_missing_cells(
                     engine_, known_,
                     {.seed = request.seed + imputation, .threads = request.threads, .stop = stop}))
                keep(cells.variable,
                     [&](const Variable& variable) { return filled_by(cells, variable); });
    }

    /// The value that a missing cell gets; null where the model does not have the column, or holds
    /// the row impossible. Rows are asked for in order.
    Value filled(std::size_t column, std::size_t row) {
        FilledColumn& cells = filled_[column];
        while (cells.next < cells.rows.size() && cells.rows[cells.next] < row) ++cells.next;
        const bool is_there = cells.next < cells.rows.size() && cells.rows[cells.next] == row;
        return is_there ? cells.values[cells.next] : Value();
    }

    /// True of a column of numbers that are written as dates.
    bool has_dates(const Column& column) const {
        return !column.is_discrete() && dates_.contains(column.name());
    }

private:
    const InferenceEngine& engine_;
    const Dataset& data_;
    ColumnAlignment alignment_;
    std::set<std::string> dates_;  ///< columns
    EvidenceColumns known_;
    std::vector<FilledColumn> filled_;  ///< by column of the data
};

std::string csv_text(const Value& value, const CsvStyle& style) {
    if (const auto* const number = std::get_if<double>(&value.content()))
        return style.number(*number);
    const auto* const text = std::get_if<std::string>(&value.content());
    return text ? io::csv_cell(*text) : "";
}

/// A number of days as a date; other values as they are.
Value as_date(const Value& value) {
    const auto* const days = std::get_if<double>(&value.content());
    return days ? Value(io::date_text(*days)) : value;
}

/// The counts of cells of all imputations.
struct CompletedCells {
    std::size_t filled = 0, left = 0;
};

void write_rows(const Dataset& data, const BayesianNetwork& network, Completion& completion,
                std::optional<std::size_t> imputation, RowOutput& output, CompletedCells& count) {
    for (std::size_t row = 0; row < data.rows(); ++row) {
        Report report;
        std::string line;
        if (imputation) {
            report.add("imputation", *imputation);
            line += std::to_string(*imputation) + output.style().separator;
        }
        for (std::size_t c = 0; c < data.columns().size(); ++c) {
            const Column& column = data.columns()[c];
            const bool is_missing = column.is_missing(row);
            const std::optional<VariableId> known = network.find(column.name());
            const bool is_date = completion.has_dates(column);
            Value filled = is_missing ? completion.filled(c, row) : Value();
            if (is_date) filled = as_date(is_missing ? filled : Value(column.value(row)));
            const bool is_left = std::holds_alternative<std::monostate>(filled.content());
            if (is_missing) ++(is_left ? count.left : count.filled);
            if (output.is_json())
                report.add(
                    column.name(),
                    is_missing || is_date
                        ? filled
                        : cell_value(known ? &network.variable(*known) : nullptr, column, row));
            line +=
                is_missing || is_date ? csv_text(filled, output.style()) : copied_cell(column, row);
            line += c + 1 < data.columns().size() ? output.style().separator : '\n';
        }
        output.is_json() ? output.add(report) : output.write(line);
    }
}

int complete(Session& session, const CompleteRequest& request) {
    if (request.imputations > 1 && !request.draw)
        throw UsageError("--imputations needs --draw", "the most probable values are one table");
    refuse_swapped("complete", request.model, request.data);
    refuse_to_overwrite(request.path, {request.model, request.data},
                        {"the completed table", "it is made from"});
    if (!sources::is_database_address(request.path))
        require_table_name(request.path, "completed rows");
    const Interruption interruption(request.limit.seconds());
    const ModelEngine engine = load_engine(session, request.model);
    engine.answer_jointly(session);
    const BayesianNetwork& network = engine.network();
    const Dataset data = request.table.read_for(session, request.data, network);
    const Stopwatch watch;
    Completion completion(engine.joint(), data, request);
    print_report(completion.report(), "network");
    std::vector<sources::WrittenColumn> columns;
    if (request.imputations > 1) columns.push_back({"imputation", true});
    for (const Column& column : data.columns())
        columns.push_back({column.name(), !column.is_discrete()});
    RowOutput output(session, request.path, columns);
    CompletedCells count;
    for (std::size_t i = 0; i < request.imputations; ++i) {
        try {
            completion.fill(request, i, interruption.token());
        } catch (const Stopped&) {
            return report_stopped(interruption.reason() + "; no file was written", false);
        }
        write_rows(data, network, completion,
                   request.imputations > 1 ? std::optional(i + 1) : std::nullopt, output, count);
    }
    session.timings.add(0, watch.milliseconds());
    if (count.left > 0)
        print_note(counted(count.left, "missing cell") +
                   " stay so: the model has no such column, or holds the row impossible");
    output.finish(data.rows() * request.imputations, false,
                  {{"filled", count.filled}, {"left", count.left}}, completion.report());
    return fine;
}

}  // namespace

Action set_up_complete(Options& options, Session& session) {
    const auto given = std::make_shared<CompleteRequest>();
    DataChoices::add_argument(options, given->data);
    options.argument("MODEL", given->model, "Model file with variables of these names");
    options.text("-o,--output", given->path, "FILE",
                 "CSV file to write (.csv, .tsv, .txt), compressed if its name ends in .gz or "
                 ".zst, or a new table of a database ('pgm help databases'); default: standard "
                 "output");
    options.flag("--draw", given->draw,
                 "Draw the missing values of a row together from what the others tell, in place "
                 "of the most probable state or the mean of each");
    options.count("--imputations", given->imputations, 1,
                  "With --draw: as many completed tables, one below the other with their number "
                  "in a first column; default: 1");
    options.seed(given->seed, "With --draw: seed of the draws");
    options.text("--unseen", given->unseen, "POLICY",
                 "Values that the model does not have: error, missing (as an empty cell), or "
                 "other; default: missing");
    options.threads(given->threads);
    given->table.add_to(options);
    options.group("Options");
    given->limit.add_to(options, "Stop after this time: no file is written; default: no limit");
    return [given, &session] {
        given->table.threads = given->threads;
        return complete(session, *given);
    };
}

}  // namespace pgm::apps

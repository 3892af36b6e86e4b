#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/file_bytes.hpp>
#include <learners/independence/data_test.hpp>
#include <learners/independence/test_remarks.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>
#include <pgm/query/d_separation_statement.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace pgm::apps {
namespace {

struct TestRequest {
    std::string data;
    std::string statement;
    std::string test;
    DataChoices table;
};

std::vector<ColumnId> columns_of(const std::vector<VariableId>& variables) {
    std::vector<ColumnId> columns;
    for (const VariableId variable : variables) columns.emplace_back(variable.index());
    return columns;
}

using Columns = std::vector<const Column*>;

Columns columns_of(const Dataset& data,
                   std::initializer_list<const std::vector<VariableId>*> sets) {
    Columns columns;
    for (const auto* set : sets)
        for (const ColumnId column : columns_of(*set)) columns.push_back(&data.column(column));
    return columns;
}

/// The statistic asked for, or the one that fits the columns of the statement.
learners::TestStatistic statistic_of(const TestRequest& request, const Dataset& data,
                                     const DSeparationStatement& statement) {
    if (!request.test.empty()) return parse_words(learners::parse_test_statistic, request.test);
    std::vector<ColumnId> columns;
    for (const auto* set : {&statement.left, &statement.right, &statement.given})
        for (const ColumnId column : columns_of(*set))
            if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    return learners::default_statistic(data.view().select_columns(columns));
}

/// Says which option makes a column fit.
void require_kinds(const Columns& columns, const learners::TestStatistic& statistic) {
    if (std::holds_alternative<learners::ConditionalGaussian>(statistic)) return;
    const bool needs_numbers = std::holds_alternative<learners::FisherZ>(statistic);
    for (const Column* const column : columns) {
        if (column->is_discrete() != needs_numbers) continue;
        const std::string name = shown_name(column->name());
        if (needs_numbers)
            throw ArgumentError("the column '" + name + "' is discrete, fisher-z tests numbers",
                                "--test g2 tests states, --test cg tests both");
        throw ArgumentError(
            "the column '" + name + "' is continuous, " + learners::format(statistic) +
                " tests states",
            "--discrete '" + name +
                "' makes its numbers states, --test fisher-z tests numbers, --test cg both");
    }
}

/// A test without a row would find everything independent. A column without any value has no kind
/// that could be wrong, so this comes before require_kinds().
void require_a_row(const Columns& columns, const std::vector<std::uint32_t>& rows,
                   const std::string& path) {
    if (!rows.empty()) return;
    const auto empty = std::ranges::find_if(
        columns, [](const Column* c) { return c->missing_cells() == c->rows(); });
    throw ParseError("no row has a value in every column of the statement",
                     {.file = io::source_name(path)},
                     (empty == columns.end() ? "" : empty_column_remark((*empty)->name()) + ": ") +
                         "nothing can be tested; name columns that are observed together");
}

Report report_of(const learners::TestStatistic& statistic, const learners::TestResult& result) {
    return {{"test", "test", learners::format(statistic)},
            {"statistic", "statistic", result.statistic},
            {"degrees_of_freedom", "degrees of freedom", Count{result.degrees_of_freedom}},
            {"p", result.p, Shown{"p", result.p > 0 ? number_text(result.p) : "< 1e-308"}},
            {"rows", "rows", Count{result.rows}}};
}

int test(Session& session, const TestRequest& request) {
    const Dataset data = request.table.read_rows(session, request.data);
    const std::vector<Variable> schema = data.schema();
    const DSeparationStatement statement = with_caret(
        request.statement, [&] { return parse_d_separation(schema, request.statement); });
    if (statement.is_about_each)
        throw ArgumentError("a test names the columns on both sides", "A _||_ B | C");
    const learners::TestStatistic statistic = statistic_of(request, data, statement);
    const auto& [left, right, given] = std::tie(statement.left, statement.right, statement.given);
    const Columns all = columns_of(data, {&left, &right, &given});
    const std::vector<ColumnId> a = columns_of(left), b = columns_of(right), z = columns_of(given);
    std::vector<ColumnId> tested = a;
    for (const auto* const more : {&b, &z}) tested.insert(tested.end(), more->begin(), more->end());
    const std::vector<std::uint32_t> rows = learners::rows_with(data, tested);
    require_a_row(all, rows, request.data);
    require_kinds(all, statistic);
    print_problems(learners::remarks_on_test(data, a, b, z));
    const learners::TestResult result =
        timed(session, [&] { return learners::test_independence(data, a, b, z, statistic); });
    if (std::holds_alternative<learners::ConditionalGaussian>(statistic) &&
        result.rows < static_cast<double>(rows.size()))
        print_note(
            "left out: " + counted(rows.size() - static_cast<std::size_t>(result.rows), "row") +
                " of states with too few rows for variances of their own",
            "'pgm associations --with' compares means alone (anova)");
    write(session, report_of(statistic, result));
    return fine;
}

}  // namespace

Action set_up_test(Options& options, Session& session) {
    const auto given = std::make_shared<TestRequest>();
    DataChoices::add_argument(options, given->data);
    options.argument("STATEMENT", given->statement, "'A, B _||_ C | D'", Options::Empty::allowed);
    options.text("--test", given->test, "TEST",
                 "g2, x2, mi or mc-g2:N (N random permutations) of discrete columns, fisher-z of "
                 "continuous ones, cg of both; default: g2, fisher-z or cg, as the columns are");
    given->table.add_to(options);
    return [given, &session] { return test(session, *given); };
}

}  // namespace pgm::apps

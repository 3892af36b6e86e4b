#include <apps/pgm/report/alignment_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// "'a', 'b' and 3 more"
std::string quoted(const std::vector<std::string>& names) {
    constexpr std::size_t most = 6;
    return few(names, most, quoted_name);
}

/// The columns of the data that absent ones most likely are.
std::string similar_columns(const AlignmentReport& report) {
    // Comparing names is slow, and thousands of columns may be absent.
    constexpr std::size_t most = 3, most_compared = 20;
    std::string text;
    std::size_t found = 0;
    for (std::size_t i = 0; i < std::min(most_compared, report.absent.size()); ++i) {
        const std::string& name = report.absent[i];
        std::string remark = case_difference(name, report.ignored);
        if (const std::string near = nearest_name(name, report.ignored);
            remark.empty() && !near.empty())
            remark = "is " + quoted_name(near) + " meant for " + quoted_name(name) + "?";
        if (remark.empty() || ++found > most) continue;
        text += (text.empty() ? "" : "; ") + remark;
    }
    return found > most ? text + "; " + std::to_string(found - most) + " more are alike" : text;
}

Problem problem_of(const UnseenValues& values) {
    const std::vector<std::string> state{values.similar_state};
    std::string hint = case_difference(values.similar_value, state);
    if (hint.empty() && !values.similar_state.empty())
        hint = "did you mean " + quoted_name(values.similar_state) + "?";
    return {.severity = Problem::Severity::warning,
            .message = "'" + shown_name(values.column) +
                       (values.is_number_due ? "' has texts where numbers are due in "
                                             : "' has values unseen in training in ") +
                       counted(values.cells, "row") + ", first " + quoted_name(values.first_value) +
                       " in row " + std::to_string(values.first_row + 1),
            .hint = values.is_number_due ? "they are taken as missing" : hint};
}

}  // namespace

void print_report(const AlignmentReport& report, const std::string& model) {
    if (!report.absent.empty())
        print_warning(
            "the data have no column " + quoted(report.absent) + ": taken as missing in every row",
            similar_columns(report));
    if (!report.ignored.empty())
        print_note("ignored, for the " + model + " does not know it: " + quoted(report.ignored));
    std::vector<Problem> unseen;
    for (const UnseenValues& values : report.unseen) unseen.push_back(problem_of(values));
    print_problems(unseen);
}

Report alignment_report(const AlignmentReport& report) {
    const Rows unseen = rows_of(report.unseen, [](const UnseenValues& values) -> Report {
        const bool is_similar = !values.similar_state.empty();
        return {{"column", values.column},
                {"cells", values.cells},
                {"first_value", values.first_value},
                {"first_row", values.first_row + 1},
                {"nearest_state", or_null(values.similar_state)},
                {"nearest_value", is_similar ? values.similar_value : Value()}};
    });
    return {{"absent", report.absent}, {"ignored", report.ignored}, {"unseen", unseen}};
}

Dataset columns_of(const BayesianNetwork& network, const Dataset& data) {
    const ColumnAlignment alignment(data, network.variables(), UnseenPolicy::error);
    if (const auto& ignored = alignment.report().ignored; !ignored.empty())
        print_note("left out, for the network has no such variable: " +
                   few(ignored, 1, quoted_name));
    std::vector<Column> columns;
    for (std::size_t i = 0; i < network.size(); ++i) {
        const std::string& name = network.variables()[i].name();
        if (!alignment.columns()[i]) {
            const std::string near = nearest_name(name, names_of(data.schema()));
            throw ArgumentError("the table has no column " + quoted_name(name) +
                                    ", which is a variable of the network",
                                (near.empty() ? "" : "did you mean " + quoted_name(near) + "? ") +
                                    "all of its variables are needed");
        }
        columns.push_back(*alignment.columns()[i]);
    }
    return Dataset(std::move(columns), data.weights());
}

}  // namespace pgm::apps

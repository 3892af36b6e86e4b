#include <apps/pgm/report/alignment_report.hpp>

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

/// "a, b and 3 more"
std::string few(const std::vector<std::string>& names) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", '" : "'") + shown_name(names[i]) + "'";
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more"
                               : text;
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
            remark = "is '" + shown_name(near) + "' meant for '" + shown_name(name) + "'?";
        if (remark.empty() || ++found > most) continue;
        text += (text.empty() ? "" : "; ") + remark;
    }
    return found > most ? text + "; " + std::to_string(found - most) + " more are alike" : text;
}

Problem problem_of(const UnseenValues& values) {
    const std::vector<std::string> state{values.similar_state};
    std::string hint = case_difference(values.similar_value, state);
    if (hint.empty() && !values.similar_state.empty())
        hint = "did you mean '" + shown_name(values.similar_state) + "'?";
    return {.severity = Problem::Severity::warning,
            .message = "'" + shown_name(values.column) +
                       (values.is_number_due ? "' has texts where numbers are due in "
                                             : "' has values unseen in training in ") +
                       counted(values.cells, "row") + ", first '" + shown_name(values.first_value) +
                       "' in row " + std::to_string(values.first_row + 1),
            .hint = values.is_number_due ? "they are taken as missing" : hint};
}

}  // namespace

void print_report(const AlignmentReport& report) {
    if (!report.absent.empty())
        print_problem({.severity = Problem::Severity::warning,
                       .message = "the data have no column " + few(report.absent) +
                                  ": taken as missing in every row",
                       .hint = similar_columns(report)});
    if (!report.ignored.empty())
        print_problem(
            {.severity = Problem::Severity::note,
             .message = "ignored, for the classifier does not know it: " + few(report.ignored)});
    std::vector<Problem> unseen;
    for (const UnseenValues& values : report.unseen) unseen.push_back(problem_of(values));
    print_problems(unseen);
}

void write_report(JsonText& json, const AlignmentReport& report) {
    json.key("absent").begin_array();
    for (const std::string& name : report.absent) json.string(name);
    json.end_array().key("ignored").begin_array();
    for (const std::string& name : report.ignored) json.string(name);
    json.end_array().key("unseen").begin_array();
    for (const UnseenValues& values : report.unseen) {
        json.begin_object().key("column").string(values.column).key("cells").count(values.cells);
        json.key("first_value")
            .string(values.first_value)
            .key("first_row")
            .count(values.first_row + 1);
        json.key("nearest_state");
        values.similar_state.empty() ? json.null() : json.string(values.similar_state);
        json.key("nearest_value");
        values.similar_state.empty() ? json.null() : json.string(values.similar_value);
        json.end_object();
    }
    json.end_array();
}

}  // namespace pgm::apps

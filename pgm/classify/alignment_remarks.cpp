#include <pgm/classify/column_alignment.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>

namespace pgm {
namespace {

/// "'a', 'b' and 3 more"
std::string quoted(const std::vector<std::string>& names) {
    return first_few(names, 6, in_quotes);
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
            remark = "is " + in_quotes(near) + " meant for " + in_quotes(name) + "?";
        if (remark.empty() || ++found > most) continue;
        text += (text.empty() ? "" : "; ") + remark;
    }
    return found > most ? text + "; " + std::to_string(found - most) + " more are alike" : text;
}

Problem remark_on(const UnseenValues& values) {
    const std::vector<std::string> state{values.similar_state};
    std::string hint = case_difference(values.similar_value, state);
    if (hint.empty() && !values.similar_state.empty())
        hint = "did you mean " + in_quotes(values.similar_state) + "?";
    return {.severity = Problem::Severity::warning,
            .message = in_quotes(values.column) +
                       (values.is_number_due ? " has texts where numbers are due in "
                                             : " has values unseen in training in ") +
                       counted(values.cells, "row") + ", first " + in_quotes(values.first_value) +
                       " in row " + std::to_string(values.first_row + 1),
            .hint = values.is_number_due ? "they are taken as missing" : hint};
}

}  // namespace

std::vector<Problem> remarks_on(const AlignmentReport& report, const std::string& model) {
    std::vector<Problem> remarks;
    if (!report.absent.empty())
        remarks.push_back({.severity = Problem::Severity::warning,
                           .message = "the data have no column " + quoted(report.absent) +
                                      ": taken as missing in every row",
                           .hint = similar_columns(report)});
    if (!report.ignored.empty())
        remarks.push_back({.severity = Problem::Severity::note,
                           .message = "ignored, for the " + model +
                                      " does not know it: " + quoted(report.ignored)});
    for (const UnseenValues& values : report.unseen) remarks.push_back(remark_on(values));
    return remarks;
}

}  // namespace pgm

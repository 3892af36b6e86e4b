#include <apps/pgm/report/alignment_report.hpp>

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/counted.hpp>

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

void print(Problem::Severity severity, std::string message) {
    print_problem({severity, std::move(message)});
}

}  // namespace

void print_report(const AlignmentReport& report) {
    if (!report.absent.empty())
        print(Problem::Severity::warning,
              "the data have no column " + few(report.absent) + ": taken as missing in every row");
    if (!report.ignored.empty())
        print(Problem::Severity::note,
              "ignored, for the classifier does not know it: " + few(report.ignored));
    std::vector<Problem> unseen;
    for (const UnseenValues& values : report.unseen) {
        unseen.push_back({Problem::Severity::warning,
                          "'" + shown_name(values.column) + "' has values unseen in training in " +
                              counted(values.cells, "row") + ", first '" +
                              shown_name(values.first_value) + "' in row " +
                              std::to_string(values.first_row + 1)});
    }
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
            .count(values.first_row + 1)
            .end_object();
    }
    json.end_array();
}

}  // namespace pgm::apps

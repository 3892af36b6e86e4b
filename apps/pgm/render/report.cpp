#include <apps/pgm/render/report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/overloaded.hpp>

#include <cmath>
#include <iterator>

namespace pgm::apps {

Report::Report(std::initializer_list<Fact> facts) : facts_(facts) {}

Report& Report::append(Report other) {
    std::ranges::move(other.facts_, std::back_inserter(facts_));
    return *this;
}

Report& Report::order_lines(std::vector<std::string_view> labels) {
    line_order_ = std::move(labels);
    return *this;
}

ReportRows::ReportRows(std::vector<Report> rows)
    : for_each_([rows = std::move(rows)](const Visit& visit) {
          for (const Report& row : rows) visit(row);
      }) {}

Fact::Fact(std::string key, std::string label, Value value, Align align)
    : shown(Shown{std::move(label), shown_text(value), align}) {
    datum = {std::move(key), std::move(value)};
}
Fact::Fact(std::string key, std::string label, Value value, const std::string& words)
    : Fact(std::move(key), value, Shown{std::move(label), shown_text(value) + words}) {}
Fact::Fact(std::string key, Value value, Form form)
    : datum({std::move(key), std::move(value)}), shown(std::move(form)) {}
Fact::Fact(std::string key, Section table)
    : datum({std::move(key), table.rows}), shown(std::move(table)) {}

std::string shown_text(const Value& value) {
    return std::visit(Overloaded{[](std::uint64_t count) { return std::to_string(count); },
                                 [](const Count& count) { return count_text(count.number); },
                                 [](double number) { return number_text(number); },
                                 [](const std::string& text) { return shown_name(text); },
                                 [](bool truth) { return std::string(truth ? "yes" : "no"); },
                                 [](const auto&) { return std::string("-"); }},
                      value.content());
}

Value or_null(const std::string& text) {
    return text.empty() ? Value() : Value(text);
}

Value or_null(std::uint32_t number) {
    return number == 0 ? Value() : Value(number);
}

std::vector<Count> counts(const std::vector<double>& numbers) {
    std::vector<Count> result;
    for (const double number : numbers) result.push_back({number});
    return result;
}

Report value_report(const std::string& query, double value, std::string_view unit,
                    std::string_view words) {
    std::string text = std::isnan(value) ? "undefined" : number_text(value);
    if (!unit.empty()) text.append(" ").append(unit);
    text.append(words);
    Report report{{"query", query, Sentence{equation_text(visible(query), text)}},
                  {"value", value}};
    return unit.empty() ? report : report.add("unit", unit);
}

}  // namespace pgm::apps

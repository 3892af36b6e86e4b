#include <apps/pgm/report/explanation/sensitivity_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::apps {
namespace {

constexpr std::size_t most_numbers = 20, most_flips = 5, most_named = 5;  ///< for people

std::string entry_name(const BayesianNetwork& network, const ParameterSensitivity& one) {
    return number_name(network, one.variable, one.row, one.state);
}

/// "variable", "state" and "given"; people see the name.
Report entry_report(const BayesianNetwork& network, const ParameterSensitivity& one) {
    const Variable& variable = network.variable(one.variable);
    return {{"variable", variable.name(), Shown{"number", entry_name(network, one)}},
            {"state", variable.state(one.state)},
            {"given", assignment_object(network, states_of_row(network, one.variable, one.row))}};
}

Shown optional_number(const char* label, const std::optional<double>& number) {
    return {label, number ? number_text(*number) : "-", Align::right};
}

/// a, b, c and d of (a t + b) / (c t + d).
std::vector<double> coefficients(const SensitivityFunction& function) {
    const auto& [b, middle, a_and_b] = function.numerator();
    const auto& [d, half, c_and_d] = function.denominator();
    return {a_and_b - b, b, c_and_d - d, d};
}

/// The range of one number on a line that all ranges share: "   ####|##   ".
std::string tornado_text(std::pair<double, double> whole, std::pair<double, double> range,
                         double answer) {
    constexpr double last_column = 24;
    const double width = whole.second - whole.first;
    // A ratio may range up to infinity, where no share of the line is its.
    const auto column = [&](double value) {
        const double share = (value - whole.first) / width;
        return static_cast<std::size_t>(
            std::lround(last_column * (share > 0 ? std::min(share, 1.0) : 0)));
    };
    const std::size_t now = column(answer);
    std::string text(std::max(column(range.second), now) + 1, ' ');
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(std::min(column(range.first), now)),
              text.end(), '#');
    text[now] = '|';
    return text;
}

std::string requirement_text(const AnswerRequirement& requirement) {
    return (requirement.at_least ? " >= " : " <= ") + number_text(requirement.bound);
}

}  // namespace

bool SensitivityReport::is_of(VariableId variable) const {
    return of.empty() || std::ranges::find(of, variable) != of.end();
}

/// The second entry of a row of two changes with the first.
bool SensitivityReport::is_mirrored(const ParameterSensitivity& one) const {
    return network.cardinality(one.variable) == 2 && one.state == StateId(std::size_t{1});
}

/// Its range is that of the first entry, unless numbers change by a share of themselves.
bool SensitivityReport::repeats(const ParameterSensitivity& one) const {
    return !within && is_mirrored(one);
}

SensitivityReport::Range SensitivityReport::ends(const ParameterSensitivity& one) const {
    if (!within) return {0, 1};
    return {std::max(0.0, one.value * (1 - *within)), std::min(1.0, one.value * (1 + *within))};
}

SensitivityReport::Range SensitivityReport::range(const ParameterSensitivity& one) const {
    const double answer = analysis.answer();
    if (!one.function || one.function->is_constant()) return {answer, answer};
    const auto [low, high] = ends(one);
    return one.function->range(low, high);
}

std::vector<const ParameterSensitivity*> SensitivityReport::by_effect() const {
    std::vector<std::pair<double, const ParameterSensitivity*>> widths;
    for (const ParameterSensitivity& one : analysis.parameters()) {
        if (!one.function || !is_of(one.variable)) continue;
        const auto [low, high] = range(one);
        widths.emplace_back(high - low, &one);
    }
    std::ranges::stable_sort(widths, std::ranges::greater(), [](const auto& one) {
        return std::pair(one.first, std::abs(one.second->derivative));
    });
    std::vector<const ParameterSensitivity*> parameters;
    for (const auto& [width, one] : widths) parameters.push_back(one);
    return parameters;
}

Report SensitivityReport::parameter(const ParameterSensitivity& one, Range whole) const {
    const double now = analysis.answer();
    const auto [low, high] = ends(one);
    const auto [least, greatest] = range(one);
    Report row = entry_report(network, one);
    row.add("value", "value", one.value, Align::right);
    row.add("derivative", "derivative", one.derivative, Align::right);
    row.add("elasticity", now > 0 ? Value(one.derivative * one.value / now) : Value());
    row.add("at_0", Value(one.function->at(0)));
    row.add("at_1", Value(one.function->at(1)));
    if (!std::holds_alternative<FormulaOf>(query.asked))
        row.add("function", coefficients(*one.function));
    if (within) row.add("range", std::vector{least, greatest});
    row.add(optional_number(within ? "lower" : "at 0", one.function->at(low)));
    row.add(optional_number(within ? "upper" : "at 1", one.function->at(high)));
    return row.add(Shown{"", tornado_text(whole, {least, greatest}, now)});
}

Report SensitivityReport::answer() const {
    const double now = analysis.answer();
    Range whole{now, now};
    std::vector<const ParameterSensitivity*> listed = by_effect(), with_effect;
    for (const ParameterSensitivity* const one : listed) {
        const auto [low, high] = range(*one);
        whole = {std::min(whole.first, low), std::max(whole.second, high)};
        if (low < high && !repeats(*one)) with_effect.push_back(one);
    }
    if (top && listed.size() > *top) listed.resize(*top);
    const auto row = [&](const ParameterSensitivity* one) { return parameter(*one, whole); };
    const bool is_probability = !std::holds_alternative<FormulaOf>(query.asked);
    Report report{{"query", query.text, Sentence{query.text + " = " + number_text(now)}},
                  {is_probability ? "probability" : "value", now, {}},
                  {"parameters", rows_of(listed, row),
                   Section{.title = "",
                           .rows = rows_of(with_effect, row),
                           .indent = 0,
                           .most = top.value_or(most_numbers)}}};
    if (within)
        report.add("range", std::vector{whole.first, whole.second},
                   Sentence{"one number within " + number_text(100 * *within) + " %: " +
                            number_text(whole.first) + " to " + number_text(whole.second)});
    report.append(densities());
    return report.append(without_function());
}

/// Derivatives by the numbers of normal distributions, a row each.
Report SensitivityReport::densities() const {
    std::vector<const DensitySensitivity*> listed;
    for (const DensitySensitivity& one : analysis.density_parameters())
        if (is_of(one.variable)) listed.push_back(&one);
    if (listed.empty()) return {};
    const auto row = [&](const DensitySensitivity* one) { return density_parameter(*one); };
    return {{"density_parameters", Section{.title = "by the numbers of normal distributions",
                                           .rows = rows_of(listed, row),
                                           .indent = 2,
                                           .most = top.value_or(most_numbers)}}};
}

Report SensitivityReport::density_parameter(const DensitySensitivity& one) const {
    using Number = DensitySensitivity::Number;
    const Variable& variable = network.variable(one.variable);
    std::string number = one.number == Number::variance ? "variance" : "intercept";
    Value parent;
    if (one.number == Number::slope) {
        const VariableId slope_of = continuous_parents(network.cpd(one.variable))[one.slope];
        number = "slope";
        parent = network.variable(slope_of).name();
    }
    const std::string words = number +
                              (one.number == Number::slope ? " by " + shown_text(parent) : "") +
                              " of " + number_name(network, one.variable, one.row, std::nullopt);
    return {{"variable", variable.name(), Shown{"number", words}},
            {"number", number},
            {"parent", parent},
            {"given", assignment_object(network, states_of_row(network, one.variable, one.row))},
            {"value", "value", one.value, Align::right},
            {"derivative", "derivative", one.derivative, Align::right}};
}

Report SensitivityReport::without_function() const {
    std::vector<const ParameterSensitivity*> fixed;
    for (const ParameterSensitivity& one : analysis.parameters())
        if (!one.function && is_of(one.variable) && network.cardinality(one.variable) > 1)
            fixed.push_back(&one);
    const auto row = [&](const ParameterSensitivity* one) { return entry_report(network, *one); };
    const auto name = [&](const ParameterSensitivity* one) { return entry_name(network, *one); };
    const std::vector<std::string> others = names_of(network, analysis.left_out());
    Report report{{"cannot_vary", rows_of(fixed, row)}, {"left_out", others}};
    if (!fixed.empty())
        report.add(Sentence{"cannot vary, for the others are all 0: " +
                            first_few(fixed, most_named, name)});
    if (!others.empty())
        report.add(Sentence{"left out, since they have no table: " + listed(others, most_named)});
    return report;
}

Report SensitivityReport::changes(const AnswerRequirement& requirement) const {
    const bool holds = requirement.holds(analysis.answer());
    const std::string wanted = query.text + requirement_text(requirement);
    Report report{{"requirement",
                   Report{{requirement.at_least ? "at_least" : "at_most", requirement.bound, {}}}},
                  {"holds", holds, {}}};
    if (const std::optional<double> distance = analysis.least_distance(requirement))
        report.add("least_distance", *distance, Fact::Form());
    report.append(single_changes("single_changes", analysis.single_changes(requirement),
                                 holds ? "" : wanted + " by one number", most_numbers));
    if (std::optional<std::vector<TableChange>> tables = analysis.table_changes(requirement)) {
        std::erase_if(*tables, [&](const TableChange& one) { return !is_of(one.variable); });
        report.append(table_changes(*std::move(tables), holds ? "" : wanted + " by one table"));
    }
    if (holds) report.add(Sentence{wanted + " holds already"});
    return report;
}

Report SensitivityReport::most_probable_changes() const {
    if (!analysis.queried()) return {};
    return single_changes("most_probable_changes", analysis.most_probable_changes(),
                          "another state of " +
                              shown_name(network.variable(*analysis.queried()).name()) +
                              " becomes the most probable by one number",
                          most_flips);
}

/// People see them under the title, and not at all without one.
Report SensitivityReport::single_changes(const char* key, std::vector<SingleChange> changes,
                                         const std::string& title, std::size_t most) const {
    const auto parameter = [this](const SingleChange& change) -> const ParameterSensitivity& {
        return analysis.parameters()[change.parameter];
    };
    std::erase_if(changes,
                  [&](const SingleChange& change) { return !is_of(parameter(change).variable); });
    const auto row = [&](const SingleChange& change) {
        Report cells = entry_report(network, parameter(change));
        cells.add("from", "from", parameter(change).value, Align::right);
        cells.add("to", "to", change.to, Align::right);
        cells.add("distance", "distance", change.distance, Align::right);
        if (change.most_probable)
            cells.add("most_probable", "then",
                      network.variable(*analysis.queried()).state(*change.most_probable));
        return cells;
    };
    Report report{{key, rows_of(changes, row)}};
    std::erase_if(changes,
                  [&](const SingleChange& change) { return is_mirrored(parameter(change)); });
    if (title.empty()) return report;
    if (changes.empty()) return report.add(Sentence{title + ": never"});
    return report.add(Section{.title = title, .rows = rows_of(changes, row), .most = most});
}

Report SensitivityReport::table_changes(std::vector<TableChange> changes,
                                        const std::string& title) const {
    const auto row = [&](const TableChange& change) {
        const std::string& name = network.variable(change.variable).name();
        const TableCpd& table = *as_table(network.cpd(change.variable));
        std::vector<std::vector<double>> rows;
        for (std::size_t r = 0; r < table.row_count(); ++r) {
            const auto first =
                change.cells.begin() + static_cast<std::ptrdiff_t>(r * table.row_length());
            rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(table.row_length()));
        }
        return Report{{"variable", "table", name},
                      {"distance", "distance", change.distance, Align::right},
                      {"table", rows}};
    };
    Report report{{"table_changes", rows_of(changes, row)}};
    if (title.empty()) return report;
    if (changes.empty()) return report.add(Sentence{title + ": never"});
    return report.add(Section{.title = title, .rows = rows_of(changes, row), .most = most_numbers});
}

io::Scene SensitivityReport::tornado() const {
    std::vector<io::TornadoBar> bars;
    const double now = analysis.answer();
    for (const ParameterSensitivity* const one : by_effect()) {
        const auto [least, greatest] = range(*one);
        if (repeats(*one) || !(least < greatest)) continue;
        if (bars.size() == top.value_or(most_numbers)) break;
        const auto [low, high] = ends(*one);
        bars.push_back({entry_name(network, *one), one->function->at(low).value_or(now),
                        one->function->at(high).value_or(now)});
    }
    return io::tornado_plot(query.text, now, bars);
}

}  // namespace pgm::apps

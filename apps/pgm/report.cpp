#include <apps/pgm/report.hpp>

#include <apps/pgm/output.hpp>
#include <pgm/core/number_text.hpp>
#include <pgm/core/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pgm::apps {
namespace {

constexpr int digits_for_people = 6;
constexpr std::size_t gap = 2;
/// The decimal powers next to the ends of the range of normal doubles.
constexpr double smallest_shown = 1e-308, largest_shown = 1e308;

}  // namespace

void TextTable::add(std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = visible(cell);
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const {
    std::vector<std::size_t> widths(columns_.size(), 0);
    for (const std::vector<std::string>& row : rows_)
        for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], display_columns(row[j]));
    std::string text;
    for (const std::vector<std::string>& row : rows_) {
        std::string line(indent, ' ');
        for (std::size_t j = 0; j < row.size(); ++j) {
            const std::string padding(widths[j] - display_columns(row[j]), ' ');
            if (j > 0) line.append(gap, ' ');
            line += columns_[j] == Align::left ? row[j] + padding : padding + row[j];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string number_text(double number) {
    return to_text(number, digits_for_people);
}

std::string probability_text(double probability) {
    const bool below = probability > 0 && probability < smallest_shown;
    return below ? "< 1e-308" : number_text(probability);
}

std::string probability_text_of_log(double log_probability) {
    if (std::isinf(log_probability)) return log_probability < 0 ? "0" : "> 1e308";
    const double probability = std::exp(log_probability);
    if (probability < smallest_shown) return "< 1e-308";
    return probability > largest_shown ? "> 1e308" : probability_text(probability);
}

std::string equation_text(const std::string& what, const std::string& probability_text) {
    const bool is_bound = probability_text.starts_with('<') || probability_text.starts_with('>');
    return what + (is_bound ? " " : " = ") + probability_text;
}

std::string bytes_text(double bytes) {
    if (std::isinf(bytes)) return count_text(bytes) + " bytes";
    const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < std::size(units)) {
        bytes /= 1000;
        ++unit;
    }
    return to_text(bytes, 4) + " " + units[unit];
}

std::string count_text(double count) {
    if (std::isinf(count)) return "more than 1e308";
    return count < 0x1p53 ? std::to_string(static_cast<std::uint64_t>(count)) : to_text(count, 6);
}

std::string evidence_line(double log_evidence, const Evidence& evidence) {
    const std::string what = has_density(evidence) ? "density of the evidence" : "P(evidence)";
    return equation_text(what, probability_text_of_log(log_evidence)) + "   log " + what + " = " +
           number_text(log_evidence) + "\n";
}

std::string bar_text(double fraction) {
    constexpr double longest = 20;
    const auto length = static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * longest));
    return length == 0 && fraction > 0 ? "." : std::string(length, '#');
}

std::string distributions_text(const BayesianNetwork& network, std::span<const VariableId> variables,
                               std::span<const std::span<const double>> distributions) {
    using enum TextTable::Align;
    TextTable table({left, left, left, left});
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const Variable& variable = network.variable(variables[i]);
        for (std::size_t s = 0; s < distributions[i].size(); ++s)
            table.add({s == 0 ? variable.name() : "", variable.states()[s], probability_text(distributions[i][s]), bar_text(distributions[i][s])});
    }
    return table.text();
}

std::string assignment_text(const BayesianNetwork& network, std::span<const VariableId> variables, std::span<const StateId> states) {
    using enum TextTable::Align;
    TextTable table({left, left});
    for (std::size_t i = 0; i < states.size(); ++i)
        table.add({network.variable(variables[i]).name(), network.variable(variables[i]).state(states[i])});
    return table.text(2);
}

std::string joined_names(const BayesianNetwork& network, std::span<const VariableId> variables) {
    std::string text;
    for (const VariableId variable : variables) text += (text.empty() ? "" : ", ") + network.variable(variable).name();
    return text;
}

}  // namespace pgm::apps

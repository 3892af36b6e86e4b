#include <apps/pgm/report/wording.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/utf8.hpp>
#include <pgm/model/factorisation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pgm::apps {
namespace {

constexpr int digits_for_people = 6;
constexpr std::size_t gap = 2;
constexpr std::size_t name_columns = 60;  ///< that a name may take
/// The decimal powers next to the ends of the range of normal doubles.
constexpr double smallest_shown = 1e-308, largest_shown = 1e308;

}  // namespace

void TextColumns::widen(std::size_t column, std::string_view cell) {
    widths_[column] = std::max(widths_[column], display_columns(cell));
}

std::string TextColumns::padded(std::size_t column, std::string_view cell) const {
    const std::string blanks(widths_[column] - display_columns(cell), ' ');
    return alignment_[column] == Align::left ? std::string(cell) + blanks
                                             : blanks + std::string(cell);
}

void TextColumns::append_line(std::string& text, std::span<const std::string> padded_cells,
                              std::size_t indent) {
    const std::size_t start = text.size();
    text.append(indent, ' ');
    for (std::size_t j = 0; j < padded_cells.size(); ++j) {
        if (j > 0) text.append(gap, ' ');
        text += padded_cells[j];
    }
    while (text.size() > start && text.back() == ' ') text.pop_back();
    text += '\n';
}

void TextTable::add(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    for (std::size_t j = 0; j < cells.size(); ++j) {
        cells[j] = visible(cells[j]);
        columns_.widen(j, cells[j]);
    }
    rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const {
    std::string text;
    std::vector<std::string> line(columns_.size());
    for (const std::vector<std::string>& row : rows_) {
        for (std::size_t j = 0; j < row.size(); ++j) line[j] = columns_.padded(j, row[j]);
        TextColumns::append_line(text, line, indent);
    }
    return text;
}

std::string shown_name(std::string_view name) {
    return shortened(visible(name), name_columns);
}

std::string number_text(double number) {
    return to_text(number, digits_for_people);
}

std::string probability_text(double probability) {
    const bool below = probability > 0 && probability < smallest_shown;
    return below ? "< 1e-308" : number_text(probability);
}

double shown_probability(double probability, bool is_possible) {
    const bool is_too_small = is_possible && probability == 0;
    return is_too_small ? std::numeric_limits<double>::denorm_min() : probability;
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

std::string evidence_line(double log_evidence, bool is_density) {
    const std::string what = is_density ? "density of the evidence" : "P(evidence)";
    return equation_text(what, probability_text_of_log(log_evidence)) + "   log " + what + " = " +
           number_text(log_evidence) + "\n";
}

std::string bar_text(double fraction) {
    constexpr double longest = 20;
    const auto length =
        static_cast<std::size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * longest));
    return length == 0 && fraction > 0 ? "." : std::string(length, '#');
}

void write_distributions(Output& out, const BayesianNetwork& network, const Posterior& posterior) {
    using enum TextColumns::Align;
    TextColumns columns({left, left, left, left});
    const auto for_each_line = [&](auto&& visit) {
        for (std::size_t i = 0; i < posterior.size(); ++i) {
            const Variable& variable = network.variable(posterior.variables()[i]);
            std::string name = shown_name(variable.name());
            for (std::size_t s = 0; s < posterior[i].size(); ++s) {
                const bool is_possible = posterior.is_possible(i, StateId(s));
                const double p = shown_probability(posterior[i][s], is_possible);
                visit({std::exchange(name, {}), shown_name(variable.states()[s]),
                       probability_text(p), bar_text(p)});
            }
        }
    };
    using Cells = std::array<std::string, 4>;
    for_each_line([&](const Cells& cells) {
        for (std::size_t j = 0; j < cells.size(); ++j) columns.widen(j, cells[j]);
    });
    for_each_line([&](Cells cells) {
        for (std::size_t j = 0; j < cells.size(); ++j) cells[j] = columns.padded(j, cells[j]);
        std::string line;
        TextColumns::append_line(line, cells);
        out.write(line);
    });
}

std::string assignment_text(const BayesianNetwork& network, std::span<const VariableId> variables,
                            std::span<const StateId> states) {
    using enum TextTable::Align;
    TextTable table({left, left});
    for (std::size_t i = 0; i < states.size(); ++i)
        table.add({shown_name(network.variable(variables[i]).name()),
                   shown_name(network.variable(variables[i]).state(states[i]))});
    return table.text(2);
}

std::string factorisation_text(const BayesianNetwork& network) {
    return visible(factorisation(network, name_columns));
}

std::string joined_names(const BayesianNetwork& network, std::span<const VariableId> variables) {
    std::string text;
    for (const VariableId variable : variables)
        text += (text.empty() ? "" : ", ") + shown_name(network.variable(variable).name());
    return text;
}

}  // namespace pgm::apps

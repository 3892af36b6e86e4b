#include <pgm/model/state_lookup.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <string_view>

namespace pgm {
namespace {

constexpr std::string_view uncut = "any";

std::optional<double> number_after(std::string_view sign, std::string_view name) {
    if (!name.starts_with(sign)) return std::nullopt;
    return parse_number(name.substr(sign.size()));
}

/// The end of an interval "[begin,end)" that begins at this number.
std::optional<double> end_of_interval(std::string_view name, double begin) {
    const std::size_t comma = name.find(',');
    if (comma == name.npos || !name.starts_with('[') || !name.ends_with(')')) return std::nullopt;
    if (parse_number(name.substr(1, comma - 1)) != begin) return std::nullopt;
    const auto end = parse_number(name.substr(comma + 1, name.size() - comma - 2));
    return end && begin < *end ? end : std::nullopt;
}

}  // namespace

std::vector<std::string> cut_state_names(std::span<const double> cuts) {
    if (cuts.empty()) return {std::string(uncut)};
    std::vector<std::string> names{"<" + to_text(cuts.front())};
    for (std::size_t i = 1; i < cuts.size(); ++i)
        names.push_back("[" + to_text(cuts[i - 1]) + "," + to_text(cuts[i]) + ")");
    names.push_back(">=" + to_text(cuts.back()));
    return names;
}

std::optional<std::vector<double>> cuts_of_states(std::span<const std::string> states) {
    states = states.first(states_of_values(states));
    if (states.size() == 1 && states.front() == uncut) return std::vector<double>{};
    if (states.size() < 2) return std::nullopt;
    const auto first = number_after("<", states.front());
    if (!first) return std::nullopt;
    std::vector<double> cuts{*first};
    for (const std::string& name : states.subspan(1, states.size() - 2)) {
        const auto end = end_of_interval(name, cuts.back());
        if (!end) return std::nullopt;
        cuts.push_back(*end);
    }
    if (number_after(">=", states.back()) != cuts.back()) return std::nullopt;
    return cuts;
}

StateId cut_state(std::span<const double> cuts, double number) {
    // Halves are left out without a branch, which nothing would predict.
    const double* first = cuts.data();
    std::size_t left = cuts.size();
    while (left > 1) {
        const std::size_t half = left / 2;
        first += half & (0 - std::size_t{first[half - 1] <= number});
        left -= half;
    }
    const bool is_above = left == 1 && *first <= number;
    return StateId(static_cast<std::size_t>(first - cuts.data()) + is_above);
}

std::size_t states_of_values(std::span<const std::string> states) {
    if (states.size() < 2) return states.size();
    const std::string& last = states.back();
    const bool for_missing_cells = !last.empty() && last.find_first_not_of('?') == last.npos;
    return states.size() - (for_missing_cells ? 1 : 0);
}

}  // namespace pgm

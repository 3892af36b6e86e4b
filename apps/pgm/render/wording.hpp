#pragma once

#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// Text for a terminal: what acts instead of being seen (is_invisible_control), which could move
/// the cursor, colour the screen or turn the direction of writing, becomes \n, \t, \x1b or \u202e;
/// everything else stays.
std::string visible(std::string_view text);

/// A name or state for people: at most 60 columns of it, safe for a terminal. JSON has names
/// whole.
std::string shown_name(std::string_view name);

/// shown_name() in quotes.
std::string quoted_name(std::string_view name);

/// Numbers for people: six significant digits.
std::string number_text(double number);

/// The probability that is shown of something possible: not 0, which it is where it is too small
/// for a double, but the smallest double.
double shown_probability(double probability, bool is_possible);

/// Probabilities for people: six significant digits, "< 1e-308" for what is positive but below
/// that.
std::string probability_text(double probability);

/// A probability, or density, for people, whose natural logarithm is known: exact zero is "0", what
/// a double cannot hold is "< 1e-308" or "> 1e308".
std::string probability_text_of_log(double log_probability);

/// "P(A) = 0.25", "P(A) < 1e-308"
std::string equation_text(const std::string& what, const std::string& probability_text);

/// "12 bytes", "3.4 MB", "more than 1e308 bytes"
std::string bytes_text(double bytes);

/// All digits as long as the double holds them, "9.3e+40" beyond, "more than 1e308" where no double
/// does.
std::string count_text(double count);

/// "P(evidence) = 0.25   log P(evidence) = -1.38629"; with likelihood findings the
/// probability may exceed 1. Where a continuous variable was observed the number is a density, and
/// called one.
std::string evidence_text(double log_evidence, bool is_density);

/// A bar of at most 20 signs; what is possible at all shows at least a dot.
std::string bar_text(double fraction);

/// The factorisation (pgm/model/structure_graph.hpp) for people: its names as shown_name() has
/// them.
std::string factorisation_text(const BayesianNetwork& network);

/// "a, b, c": what `text_of` makes of each element of a range.
template <class Range, class TextOf>
std::string join(const Range& range, TextOf text_of, std::string_view separator = ", ") {
    std::string text;
    std::string_view between;
    for (const auto& element : range) {
        text.append(between).append(text_of(element));
        between = separator;
    }
    return text;
}

/// "a", "a and b", "a, b and c".
std::string enumerated(std::span<const std::string> texts);

/// "a, b, c" of names; of more than `most` "a, b, c, ... (7)".
std::string listed(const std::vector<std::string>& names, std::size_t most);

/// "standard input" for "-".
std::string source_text(const std::string& path);
/// "a.csv and 2 other files"
std::string source_text(std::span<const std::string> paths);

/// "a, b, c"
std::string joined_names(const BayesianNetwork& network, std::span<const VariableId> variables);

}  // namespace pgm::apps

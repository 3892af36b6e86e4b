#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// A table for people: columns as wide as their widest cell, two blanks between them, no trailing blanks. Cells may hold any text.
class TextTable {
public:
    enum class Align { left, right };

    explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

    /// Cells that are missing at the end stay empty.
    void add(std::vector<std::string> cells);

    /// All lines, each indented.
    std::string text(std::size_t indent = 0) const;

private:
    std::vector<Align> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// Numbers for people: six significant digits.
std::string number_text(double number);

/// Probabilities for people: six significant digits, "< 1e-308" for what is positive but below that.
std::string probability_text(double probability);

/// The same of a probability, or density, whose natural logarithm is known: exact zero is "0", what
/// a double cannot hold is "< 1e-308" or "> 1e308".
std::string probability_text_of_log(double log_probability);

/// "P(A) = 0.25", "P(A) < 1e-308"
std::string equation_text(const std::string& what, const std::string& probability_text);

/// "12 bytes", "3.4 MB", "more than 1e308 bytes"
std::string bytes_text(double bytes);

/// All digits as long as the double holds them, "9.3e+40" beyond, "more than 1e308" where no double
/// does.
std::string count_text(double count);

/// "P(evidence) = 0.25   log P(evidence) = -1.38629", a line; with likelihood findings the probability
/// may exceed 1. Where a continuous variable was observed the number is a density, and called one.
std::string evidence_line(double log_evidence, const Evidence& evidence);

/// A bar of at most 20 signs; what is possible at all shows at least a dot.
std::string bar_text(double fraction);

/// One line per state of each listed variable: name (once), state, probability, bar.
std::string distributions_text(const BayesianNetwork& network, std::span<const VariableId> variables,
                               std::span<const std::span<const double>> distributions);

/// One line per variable and its state.
std::string assignment_text(const BayesianNetwork& network, std::span<const VariableId> variables, std::span<const StateId> states);

/// "a, b, c"
std::string joined_names(const BayesianNetwork& network, std::span<const VariableId> variables);

}  // namespace pgm::apps

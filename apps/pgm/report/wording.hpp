#pragma once

#include <apps/pgm/shell/output.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::apps {

/// The columns of a table for people: each as wide as its widest cell, two blanks between them, no
/// trailing blanks. Cells are what visible() made of any text. A table of many lines is written
/// line by line, once the columns know all cells.
class TextColumns {
public:
    enum class Align { left, right };

    explicit TextColumns(std::vector<Align> alignment)
        : alignment_(std::move(alignment)), widths_(alignment_.size(), 0) {}

    std::size_t size() const { return alignment_.size(); }

    /// Makes a column wide enough for a cell.
    void widen(std::size_t column, std::string_view cell);

    /// The cell, filled up with blanks.
    std::string padded(std::size_t column, std::string_view cell) const;

    /// Appends a line of padded cells, indented.
    static void append_line(std::string& text, std::span<const std::string> padded_cells,
                            std::size_t indent = 0);

private:
    std::vector<Align> alignment_;
    std::vector<std::size_t> widths_;
};

/// A short table for people, all of it in memory (TextColumns). Cells may hold any text.
class TextTable {
public:
    using Align = TextColumns::Align;

    explicit TextTable(std::vector<Align> alignment) : columns_(std::move(alignment)) {}

    /// Cells that are missing at the end stay empty.
    void add(std::vector<std::string> cells);

    /// All lines, each indented.
    std::string text(std::size_t indent = 0) const;

private:
    TextColumns columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// A name or state for people: at most 60 columns of it, safe for a terminal (output.hpp). JSON has
/// names whole.
std::string shown_name(std::string_view name);

/// Numbers for people: six significant digits.
std::string number_text(double number);

/// What is shown of a probability of something possible: not 0, which it is where it is too small
/// for a double, but the smallest double.
double shown_probability(double probability, bool is_possible);

/// Probabilities for people: six significant digits, "< 1e-308" for what is positive but below
/// that.
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

/// "P(evidence) = 0.25 log P(evidence) = -1.38629", a line; with likelihood findings the
/// probability may exceed 1. Where a continuous variable was observed the number is a density, and
/// called one.
std::string evidence_line(double log_evidence, bool is_density);

/// A bar of at most 20 signs; what is possible at all shows at least a dot.
std::string bar_text(double fraction);

/// Writes one line per state of each variable of the posterior: name (once), state, probability,
/// bar.
void write_distributions(Output& out, const BayesianNetwork& network, const Posterior& posterior);

/// One line per variable and its state.
std::string assignment_text(const BayesianNetwork& network, std::span<const VariableId> variables,
                            std::span<const StateId> states);

/// The factorisation (pgm/model/factorisation.hpp) for people: its names as shown_name() has them.
std::string factorisation_text(const BayesianNetwork& network);

/// "a, b, c"
std::string joined_names(const BayesianNetwork& network, std::span<const VariableId> variables);

}  // namespace pgm::apps

#pragma once

#include <pgm/explain/derivation.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace pgm::io {

/// A part of a formula.
struct DerivationPiece {
    enum class Kind : std::uint8_t {
        name,     ///< "P(B | A=a)"
        number,   ///< "0.26"
        sign,     ///< = x + / ( ) , and words
        sum,      ///< the sum over the states of the variables that `text` names
        maximum,  ///< likewise the greatest
        ratio,    ///< `text` over `below`
    };

    Kind kind = Kind::name;
    std::string text;
    std::string below{};
};

struct DerivationHeading {
    std::string text;
};

/// A paragraph of words.
struct DerivationLine {
    std::string text;
};

struct DerivationFormula {
    std::vector<DerivationPiece> pieces;
};

/// The cells of a table in rows: the states of its variables, then the number.
struct DerivationCells {
    std::vector<std::string> headings;
    std::vector<std::vector<std::string>> rows;
    std::size_t more = 0;  ///< cells that are not shown
};

/// A derivation in words and formulas, before it has a form.
struct DerivationPage {
    std::string title;
    std::vector<std::variant<DerivationHeading, DerivationLine, DerivationFormula, DerivationCells>>
        parts;
};

struct DerivationPageOptions {
    std::size_t most_cells = 16;     ///< that are shown of a table
    std::size_t most_terms = 8;      ///< of a sum that is written out
    std::vector<VariableId> only{};  ///< the steps that sum one of these out; empty: all
    std::size_t most_steps = 100;
};

/// The derivation as a textbook writes it: the question, the factorisation, what is left out and
/// why, the tables with the evidence entered, each step with its formula, one cell of it with all
/// numbers, and its table; the answer. Numbers have six significant digits, and each can be
/// computed again from those before it.
///
/// Throws TooLargeError for more than `most_steps` steps, unless `only` selects some.
DerivationPage derivation_page(const BayesianNetwork& network, const Derivation& derivation,
                               const DerivationPageOptions& options = {});

/// The same in lines for places that have no tables: each table is one, "f1(B): c 0.26; d 0.74".
std::vector<std::string> derivation_lines(const DerivationPage& page);
/// Plain text, a formula in a line.
std::string derivation_text(const DerivationPage& page);
/// A document of the class article that pdflatex sets. Letters beyond ASCII are those of UTF-8.
std::string derivation_latex(const DerivationPage& page);
/// One page of HTML whose formulas are MathML, without scripts and external references.
std::string derivation_html(const DerivationPage& page);

}  // namespace pgm::io

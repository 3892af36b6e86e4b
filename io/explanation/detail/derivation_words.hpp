#pragma once

#include <io/explanation/explanation.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

using Pieces = std::vector<DerivationPiece>;

/// Six significant digits.
std::string six_digits(double value);

DerivationPiece sign_piece(std::string text);
DerivationPiece number_piece(double value);
DerivationPiece name_piece(std::string text);

/// The names of what a derivation is about: variables, cells, products.
class DerivationWords {
public:
    /// Refers to both.
    DerivationWords(const BayesianNetwork& network, const Derivation& derivation)
        : network_(network), made_(derivation) {}

    std::string name(VariableId id) const;
    std::string names(std::span<const VariableId> ids) const;
    std::string family_name(VariableId id) const;  ///< "P(B | A)"
    /// "B=b, C=c"
    std::string states_text(std::span<const VariableId> variables,
                            std::span<const StateId> states) const;
    std::string cell_text(const Scope& scope, std::size_t cell) const;
    /// "f1(B=b, C=c)", "P(B | A=a) at B=b": the cell of a table by name.
    std::string cell_name(std::size_t table, std::size_t cell) const;

    /// The tables whose product a table is, or the table itself.
    std::vector<std::size_t> factors_of(std::size_t table) const;
    Pieces name_product(std::span<const std::size_t> factors) const;
    /// "0.8 x 0.1": the numbers that are multiplied in a cell of a product of that scope.
    Pieces product_of(std::span<const std::size_t> factors, const Scope& scope,
                      std::size_t cell) const;

private:
    const BayesianNetwork& network_;
    const Derivation& made_;
};

}  // namespace pgm::io::detail

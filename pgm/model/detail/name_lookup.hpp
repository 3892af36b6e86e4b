#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm::detail {

/// The variables that names in a text may mean: those of a network, which is implied by it, or any
/// others, such as the columns of a data set. Refers to them.
class KnownNames {
    auto name_of() const {
        return [this](std::uint32_t i) { return std::string_view(variables_[i].name()); };
    }

public:
    KnownNames(const BayesianNetwork& network)
        : network_(&network), variables_(network.variables()) {}
    explicit KnownNames(std::span<const Variable> variables)
        : variables_(variables), sorted_(variables.size(), name_of()) {}

    std::optional<VariableId> find(std::string_view name) const;
    std::span<const Variable> variables() const { return variables_; }

private:
    const BayesianNetwork* network_ = nullptr;  ///< which finds names faster, if there is one
    std::span<const Variable> variables_;
    SortedNames sorted_;
};

/// The place of a token as errors give it.
Location place_of(const Token& token);

/// How many tokens the name of a variable takes: as many as together are one, or, where none is
/// known, all that could belong to it (Extent::words). After a missing comma, as in `a b=1`, the
/// error is then found at `b`.
std::size_t name_length(const TokenCursor& cursor, const KnownNames& names);

/// Takes that name, known or not: a quoted text or words of which the first is no keyword (and, or,
/// not, in). Otherwise ParseError "expected <what>, found ...".
Token take_name(TokenCursor& cursor, const KnownNames& names, std::string_view what);

/// The variable a token names; ParseError at the token with a suggestion when there is none.
VariableId variable_named(const KnownNames& names, const Token& token);

/// The same, and ParseError when the variable is continuous.
VariableId discrete_variable_named(const BayesianNetwork& network, const Token& token);

/// The same for a state: the most tokens that together are one, 0 where none are.
std::size_t state_length(const TokenCursor& cursor, const Variable& variable);

/// Takes a state of a variable, by its name or by a number (pgm/model/state_lookup.hpp); words
/// that are keywords, or begin with a sign of comparison, only where they are the name of a state.
/// ParseError at the token with a suggestion otherwise.
StateId take_state(TokenCursor& cursor, const Variable& variable);

}  // namespace pgm::detail

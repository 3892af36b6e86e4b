#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/model/detail/name_lookup.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

/// c_1 X_1 + ... + c_n X_n + constant over variables, and the token it begins with.
struct LinearSum {
    struct Term {
        VariableId variable;
        double coefficient = 1;
    };

    std::vector<Term> terms;
    double constant = 0;
    Token first;

    bool is_number() const { return terms.empty(); }
};

/// What a sum may be of: continuous variables or all of them. In a row of a network, whose numbers
/// are written beside its names, an unquoted number is never a variable of that name.
enum class Summands : std::uint8_t { continuous, continuous_in_row, all };

/// Takes a sum: "X - 2 Y + 3", "0.5*X", "-X", "2X-Y". A word that is the name of a variable is that
/// variable, whatever signs it contains; others are taken apart at their signs.
/// Throws ParseError for an unknown variable, for a discrete one unless `summands` has all, and for
/// what is neither a variable nor a number.
LinearSum take_linear_sum(TokenCursor& cursor, const KnownNames& names,
                          Summands summands = Summands::continuous);

/// The sum that one word is, "2*Y", "-Y" or "X-2Y", if all its parts are numbers and variables, at
/// least one of them a variable, and the whole is not the name of one. A sign in front of the word
/// is that of its first part.
std::optional<LinearSum> glued_sum_at(const Token& token, const KnownNames& names, double sign = 1);

/// The number that a token is, if it is one.
std::optional<double> number_at(const Token& token);

/// The variable whose name begins here, if there is one.
std::optional<VariableId> variable_at(const TokenCursor& cursor, const KnownNames& names);

/// True if the token is this word, unquoted; letter case counts.
bool is_word(const Token& token, std::string_view text);

}  // namespace pgm::detail

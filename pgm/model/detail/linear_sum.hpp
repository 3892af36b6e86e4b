#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/model/detail/name_lookup.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

/// c_1 X_1 + ... + c_n X_n + constant over continuous variables, and the token it begins with.
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

/// Takes a sum: "X - 2 Y + 3", "0.5*X", "-X". Other signs stand between blanks, for names may
/// contain them.
/// Throws ParseError for an unknown or a discrete variable and for what is neither a variable nor a
/// number.
LinearSum take_linear_sum(TokenCursor& cursor, const KnownNames& names);

/// A variable with its factor.
struct Product {
    double factor = 1;
    std::string variable;
};

/// The product that one word is, "2*Y" or "-Y", if there is such a variable.
std::optional<Product> product_at(const Token& token, const KnownNames& names);

/// The number that a token is, if it is one.
std::optional<double> number_at(const Token& token);

/// The variable whose name begins here, if there is one.
std::optional<VariableId> variable_at(const TokenCursor& cursor, const KnownNames& names);

/// True if the token is this word, unquoted; letter case counts.
bool is_word(const Token& token, std::string_view text);

}  // namespace pgm::detail

#include <pgm/model/detail/linear_sum.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace pgm::detail {
namespace {

class SumReader {
public:
    SumReader(TokenCursor& cursor, const KnownNames& names) : cursor_(cursor), names_(names) {
        sum_.first = cursor.peek();
    }

    LinearSum read() {
        double sign = 1;
        for (bool is_first = true;; is_first = false) {
            bool has_sign = false;
            while (is_word(cursor_.peek(), "-") || is_word(cursor_.peek(), "+")) {
                if (cursor_.take().text == "-") sign = -sign;
                has_sign = true;
            }
            const bool goes_on = is_first || has_sign || number_at(cursor_.peek()).has_value();
            if (!goes_on) return std::move(sum_);
            take_term(sign);
            sign = 1;
        }
    }

private:
    void take_term(double sign) {
        const std::optional<VariableId> named = variable_at(cursor_, names_);
        const std::optional<double> number = named ? std::nullopt : number_at(cursor_.peek());
        double factor = sign;
        if (number) {
            cursor_.take();
            factor *= *number;
            if (is_word(cursor_.peek(), "*")) cursor_.take();
            if (!variable_at(cursor_, names_)) {
                sum_.constant += factor;
                return;
            }
        } else if (!named) {
            if (take_product(sign)) return;
        }
        const Token name = take_name(cursor_, names_, "a continuous variable or a number");
        add(name, factor);
    }

    bool take_product(double sign) {
        const std::optional<Product> product = product_at(cursor_.peek(), names_);
        if (!product) return false;
        Token name = cursor_.take();
        name.text = product->variable;
        add(name, sign * product->factor);
        return true;
    }

    void add(const Token& name, double factor) {
        const std::optional<VariableId> id = names_.find(name.text);
        if (!id) {
            const bool has_sign = name.text.find_first_of("+-*/") != std::string::npos;
            throw ParseError("no variable '" + printable(name.text) + "'", place_of(name),
                             has_sign ? "signs of a sum stand between blanks: X - 2 Y"
                                      : did_you_mean(name.text, names_of(names_.variables())));
        }
        if (names_.variables()[id->index()].is_discrete())
            throw ParseError(
                "'" + printable(name.text) + "' is discrete and has states, not values",
                place_of(name), "only continuous variables are added up and compared");
        sum_.terms.push_back({*id, factor});
    }

    TokenCursor& cursor_;
    const KnownNames& names_;
    LinearSum sum_;
};

}  // namespace

LinearSum take_linear_sum(TokenCursor& cursor, const KnownNames& names) {
    return SumReader(cursor, names).read();
}

std::optional<Product> product_at(const Token& token, const KnownNames& names) {
    if (token.kind != TokenKind::word) return std::nullopt;
    const std::size_t star = token.text.find('*');
    const bool is_negated = star == std::string::npos && token.text.starts_with('-');
    if (star == std::string::npos && !is_negated) return std::nullopt;
    const std::optional<double> factor =
        is_negated ? -1.0 : parse_number(std::string_view(token.text).substr(0, star));
    std::string variable = token.text.substr(is_negated ? 1 : star + 1);
    if (!factor || !names.find(variable)) return std::nullopt;
    return Product{*factor, std::move(variable)};
}

std::optional<double> number_at(const Token& token) {
    return token.kind == TokenKind::word ? parse_number(token.text) : std::nullopt;
}

std::optional<VariableId> variable_at(const TokenCursor& cursor, const KnownNames& names) {
    const Token& first = cursor.peek();
    if (first.kind != TokenKind::quoted && (first.kind != TokenKind::word || is_reserved(first)))
        return std::nullopt;
    return names.find(cursor.joined_text(name_length(cursor, names)));
}

bool is_word(const Token& token, std::string_view text) {
    return token.kind == TokenKind::word && token.text == text;
}

}  // namespace pgm::detail

#include <pgm/model/detail/linear_sum.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace pgm::detail {
namespace {

/// The part of a word up to the next sign that is the name of a variable, as long as can be; names
/// may contain signs.
std::string_view name_at_start(std::string_view text, const KnownNames& names) {
    std::size_t end = text.size();
    while (end != std::string_view::npos && end > 0) {
        if (names.find(text.substr(0, end))) return text.substr(0, end);
        end = text.find_last_of("+-", end - 1);
    }
    return {};
}

/// The number that a text begins with, 1 where it begins with none, and its length.
std::pair<double, std::size_t> number_at_start(std::string_view text) {
    double number = 1;
    if (text.empty() || (text.front() != '.' && (text.front() < '0' || text.front() > '9')))
        return {number, 0};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return {1, 0};
    return {number, static_cast<std::size_t>(end - text.data())};
}

/// A sum without blanks, part by part; `sign` is that of the first.
std::optional<LinearSum> sum_of_word(std::string_view rest, const KnownNames& names, double sign) {
    LinearSum sum;
    for (bool is_first = true; !rest.empty(); is_first = false) {
        double factor = std::exchange(sign, 1) * (rest.front() == '-' ? -1 : 1);
        const bool has_sign = rest.front() == '-' || rest.front() == '+';
        if (!has_sign && !is_first) return std::nullopt;
        rest.remove_prefix(has_sign ? 1 : 0);
        const auto [number, digits] = number_at_start(rest);
        factor *= number;
        rest.remove_prefix(digits);
        const bool has_star = digits > 0 && rest.starts_with('*');
        rest.remove_prefix(has_star ? 1 : 0);
        const std::string_view name = name_at_start(rest, names);
        if (name.empty() && (digits == 0 || has_star)) return std::nullopt;
        if (name.empty())
            sum.constant += factor;
        else
            sum.terms.push_back({*names.find(name), factor});
        rest.remove_prefix(name.size());
    }
    return sum;
}

class SumReader {
public:
    SumReader(TokenCursor& cursor, const KnownNames& names, Summands summands)
        : cursor_(cursor), names_(names), summands_(summands) {
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
            const bool goes_on = is_first || has_sign || begins_with_sign() ||
                                 number_at(cursor_.peek()).has_value();
            if (!goes_on) return std::move(sum_);
            take_term(sign);
            sign = 1;
        }
    }

private:
    /// "X -2Y"
    bool begins_with_sign() const {
        const std::string& text = cursor_.peek().text;
        return (text.starts_with('-') || text.starts_with('+')) &&
               glued_sum_at(cursor_.peek(), names_).has_value();
    }

    void take_term(double sign) {
        double factor = sign;
        const bool may_be_number = summands_ == Summands::continuous_in_row ||
                                   !variable_at(cursor_, names_).has_value();
        if (const auto number = may_be_number ? number_at(cursor_.peek()) : std::nullopt) {
            cursor_.take();
            factor *= *number;
            if (is_word(cursor_.peek(), "*")) cursor_.take();
            if (!names_factor_of()) {
                sum_.constant += factor;
                return;
            }
        }
        if (take_glued_sum(factor)) return;
        const Token name = take_name(cursor_, names_, "a continuous variable or a number");
        add(name, factor);
    }

    /// True if what follows a number is what it is multiplied with.
    bool names_factor_of() const {
        if (variable_at(cursor_, names_)) return true;
        const Token& next = cursor_.peek();
        const bool is_name = next.kind == TokenKind::word && !is_reserved(next);
        return is_name && next.text.find_first_of("+-*/[]") != 0 && !number_at(next);
    }

    /// A sign in front of it belongs to its first part.
    bool take_glued_sum(double sign) {
        const std::optional<LinearSum> parts = glued_sum_at(cursor_.peek(), names_, sign);
        if (!parts) return false;
        Token name = cursor_.take();
        sum_.constant += parts->constant;
        for (const auto& [variable, coefficient] : parts->terms) {
            name.text = names_.variables()[variable.index()].name();
            add(name, coefficient);
        }
        return true;
    }

    void add(const Token& name, double factor) {
        const std::optional<VariableId> id = names_.find(name.text);
        if (!id) {
            const bool has_sign =
                name.text.size() > 1 && name.text.find_first_of("+-*/") != std::string::npos;
            throw ParseError("no variable '" + printable(name.text) + "'", place_of(name),
                             has_sign ? "a sum is written X - 2 Y + 3"
                                      : did_you_mean(name.text, names_of(names_.variables())));
        }
        if (summands_ != Summands::all && names_.variables()[id->index()].is_discrete())
            throw ParseError(
                "'" + printable(name.text) + "' is discrete and has states, not values",
                place_of(name), "only continuous variables are added up and compared");
        sum_.terms.push_back({*id, factor});
    }

    TokenCursor& cursor_;
    const KnownNames& names_;
    Summands summands_;
    LinearSum sum_;
};

}  // namespace

LinearSum take_linear_sum(TokenCursor& cursor, const KnownNames& names, Summands summands) {
    return SumReader(cursor, names, summands).read();
}

std::optional<LinearSum> glued_sum_at(const Token& token, const KnownNames& names, double sign) {
    if (token.kind != TokenKind::word || names.find(token.text)) return std::nullopt;
    std::optional<LinearSum> sum = sum_of_word(token.text, names, sign);
    return sum && !sum->is_number() ? sum : std::nullopt;
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

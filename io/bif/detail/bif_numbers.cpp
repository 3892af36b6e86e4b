#include <io/bif/detail/bif_numbers.hpp>

#include <io/text/detail/decimal.hpp>

#include <optional>

namespace pgm::io::detail {
namespace {

bool ends_statement(const BifToken& token) {
    return token.kind == BifToken::Kind::end || token.is('}') || token.is('(') ||
           token.is_keyword("table") || token.is_keyword("default") || token.is_keyword("property");
}

double number_of(BifLexer& lexer, const BifToken& token) {
    if (token.kind != BifToken::Kind::word) lexer.fail_expected("a number or ';'", token);
    const char* const end = token.text.data() + token.text.size();
    const ScannedDecimal number = scan_decimal(token.text.data(), end);
    if (number.end == end) return number.value;
    if (is_beyond_double(token.text))
        lexer.cursor().fail(token.offset, "the number " + shown(token.text) +
                                              " is too large or too small for a double");
    lexer.fail_expected("a number or ';'", token);
}

/// Reads whatever is not a short number after at most one comma and blanks: comments, long numbers,
/// exponents, ends and mistakes. Returns nothing at the end of the list. It is not inlined, so that
/// the loop over short numbers has no variable in memory and needs no stack protection.
[[gnu::noinline]] std::optional<double> read_slowly(BifLexer& lexer, bool first) {
    const std::size_t offset = lexer.cursor().offset();
    BifToken token = lexer.peek();
    bool after_comma = false;
    if (token.is(',')) {
        if (first) lexer.fail_expected("a number", token);
        lexer.next();
        after_comma = true;
        token = lexer.peek();
        if (token.is(',')) lexer.fail_expected("a number", token);
    }
    if (token.is(';')) {
        lexer.next();
        return std::nullopt;
    }
    if (ends_statement(token)) {
        if (after_comma && token.kind == BifToken::Kind::end)
            lexer.fail_expected("a number", token);
        lexer.miss_semicolon(offset);
        return std::nullopt;
    }
    return number_of(lexer, lexer.next());
}

}  // namespace

std::size_t read_bif_numbers(BifLexer& lexer, std::span<double> values) {
    TextCursor& cursor = lexer.cursor();
    const char* const end = cursor.end();
    for (std::size_t count = 0;; ++count) {
        const char* at = cursor.at();
        while (at != end && is_bif_blank(*at)) ++at;
        if (count > 0 && at != end && *at == ',') {
            ++at;
            while (at != end && is_bif_blank(*at)) ++at;
        }
        if (at != end && *at == ';') {
            cursor.move_to(at + 1);
            return count;
        }
        const ScannedDecimal number = scan_short_decimal(at, end);
        double value = number.value;
        if (number.end && number.end != end && !is_bif_word_byte(*number.end)) {
            cursor.move_to(number.end);
        } else {
            const std::optional<double> slowly = read_slowly(lexer, count == 0);
            if (!slowly) return count;
            value = *slowly;
        }
        if (count < values.size()) values[count] = value;
    }
}

std::size_t offset_of_bif_number(BifLexer& lexer, std::size_t begin, std::size_t index) {
    const std::size_t before = lexer.cursor().offset();
    lexer.cursor().seek(begin);
    BifToken token = lexer.next();
    for (std::size_t seen = 0; token.kind != BifToken::Kind::end; token = lexer.next()) {
        if (token.kind == BifToken::Kind::word && seen++ == index) break;
    }
    lexer.cursor().seek(before);
    return token.offset;
}

}  // namespace pgm::io::detail

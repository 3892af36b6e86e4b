#include <io/format/block/detail/net.hpp>

#include <io/format/detail/linear_form.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::io::detail {
namespace {

/// The tokens before a mark, without blanks.
std::string text_before(BlockLexer& lexer, char mark, const std::string& what) {
    std::string text;
    for (BlockToken token = lexer.next(); !token.is(mark); token = lexer.next()) {
        const bool belongs = token.kind == BlockToken::Kind::word || token.is('*');
        if (!belongs) lexer.fail_expected("'" + std::string(1, mark) + "' in " + what, token);
        text += token.text;
    }
    return text;
}

WrittenGaussian::Row read_normal(BlockLexer& lexer, std::size_t offset, const std::string& what) {
    WrittenGaussian::Row row;
    row.offset = offset;
    lexer.expect('(', "after 'normal'");
    const std::string mean = text_before(lexer, ',', what),
                      variance = text_before(lexer, ')', what);
    const std::optional<NamedLinearForm> form = parse_linear_form(mean);
    if (!form || form->variance != 0)
        lexer.cursor().fail(offset, what + ": the mean " + shown(mean) +
                                        " is no sum of numbers and multiples of parents");
    set_mean(row, *form);
    const char* const end = variance.data() + variance.size();
    const ScannedDecimal number = scan_decimal(variance.data(), end);
    if (number.end != end)
        lexer.cursor().fail(offset, what + ": the variance " + shown(variance) + " is no number");
    row.variance = number.value;
    return row;
}

}  // namespace

WrittenGaussian read_gaussian(BlockLexer& lexer, const std::string& what) {
    WrittenGaussian gaussian;
    OpenLists lists(gaussian.lists);
    for (BlockToken token = lexer.next(); !token.is(';'); token = lexer.next()) {
        if (lists.follow(token, gaussian.rows.size())) continue;
        if (!token.is_word("normal")) lexer.fail_expected("'normal' in " + what, token);
        gaussian.rows.push_back(read_normal(lexer, token.offset, what));
    }
    return gaussian;
}

std::string gaussian_text(const LinearGaussianCpd::Row& row, std::span<const std::string> parents) {
    std::string text = "normal ( " + to_text(row.intercept);
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const bool negative = row.slopes[i] < 0;
        text += (negative ? " - " : " + ") + to_text(negative ? -row.slopes[i] : row.slopes[i]) +
                " * " + parents[i];
    }
    return text + ", " + to_text(row.variance) + " )";
}

}  // namespace pgm::io::detail

#include <io/net/detail/net_gaussian.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::io::detail {
namespace {

/// Reads the mean of a normal distribution, a sum of numbers, names, and products of the two.
class MeanReader {
public:
    MeanReader(std::string_view text, FileGaussian::Row& row)
        : at_(text.data()), end_(at_ + text.size()), row_(row) {}

    /// False if the text is no such sum.
    bool read() {
        if (at_ == end_) return false;
        while (at_ != end_) {
            double factor = 1;
            for (; at_ != end_ && (*at_ == '+' || *at_ == '-'); ++at_)
                if (*at_ == '-') factor = -factor;
            if (!read_term(factor)) return false;
            if (at_ != end_ && *at_ != '+' && *at_ != '-') return false;
        }
        return true;
    }

private:
    bool read_term(double factor) {
        const bool has_number = read_number(factor);
        if (has_number && (at_ == end_ || *at_ != '*')) {
            row_.intercept += factor;
            return true;
        }
        if (has_number) ++at_;
        const char* const name = at_;
        while (at_ != end_ && *at_ != '+' && *at_ != '-' && *at_ != '*') ++at_;
        if (at_ == name) return false;
        FileName parent{std::string(name, at_), row_.offset};
        if (!has_number && at_ != end_ && *at_ == '*') {
            ++at_;
            if (!read_number(factor)) return false;
        }
        row_.slopes.emplace_back(std::move(parent), factor);
        return true;
    }

    /// Multiplies by the number that comes next, if one does.
    bool read_number(double& factor) {
        if (at_ == end_ || *at_ == '+' || *at_ == '-') return false;
        const ScannedDecimal number = scan_decimal(at_, end_);
        if (!number.end) return false;
        factor *= number.value;
        at_ = number.end;
        return true;
    }

    const char* at_;
    const char* end_;
    FileGaussian::Row& row_;
};

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

FileGaussian::Row read_normal(BlockLexer& lexer, std::size_t offset, const std::string& what) {
    FileGaussian::Row row;
    row.offset = offset;
    lexer.expect('(', "after 'normal'");
    const std::string mean = text_before(lexer, ',', what),
                      variance = text_before(lexer, ')', what);
    if (!MeanReader(mean, row).read())
        lexer.cursor().fail(offset, what + ": the mean " + shown(mean) +
                                        " is no sum of numbers and multiples of parents");
    const char* const end = variance.data() + variance.size();
    const ScannedDecimal number = scan_decimal(variance.data(), end);
    if (number.end != end)
        lexer.cursor().fail(offset, what + ": the variance " + shown(variance) + " is no number");
    row.variance = number.value;
    return row;
}

}  // namespace

FileGaussian read_gaussian(BlockLexer& lexer, const std::string& what) {
    FileGaussian gaussian;
    for (BlockToken token = lexer.next(); !token.is(';'); token = lexer.next()) {
        if (token.is('(') || token.is(')')) continue;
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

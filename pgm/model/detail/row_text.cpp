#include <pgm/model/detail/row_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace pgm::detail {
namespace {

class RowReader {
public:
    RowReader(std::string_view text, const KnownNames& names) : cursor_(text), names_(names) {}

    RowDistribution read() {
        const bool is_call = cursor_.peek(1).kind == TokenKind::open;
        if (is_call && is_keyword(cursor_.peek(), "normal")) return read_normal();
        if (is_call && is_keyword(cursor_.peek(), "threshold")) return read_threshold();
        if (is_call)
            fail("there is no distribution '" + cursor_.peek().text + "'", cursor_.peek(),
                 "those of a text are normal(46, sd 6) and threshold(X, at 3, sd 1)");
        return read_probabilities();
    }

    RowDistribution read_utility() {
        const Token& second = cursor_.peek(cursor_.peek(1).kind == TokenKind::comma ? 2 : 1);
        const bool is_list = second.kind == TokenKind::end || fraction_at(second);
        if (is_list && fraction_at(cursor_.peek())) return read_probabilities("a utility");
        NormalText sum;
        sum.mean = take_linear_sum(cursor_, names_, Summands::continuous_in_row);
        sum.variance = 0;
        if (!cursor_.at(TokenKind::end)) cursor_.fail_expected("the end of the row");
        return sum;
    }

private:
    RowDistribution read_probabilities(std::string_view what = "a probability") {
        std::vector<double> numbers;
        do {
            numbers.push_back(take_number(what));
            cursor_.take_if(TokenKind::comma);
        } while (!cursor_.at(TokenKind::end));
        return numbers;
    }

    RowDistribution read_normal() {
        cursor_.take_joined(2);
        NormalText normal;
        normal.mean = take_linear_sum(cursor_, names_, Summands::continuous_in_row);
        cursor_.expect(TokenKind::comma, "',' behind the mean", spread_hint);
        normal.variance = take_spread();
        close();
        return normal;
    }

    RowDistribution read_threshold() {
        cursor_.take_joined(2);
        ThresholdText threshold;
        threshold.sum = take_linear_sum(cursor_, names_, Summands::continuous_in_row);
        constexpr std::string_view hint = "threshold(X, at 3, sd 1) has a cut at 3";
        cursor_.expect(TokenKind::comma, "',' behind what is cut", hint);
        if (!is_keyword(cursor_.peek(), "at")) cursor_.fail_expected("'at' and the cuts", hint);
        cursor_.take();
        do {
            threshold.cuts.push_back(take_number("a cut"));
        } while (!cursor_.at(TokenKind::comma) && !cursor_.at(TokenKind::close));
        if (cursor_.take_if(TokenKind::comma)) take_noise(threshold);
        close();
        return threshold;
    }

    void take_noise(ThresholdText& threshold) {
        if (!is_keyword(cursor_.peek(), "logistic")) {
            threshold.variance = take_spread();
            return;
        }
        cursor_.take();
        const Token where = cursor_.peek();
        threshold.logistic_scale = take_number("a scale");
        if (!(*threshold.logistic_scale > 0))
            fail("the scale of logistic noise is positive", where);
    }

    void close() {
        cursor_.expect(TokenKind::close, "')'");
        if (!cursor_.at(TokenKind::end)) cursor_.fail_expected("the end of the row");
    }

    /// The variance that "sd 6" or "var 36" gives.
    double take_spread() {
        const bool is_sd = is_keyword(cursor_.peek(), "sd");
        if (!is_sd && !is_keyword(cursor_.peek(), "var"))
            cursor_.fail_expected("'sd' or 'var' and a number", spread_hint);
        cursor_.take();
        cursor_.take_if(TokenKind::equal);
        const Token where = cursor_.peek();
        const double spread = take_number(is_sd ? "a standard deviation" : "a variance");
        const double variance = is_sd ? spread * spread : spread;
        if (spread < 0)
            fail(std::string(is_sd ? "a standard deviation" : "a variance") + " is not negative",
                 where);
        if (!std::isfinite(variance) || (spread > 0 && variance == 0))
            fail("the square of this is no number of double precision", where);
        return variance;
    }

    double take_number(std::string_view what) {
        const Token token = cursor_.peek();
        const std::optional<double> number = fraction_at(token);
        if (!number) cursor_.fail_expected(what);
        cursor_.take();
        return *number;
    }

    /// "0.25" or "1/4".
    static std::optional<double> fraction_at(const Token& token) {
        const std::size_t slash = token.text.find('/');
        if (token.kind != TokenKind::word || slash == std::string::npos) return number_at(token);
        const std::optional<double> above = parse_number(token.text.substr(0, slash));
        const std::optional<double> below = parse_number(token.text.substr(slash + 1));
        if (!above || !below || *below == 0 || !std::isfinite(*above / *below)) return std::nullopt;
        return *above / *below;
    }

    [[noreturn]] void fail(std::string message, const Token& token, std::string hint = {}) const {
        throw ParseError(std::move(message), place_of(token), std::move(hint));
    }

    static constexpr std::string_view spread_hint =
        "normal(46, sd 6) and normal(46, var 36) are the same";

    TokenCursor cursor_;
    const KnownNames& names_;
};

}  // namespace

RowDistribution parse_row_text(std::string_view text, const KnownNames& names) {
    return RowReader(text, names).read();
}

RowDistribution parse_utility_text(std::string_view text, const KnownNames& names) {
    return RowReader(text, names).read_utility();
}

}  // namespace pgm::detail

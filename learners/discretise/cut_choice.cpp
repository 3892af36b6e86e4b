#include <learners/discretise/discretise.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

const std::vector<std::string> rule_words = {"width", "frequency", "proportional", "kmeans",
                                             "mdlp"};

std::size_t intervals_of(const OptionText& option, std::string_view text) {
    constexpr std::size_t most_intervals = 10'000;
    const std::optional<double> number = parse_number(option.argument);
    if (!number || !(*number >= 2 && *number <= static_cast<double>(most_intervals)) ||
        *number != std::floor(*number)) {
        throw ArgumentError("'" + printable(text) + "' needs a number of intervals from 2 to " +
                                std::to_string(most_intervals),
                            "like " + std::string(option.word) + ":5");
    }
    return static_cast<std::size_t>(*number);
}

/// A number, or a fraction such as "1/3".
std::optional<double> number_or_fraction(std::string_view text) {
    const std::size_t bar = text.find('/');
    if (bar == text.npos) return parse_number(text);
    const std::optional<double> above = parse_number(text.substr(0, bar)),
                                below = parse_number(text.substr(bar + 1));
    if (!above || !below || *below == 0) return std::nullopt;
    return *above / *below;
}

Proportional proportional_rule(const OptionText& option, std::string_view text) {
    if (!option.has_argument) return {};
    const std::optional<double> exponent = number_or_fraction(option.argument);
    if (!exponent || !(*exponent > 0 && *exponent < 1))
        throw ArgumentError(
            "'" + printable(text) + "' needs an exponent between 0 and 1, or none for 0.5",
            "proportional:1/3 makes n^(1/3) intervals of n numbers");
    return {*exponent};
}

CutRule parse_cut_rule(std::string_view text) {
    const OptionText option = split_option(text);
    if (option.word == "width") return EqualWidth{intervals_of(option, text)};
    if (option.word == "frequency") return EqualFrequency{intervals_of(option, text)};
    if (option.word == "proportional") return proportional_rule(option, text);
    if (option.word == "kmeans") return KMeans{intervals_of(option, text)};
    if (option.word != "mdlp")
        throw ArgumentError("'" + printable(option.word) + "' is no rule for cut points",
                            did_you_mean(option.word, rule_words));
    if (option.has_argument)
        throw ArgumentError("mdlp finds the number of intervals itself, so nothing may follow it",
                            "write mdlp");
    return Mdlp{};
}

struct RuleWords {
    std::string operator()(const EqualWidth& rule) const {
        return "width:" + std::to_string(rule.intervals);
    }
    std::string operator()(const EqualFrequency& rule) const {
        return "frequency:" + std::to_string(rule.intervals);
    }
    std::string operator()(const Proportional& rule) const {
        if (rule == Proportional{}) return "proportional";
        return "proportional:" + (rule.exponent == 1.0 / 3 ? "1/3" : to_text(rule.exponent));
    }
    std::string operator()(const KMeans& rule) const {
        return "kmeans:" + std::to_string(rule.intervals);
    }
    std::string operator()(const Mdlp&) const { return "mdlp"; }
};

/// "age=30,40"
std::pair<std::string, CutPoints> column_cuts(std::string_view text) {
    TokenCursor cursor(text);
    const std::size_t length = cursor.name_length(Extent::words);
    if (length == 0 || cursor.peek(length).kind != TokenKind::equal)
        throw ArgumentError("expected cut points as in cut:age=30,40, not '" + printable(text) +
                            "'");
    Token name = cursor.take_joined(length);
    const std::size_t after_equals = cursor.take().column;
    CutPoints points;
    for (const std::string_view cut : split_list(text.substr(after_equals), ','))
        points.cuts.push_back(number_of(cut, "cut", "after the name of a column", "cut:age=30,40"));
    return {std::move(name.text), std::move(points)};
}

}  // namespace

CutChoice parse_cut_choice(std::string_view words) {
    CutChoice choice;
    for (const std::string_view piece : split_list(words, ';')) {
        const OptionText option = split_option(piece);
        if (option.word != "cut" && piece.find('=') == piece.npos) {
            if (choice.rule)
                throw ArgumentError("two rules for cutting columns, the second being '" +
                                    printable(piece) + "'");
            choice.rule = parse_cut_rule(piece);
            continue;
        }
        auto [name, points] = column_cuts(option.word == "cut" ? option.argument : piece);
        choice.given.add(std::move(name), std::move(points));
    }
    return choice;
}

bool is_cut_rule(std::string_view word) {
    return std::ranges::find(rule_words, word) != rule_words.end();
}

std::string format(const CutChoice& choice) {
    std::string text;
    for (const auto& [name, points] : choice.given.columns()) {
        std::string cuts;
        for (const double cut : points.cuts) cuts += (cuts.empty() ? "" : ",") + to_text(cut);
        text += (text.empty() ? "cut:" : ";") + quoted_if_needed(name) + "=" + cuts;
    }
    if (!choice.rule) return text;
    return text + (text.empty() ? "" : ";") + std::visit(RuleWords{}, *choice.rule);
}

}  // namespace pgm::learners

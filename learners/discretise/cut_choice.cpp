#include <learners/discretise/discretise.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

NumberRange interval_range(std::string_view example) {
    return {2, 10'000, "a whole number of intervals from 2 to 10000", example};
}

constexpr NumberRange exponent_range = {std::numeric_limits<double>::denorm_min(),
                                        1 - std::numeric_limits<double>::epsilon(),
                                        "an exponent between 0 and 1", "proportional:1/3"};

constexpr NumberRange cut_range = {-infinity, infinity, "numbers after the name of a column",
                                   "cut:age=30,40"};

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
        points.cuts.push_back(parse_argument("cut", cut, cut_range));
    return {std::move(name.text), std::move(points)};
}

}  // namespace

const WordTable<CutRule>& cut_rule_words() {
    static const auto words =
        WordTable<CutRule>("rule for cut points")
            .alternative<Mdlp>("mdlp",
                               "intervals that tell the classes apart (Fayyad and Irani 1993)")
            .number("frequency:K", &EqualFrequency::intervals, interval_range("frequency:5"),
                    "K intervals of about equally many rows")
            .word("proportional", Proportional{},
                  "sqrt(n) intervals; proportional:1/3 the cube root of n")
            .number("proportional:E", &Proportional::exponent, exponent_range)
            .number("width:K", &EqualWidth::intervals, interval_range("width:5"),
                    "K intervals of equal width")
            .number("kmeans:K", &KMeans::intervals, interval_range("kmeans:5"),
                    "K intervals found by k-means");
    return words;
}

CutChoice parse_cut_choice(std::string_view words) {
    CutChoice choice;
    for (const std::string_view piece : split_list(words, ';')) {
        const OptionText option = split_option(piece);
        if (option.word != "cut" && piece.find('=') == piece.npos) {
            if (choice.rule)
                throw ArgumentError("two rules for cutting columns, the second being '" +
                                    printable(piece) + "'");
            choice.rule = cut_rule_words().parse(piece);
            continue;
        }
        auto [name, points] = column_cuts(option.word == "cut" ? option.argument : piece);
        choice.given.add(std::move(name), std::move(points));
    }
    return choice;
}

std::string format(const CutChoice& choice) {
    std::string text;
    for (const auto& [name, points] : choice.given.columns()) {
        std::string cuts;
        for (const double cut : points.cuts)
            cuts += (cuts.empty() ? "" : ",") + format_argument(cut);
        text += (text.empty() ? "cut:" : ";") + quoted_if_needed(name) + "=" + cuts;
    }
    if (!choice.rule) return text;
    return text + (text.empty() ? "" : ";") + cut_rule_words().format(*choice.rule);
}

}  // namespace pgm::learners

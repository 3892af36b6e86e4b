#include <learners/discretise/discretise.hpp>

#include <learners/discretise/detail/cut_rules.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

using Kind = CutRule::Kind;

constexpr std::size_t most_intervals = 10'000;

struct Word {
    const char* text;
    Kind kind;
};
constexpr std::array method_words = {Word{"width", Kind::width}, Word{"frequency", Kind::frequency},
                                     Word{"kmeans", Kind::kmeans}, Word{"mdlp", Kind::mdlp}};

Kind kind_of(std::string_view text) {
    std::vector<std::string> known;
    for (const Word& word : method_words) {
        if (text == word.text) return word.kind;
        known.emplace_back(word.text);
    }
    throw ArgumentError("'" + printable(text) + "' is no rule for cut points",
                        did_you_mean(text, known));
}

CutPoints cuts_by(const CutRule& rule, std::span<const CutValue> values) {
    switch (rule.kind) {
        case Kind::width:
            return equal_width_cuts(values, rule.intervals);
        case Kind::frequency:
            return equal_frequency_cuts(values, rule.intervals);
        case Kind::kmeans:
            return kmeans_cuts(values, rule.intervals);
        case Kind::mdlp:
            break;
    }
    return mdlp_cuts(values);
}

}  // namespace

CutRule parse_cut_rule(std::string_view word) {
    const std::size_t colon = word.find(':');
    CutRule rule{kind_of(word.substr(0, colon)), 0};
    const std::string_view argument =
        colon == word.npos ? std::string_view{} : word.substr(colon + 1);
    if (rule.kind == Kind::mdlp) {
        if (colon != word.npos)
            throw ArgumentError(
                "mdlp finds the number of intervals itself, so nothing may follow it",
                "write mdlp");
        return rule;
    }
    const std::optional<double> number = parse_number(argument);
    if (!number || !(*number >= 2 && *number <= static_cast<double>(most_intervals)) ||
        *number != std::floor(*number)) {
        throw ArgumentError("'" + printable(word) + "' needs a number of intervals from 2 to " +
                                std::to_string(most_intervals),
                            "like " + std::string(word.substr(0, colon)) + ":5");
    }
    rule.intervals = static_cast<std::size_t>(*number);
    return rule;
}

Discretisation learn_cuts(const Dataset& data, std::string_view class_name, const CutRule& rule,
                          Discretisation given) {
    const Column* classes = nullptr;
    if (rule.kind == Kind::mdlp) {
        classes = &data.column(class_name);
        if (!classes->is_discrete())
            throw ArgumentError("mdlp needs a class with states, but column '" +
                                printable(class_name) + "' is continuous");
    }
    for (const Column& column : data.all_columns()) {
        if (column.is_discrete() || column.name() == class_name || given.find(column.name()))
            continue;
        given.add(column.name(), cuts_by(rule, cut_values(column, classes, data.weights())));
    }
    return given;
}

}  // namespace pgm::learners

#include <pgm/core/text/words.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm {

OptionText split_option(std::string_view text, char separator) {
    const std::size_t end = text.find(separator);
    if (end == text.npos) return {without_blanks_around(text), {}, false};
    return {without_blanks_around(text.substr(0, end)), without_blanks_around(text.substr(end + 1)),
            true};
}

std::vector<std::string_view> split_list(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    if (without_blanks_around(text).empty()) return pieces;
    std::size_t begin = 0;
    for (const Token& token : tokenize(text)) {
        const std::size_t at = token.column - 1;
        if (at < text.size() && text[at] != separator) continue;
        pieces.push_back(without_blanks_around(text.substr(begin, at - begin)));
        begin = at + 1;
    }
    return pieces;
}

const char* word_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::parse:
            return "parse";
        case ErrorCode::model:
            return "model";
        case ErrorCode::evidence:
            return "evidence";
        case ErrorCode::argument:
            return "argument";
        case ErrorCode::too_large:
            return "too_large";
        case ErrorCode::impossible:
            return "impossible";
        case ErrorCode::io:
            break;
    }
    return "io";
}

const char* word_of(Problem::Severity severity) {
    switch (severity) {
        case Problem::Severity::note:
            return "note";
        case Problem::Severity::warning:
            return "warning";
        case Problem::Severity::error:
            break;
    }
    return "error";
}

double number_of(std::string_view text, std::string_view what, std::string_view range,
                 std::string_view example) {
    if (const auto number = parse_number(text)) return *number;
    throw ArgumentError(std::string(what) + " needs a number " + std::string(range) + ", as in " +
                        std::string(example) + ", not '" + printable(text) + "'");
}

namespace {

/// The word here for a word of other programs, if it is among the known ones; else empty.
std::string word_for(std::string_view other, std::span<const std::string> known) {
    struct Other {
        std::string_view theirs, ours;
    };
    static constexpr Other others[] = {
        {"hillclimb", "hc"},         {"hillclimbing", "hc"},     {"chi2", "x2"},
        {"chisq", "x2"},             {"chisquare", "x2"},        {"chisquared", "x2"},
        {"pearsonx2", "x2"},         {"naivebayes", "nb"},       {"naive", "nb"},
        {"bayes", "nb"},             {"treeaugmented", "tan"},   {"pcstable", "pc"},
        {"tabusearch", "tabu"},      {"chowliutree", "chow-liu"}, {"gtest", "g2"},
        {"loglikelihoodratio", "g2"}, {"fisher", "fisher-z"},     {"zf", "fisher-z"},
        {"bde", "bdeu"},             {"mdl", "bic"},             {"gnb", "nb"},
        {"gaussiannb", "nb"},
    };
    std::string plain;
    for (const char c : other)
        if (c != '-' && c != '_' && c != ' ') plain += ascii_lower(c);
    for (const Other& word : others)
        if (plain == word.theirs && std::ranges::find(known, word.ours) != known.end())
            return std::string(word.ours);
    return {};
}

}  // namespace

void throw_unknown_word(std::string_view what, std::string_view text,
                        std::span<const std::string> words) {
    std::string known;
    for (const std::string& word : words) known += (known.empty() ? "" : ", ") + word;
    const std::string ours = word_for(text, words);
    const std::string near = ours.empty() ? nearest_name(text, words) : ours;
    throw ArgumentError("there is no " + std::string(what) + " '" + printable(text) + "'",
                        (near.empty() ? "" : "did you mean '" + near + "'? ") + "known: " + known);
}

}  // namespace pgm

#pragma once

#include <pgm/core/text/words.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::learners {

/// The numbers that an argument may be.
struct NumberRange {
    double least = 0, most = 0;
    std::string_view name;     ///< "a number from 0 to 1e100"
    std::string_view example;  ///< "laplace:1"
};

/// The number of "laplace:1", or of a fraction, "proportional:1/3"; a whole one if so required.
/// Throws ArgumentError such as "laplace needs a number from 0 to 1e100, as in laplace:1, not 'x'".
double parse_argument(std::string_view word, std::string_view argument, const NumberRange& range,
                      bool is_whole = false);

/// Text that parses back to the same number; "1/3" of the nearest double.
std::string format_argument(double number);

/// A word as it is listed: "laplace:A", with one line about it.
struct WordHelp {
    std::string spelling, help;
};

/// The words below each other, their descriptions in a column of its own.
std::string help_lines(std::span<const WordHelp> words);

/// One row of a WordTable. A row without read() is an example of words that the table does not read
/// itself; one without help is an alias, which is read and not listed.
template <class Value>
struct Word {
    std::string spelling;
    std::string help = {};
    /// Changes the value by the word, whose argument is behind the separator. False if the word is
    /// not written so.
    std::function<bool(Value&, const OptionText&)> read = {};
    /// The argument of a value that is written by this word, "" without; null for other values.
    std::function<std::optional<std::string>(const Value&)> write = {};
};

/// A family of words and the values they stand for: one row a word, from which reading, writing,
/// the error message for an unknown word and the lists of `pgm help` are made.
///
///     WordTable<Smoothing>("smoothing")
///         .alternative<MaximumLikelihood>("mle", "n_x / n")
///         .number("laplace:A", &Laplace::amount, {...}, "(n_x + A) / (n + A r)")
///         .word("lidstone", Laplace{0.5}, "laplace:0.5")
///
/// A text is read by the first row that has its word and takes its argument; a value is written by
/// the first row that can. `Value` is an enumeration, a variant (of whose alternatives a row makes
/// one), or a struct whose members are set, each by a row.
template <class Value>
class WordTable {
public:
    /// `what` is the family in messages: "there is no smoothing 'x'".
    explicit WordTable(std::string what, char separator = ':')
        : what_(std::move(what)), separator_(separator) {}

    WordTable&& row(Word<Value> word) && {
        words_.push_back(std::move(word));
        return std::move(*this);
    }

    WordTable&& example(std::string spelling, std::string help) && {
        return std::move(*this).row({std::move(spelling), std::move(help)});
    }

    /// One value.
    template <class Kind>
    WordTable&& word(std::string spelling, Kind kind, std::string help = {}) && {
        return std::move(*this).row({std::move(spelling), std::move(help), without_argument(kind),
                                     [kind](const Value& value) {
                                         const Kind* const held = held_in<Kind>(value);
                                         return held != nullptr && *held == kind
                                                    ? std::optional<std::string>("")
                                                    : std::nullopt;
                                     }});
    }

    /// An alternative of the variant, with its defaults, whose members have no words.
    template <class Kind>
    WordTable&& alternative(std::string spelling, std::string help) && {
        return std::move(*this).row({std::move(spelling), std::move(help), without_argument(Kind{}),
                                     [](const Value& value) {
                                         return held_in<Kind>(value) != nullptr
                                                    ? std::optional<std::string>("")
                                                    : std::nullopt;
                                     }});
    }

    /// An alternative by the text behind its word, which may be missing; "" is written without.
    template <class Kind>
    WordTable&& argument(std::string spelling, std::function<Kind(std::string_view)> parse,
                         std::function<std::string(const Kind&)> write, std::string help) && {
        return std::move(*this).row(
            {std::move(spelling), std::move(help),
             [parse = std::move(parse)](Value& value, const OptionText& text) {
                 value = text.has_argument ? parse(text.argument) : Kind{};
                 return true;
             },
             [write = std::move(write)](const Value& value) {
                 const Kind* const held = held_in<Kind>(value);
                 return held ? std::optional(write(*held)) : std::nullopt;
             }});
    }

    /// An alternative by the number behind its word.
    template <class Kind, class Number>
    WordTable&& number(std::string spelling, Number Kind::*member, NumberRange range,
                       std::string help = {}) && {
        return std::move(*this).row(
            {std::move(spelling), std::move(help),
             [=](Value& value, const OptionText& text) {
                 if (!text.has_argument) return false;
                 Kind kind;
                 kind.*member = static_cast<Number>(
                     parse_argument(text.word, text.argument, range, std::integral<Number>));
                 value = kind;
                 return true;
             },
             [=](const Value& value) {
                 const Kind* const held = held_in<Kind>(value);
                 return held ? std::optional(format_argument(static_cast<double>(held->*member)))
                             : std::nullopt;
             }});
    }

    /// A choice about the value: a word that sets it and is written where it holds.
    WordTable&& flag(std::string spelling, std::function<void(Value&)> set,
                     std::function<bool(const Value&)> holds, std::string help = {}) && {
        return std::move(*this).row({std::move(spelling), std::move(help),
                                     [set = std::move(set)](Value& value, const OptionText& text) {
                                         if (!text.has_argument) set(value);
                                         return !text.has_argument;
                                     },
                                     [holds = std::move(holds)](const Value& value) {
                                         return holds(value) ? std::optional<std::string>("")
                                                             : std::nullopt;
                                     }});
    }

    /// A choice of a number; `get` gives null where it is not written.
    WordTable&& amount(std::string spelling, NumberRange range,
                       std::function<void(Value&, double)> set,
                       std::function<std::optional<double>(const Value&)> get,
                       std::string help = {}) && {
        return std::move(*this).row(
            {std::move(spelling), std::move(help),
             [set = std::move(set), range](Value& value, const OptionText& text) {
                 set(value, parse_argument(text.word, text.argument, range));
                 return true;
             },
             [get = std::move(get)](const Value& value) {
                 const std::optional<double> number = get(value);
                 return number ? std::optional(format_argument(*number)) : std::nullopt;
             }});
    }

    /// All rows of another table.
    WordTable&& choices(const WordTable& table) && {
        words_.insert(words_.end(), table.words_.begin(), table.words_.end());
        return std::move(*this);
    }

    /// All choices about a member.
    template <std::same_as<Value> Owner, class Member>
    WordTable&& choices(Member Owner::*member, const WordTable<Member>& table) && {
        for (const Word<Member>& word : table.words_)
            words_.push_back({word.spelling, word.help,
                              [member, read = word.read](Value& value, const OptionText& text) {
                                  return read(value.*member, text);
                              },
                              [member, write = word.write](const Value& value) {
                                  return write(value.*member);
                              }});
        return std::move(*this);
    }

    /// Throws ArgumentError that lists the words and suggests the nearest.
    Value parse(std::string_view text) const {
        Value value{};
        if (!read(value, text)) throw_unknown(text);
        return value;
    }

    std::string format(const Value& value) const {
        for (const Word<Value>& word : words_)
            if (auto text = written(word, value)) return *text;
        return {};
    }

    /// The value with all words of a list such as "tophat,h=2", in the order of the table: later
    /// rows refine earlier ones, however the text is ordered.
    Value parse_list(std::string_view text, char between, Value value = {}) const {
        const std::vector<std::string_view> pieces = split_list(text, between);
        for (const std::string_view piece : pieces)
            if (Value alone{}; !read(alone, piece)) throw_unknown(piece);
        for (const Word<Value>& word : words_)
            for (const std::string_view piece : pieces) takes(word, value, piece);
        return value;
    }

    /// Text of all rows, joined.
    std::string format_list(const Value& value, char between) const {
        std::string list;
        for (const Word<Value>& word : words_)
            if (auto text = written(word, value))
                list += (list.empty() ? "" : std::string(1, between)) + *text;
        return list;
    }

    /// True if one of the words begins so: "width".
    bool has(std::string_view head) const {
        for (const Word<Value>& word : words_)
            if (word.read && head_of(word) == head) return true;
        return false;
    }

    std::vector<WordHelp> help() const {
        std::vector<WordHelp> listed;
        for (const Word<Value>& word : words_)
            if (!word.help.empty()) listed.push_back({word.spelling, word.help});
        return listed;
    }

    [[noreturn]] void throw_unknown(std::string_view text) const {
        std::vector<std::string> known;
        for (WordHelp& word : help()) known.push_back(std::move(word.spelling));
        throw_unknown_word(what_, text, known);
    }

private:
    template <class Other>
    friend class WordTable;

    template <class Kind>
    static const Kind* held_in(const Value& value) {
        if constexpr (std::same_as<Kind, Value>)
            return &value;
        else
            return std::get_if<Kind>(&value);
    }

    template <class Kind>
    static auto without_argument(Kind kind) {
        return [kind = std::move(kind)](Value& value, const OptionText& text) {
            if (!text.has_argument) value = kind;
            return !text.has_argument;
        };
    }

    std::string_view head_of(const Word<Value>& word) const {
        return split_option(word.spelling, separator_).word;
    }

    bool takes(const Word<Value>& word, Value& value, std::string_view text) const {
        const OptionText option = split_option(text, separator_);
        return word.read && head_of(word) == option.word && word.read(value, option);
    }

    bool read(Value& value, std::string_view text) const {
        for (const Word<Value>& word : words_)
            if (takes(word, value, text)) return true;
        return false;
    }

    std::optional<std::string> written(const Word<Value>& word, const Value& value) const {
        std::optional<std::string> argument = word.write ? word.write(value) : std::nullopt;
        if (!argument) return std::nullopt;
        return std::string(head_of(word)) + (argument->empty() ? "" : separator_ + *argument);
    }

    std::string what_;
    char separator_;
    std::vector<Word<Value>> words_;
};

}  // namespace pgm::learners

#include <io/format/uai/detail/uai_words.hpp>
#include <io/format/uai/uai.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <utility>

// The readers of evidence and of queries.

namespace pgm::io {
namespace {

using namespace detail;

/// A number, where it stands, and whether a line begins with it.
struct UaiNumber {
    std::size_t value = 0, place = 0;
    bool begins_line = false;
};

std::vector<UaiNumber> numbers_of(UaiWords& words) {
    std::vector<UaiNumber> numbers;
    std::size_t end = 0;
    while (words.has_word()) {
        const std::string_view between =
            words.cursor().text().substr(end, words.cursor().offset() - end);
        const bool begins_line = numbers.empty() || between.find_first_of("\r\n") != between.npos;
        const std::size_t value = words.integer("a variable, a state or a number of them");
        numbers.push_back({value, words.place(), begins_line});
        end = words.cursor().offset();
    }
    return numbers;
}

/// One way to read the numbers: for each set of findings, the variables and states among them.
using Sets = std::vector<std::span<const UaiNumber>>;

/// Takes a number of findings and these; null if there are fewer.
std::optional<std::span<const UaiNumber>> take_set(std::span<const UaiNumber>& numbers) {
    if (numbers.empty() || numbers[0].value > (numbers.size() - 1) / 2) return std::nullopt;
    const std::span<const UaiNumber> set = numbers.subspan(1, 2 * numbers[0].value);
    numbers = numbers.subspan(1 + set.size());
    return set;
}

std::optional<Sets> read_one_set(std::span<const UaiNumber> numbers) {
    const auto set = take_set(numbers);
    return set && numbers.empty() ? std::optional(Sets{*set}) : std::nullopt;
}

std::optional<Sets> read_counted_sets(std::span<const UaiNumber> numbers) {
    Sets sets;
    const std::size_t count = numbers[0].value;
    numbers = numbers.subspan(1);
    while (sets.size() < count) {
        const auto set = take_set(numbers);
        if (!set) return std::nullopt;
        sets.push_back(*set);
    }
    return numbers.empty() && count > 0 ? std::optional(sets) : std::nullopt;
}

std::optional<Sets> read_pairs(std::span<const UaiNumber> numbers) {
    return numbers.size() % 2 == 0 ? std::optional(Sets{numbers}) : std::nullopt;
}

bool has_first_alone(std::span<const UaiNumber> numbers) {
    return numbers.size() == 1 || numbers[1].begins_line;
}

bool has_pairs_on_lines(std::span<const UaiNumber> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i].begins_line != (i % 2 == 0)) return false;
    return true;
}

class EvidenceReader {
public:
    EvidenceReader(std::string_view text, const BayesianNetwork& network,
                   const ReadOptions& options)
        : words_(text, options), network_(network), numbers_(numbers_of(words_)) {}

    std::vector<Evidence> read() {
        if (numbers_.empty())
            words_.cursor().fail(words_.cursor().text().size(),
                                 "expected a number of findings, found the end of the text",
                                 "0 stands for none");
        std::vector<Evidence> all;
        for (const std::span<const UaiNumber> set : the_reading()) all.push_back(evidence_of(set));
        return all;
    }

private:
    struct Reading {
        Sets sets;
        bool fits_lines = true;
    };

    /// The only reading that the numbers allow or, of several, the only one that fits the lines.
    Sets the_reading() {
        std::vector<Reading> possible;
        if (auto sets = read_one_set(numbers_)) possible.push_back({*std::move(sets), true});
        if (auto sets = read_counted_sets(numbers_))
            possible.push_back({*std::move(sets), has_first_alone(numbers_)});
        if (auto sets = read_pairs(numbers_))
            possible.push_back({*std::move(sets), has_pairs_on_lines(numbers_)});
        if (possible.empty()) refuse();
        if (possible.size() == 1) return std::move(possible[0].sets);
        const auto keep_if = [&possible](const auto& fits) {
            if (std::ranges::any_of(possible, fits))
                std::erase_if(possible, [&](const Reading& reading) { return !fits(reading); });
        };
        keep_if([this](const Reading& reading) { return are_in_network(reading.sets); });
        if (possible.size() > 1) keep_if([](const Reading& reading) { return reading.fits_lines; });
        if (possible.size() > 1)
            words_.cursor().fail(numbers_[0].place,
                                 "the evidence can be read in two ways: the first number may be "
                                 "that of sets, of findings, or a variable",
                                 "begin with a line that has the number of sets, 1, alone");
        return std::move(possible[0].sets);
    }

    [[noreturn]] void refuse() {
        const std::size_t given = numbers_[0].value, left = numbers_.size() - 1;
        words_.cursor().fail(numbers_[0].place,
                             "expected " + counted(given, "finding") +
                                 ", a variable and a state each, found " + counted(left, "number"),
                             "the file may have been cut off");
    }

    bool is_variable(const UaiNumber& number) const { return number.value < network_.size(); }
    bool is_state(const UaiNumber& number, const UaiNumber& variable) const {
        return number.value < network_.variable(VariableId(variable.value)).cardinality();
    }

    bool are_in_network(const Sets& sets) const {
        return std::ranges::all_of(sets, [this](std::span<const UaiNumber> set) {
            for (std::size_t i = 0; i < set.size(); i += 2)
                if (!is_variable(set[i]) || !is_state(set[i + 1], set[i])) return false;
            return true;
        });
    }

    Evidence evidence_of(std::span<const UaiNumber> set) {
        Evidence evidence;
        for (std::size_t i = 0; i < set.size(); i += 2) {
            if (!is_variable(set[i]))
                words_.cursor().fail(set[i].place, "there is no variable " +
                                                       std::to_string(set[i].value) + ", only " +
                                                       counted(network_.size(), "variable") +
                                                       ", counted from 0");
            const VariableId variable(set[i].value);
            if (!is_state(set[i + 1], set[i]))
                words_.cursor().fail(
                    set[i + 1].place,
                    "variable " + std::to_string(set[i].value) + " has no state " +
                        std::to_string(set[i + 1].value) + ", only " +
                        counted(network_.variable(variable).cardinality(), "state") +
                        ", counted from 0");
            if (evidence.find(variable))
                words_.cursor().fail(
                    set[i].place, "variable " + std::to_string(set[i].value) + " has two findings");
            evidence.observe(variable, StateId(set[i + 1].value));
        }
        return evidence;
    }

    UaiWords words_;
    const BayesianNetwork& network_;
    std::vector<UaiNumber> numbers_;
};

}  // namespace

std::vector<Evidence> read_uai_evidence(std::string_view text, const BayesianNetwork& network,
                                        const ReadOptions& options) {
    return EvidenceReader(text, network, options).read();
}

std::vector<VariableId> read_uai_query(std::string_view text, const BayesianNetwork& network,
                                       const ReadOptions& options) {
    UaiWords words(text, options);
    const std::size_t count = words.count("the number of variables");
    std::vector<VariableId> query;
    std::vector<char> is_asked(network.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t variable = words.integer("a variable");
        if (variable >= network.size())
            words.fail("there is no variable " + std::to_string(variable) + ", only " +
                       counted(network.size(), "variable") + ", counted from 0");
        if (std::exchange(is_asked[variable], 1))
            words.fail("variable " + std::to_string(variable) + " is twice in the query");
        query.emplace_back(variable);
    }
    if (query.empty()) words.fail("a query has one variable at least");
    if (words.has_word()) {
        words.word("");
        words.fail("the text goes on after the last variable");
    }
    return query;
}

}  // namespace pgm::io

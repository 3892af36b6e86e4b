#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/model/cpd/cpd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

// The parts of a network as someone wrote them: names instead of ids, numbers in the order of the
// text, and where everything stands. Nothing of it is checked. Readers of all formats hand families
// to NetworkBuilder::add_family() in this form, and what is declared to a NetworkBuilder by name is
// brought into it, so that a mistake is found in one place and has the same words everywhere.

/// A place in what a network is read from, which WrittenSource::locate makes a Location of. Readers
/// of texts take the bytes from the beginning.
inline constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();

/// The text that a network is read from.
struct WrittenSource {
    /// The location of a place; called only for problems, so that a reader need not count lines of
    /// a text without mistakes. It must stay callable as long as the builder or a copy of it may be
    /// checked or built.
    std::function<Location(std::size_t place)> locate;
    /// If given, is filled with the place of every number of the table of each variable, in the
    /// order of its cells; none for other distributions.
    std::vector<std::vector<std::size_t>>* number_places = nullptr;
    /// Where the text ends, in a format that does not mark the end of a network, and what may be
    /// the reason: a text without the last distributions is then one that was cut off.
    std::size_t end = no_place;
    std::string hint_at_end{};
};

/// A name and where it stands.
struct WrittenName {
    std::string text;
    std::size_t offset = 0;

    /// True if it is this word in small letters, letter case aside.
    bool is(std::string_view lower) const { return equals_ignoring_case(text, lower); }
};

/// A list of numbers. Places are bytes after `begin`.
struct WrittenNumbers {
    std::size_t begin = 0;
    std::vector<double> values;
    std::vector<std::uint32_t> places;

    void add(double value, std::size_t offset) {
        values.push_back(value);
        places.push_back(static_cast<std::uint32_t>(offset - begin));
    }
    std::size_t offset_of(std::size_t number) const {
        return number < places.size() ? begin + places[number] : begin;
    }
};

/// A list in brackets among numbers: those from `first` up to, and without, `end`.
struct NumberList {
    std::size_t first = 0, end = 0;
    std::size_t offset = 0;  ///< of its bracket
};

/// Which entry of P(x | a, b) the next number of a table is.
enum class NumberOrder {
    child_fastest,  ///< x changes fastest, then the parents from the last to the first
    child_slowest,  ///< the parents from the last to the first, then x
    first_fastest,  ///< x changes fastest, then the parents from the first to the last
};

/// A conditional probability table.
struct WrittenTable {
    WrittenNumbers numbers;
    NumberOrder order = NumberOrder::child_fastest;
    bool may_be_counts = false;  ///< rows of any positive sum are divided by it
    /// Lists of the numbers, if the file has any: a row, or all rows of a state of a parent.
    std::vector<NumberList> lists = {};
};

/// Which configurations of the discrete parents the rows of a distribution are for, where the file
/// names their states; rows may come in any order.
struct WrittenKeys {
    /// In place of a state: the row stands for all of them. A number of a file is at most the
    /// largest state, which no variable has.
    static constexpr std::uint32_t any_state = std::numeric_limits<std::uint32_t>::max(),
                                   largest_state = any_state - 1;

    std::vector<std::size_t> offsets;        ///< of the rows
    std::vector<std::uint32_t> states;       ///< for each row one of each discrete parent
    std::optional<std::size_t> default_row;  ///< stands for all rows that are not given
    /// Rows of the file are left out because of mistakes that were reported: that others are
    /// missing is no mistake then.
    bool has_refused_rows = false;
    std::string_view way_out = "give every row";  ///< where rows are missing

    std::size_t size() const { return offsets.size(); }
    void add(std::size_t offset, std::span<const std::uint32_t> states_of_row) {
        offsets.push_back(offset);
        states.insert(states.end(), states_of_row.begin(), states_of_row.end());
    }
};

/// A conditional probability table by rows with keys.
struct WrittenRows {
    WrittenKeys keys;
    WrittenNumbers numbers;
    std::vector<std::size_t> first_numbers;  ///< of each row, which ends where the next one begins

    void add(std::size_t offset, std::span<const std::uint32_t> states_of_row) {
        keys.add(offset, states_of_row);
        first_numbers.push_back(numbers.values.size());
    }
    std::span<const double> row(std::size_t row) const {
        const std::size_t end =
            row + 1 < first_numbers.size() ? first_numbers[row + 1] : numbers.values.size();
        return std::span(numbers.values).subspan(first_numbers[row], end - first_numbers[row]);
    }
};

/// A table that the file leaves out, whose rows are uniform.
struct WrittenUniform {};

/// The only possible state for each parent configuration, the last parent fastest.
struct WrittenDeterministic {
    std::vector<WrittenName> states;
};

/// A noisy-MAX: for each parent in turn a net row for each of its states, then the leak.
struct WrittenNoisyMax {
    WrittenNumbers numbers;
    /// By parent, the states that the rows belong to, each once; empty: the states in their order.
    std::vector<std::vector<std::size_t>> states_of_rows;
    NoisyMaxCpd::Order order = NoisyMaxCpd::Order::strongest_first;
};

/// A noisy-MAX whose links are tables of their own, in any order: one for each parent, and the
/// leak. A file without a leak has nothing else that causes the child.
struct WrittenNoisyMaxParts {
    struct Part {
        std::optional<WrittenName> parent;  ///< null: the leak
        WrittenNumbers numbers;
    };
    std::vector<Part> parts;
    NumberOrder number_order = NumberOrder::child_fastest;
    NoisyMaxCpd::Order order = NoisyMaxCpd::Order::strongest_first;
};

/// A linear Gaussian distribution (LinearGaussianCpd): for each configuration of the discrete
/// parents, the last one fastest unless rows have keys, a normal distribution whose mean is linear
/// in the others.
struct WrittenGaussian {
    struct Row {
        std::size_t offset = 0;
        double intercept = 0;
        double variance = 1;
        std::vector<std::pair<WrittenName, double>> slopes;
    };
    std::vector<Row> rows;
    std::optional<WrittenKeys> keys = {};
    std::vector<NumberList> lists = {};  ///< of rows, as in WrittenTable
    LinearGaussianCpd::Tying tying = LinearGaussianCpd::Tying::none;
    /// Densities below it count as this number, as PMML has it; then they are no distribution.
    double least_density = 0;
};

/// A kernel density for each configuration of the parents (KernelDensityCpd), the last one fastest
/// unless rows have keys.
struct WrittenKernelDensity {
    struct Row {
        std::size_t offset = 0;
        KernelDensityCpd::Row density;
    };
    std::vector<Row> rows;
    std::optional<WrittenKeys> keys = {};
    KernelDensityCpd::Kernel kernel = KernelDensityCpd::Kernel::gaussian;
};

/// The cuts of a sum of continuous parents with noise (ThresholdCpd) for each configuration of the
/// discrete ones, the last one fastest unless rows have keys.
struct WrittenThreshold {
    struct Row {
        std::size_t offset = 0;
        double constant = 0;  ///< of what is cut
        std::vector<std::pair<WrittenName, double>> slopes;
        std::vector<double> cuts;
        double variance = 0;                     ///< of normal noise
        std::optional<double> logistic_scale{};  ///< of logistic noise, instead of that
    };
    std::vector<Row> rows;
    std::optional<WrittenKeys> keys = {};
};

/// A function of the program that reads the text.
struct WrittenFunction {
    FunctionCpd::Function function;
};

/// A distribution of any other kind by the numbers that it has in files (cpd_from_numbers()).
struct WrittenOther {
    WrittenName kind;
    std::vector<double> numbers;
};

/// The utility of each configuration of the discrete parents, and what the others are multiplied
/// with: none stands for the plain sum of utilities.
struct WrittenUtility {
    WrittenNumbers numbers;
    NumberOrder order = NumberOrder::child_fastest;
    std::vector<NumberList> lists = {};  ///< of the numbers, as in WrittenTable
    std::vector<double> weights = {};    ///< of the parents that are utilities, in their order
};

/// The family of a decision has no numbers, and is written as WrittenUniform.
using WrittenDistribution =
    std::variant<WrittenTable, WrittenRows, WrittenUniform, WrittenDeterministic, WrittenNoisyMax,
                 WrittenNoisyMaxParts, WrittenGaussian, WrittenKernelDensity, WrittenThreshold,
                 WrittenUtility, WrittenFunction, WrittenOther>;

/// The distribution of a variable given its parents.
struct WrittenFamily {
    WrittenName child;
    std::vector<WrittenName> parents;
    std::size_t offset = 0;  ///< of the distribution
    WrittenDistribution distribution = WrittenUniform{};
};

}  // namespace pgm

#pragma once

#include <io/network/detail/linear_form.hpp>
#include <io/text/detail/text_parts.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/noisy_max_cpd.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::io::detail {

// The parts of a network as they stand in a file: names instead of ids, numbers in the order of the
// file, and where everything stands, in bytes from the beginning of the text. The readers of all
// formats make these, and NetworkAssembly makes a network of them.

/// A variable, discrete with states, continuous without.
struct FileVariable {
    FileName name;
    std::vector<FileName> states;
    std::vector<std::string> annotations;  ///< Variable::annotations
};

/// Which entry of P(x | a, b) the next number of a table is.
enum class NumberOrder {
    child_fastest,  ///< x changes fastest, then the parents from the last to the first
    child_slowest,  ///< the parents from the last to the first, then x
    first_fastest,  ///< x changes fastest, then the parents from the first to the last
};

/// A conditional probability table.
struct FileTable {
    FileNumbers numbers;
    NumberOrder order = NumberOrder::child_fastest;
    bool may_be_counts = false;  ///< rows of any positive sum are divided by it
    /// Lists of the numbers, if the file has any: a row, or all rows of a state of a parent.
    std::vector<NumberList> lists = {};
};

/// Which configurations of the discrete parents the rows of a distribution are for, where the file
/// names their states; rows may come in any order.
struct FileKeys {
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
struct FileRows {
    FileKeys keys;
    FileNumbers numbers;
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
struct FileUniform {};

/// The only possible state for each parent configuration, the last parent fastest.
struct FileDeterministic {
    std::vector<FileName> states;
};

/// A noisy-MAX: for each parent in turn a net row for each of its states, then the leak.
struct FileNoisyMax {
    FileNumbers numbers;
    /// By parent, the states that the rows belong to, each once; empty: the states in their order.
    std::vector<std::vector<std::size_t>> states_of_rows;
    NoisyMaxCpd::Order order = NoisyMaxCpd::Order::strongest_first;
};

/// A noisy-MAX whose links are tables of their own, in any order: one for each parent, and the
/// leak. A file without a leak has nothing else that causes the child.
struct FileNoisyMaxParts {
    struct Part {
        std::optional<FileName> parent;  ///< null: the leak
        FileNumbers numbers;
    };
    std::vector<Part> parts;
    NumberOrder number_order = NumberOrder::child_fastest;
    NoisyMaxCpd::Order order = NoisyMaxCpd::Order::strongest_first;
};

/// How a model that formats have names for combines the effects of its causes. A minimum is a
/// noisy-MAX too, of states that count from the other end.
enum class Combination { maximum, minimum };

/// That of a model of Elvira or OpenMarkov: Or, CausalMax, "OR / MAX", Min, "AND / MIN" and the
/// like. Null for all others.
std::optional<Combination> combination_of(std::string_view model);

/// A linear Gaussian distribution (LinearGaussianCpd): for each configuration of the discrete
/// parents, the last one fastest unless rows have keys, a normal distribution whose mean is linear
/// in the others.
struct FileGaussian {
    struct Row {
        std::size_t offset = 0;
        double intercept = 0;
        double variance = 1;
        std::vector<std::pair<FileName, double>> slopes;

        /// The constant and the slopes of a form, all at the place of the row.
        void set_mean(const NamedLinearForm& form) {
            intercept = form.constant;
            for (const auto& [name, slope] : form.slopes)
                slopes.emplace_back(FileName{name, offset}, slope);
        }
    };
    std::vector<Row> rows;
    std::optional<FileKeys> keys = {};
    std::vector<NumberList> lists = {};  ///< of rows, as in FileTable
    LinearGaussianCpd::Tying tying = LinearGaussianCpd::Tying::none;
    /// Densities below it count as this number, as PMML has it; then they are no distribution.
    double least_density = 0;
};

/// A kernel density for each configuration of the parents (KernelDensityCpd), the last one fastest
/// unless rows have keys.
struct FileKernelDensity {
    struct Row {
        std::size_t offset = 0;
        KernelDensityCpd::Row density;
    };
    std::vector<Row> rows;
    std::optional<FileKeys> keys = {};
    KernelDensityCpd::Kernel kernel = KernelDensityCpd::Kernel::gaussian;
};

/// A function of the program that reads the file (FunctionCpd).
struct FileFunction {
    FileName name;
};

/// A distribution of any other kind by the numbers that it has in files (cpd_from_numbers()).
struct FileOther {
    FileName kind;
    std::vector<double> numbers;
};

/// The distribution of a variable given its parents.
struct FileFamily {
    FileName child;
    std::vector<FileName> parents;
    std::size_t offset = 0;  ///< of the distribution
    std::variant<FileTable, FileRows, FileUniform, FileDeterministic, FileNoisyMax,
                 FileNoisyMaxParts, FileGaussian, FileKernelDensity, FileFunction, FileOther>
        distribution = FileUniform{};
};

}  // namespace pgm::io::detail

#include <learners/detail/fit_memory.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/exact_sum.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/family_counts.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace pgm::learners::detail {
namespace {

/// Sizes are doubles: they only have to be compared with a limit, and never overflow.
class MemoryNeeded {
public:
    explicit MemoryNeeded(const FitPlan& plan) : plan_(plan) {}

    bool is_discrete(ColumnId column) const {
        return plan_.cut_schema[column.index()].is_discrete();
    }

    /// Combinations of states of the discrete members.
    double cells(const Family& family) const {
        double cells = 1;
        const auto multiply = [&](ColumnId column) {
            if (is_discrete(column))
                cells *= static_cast<double>(plan_.cut_schema[column.index()].cardinality());
        };
        for (const ColumnId parent : family.parents) multiply(parent);
        multiply(family.child);
        return cells;
    }

    void add(const Family& family, double bytes_per_cell, double bytes_per_family = 0) {
        const double bytes = cells(family) * bytes_per_cell + bytes_per_family;
        cells_ += cells(family);
        most_cells_ = std::max(most_cells_, cells(family));
        bytes_ += bytes;
        if (bytes <= largest_bytes_) return;
        largest_bytes_ = bytes;
        largest_ = family;
    }

    bool is_there() const { return bytes_ <= static_cast<double>(plan_.options.max_fit_bytes); }

    /// Whether the networks may be built.
    bool is_within_limits() const {
        const Limits& limits = plan_.options.limits;
        return most_cells_ <= static_cast<double>(limits.max_table_cells) &&
               cells_ <= static_cast<double>(limits.max_model_cells);
    }

    /// `what` needs the memory: "the tables of joint".
    void require(const std::string& what) const {
        if (is_there()) return;
        throw TooLargeError(what + " have " + to_text(cells_, 12) + " cells and need " +
                                megabytes(bytes_) + ", " + name_of(largest_) + " alone having " +
                                to_text(cells(largest_), 12) + " cells; the limit is " +
                                megabytes(static_cast<double>(plan_.options.max_fit_bytes)),
                            {.variable = column_name(largest_.child)},
                            "choose a structure with fewer parents, leave columns out, cut numbers "
                            "into fewer intervals, or raise FitOptions::max_fit_bytes");
    }

private:
    static std::string megabytes(double bytes) {
        return to_text(std::ceil(bytes / 0x1p20), 6) + " MB";
    }

    const std::string& column_name(ColumnId column) const {
        return plan_.cut_schema[column.index()].name();
    }

    /// "P(child | a, b, and 7 more)"
    std::string name_of(const Family& family) const {
        constexpr std::size_t most_named = 3;
        const std::size_t named = std::min(most_named, family.parents.size());
        std::string text = "P(" + printable(column_name(family.child));
        for (std::size_t i = 0; i < named; ++i)
            text += (i == 0 ? " | " : ", ") + printable(column_name(family.parents[i]));
        if (named < family.parents.size())
            text += " and " + std::to_string(family.parents.size() - named) + " more";
        return text + ")";
    }

    const FitPlan& plan_;
    Family largest_{class_column, {}};
    double largest_bytes_ = 0, cells_ = 0, most_cells_ = 0, bytes_ = 0;
};

std::string quoted(const FitPlan& plan) {
    return "'" + printable(format(plan.options.structure)) + "'";
}

MemoryNeeded memory_to_estimate(const FitPlan& plan, std::span<const ModelStructure> structures) {
    // A table stands in what it was estimated in, in the network, and, while a file of it is
    // written, in the record, its bytes, the sealed bytes and the stream.
    constexpr double table_copies = 6;
    constexpr double bytes_per_family = 512;  // of the variable, its states and its scope
    MemoryNeeded memory(plan);
    for (const ModelStructure& structure : structures) {
        for (const Family& family : structure.families) {
            const double row = sizeof(LinearGaussianCpd::Row) +
                               static_cast<double>(family.parents.size() * sizeof(double));
            const bool table = memory.is_discrete(family.child);
            memory.add(family, table ? table_copies * sizeof(double) : row, bytes_per_family);
        }
    }
    return memory;
}

}  // namespace

void require_memory_to_count(const FitPlan& plan, std::span<const Family> families) {
    constexpr double bytes_per_limbs = 64;  // of an exact sum of numbers of everyday sizes
    constexpr double counts = 2 * sizeof(WeightSum);
    constexpr double bytes_per_family = 2048;  // its scope, its places in the indices, its block
    const double threads = static_cast<double>(std::max<std::size_t>(plan.options.threads, 1));
    MemoryNeeded memory(plan);
    for (const Family& family : families) {
        if (memory.is_discrete(family.child)) {
            const bool sparse = memory.cells(family) > FamilyCounts::most_dense_cells;
            memory.add(family, sparse ? 0 : counts + threads * sizeof(std::uint64_t),
                       bytes_per_family);
            continue;
        }
        const auto is_continuous = [&](ColumnId id) { return !memory.is_discrete(id); };
        const auto continuous =
            static_cast<double>(1 + std::ranges::count_if(family.parents, is_continuous));
        const double sums = continuous * (continuous + 3) / 2;
        memory.add(family, sums * (sizeof(ExactSum) + bytes_per_limbs), bytes_per_family);
    }
    memory.require("the sums to be counted for " + quoted(plan));
}

void require_memory_to_estimate(const FitPlan& plan, std::span<const ModelStructure> structures) {
    memory_to_estimate(plan, structures).require("the tables of " + quoted(plan));
}

bool can_estimate(const FitPlan& plan, std::span<const ModelStructure> structures) {
    const MemoryNeeded memory = memory_to_estimate(plan, structures);
    return memory.is_there() && memory.is_within_limits();
}

}  // namespace pgm::learners::detail

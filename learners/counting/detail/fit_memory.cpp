#include <learners/counting/detail/fit_memory.hpp>

#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/exact_sum.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/family_counter.hpp>
#include <pgm/data/family_counts.hpp>
#include <pgm/data/unusable_columns.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace pgm::learners::detail {
namespace {

/// Megabytes as long as they are easily read.
std::string size_text(double bytes) {
    const double megabytes = std::ceil(bytes / 0x1p20);
    return megabytes < 100'000 ? to_text(megabytes, 6) + " MB" : to_text(bytes / 0x1p30, 3) + " GB";
}

/// Sizes are doubles: they only have to be compared with a limit, and never overflow.
class MemoryNeeded {
public:
    /// Beside so many bytes that are taken.
    explicit MemoryNeeded(const FitPlan& plan, double taken = 0) : plan_(plan), bytes_(taken) {}

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

    /// True if the networks may be built.
    bool is_within_limits() const {
        const Limits& limits = plan_.options.limits;
        return most_cells_ <= static_cast<double>(limits.max_table_cells) &&
               cells_ <= static_cast<double>(limits.max_model_cells);
    }

    /// `what` needs the memory: "the tables of joint".
    void require(const std::string& what) const {
        if (is_there()) return;
        throw TooLargeError(
            what + " have " + to_text(cells_, 12) + " cells and need " + size_text(bytes_) + ", " +
                name_of(largest_) + " alone having " + to_text(cells(largest_), 12) +
                " cells; the limit is " +
                size_text(static_cast<double>(plan_.options.max_fit_bytes)),
            {.variable = column_name(largest_.child)},
            "choose a structure with fewer parents, leave columns out" +
                std::string(is_within_limits() ? ", cut numbers into fewer intervals, or raise "
                                                 "Fit::max_fit_bytes"
                                               : " or cut numbers into fewer intervals"));
    }

private:
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
    double largest_bytes_ = 0, cells_ = 0, most_cells_ = 0, bytes_;
};

std::string quoted(const FitPlan& plan) {
    return "'" + printable(format(plan.options.structure)) + "'";
}

/// Throws where `what` needs too many bytes.
void require_bytes(const FitPlan& plan, double bytes, const std::string& what) {
    const auto limit = static_cast<double>(plan.options.max_fit_bytes);
    if (bytes <= limit) return;
    throw TooLargeError(what + " of " + quoted(plan) + " need " + size_text(bytes) +
                            ", the limit is " + size_text(limit),
                        {},
                        "choose a structure with fewer arcs, leave columns out, or raise "
                        "Fit::max_fit_bytes");
}

/// Memory of one distribution of a network, whatever its cells: its scope, its places in the
/// network and in the structure.
constexpr double bytes_per_distribution = 1024;
/// A table stands in what it was estimated in, in the network, and, while a file of it is written,
/// in the record and in its bytes.
constexpr double table_copies = 4;
/// Memory of one family whose sums are collected: its scope, its places in the indices.
constexpr double bytes_per_family = 768;
/// Memory of an exact sum of numbers of everyday sizes.
constexpr double bytes_per_sum = sizeof(ExactSum) + 64;

MemoryNeeded memory_to_estimate(const FitPlan& plan, std::span<const ModelStructure> structures,
                                double kept) {
    MemoryNeeded memory(plan, kept);
    for (const ModelStructure& structure : structures) {
        for (const Family& family : structure.families) {
            const double row = sizeof(LinearGaussianCpd::Row) +
                               static_cast<double>(family.parents.size() * sizeof(double));
            const bool table = memory.is_discrete(family.child);
            memory.add(family, table ? table_copies * sizeof(double) : row, bytes_per_distribution);
        }
    }
    return memory;
}

double threads_of(const FitPlan& plan) {
    return static_cast<double>(thread_count(plan.options.threads));
}

/// Memory of each cell, or of each row that is counted, in each place where sums stand.
struct CountedBytes {
    double per_cell = 0;
    double per_family = 0;
};

CountedBytes counted_bytes(const FitPlan& plan, const MemoryNeeded& memory, const Family& family,
                           std::optional<std::uint64_t> rows) {
    // The entries of a sparse family, while they are collected with room to grow and once added up.
    constexpr double bytes_per_row = 4 * sizeof(FamilyCounts::CountedCell);
    if (memory.is_discrete(family.child)) {
        const double cells = memory.cells(family);
        if (cells > FamilyCounts::most_dense_cells)
            return {0, bytes_per_family +
                           bytes_per_row * std::min(cells, static_cast<double>(rows.value_or(0)))};
        return {2 * sizeof(WeightSum) + threads_of(plan) * sizeof(std::uint64_t), bytes_per_family};
    }
    const auto is_continuous = [&](ColumnId id) { return !memory.is_discrete(id); };
    const auto continuous =
        static_cast<double>(1 + std::ranges::count_if(family.parents, is_continuous));
    const double sums = continuous * (continuous + 3) / 2;
    return {sums * bytes_per_sum, bytes_per_family};
}

/// Memory of the values that kernel densities keep: while they are collected, in the network, and
/// while a file of it is written.
double bytes_of_points(const FitPlan& plan, std::uint64_t rows) {
    const double bytes_per_value = plan.has_parzen_points() ? 128 : 80;
    const auto continuous = std::ranges::count_if(
        plan.cut_schema, [](const Variable& variable) { return !variable.is_discrete(); });
    return bytes_per_value * static_cast<double>(continuous) * static_cast<double>(rows);
}

/// Memory of the rows that regressions keep, while they are sorted and standardised.
double bytes_of_thresholds(const FitPlan& plan, std::uint64_t rows) {
    double values = 0;
    for (const Family& family : plan.threshold_families())
        values += 4 * static_cast<double>(family.parents.size()) + 12;
    return values * sizeof(double) * static_cast<double>(rows);
}

/// Memory of all members, as if every column had values; columns that identify rows are in none.
MemoryNeeded memory_of_aode(const FitPlan& plan, std::uint64_t rows) {
    // Two members share the sums of a pair.
    constexpr double bytes_per_cell = table_copies * sizeof(double) + sizeof(WeightSum) / 2.0;
    constexpr double bytes_per_member = bytes_per_distribution + bytes_per_family / 2;
    std::vector<std::size_t> columns;
    for (std::size_t column = 1; column < plan.cut_schema.size(); ++column) {
        const Variable& variable = plan.cut_schema[column];
        if (variable.is_discrete() && !identifies_rows(variable.cardinality(), rows))
            columns.push_back(column);
    }
    MemoryNeeded memory(plan);
    for (const std::size_t super_parent : columns) {
        for (const std::size_t child : columns) {
            if (child != super_parent)
                memory.add({ColumnId(child), {class_column, ColumnId(super_parent)}},
                           bytes_per_cell, bytes_per_member);
        }
    }
    return memory;
}

}  // namespace

void require_memory_to_begin(const FitPlan& plan, std::optional<std::uint64_t> rows) {
    // A pair while it is weighed, an edge of the forest, and a place in a matrix of weights.
    constexpr double bytes_per_pair = 112;
    const std::size_t columns = plan.cut_schema.size();
    const double pairs = static_cast<double>(columns) * static_cast<double>(columns) / 2;
    if (is_data_driven(plan.options.structure))
        require_bytes(plan, pairs * bytes_per_pair, "the weights of all pairs of columns");
    if (rows && plan.keeps_values())
        require_bytes(plan, bytes_of_points(plan, *rows), "the values of the densities");
    if (rows) require_bytes(plan, bytes_of_thresholds(plan, *rows), "the rows of regressions");
    if (rows && std::holds_alternative<Aode>(plan.options.structure) &&
        !plan.options.structure.selects_features())
        memory_of_aode(plan, *rows).require("the tables of " + quoted(plan));
    if (const A2de* const a2de = std::get_if<A2de>(&plan.options.structure))
        require_memory_to_estimate(plan, a2de->models(plan.columns()), 0);
}

double bytes_to_count(const FitPlan& plan, const Family& family, std::uint64_t rows) {
    const MemoryNeeded memory(plan);
    const CountedBytes bytes = counted_bytes(plan, memory, family, rows);
    return memory.cells(family) * bytes.per_cell + bytes.per_family;
}

double bytes_of_pairs(const FitPlan& plan) {
    double bytes = 0;
    for (std::size_t a = 1; a < plan.cut_schema.size(); ++a) {
        for (std::size_t b = a + 1; b < plan.cut_schema.size(); ++b) {
            const bool is_child = !plan.cut_schema[b].is_discrete();
            bytes += bytes_to_count(
                plan, {ColumnId(is_child ? b : a), {class_column, ColumnId(is_child ? a : b)}}, 0);
        }
    }
    return bytes;
}

/// The bits of a column's states lie together, and those of a row lie together once more.
double bytes_of_counter(const FitPlan& plan, const Dataset& data) {
    double bits = 0;
    for (const Variable& variable : plan.cut_schema) {
        if (variable.is_discrete() && variable.cardinality() <= FamilyCounter::most_bit_states)
            bits += static_cast<double>(variable.cardinality());
    }
    return 2 * bits * static_cast<double>(data.rows()) / 8;
}

void require_memory_to_count(const FitPlan& plan, std::span<const Family> families,
                             std::optional<std::uint64_t> rows) {
    MemoryNeeded memory(plan);
    for (const Family& family : families) {
        const CountedBytes bytes = counted_bytes(plan, memory, family, rows);
        memory.add(family, bytes.per_cell, bytes.per_family);
    }
    memory.require("the sums to be counted for " + quoted(plan));
}

double bytes_of(const Sums& statistics) {
    double bytes = 0;
    for (const FamilyCounts& counts : statistics.all_counts()) {
        std::size_t entries = 0;
        if (counts.is_sparse()) counts.for_each([&](std::size_t, WeightSum) { ++entries; });
        bytes +=
            bytes_per_family + static_cast<double>(counts.is_sparse()
                                                       ? entries * sizeof(FamilyCounts::CountedCell)
                                                       : counts.cell_count() * sizeof(WeightSum));
    }
    for (const FamilyMoments& moments : statistics.all_moments())
        bytes += bytes_per_family +
                 bytes_per_sum * static_cast<double>(moments.configurations() *
                                                     moments.sums_per_configuration());
    return bytes;
}

void require_memory_to_estimate(const FitPlan& plan, std::span<const ModelStructure> structures,
                                double kept) {
    memory_to_estimate(plan, structures, kept).require("the tables of " + quoted(plan));
}

bool can_estimate(const FitPlan& plan, std::span<const ModelStructure> structures, double kept) {
    const MemoryNeeded memory = memory_to_estimate(plan, structures, kept);
    return memory.is_there() && memory.is_within_limits();
}

}  // namespace pgm::learners::detail

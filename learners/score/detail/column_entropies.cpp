#include <learners/score/detail/column_entropies.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pgm::learners::detail {
namespace {

/// n H of the child given the parents.
double entropy(const FamilyRuns& counts) {
    double sum = 0;
    counts.for_each_configuration([&](std::span<const std::uint64_t> states) {
        double rows = 0;
        for (const std::uint64_t count : states) rows += static_cast<double>(count);
        for (const std::uint64_t count : states) {
            const auto n = static_cast<double>(count);
            if (count > 0) sum += n * std::log(rows / n);
        }
    });
    return sum;
}

}  // namespace

ColumnEntropies::ColumnEntropies(const FamilyCounter& counter, std::size_t threads)
    : entropies_(counter.data().columns().size()) {
    parallel_for(entropies_.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) entropies_[i] = entropies_of(counter, i);
    });
}

std::vector<double> ColumnEntropies::entropies_of(const FamilyCounter& counter,
                                                  std::size_t column) const {
    const auto columns = counter.data().columns();
    std::vector<double> found(1 + columns.size(), infinity);
    if (!columns[column].is_discrete()) return found;
    counter.count(ColumnId(column), {},
                  [&](const FamilyRuns& counts) { found.front() = entropy(counts); });
    std::vector<ColumnId> others;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (i != column && columns[i].is_discrete()) others.emplace_back(i);
    counter.count_additions(ColumnId(column), {}, others,
                            [&](std::size_t i, const FamilyRuns& counts) {
                                found[1 + others[i].index()] = entropy(counts);
                            });
    return found;
}

double ColumnEntropies::bound(VariableId column, std::span<const VariableId> given) const {
    const std::vector<double>& of_column = entropies_[column.index()];
    double least = of_column.front();
    for (const VariableId other : given) least = std::min(least, of_column[1 + other.index()]);
    return least;
}

}  // namespace pgm::learners::detail

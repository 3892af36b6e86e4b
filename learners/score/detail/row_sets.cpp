#include <learners/score/detail/row_sets.hpp>

#include <cmath>
#include <set>
#include <utility>
#include <variant>

namespace pgm::learners::detail {

std::vector<DoubleDouble> RowSet::precise_scatters(std::size_t group,
                                                   std::span<const ColumnId> columns) {
    PreciseSums* of_group = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<PreciseSums>& place = precise_[group];
        if (!place) place = std::make_unique<PreciseSums>(data_, groups_.only(group));
        of_group = place.get();
    }
    return of_group->sums.scatters(columns);
}

std::vector<double> RowSet::dependent(std::size_t group, std::span<const ColumnId> columns,
                                      std::span<const DoubleDouble> scatters) {
    constexpr double threshold = 0x1p-102;
    std::vector<double> least;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const double mean = sums_.mean(columns[i], group);
        least.push_back(threshold * (scatters[triangle(i, i)].high + weight(group) * mean * mean));
    }
    return least;
}

double RowSet::number(ColumnId column, std::uint32_t row) const {
    return std::get<RealCells>(data_.column(column).cells)[row];
}

std::size_t RowSet::different_rows(std::size_t group, std::span<const ColumnId> columns) const {
    std::set<std::vector<double>> different;
    for (std::size_t at = groups_.begins[group]; at < groups_.begins[group + 1]; ++at) {
        std::vector<double> cells;
        for (const ColumnId column : columns) cells.push_back(number(column, groups_.rows[at]));
        different.insert(std::move(cells));
    }
    return different.size();
}

SumsOfProducts RowSet::exact_sums(std::size_t group, std::span<const ColumnId> columns) const {
    SumsOfProducts found{
        .weight = WeightSum::of_count(static_cast<std::uint64_t>(weight(group))),
        .sums = std::vector<ExactSum>(columns.size()),
        .products = std::vector<ExactSum>(triangle(columns.size(), 0))};
    for (std::size_t at = groups_.begins[group]; at < groups_.begins[group + 1]; ++at) {
        const double times = groups_.weights.empty() ? 1 : groups_.weights[at];
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double x = number(columns[i], groups_.rows[at]);
            const double high = x * times, low = std::fma(x, times, -high);
            found.sums[i].add_product(x, times);
            for (std::size_t j = 0; j <= i; ++j) {
                const double y = number(columns[j], groups_.rows[at]);
                found.products[triangle(i, j)].add_product(high, y);
                if (low != 0) found.products[triangle(i, j)].add_product(low, y);
            }
        }
    }
    return found;
}

std::size_t RowSet::bytes() {
    const std::lock_guard lock(mutex_);
    std::size_t precise = 0;
    for (const auto& [group, of_group] : precise_)
        precise += of_group->sums.bytes() + of_group->rows.bytes();
    return groups_.bytes() + sums_.bytes() + precise;
}

std::shared_ptr<RowSet> RowSets::find(std::span<const ColumnId> columns) {
    std::vector<ColumnId> key(columns.begin(), columns.end());
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = sets_.find(key); found != sets_.end()) return found->second;
    }
    auto made = std::make_shared<RowSet>(data_, group_rows(data_, rows_, columns));
    const std::lock_guard lock(mutex_);
    std::size_t bytes = 0;
    constexpr std::size_t often = 16;
    if (++uses_ % often == 0)
        for (const auto& [others, set] : sets_) bytes += set->bytes();
    if (bytes > most_bytes_) sets_.clear();
    return sets_.try_emplace(std::move(key), std::move(made)).first->second;
}

}  // namespace pgm::learners::detail

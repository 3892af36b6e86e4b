#include <learners/judge/detail/left_out_table.hpp>

#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/judge/detail/leave_one_out.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

using CountedCell = FamilyCounts::CountedCell;

WeightSum weight_at(const std::vector<CountedCell>& entries, std::size_t cell) {
    const auto found = std::ranges::lower_bound(entries, cell, {}, &CountedCell::cell);
    return found != entries.end() && found->cell == cell ? found->weight : WeightSum();
}

/// The cells of a level that are not zero, and the sums over the child of their rows, by row.
struct LevelCells {
    explicit LevelCells(const FamilyCounts& counts)
        : states(counts.states()),
          states_of_last_parent(counts.scope().size() > 1
                                    ? counts.scope().cardinalities()[counts.scope().size() - 2]
                                    : 1) {
        counts.for_each([&](std::size_t cell, WeightSum weight) {
            cells.push_back({cell, weight});
            rows.push_back({cell / states, weight});
        });
        combine(rows);
    }

    /// The cell of the level before that the same rows are counted in.
    std::size_t cell_before(std::size_t cell) const {
        return cell / states / states_of_last_parent * states + cell % states;
    }

    std::size_t states;
    std::size_t states_of_last_parent;
    std::vector<CountedCell> cells, rows;
};

/// The rest of each cell of `level` without the rows that the next level sees.
std::vector<CountedCell> seen_by_none_deeper(const LevelCells& level, const LevelCells* next) {
    std::vector<CountedCell> left = level.cells;
    if (next == nullptr) return left;
    std::vector<CountedCell> deeper;
    for (const CountedCell& entry : next->cells)
        deeper.push_back({next->cell_before(entry.cell), entry.weight});
    combine(deeper);
    for (CountedCell& entry : left) entry.weight -= weight_at(deeper, entry.cell);
    std::erase_if(left, [](const CountedCell& entry) { return entry.weight.is_zero(); });
    return left;
}

}  // namespace

LeftOutTable::LeftOutTable(std::span<const FamilyCounts> levels)
    : levels_(levels.size()), uniform_(1 / static_cast<double>(levels.front().states())) {
    const std::vector<LevelCells> all(levels.begin(), levels.end());
    weight_ = levels.front().total().value();
    for (std::size_t deepest = 0; deepest < all.size(); ++deepest) {
        const LevelCells* const next = deepest + 1 < all.size() ? &all[deepest + 1] : nullptr;
        for (const auto& [cell, weight] : seen_by_none_deeper(all[deepest], next)) {
            const WeightSum removed = std::min(weight, WeightSum::of_count(1));
            cells_.push_back({weight.value(), deepest + 1, numbers_.size()});
            numbers_.resize(numbers_.size() + 2 * (deepest + 1));
            std::size_t at = cell;
            for (std::size_t l = deepest + 1; l-- > 0;) {
                double* const numbers = numbers_.data() + cells_.back().first + 2 * l;
                numbers[0] = (weight_at(all[l].cells, at) - removed).value();
                numbers[1] = (weight_at(all[l].rows, at / all[l].states) - removed).value();
                at = all[l].cell_before(at);
            }
        }
    }
}

double LeftOutTable::log_likelihood(std::span<const double> concentrations) const {
    double sum = 0;
    for (const CellRows& cell : cells_) {
        double estimate = uniform_;
        for (std::size_t l = 0; l < cell.levels; ++l) {
            const double* const numbers = numbers_.data() + cell.first + 2 * l;
            estimate =
                backed_off(numbers[0], numbers[1], concentration_of(concentrations, l), estimate);
        }
        sum += cell.weight * std::max(std::log(estimate), least_log_likelihood);
    }
    return sum;
}

}  // namespace pgm::learners::detail

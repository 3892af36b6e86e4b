#include <pgm/data/family_counts.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace {

void check_scope(const Family& family, const ColumnScope& scope) {
    std::vector<ColumnId> members = family.parents;
    members.push_back(family.child);
    if (!std::ranges::equal(scope.variables(), members))
        throw ArgumentError(
            "the scope of a family's counts must be its parents in order, then the child");
}

void check_same_family(const FamilyCounts& a, const FamilyCounts& b) {
    if (a.family() != b.family() || a.scope() != b.scope())
        throw ArgumentError("counts of different families cannot be combined");
}

}  // namespace

FamilyCounts::FamilyCounts(Family family, ColumnScope scope)
    : family_(std::move(family)), scope_(std::move(scope)) {
    check_scope(family_, scope_);
    if (!is_sparse()) cells_.resize(cell_count());
}

FamilyCounts::FamilyCounts(Family family, ColumnScope scope, std::vector<WeightSum> cells)
    : FamilyCounts(std::move(family), std::move(scope)) {
    if (cells.size() != cell_count()) {
        throw ArgumentError("a family of " + std::to_string(cell_count()) + " cells was given " +
                            std::to_string(cells.size()) + " counts");
    }
    if (!is_sparse()) {
        cells_ = std::move(cells);
        return;
    }
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (!cells[cell].is_zero()) entries_.push_back({cell, cells[cell]});
}

FamilyCounts::FamilyCounts(Family family, ColumnScope scope, std::vector<CountedCell> entries)
    : FamilyCounts(std::move(family), std::move(scope)) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool ascends = i == 0 || entries[i - 1].cell < entries[i].cell;
        if (!ascends || entries[i].cell >= cell_count() || entries[i].weight.is_zero())
            throw ArgumentError("the entries of a family's counts must ascend and be within it");
    }
    if (is_sparse()) {
        entries_ = std::move(entries);
        return;
    }
    for (const CountedCell& entry : entries) cells_[entry.cell] = entry.weight;
}

WeightSum FamilyCounts::weight(std::size_t cell) const {
    if (!is_sparse()) return cells_[cell];
    const auto found = std::ranges::lower_bound(entries_, cell, {}, &CountedCell::cell);
    return found != entries_.end() && found->cell == cell ? found->weight : WeightSum();
}

void FamilyCounts::copy_row(std::size_t configuration, std::span<WeightSum> row) const {
    const std::size_t first = configuration * states();
    std::ranges::fill(row, WeightSum());
    for_each_from(first, first + states(),
                  [&](std::size_t cell, WeightSum weight) { row[cell - first] = weight; });
}

std::vector<double> FamilyCounts::values() const {
    std::vector<double> values(cell_count());
    for_each([&](std::size_t cell, WeightSum weight) { values[cell] = weight.value(); });
    return values;
}

WeightSum FamilyCounts::total() const {
    WeightSum total;
    for_each([&](std::size_t, WeightSum weight) { total += weight; });
    return total;
}

void FamilyCounts::add(std::span<const WeightSum> cells) {
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] += cells[i];
}

void FamilyCounts::add(std::vector<CountedCell> entries) {
    if (entries_.empty()) {
        entries_ = std::move(entries);
        return;
    }
    const std::size_t before = entries_.size();
    entries_.insert(entries_.end(), entries.begin(), entries.end());
    combine(entries_, before);
}

void FamilyCounts::merge(const FamilyCounts& other) {
    check_same_family(*this, other);
    add(other.cells_);
    add(other.entries_);
}

void FamilyCounts::check_subtract(const FamilyCounts& other) const {
    check_same_family(*this, other);
    other.for_each([&](std::size_t cell, WeightSum weight_there) {
        if (weight(cell) < weight_there)
            throw ArgumentError("more rows would be taken away than were added",
                                "subtract only what was merged or added before");
    });
}

void FamilyCounts::subtract(const FamilyCounts& other) {
    check_subtract(other);
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] -= other.cells_[i];
    auto entry = entries_.begin();
    for (const CountedCell& less : other.entries_) {
        entry = std::ranges::lower_bound(entry, entries_.end(), less.cell, {}, &CountedCell::cell);
        entry->weight -= less.weight;
    }
    std::erase_if(entries_, [](const CountedCell& left) { return left.weight.is_zero(); });
}

void combine(std::vector<FamilyCounts::CountedCell>& entries, std::size_t sorted) {
    using CountedCell = FamilyCounts::CountedCell;
    const auto middle = entries.begin() + static_cast<std::ptrdiff_t>(sorted);
    if (!std::ranges::is_sorted(middle, entries.end(), {}, &CountedCell::cell))
        std::ranges::sort(middle, entries.end(), {}, &CountedCell::cell);
    std::ranges::inplace_merge(entries, middle, {}, &CountedCell::cell);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (kept > 0 && entries[kept - 1].cell == entries[i].cell) {
            entries[kept - 1].weight += entries[i].weight;
        } else {
            entries[kept++] = entries[i];
        }
    }
    entries.resize(kept);
    std::erase_if(entries, [](const CountedCell& entry) { return entry.weight.is_zero(); });
}

}  // namespace pgm

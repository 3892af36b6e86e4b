#include <pgm/data/family_counts.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace {

void check_scope(const Family& family, const Scope& scope) {
    const auto variables = scope.variables();
    bool same = variables.size() == family.parents.size() + 1 && variables.back().value == family.child.value;
    for (std::size_t i = 0; same && i < family.parents.size(); ++i) same = variables[i].value == family.parents[i].value;
    if (!same) throw ArgumentError("the scope of a family's counts must be its parents in order, then the child");
}

void check_same_family(const FamilyCounts& a, const FamilyCounts& b) {
    if (a.family() != b.family() || a.scope() != b.scope()) throw ArgumentError("counts of different families cannot be combined");
}

}  // namespace

FamilyCounts::FamilyCounts(Family family, Scope scope) : family_(std::move(family)), scope_(std::move(scope)) {
    check_scope(family_, scope_);
    cells_.resize(scope_.cells());
}

FamilyCounts::FamilyCounts(Family family, Scope scope, std::vector<WeightSum> cells)
    : family_(std::move(family)), scope_(std::move(scope)), cells_(std::move(cells)) {
    check_scope(family_, scope_);
    if (cells_.size() != scope_.cells()) {
        throw ArgumentError("a family of " + std::to_string(scope_.cells()) + " cells was given " + std::to_string(cells_.size()) + " counts");
    }
}

std::vector<double> FamilyCounts::values() const {
    std::vector<double> values(cells_.size());
    std::transform(cells_.begin(), cells_.end(), values.begin(), [](WeightSum sum) { return sum.value(); });
    return values;
}

WeightSum FamilyCounts::total() const {
    WeightSum total;
    for (const WeightSum cell : cells_) total += cell;
    return total;
}

void FamilyCounts::merge(const FamilyCounts& other) {
    check_same_family(*this, other);
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] += other.cells_[i];
}

void FamilyCounts::check_subtract(const FamilyCounts& other) const {
    check_same_family(*this, other);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (cells_[i] < other.cells_[i])
            throw ArgumentError("more rows would be taken away than were added", "subtract only what was merged or added before");
    }
}

void FamilyCounts::subtract(const FamilyCounts& other) {
    check_subtract(other);
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] -= other.cells_[i];
}

}  // namespace pgm

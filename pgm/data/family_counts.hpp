#pragma once

#include <pgm/data/family.hpp>
#include <pgm/data/weight_sum.hpp>
#include <pgm/table/scope.hpp>

#include <span>
#include <vector>

namespace pgm {

/// How much weight fell into each combination of states of a discrete child and its discrete parents: the sufficient statistics of a conditional table.
///
/// The cells lie as in the table they will become: parents first in the family's order, the child last and fastest,
///
///     cell(p_1, ..., p_n, x) = row(p_1, ..., p_n) * states() + x,
///
/// see Scope, whose VariableIds stand for columns here. A row of data in which any member is missing is counted nowhere. Sums only, exact (see WeightSum).
class FamilyCounts {
public:
    /// All zero, or with the given cells. Throws ArgumentError when their number is wrong or the scope's variables are not (parents..., child).
    FamilyCounts(Family family, Scope scope);
    FamilyCounts(Family family, Scope scope, std::vector<WeightSum> cells);

    const Family& family() const { return family_; }
    const Scope& scope() const { return scope_; }
    /// States of the child.
    std::size_t states() const { return scope_.cardinalities().back(); }
    /// Configurations of the parents; 1 when there are none.
    std::size_t configurations() const { return cells_.size() / states(); }

    std::span<const WeightSum> cells() const { return cells_; }
    double count(std::size_t configuration, StateId state) const { return cells_[configuration * states() + state.index()].value(); }
    /// All cells as doubles.
    std::vector<double> values() const;
    /// The weight of the rows that were counted.
    WeightSum total() const;

    void add(std::size_t cell, WeightSum weight) { cells_[cell] += weight; }
    /// Throw ArgumentError when `other` is about another family. subtract() also when more would be taken away than is there, and then nothing has changed.
    void merge(const FamilyCounts& other);
    void subtract(const FamilyCounts& other);
    void check_subtract(const FamilyCounts& other) const;

    friend bool operator==(const FamilyCounts&, const FamilyCounts&) = default;

private:
    Family family_;
    Scope scope_;
    std::vector<WeightSum> cells_;
};

}  // namespace pgm

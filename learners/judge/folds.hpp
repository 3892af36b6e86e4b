#pragma once

#include <pgm/data/column.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace pgm::learners {

/// Rows to learn from and rows to be judged by. Row numbers ascend in both; no row is in both; rows
/// whose class is missing are in neither. A hold-out is a fold, too.
struct Fold {
    std::vector<std::uint32_t> training;
    std::vector<std::uint32_t> test;

    friend bool operator==(const Fold&, const Fold&) = default;
};

/// A run of folds, each made when it is asked for, from its number alone: a million of them are
/// free until they are used, and any order, or any thread, gets the same.
class Folds {
public:
    /// Folds that are there already.
    Folds(std::vector<Fold> made);
    /// `make` is pure, may be called by several threads at once, and is called with numbers below
    /// `count`.
    Folds(std::size_t count, std::function<Fold(std::size_t)> make);

    std::size_t size() const { return count_; }
    Fold operator[](std::size_t number) const { return make_(number); }

private:
    std::size_t count_;
    std::function<Fold(std::size_t)> make_;
};

/// Rows 0, `folds`, 2 `folds`, ... are tested by the first fold, the next ones by the second, and
/// so on: for rows in an order that is independent of them (rows_to_judge()). Fewer folds where
/// there are fewer rows; none of fewer than two rows.
Folds folds_in_turn(std::size_t rows, std::size_t folds);

/// Stratified folds, `repeats` times: in each repeat every row with a class is tested exactly once,
/// by one of `folds` folds. Number r * folds + f is fold f of repeat r.
///
/// Each class's rows are shuffled by the seed and the number of the repeat and distributed to the
/// folds in turn, the next class going on where the last one stopped: of every class two folds
/// differ by at most one row, and so do their sizes. Equal to the last row for the same seed,
/// classes in state order and rows, on any machine.
///
/// Throws ArgumentError for fewer than two folds, for more folds than rows with a class, for no
/// repeats or more than 2^24, and for a class column that is continuous.
Folds stratified_folds(const Column& class_column, std::size_t folds, std::size_t repeats,
                       std::uint64_t seed);

/// Hold-out, `repeats` times: that share of every class's rows is tested (rounded so that the
/// shares of all classes together add up), the rest learned from.
///
/// Throws ArgumentError unless 0 < share < 1 and both parts get a row, for no repeats or more than
/// 2^24, and for a class column that is continuous.
Folds stratified_holdouts(const Column& class_column, double share, std::size_t repeats,
                          std::uint64_t seed);

}  // namespace pgm::learners

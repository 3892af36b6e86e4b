#include <learners/judge/folds.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace pgm::learners {
namespace {

using RowsByClass = std::vector<std::vector<std::uint32_t>>;

/// The rows of each class, in ascending order.
RowsByClass rows_by_class(const Column& class_column, std::size_t repeats) {
    constexpr std::size_t most_repeats = std::size_t{1}
                                         << 24;  // times folds, times structures: still countable
    if (!class_column.is_discrete())
        throw ArgumentError("the class '" + printable(class_column.name()) +
                            "' is continuous; its rows cannot be distributed by class");
    if (repeats == 0) throw ArgumentError("a validation is repeated at least once");
    if (repeats > most_repeats)
        throw ArgumentError("a validation cannot be repeated " + std::to_string(repeats) +
                            " times; the most is " + std::to_string(most_repeats));
    RowsByClass rows(class_column.variable.cardinality());
    for (std::size_t row = 0; row < class_column.rows(); ++row)
        if (const std::optional<StateId> state = class_column.state(row))
            rows[state->index()].push_back(static_cast<std::uint32_t>(row));
    return rows;
}

std::size_t count_of(const RowsByClass& rows) {
    std::size_t count = 0;
    for (const std::vector<std::uint32_t>& of_class : rows) count += of_class.size();
    return count;
}

/// The first repeat is the seed's own; the others' seeds lie an odd number apart, which is not the
/// step by which Rng spreads a seed over its words.
Rng generator(std::uint64_t seed, std::size_t repeat) {
    constexpr std::uint64_t step = 0xd1b54a32d192ed03u;
    return Rng(seed + step * repeat);
}

/// Fisher and Yates, from the back.
void shuffle(std::vector<std::uint32_t>& rows, Rng& rng) {
    for (std::size_t left = rows.size(); left > 1; --left)
        std::swap(rows[left - 1], rows[rng.below(left)]);
}

enum class Part : std::uint8_t { none, training, test };

Fold fold_of(const std::vector<Part>& parts) {
    Fold fold;
    for (std::size_t row = 0; row < parts.size(); ++row)
        if (parts[row] != Part::none)
            (parts[row] == Part::test ? fold.test : fold.training)
                .push_back(static_cast<std::uint32_t>(row));
    return fold;
}

Fold fold_of(RowsByClass rows, std::size_t row_count, std::size_t fold, std::size_t folds,
             Rng rng) {
    std::vector<Part> parts(row_count, Part::none);
    std::size_t next = 0;
    for (std::vector<std::uint32_t>& of_class : rows) {
        shuffle(of_class, rng);
        for (const std::uint32_t row : of_class) {
            parts[row] = next == fold ? Part::test : Part::training;
            next = (next + 1) % folds;
        }
    }
    return fold_of(parts);
}

/// How many rows of each class are tested. Of the first n rows, classes counted through, share * n
/// are: no class's rounding adds to another's.
std::vector<std::size_t> tested_counts(const RowsByClass& rows, double share) {
    std::vector<std::size_t> counts;
    std::size_t seen = 0, tested = 0;
    for (const std::vector<std::uint32_t>& of_class : rows) {
        seen += of_class.size();
        const auto wanted =
            static_cast<std::size_t>(std::llround(share * static_cast<double>(seen)));
        counts.push_back(std::min(wanted - std::min(wanted, tested), of_class.size()));
        tested += counts.back();
    }
    if (tested == 0 || tested == seen)
        throw ArgumentError("holding out a share of " + to_text(share) + " of " +
                            counted(seen, "row") + " leaves nothing to learn from or to test");
    return counts;
}

Fold holdout_of(RowsByClass rows, std::size_t row_count, const std::vector<std::size_t>& tested,
                Rng rng) {
    std::vector<Part> parts(row_count, Part::none);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        shuffle(rows[k], rng);
        for (std::size_t i = 0; i < rows[k].size(); ++i)
            parts[rows[k][i]] = i < tested[k] ? Part::test : Part::training;
    }
    return fold_of(parts);
}

}  // namespace

Folds::Folds(std::vector<Fold> made)
    : count_(made.size()),
      make_([all = std::make_shared<const std::vector<Fold>>(std::move(made))](std::size_t number) {
          return (*all)[number];
      }) {}

Folds::Folds(std::size_t count, std::function<Fold(std::size_t)> make)
    : count_(count), make_(std::move(make)) {}

Folds folds_in_turn(std::size_t rows, std::size_t folds) {
    folds = rows < 2 ? 0 : std::min(folds, rows);
    return Folds(folds, [=](std::size_t number) {
        std::vector<Part> parts(rows, Part::training);
        for (std::size_t row = number; row < rows; row += folds) parts[row] = Part::test;
        return fold_of(parts);
    });
}

Folds stratified_folds(const Column& class_column, std::size_t folds, std::size_t repeats,
                       std::uint64_t seed) {
    const auto rows = std::make_shared<const RowsByClass>(rows_by_class(class_column, repeats));
    if (folds < 2) throw ArgumentError("cross-validation takes at least two folds");
    const std::size_t count = count_of(*rows);
    if (folds > count)
        throw ArgumentError("cross-validation of " + counted(count, "row") +
                            " with a class cannot have " + std::to_string(folds) + " folds");
    return Folds(folds * repeats, [=, row_count = class_column.rows()](std::size_t number) {
        return fold_of(*rows, row_count, number % folds, folds, generator(seed, number / folds));
    });
}

Folds stratified_holdouts(const Column& class_column, double share, std::size_t repeats,
                          std::uint64_t seed) {
    const auto rows = std::make_shared<const RowsByClass>(rows_by_class(class_column, repeats));
    if (!(share > 0 && share < 1))
        throw ArgumentError("the share of rows that are held out lies between 0 and 1, not at " +
                            to_text(share));
    const std::vector<std::size_t> tested = tested_counts(*rows, share);
    return Folds(repeats, [=, row_count = class_column.rows()](std::size_t number) {
        return holdout_of(*rows, row_count, tested, generator(seed, number));
    });
}

}  // namespace pgm::learners

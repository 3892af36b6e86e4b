#include <learners/splits.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners {
namespace {

/// The rows of each class, in ascending order.
std::vector<std::vector<std::uint32_t>> rows_by_class(const Column& class_column, std::size_t repeats) {
    if (!class_column.is_discrete())
        throw ArgumentError("the class '" + class_column.name() + "' is continuous; its rows cannot be dealt out by class");
    if (repeats == 0) throw ArgumentError("a validation is repeated at least once");
    std::vector<std::vector<std::uint32_t>> rows(class_column.variable.cardinality());
    for (std::size_t row = 0; row < class_column.rows(); ++row)
        if (const std::optional<StateId> state = class_column.state(row)) rows[state->index()].push_back(static_cast<std::uint32_t>(row));
    return rows;
}

/// Fisher and Yates, from the back.
void shuffle(std::vector<std::uint32_t>& rows, Rng& rng) {
    for (std::size_t left = rows.size(); left > 1; --left) std::swap(rows[left - 1], rows[rng.below(left)]);
}

void sort(Split& split) {
    std::ranges::sort(split.training);
    std::ranges::sort(split.test);
}

std::vector<Split> deal(std::vector<std::vector<std::uint32_t>> rows, std::size_t folds, Rng& rng) {
    std::vector<Split> splits(folds);
    std::size_t next = 0;
    for (std::vector<std::uint32_t>& of_class : rows) {
        shuffle(of_class, rng);
        for (const std::uint32_t row : of_class) {
            for (std::size_t fold = 0; fold < folds; ++fold) (fold == next ? splits[fold].test : splits[fold].training).push_back(row);
            next = (next + 1) % folds;
        }
    }
    std::ranges::for_each(splits, sort);
    return splits;
}

}  // namespace

std::vector<Split> stratified_folds(const Column& class_column, std::size_t folds, std::size_t repeats, std::uint64_t seed) {
    const std::vector<std::vector<std::uint32_t>> rows = rows_by_class(class_column, repeats);
    if (folds < 2) throw ArgumentError("cross-validation takes at least two folds");
    std::size_t count = 0;
    for (const std::vector<std::uint32_t>& of_class : rows) count += of_class.size();
    if (folds > count)
        throw ArgumentError("cross-validation of " + std::to_string(count) + " rows with a class cannot have " + std::to_string(folds) + " folds");
    std::vector<Split> splits;
    Rng rng(seed);
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) std::ranges::move(deal(rows, folds, rng), std::back_inserter(splits));
    return splits;
}

std::vector<Split> stratified_holdouts(const Column& class_column, double share, std::size_t repeats, std::uint64_t seed) {
    const std::vector<std::vector<std::uint32_t>> rows = rows_by_class(class_column, repeats);
    if (!(share > 0 && share < 1)) throw ArgumentError("the share of rows that are held out lies between 0 and 1, not at " + to_text(share));
    std::vector<Split> splits;
    Rng rng(seed);
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        Split split;
        std::size_t seen = 0;
        for (std::vector<std::uint32_t> of_class : rows) {
            shuffle(of_class, rng);
            // Of the first n rows, classes counted through, share * n are tested: no class's rounding adds to another's.
            const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(seen + of_class.size())));
            const std::size_t tested = std::min(wanted - std::min(wanted, split.test.size()), of_class.size());
            const auto border = of_class.begin() + static_cast<std::ptrdiff_t>(tested);
            split.test.insert(split.test.end(), of_class.begin(), border);
            split.training.insert(split.training.end(), border, of_class.end());
            seen += of_class.size();
        }
        if (split.test.empty() || split.training.empty())
            throw ArgumentError("holding out a share of " + to_text(share) + " of " + std::to_string(seen) +
                                " rows leaves nothing to learn from or to test");
        sort(split);
        splits.push_back(std::move(split));
    }
    return splits;
}

}  // namespace pgm::learners

#pragma once

#include <pgm/core/random.hpp>
#include <pgm/data/dataset.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::tests {

/// Rows of a class y of three states and features a to d that depend on each other, y and d last of
/// all; every `missing`-th cell or so is missing, where that is not 0.
inline Dataset dependent_rows(std::size_t rows, std::uint64_t seed, std::size_t missing = 0) {
    Rng rng(seed);
    const std::vector<std::string> names = {"y", "a", "b", "c", "d"};
    const std::vector<std::size_t> states = {3, 2, 3, 4, 2};
    std::vector<std::vector<std::optional<StateId>>> cells(5);
    for (std::size_t i = 0; i < rows; ++i) {
        std::vector<std::size_t> row = {rng.below(3)};
        for (std::size_t c = 1; c < 5; ++c)
            row.push_back((row[rng.below(c)] + row[0] * rng.below(2) + rng.below(2)) % states[c]);
        for (std::size_t c = 0; c < 5; ++c) {
            const bool gone = c > 0 && missing > 0 && rng.below(missing) == 0;
            cells[c].push_back(gone ? std::nullopt : std::optional(StateId(row[c])));
        }
    }
    std::vector<Column> columns;
    for (std::size_t c = 0; c < 5; ++c) {
        std::vector<std::string> of_column;
        for (std::size_t s = 0; s < states[c]; ++s) of_column.push_back(std::to_string(s));
        columns.push_back(discrete_column(Variable(names[c], of_column), cells[c]));
    }
    return Dataset(std::move(columns));
}

}  // namespace pgm::tests

#pragma once

#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/judge/detail/leave_one_out.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <pgm/core/random.hpp>

#include <memory>
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

/// A structure decided from all rows of a table whose first column is the class, and the rows left
/// out one by one.
struct LeftOutRows {
    LeftOutRows(const Dataset& data, const learners::Structure& structure,
                learners::ClassPrior prior = learners::SmoothedPrior{},
                learners::Smoothing smoothing = learners::TunedBackOff{})
        : schema(data.schema()), columns{schema, {}}, rows(schema), class_prior(std::move(prior)) {
        using namespace learners;
        using namespace learners::detail;
        for (std::size_t i = 1; i < schema.size(); ++i) columns.features.emplace_back(i);
        std::vector<Family> families = families_to_decide(structure, columns);
        Statistics deciding(schema, families);
        deciding.add(data);
        structures = decide_structure(structure, columns, FamilySums(deciding));
        for (Family& family : families_to_estimate(columns, structures)) families.push_back(family);
        for (Family& family : families_to_back_off(columns, structures)) families.push_back(family);
        statistics = Statistics(schema, without_doubles(families));
        statistics.add(data);
        rows.add(data);
        sums = std::make_unique<FamilySums>(statistics);
        left_out.emplace(
            LeaveOneOutSource{columns, *sums, structures, class_prior, rows.rows(), smoothing});
    }
    LeftOutRows(const LeftOutRows&) = delete;
    LeftOutRows& operator=(const LeftOutRows&) = delete;

    /// The first row of the data with the cells of the r-th distinct row.
    std::size_t row_of(const Dataset& data, std::size_t r) const {
        for (std::size_t i = 0; i < data.rows(); ++i) {
            bool same = true;
            for (std::size_t c = 0; same && c < schema.size(); ++c) {
                const auto state = data.columns()[c].state(i);
                const std::uint32_t code = rows.rows()[r].codes[c];
                same = state ? code == state->index() : code == DistinctRows::missing;
            }
            if (same) return i;
        }
        return data.rows();
    }

    std::vector<Variable> schema;
    learners::Columns columns;
    std::vector<learners::ModelStructure> structures;
    Statistics statistics;
    DistinctRows rows;
    learners::ClassPrior class_prior;
    std::unique_ptr<learners::FamilySums> sums;
    std::optional<learners::detail::LeaveOneOut> left_out;
};

}  // namespace pgm::tests

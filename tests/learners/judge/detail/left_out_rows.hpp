#pragma once

#include <learners/estimate/detail/back_off_tables.hpp>
#include <learners/judge/detail/leave_one_out.hpp>
#include <learners/structure/detail/structure_decision.hpp>
#include <tests/support/dependent_rows.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace pgm::tests {

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
        Sums deciding(schema, families);
        deciding.add(data);
        structures = decide_structure(structure, columns, FamilySums(deciding));
        for (Family& family : families_to_estimate(columns, structures)) families.push_back(family);
        for (Family& family : families_to_back_off(columns, structures)) families.push_back(family);
        statistics = Sums(schema, without_doubles(families));
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
    Sums statistics;
    DistinctRows rows;
    learners::ClassPrior class_prior;
    std::unique_ptr<learners::FamilySums> sums;
    std::optional<learners::detail::LeaveOneOut> left_out;
};

}  // namespace pgm::tests

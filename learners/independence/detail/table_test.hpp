#pragma once

#include <learners/independence/detail/contingency.hpp>
#include <learners/independence/independence_test.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counter.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::learners::detail {

/// Tests on discrete columns by counting.
class TableTest final : public IndependenceTest {
public:
    /// Refers to the data. Variable i is column i.
    TableTest(const Dataset& data, const TestStatistic& statistic, std::size_t threads);
    /// Owns the data, whose column i is the variable `variables[i]` of so many.
    TableTest(Dataset data, std::span<const VariableId> variables, std::size_t variable_count,
              const TestStatistic& statistic);

    std::size_t variables() const override { return column_of_.size(); }
    TestResult test(VariableId a, VariableId b, std::span<const VariableId> given) const override;
    void tests(VariableId a, std::span<const VariableId> candidates,
               std::span<const VariableId> given, std::span<TestResult> results) const override;
    bool has_enough_rows(VariableId a, VariableId b,
                         std::span<const VariableId> given) const override;
    std::unique_ptr<IndependenceTest> focused_on(std::span<const VariableId> variables,
                                                 std::size_t conditions,
                                                 double expected_tests) const override;

private:
    const Dataset& data() const { return counter_.data(); }
    ColumnId column(VariableId v) const { return column_of_[v.index()]; }
    std::size_t states(VariableId v) const {
        return data().column(column(v)).variable.cardinality();
    }
    TestAxes axes(VariableId a, VariableId b, std::span<const VariableId> given) const;
    double table_cells(std::span<const VariableId> variables, std::size_t members) const;
    bool is_countable(VariableId a, VariableId b, std::span<const VariableId> given) const;
    TestResult test_by_sorting(VariableId a, VariableId b,
                               std::span<const std::uint64_t> configurations) const;

    TestStatistic statistic_;
    std::optional<Dataset> own_data_;
    std::vector<ColumnId> column_of_;
    FamilyCounter counter_;
    double rows_;  ///< their weight
    LogFactorials log_factorial_;
};

}  // namespace pgm::learners::detail

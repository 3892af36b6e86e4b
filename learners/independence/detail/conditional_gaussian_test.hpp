#pragma once

#include <learners/independence/independence_test.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A table as the test reads it.
struct MixedTable {
    struct MixedCells {
        std::size_t states = 0;            ///< 0 of a continuous column
        std::vector<std::uint32_t> codes;  ///< of a discrete one
        std::vector<double> values;        ///< of a continuous one: of mean 0 and variance 1
        double least_variance = 0;         ///< of a continuous one, what its resolution leaves open
    };

    explicit MixedTable(const Dataset& data);

    double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }

    std::vector<MixedCells> columns;
    std::vector<double> weights;  ///< empty where all rows weigh 1
    std::size_t row_count = 0;
    double rows = 0;  ///< their weight

private:
    MixedCells cells_of(const Column& column) const;
};

/// The likelihood-ratio test of ConditionalGaussian, on columns of both kinds.
///
/// Rows are grouped by all discrete columns of a test, and the scatters of its continuous columns
/// are summed once, group by group. Those of the coarser groups of the four likelihoods are merged
/// from these.
class ConditionalGaussianTest final : public IndependenceTest {
public:
    /// A copy of the cells is kept. Variable i is column i.
    explicit ConditionalGaussianTest(const Dataset& data) : table_(data) {}

    std::size_t variables() const override { return table_.columns.size(); }
    TestResult test(VariableId a, VariableId b, std::span<const VariableId> given) const override;
    bool has_enough_rows(VariableId a, VariableId b,
                         std::span<const VariableId> given) const override;

private:
    MixedTable table_;
};

}  // namespace pgm::learners::detail

#include <learners/score/detail/row_groups.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners::detail;

namespace {

constexpr double hole = std::numeric_limits<double>::quiet_NaN();

/// d is 1 0 1 ? 1 and x is 5 3 2 1 5.
Dataset five_rows(RealCells weights = {}) {
    return Dataset({discrete_column(Variable("d", {"0", "1"}),
                                    std::vector<std::string_view>{"1", "0", "1", "", "1"}),
                    continuous_column("x", RealCells{5, 3, 2, 1, 5})},
                   std::move(weights));
}

using RowNumbers = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("Rows in order: by their numbers, equal ones once with their number as weight") {
    const OrderedRows rows(five_rows());
    CHECK(rows.rows == RowNumbers{3, 2, 1, 0});
    CHECK(rows.weights == Numbers{1, 1, 1, 2});
    const OrderedRows weighted(five_rows({2, 0, 1, 1, 1}));
    CHECK(weighted.rows == RowNumbers{3, 2, 0});
    CHECK(weighted.weights == Numbers{1, 1, 3});
    const Dataset holes({continuous_column("x", RealCells{hole, -1, 4})});
    CHECK(OrderedRows(holes).rows == RowNumbers{1, 2, 0});
    CHECK(OrderedRows(holes).weights.empty());
}

TEST_CASE("Groups of rows: those that have all columns, by their configuration") {
    const Dataset data = five_rows();
    const OrderedRows rows(data);
    const RowGroups all = group_rows(data, rows, {});
    CHECK(all.size() == 1);
    CHECK(all.rows == rows.rows);
    CHECK(all.total_weight == Numbers{5});
    const RowGroups by_state = group_rows(data, rows, std::vector{ColumnId(std::size_t{0})});
    CHECK(by_state.rows == RowNumbers{1, 2, 0});
    CHECK(by_state.weights == Numbers{1, 1, 2});
    CHECK(by_state.begins == std::vector<std::size_t>{0, 1, 3});
    CHECK(by_state.total_weight == Numbers{1, 3});
    const RowGroups second = by_state.only(1);
    CHECK(second.rows == RowNumbers{2, 0});
    CHECK(second.begins == std::vector<std::size_t>{0, 2});
    CHECK(second.total_weight == Numbers{3});
}

#include <learners/estimate/detail/column_resolution.hpp>

#include <learners/score/detail/row_groups.hpp>

#include <tests/support/catch.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::learners::detail;

TEST_CASE("Resolution: the mean distance of different values, whatever their number of rows") {
    constexpr double hole = std::numeric_limits<double>::quiet_NaN();
    const Dataset data({continuous_column("x", RealCells{0, 0, 0, 10, hole, 4, 10})});
    CHECK(resolution_of(data.columns()[0], OrderedRows(data).rows) == 5);
    const Dataset constant({continuous_column("x", RealCells{3, 3})});
    CHECK(resolution_of(constant.columns()[0], OrderedRows(constant).rows) == 0);
    const Dataset weighted({continuous_column("x", RealCells{0, 1, 10})}, RealCells{1, 0, 1});
    CHECK(resolution_of(weighted.columns()[0], OrderedRows(weighted).rows) == 10);
    CHECK(least_variance(6) == 1);
}

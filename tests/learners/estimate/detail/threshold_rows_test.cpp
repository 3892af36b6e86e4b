#include <learners/estimate/detail/threshold_rows.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners::detail;

namespace {

const std::vector<Variable> regression_schema = {Variable("y", {"0", "1"}), Variable("x"),
                                                 Variable("g", {"a", "b"})};
constexpr ColumnId state_column{std::size_t{0}}, number_column{std::size_t{1}},
    group_column{std::size_t{2}};

Dataset table(std::vector<std::optional<StateId>> of_y, std::vector<double> of_x,
              std::vector<std::optional<StateId>> of_g, std::vector<double> weights = {}) {
    return Dataset({discrete_column(regression_schema[0], of_y), continuous_column("x", of_x),
                    discrete_column(regression_schema[2], of_g)},
                   std::move(weights));
}

std::optional<StateId> state(std::size_t i) {
    return StateId(i);
}

}  // namespace

TEST_CASE("Threshold rows: equal rows are one, ascending, and rows with holes are left out",
          "[learners]") {
    ThresholdRows rows({state_column, {number_column, group_column}}, regression_schema);
    const std::vector<ColumnId> columns = {state_column, number_column, group_column};
    const double missing = std::numeric_limits<double>::quiet_NaN();
    rows.add(table({state(1), state(0), state(1), std::nullopt, state(1), state(1)},
                   {2, 3, 2, 1, missing, -0.0},
                   {state(1), state(0), state(1), state(0), state(0), state(1)}),
             columns);
    rows.add(table({state(0), state(1)}, {3, 2}, {state(0), std::nullopt}, {0.5, 1}), columns);
    CHECK(rows.regressors().size() == 1);
    CHECK(rows.states() == 2);
    CHECK(rows.configurations().cells() == 2);
    const std::vector<ThresholdGroup> groups = rows.groups();
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].values == std::vector<double>{3});
    CHECK(groups[0].states == std::vector<std::uint32_t>{0});
    CHECK(groups[0].weights == std::vector<double>{1.5});
    CHECK(groups[1].values == std::vector<double>{0, 2});
    CHECK(groups[1].weights == std::vector<double>{1, 2});
    CHECK_FALSE(std::signbit(groups[1].values[0]));
}

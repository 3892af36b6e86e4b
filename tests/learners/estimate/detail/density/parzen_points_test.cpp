#include <learners/estimate/detail/density/parzen_points.hpp>

#include <tests/support/catch.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Words = std::vector<std::string_view>;

TEST_CASE("ParzenPoints: rows are sorted, equal ones are one, incomplete ones are none",
          "[learners]") {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    const Dataset data =
        Dataset({discrete_column(Variable("label", {"a", "b"}), Words{"b", "a", "b", "", "a"}),
                 continuous_column("x", {1, 5, 1, 7, unknown}),
                 continuous_column("y", {-0.0, 2, 0.0, 3, 4})})
            .with_weights({1, 1, 0.5, 1, 1});
    const std::vector<ColumnId> all{ColumnId{0}, ColumnId{1}, ColumnId{2}};
    ParzenPoints points({ColumnId{1}, ColumnId{2}});
    points.add(data, all);
    const std::vector<ParzenPoint> both = points.sorted(std::vector{ColumnId{1}, ColumnId{2}});
    REQUIRE(both.size() == 2);
    CHECK(both[0] == ParzenPoint{0, {5, 2}, WeightSum::of_count(1)});
    CHECK(both[1] == ParzenPoint{1, {1, 0}, WeightSum::of(1.5)});
    // Of y alone one row more is complete.
    CHECK(points.sorted(std::vector{ColumnId{2}}).size() == 3);
}

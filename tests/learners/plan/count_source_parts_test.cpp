#include <learners/fit/fit.hpp>
#include <learners/plan/count_source.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

TEST_CASE("Count source: what needs rows takes them from a source of counts that has them, too") {
    const Dataset data = digits("yab", {"000", "0.1", "1.1", "110", ".10", "011", "101"});
    const auto count = [&](const CountRequest& request) {
        return CountSource(data).count(request);
    };
    const auto rows = [&](const std::function<void(const Dataset&)>& take) { take(data); };
    const FitOptions options{.structure = "tan", .smoothing = parse_smoothing("backoff")};
    CHECK_THROWS_AS(fit(CountSource::of_counts(data.schema(), count), "y", options), ArgumentError);
    CHECK(fit(CountSource::of_counts(data.schema(), count, rows), "y", options) ==
          fit(data, "y", options));
}

TEST_CASE("Part of a whole: columns are found by name and get all states") {
    const Column few = discrete_column({"a", {"x", "z"}}, std::vector<std::string_view>{"z", "x"});
    const std::vector<Variable> whole = {Variable("n"), {"a", {"x", "y", "z"}}};
    const Dataset part = part_of_whole(Dataset({few}), whole);
    REQUIRE(part.columns().size() == 1);
    CHECK(part.columns().front().variable == whole[1]);
    CHECK(part.columns().front().state(0) == StateId(2));
    CHECK_THROWS_WITH(part_of_whole(Dataset({few}), std::vector<Variable>{{"a", {"x", "y"}}}),
                      Catch::Contains("'a' is 'z' in row 1"));
}

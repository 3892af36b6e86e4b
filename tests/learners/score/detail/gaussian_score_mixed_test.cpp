#include <learners/score/data_score.hpp>

#include <pgm/core/numbers.hpp>
#include <tests/support/catch.hpp>

#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using Catch::Matchers::WithinRel;

TEST_CASE("DataScore: bge of numbers with discrete parents, row after row by Student's t") {
    // The product of the predictive densities of SciPy's multivariate_t, the prior renewed after
    // each row.
    const Dataset data(
        {discrete_column(Variable("d", {"0", "1", "2"}),
                         std::vector<std::string_view>{"0", "0", "0", "0", "1", "1", "1", "2"}),
         continuous_column("x", RealCells{1, 3, 2, 7, 10, 16, 11, 4}),
         continuous_column("y", RealCells{2, 5, 1, 9, -3, -8, 0, 6})});
    const DataScore score(data, BgeScore{});
    const auto family = [&](std::size_t child, const std::vector<VariableId>& parents) {
        return score.family(VariableId(child), parents);
    };
    CHECK_THAT(family(1, {}), WithinRel(-31.554880943804463, 1e-12));
    CHECK_THAT(family(1, {VariableId(0)}), WithinRel(-33.608765979205565, 1e-12));
    CHECK_THAT(family(2, {VariableId(0)}), WithinRel(-37.28051834949477, 1e-12));
    CHECK_THAT(family(2, {VariableId(0), VariableId(1)}), WithinRel(-36.032526099912104, 1e-12));
    // An arc that may be turned is worth as much the other way round.
    CHECK_THAT(
        family(1, {VariableId(0), VariableId(2)}) + family(2, {VariableId(0)}),
        WithinRel(family(1, {VariableId(0)}) + family(2, {VariableId(0), VariableId(1)}), 1e-13));
    CHECK_THAT(family(0, {}), WithinRel(-10.426507098745676, 1e-12));
    CHECK(family(0, {VariableId(1)}) == -infinity);
}

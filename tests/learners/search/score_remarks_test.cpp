#include <learners/search/score_remarks.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Contains;

TEST_CASE("Remarks on a score: columns that are many for the rows, by bic alone") {
    const Dataset few_rows =
        digits("abc", {"000", "011", "101", "110", "001", "010", "100", "111"});
    const Dag no_arcs(3);
    const DataScore score(few_rows);
    const std::vector<std::string> said = score_remarks(score, Boss{}, no_arcs, few_rows);
    REQUIRE(said.size() == 1);
    CHECK_THAT(said.front(), Contains("3 columns are more than the square root of 8 rows"));
    CHECK(score_remarks(score, Pc{}, no_arcs, few_rows).empty());
    for (const Score& other : std::vector<Score>{BicScore{2}, ExtendedBicScore{}, QnmlScore{}})
        CHECK(score_remarks(score.with(other), Boss{}, no_arcs, few_rows).empty());
    const Dataset enough = few_rows.with_weights({2, 1, 1, 1, 1, 1, 1, 1});
    CHECK(score_remarks(DataScore(enough), Boss{}, no_arcs, enough).empty());
}

TEST_CASE("Remarks on a score: a column that is constant in a configuration of its parents") {
    const VariableId d(std::size_t{0}), x(std::size_t{1});
    const std::vector<std::string_view> states = {"0", "0", "0", "1", "1", "1"};
    const Dataset data({discrete_column(Variable("d", {"0", "1"}), states),
                        continuous_column("gain", RealCells{0, 0, 0, 6, 12, 18})});
    const Dag arc(2, std::vector<Arc>{{d, x}});
    const std::vector<std::string> said = score_remarks(DataScore(data), Pc{}, arc, data);
    REQUIRE(said.size() == 1);
    CHECK_THAT(said.front(), Contains("'gain' is constant") && Contains("in 1 configuration of") &&
                                 Contains("scored as 1,"));
    CHECK(score_remarks(DataScore(data), Pc{}, Dag(2), data).empty());
}

#include <learners/independence/associations.hpp>

#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

Column column_of_numbers(const std::string& name, const std::vector<double>& values) {
    return continuous_column(name, RealCells(values));
}

AssociationResult permuted(const Dataset& data, bool ranks, std::size_t permutations = 50'000,
                           std::uint64_t seed = 1) {
    const auto all =
        associations(data, {.ranks = ranks, .permutations = permutations, .seed = seed});
    REQUIRE(all.size() == 1);
    return all.front().result.value();
}

}  // namespace

TEST_CASE("Of few rows p is exact: all permutations", "[learners]") {
    // r = 0.9 of 1 2 3 4 5 and 1 3 2 4 5. Of the 120 permutations of 5 numbers sum x y is 55 of
    // one, 54 of four (a swap of neighbours), and as many are as far on the other side.
    const Dataset pair(
        {column_of_numbers("x", {1, 2, 3, 4, 5}), column_of_numbers("y", {1, 3, 2, 4, 5})});
    for (const bool ranks : {false, true}) {
        const AssociationResult result = permuted(pair, ranks);
        CHECK_THAT(result.p, WithinRel(10.0 / 120, 1e-12));
        CHECK_THAT(result.statistic, WithinRel(0.9, 1e-12));
        CHECK_FALSE(result.has_small_counts);
    }
    // Three of six numbers in each of two groups, of which the least are in one: 2 of the 20 ways.
    const Dataset groups({column_of_numbers("x", {1, 2, 3, 10, 11, 12}),
                          digits("s", {"0", "0", "0", "1", "1", "1"}).columns().front()});
    CHECK_THAT(permuted(groups, false).p, WithinRel(0.1, 1e-12));
    CHECK_THAT(permuted(groups, true).p, WithinRel(0.1, 1e-12));
}

TEST_CASE("Permuted rows are those that have both, as often as they weigh", "[learners]") {
    const double hole = std::nan("");
    const Dataset weighted =
        Dataset({column_of_numbers("x", {4, hole, 1, 2}), column_of_numbers("y", {3, 9, 2, hole})})
            .with_weights({3, 5, 2, 1});
    const Dataset repeated(
        {column_of_numbers("x", {4, 4, 4, 1, 1}), column_of_numbers("y", {3, 3, 3, 2, 2})});
    for (const bool ranks : {false, true}) {
        CHECK(permuted(weighted, ranks).p == permuted(repeated, ranks).p);
        CHECK_THAT(permuted(repeated, ranks).p, WithinRel(0.1, 1e-12));  // 1 of 5 choose 2
    }
}

TEST_CASE("Of more rows permutations are drawn", "[learners]") {
    Rng rng(2);
    std::vector<double> x, y;
    for (std::size_t i = 0; i < 12; ++i) {
        x.push_back(rng.uniform());
        y.push_back(0.4 * x.back() + rng.uniform());
    }
    const Dataset data({column_of_numbers("x", x), column_of_numbers("y", y)});
    // All but few normal pairs: the exact p is near that of Student's t.
    const double t = associations(data).front().result->p;
    const AssociationResult drawn = permuted(data, false);
    CHECK_THAT(drawn.p, WithinAbs(t, 0.15));
    CHECK(permuted(data, false).p == drawn.p);
    CHECK(permuted(data, false, 50'000, 2).p != drawn.p);
    // As many as may be drawn: none or few are as far in strongly related columns.
    const Dataset copy({column_of_numbers("x", x), column_of_numbers("y", x)});
    CHECK_THAT(permuted(copy, true, 999).p, WithinRel(1.0 / 1000, 1e-12));
}

TEST_CASE("Few rows are marked, and many are not permuted", "[learners]") {
    std::vector<double> x(20), y(20);
    std::iota(x.begin(), x.end(), 0.0);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<double>(i * 7 % 20);
    const Dataset many({column_of_numbers("x", x), column_of_numbers("y", y)});
    CHECK_FALSE(associations(many).front().result->has_small_counts);
    CHECK(permuted(many, false).p == associations(many).front().result->p);
    x.pop_back();
    y.pop_back();
    const Dataset few({column_of_numbers("x", x), column_of_numbers("y", y)});
    CHECK(associations(few).front().result->has_small_counts);
}

TEST_CASE("Associations that are stopped are those that were reached", "[learners]") {
    Rng rng(3);
    std::vector<Column> columns;
    for (std::size_t c = 0; c < 30; ++c) {
        std::vector<double> values;
        for (std::size_t row = 0; row < 40; ++row) values.push_back(rng.uniform());
        columns.push_back(column_of_numbers("c" + std::to_string(c), values));
    }
    const Dataset data(columns);
    const auto all = associations(data);
    std::size_t asked = 0;
    const auto some =
        associations(data, {.threads = 1, .stop = StopToken([&] { return ++asked > 3; })});
    REQUIRE(!some.empty());
    CHECK(some.size() < all.size());
    for (const Association& pair : some) {
        const auto same = std::ranges::find_if(all, [&](const Association& one) {
            return one.first == pair.first && one.second == pair.second;
        });
        REQUIRE(same != all.end());
        CHECK(same->result->p == pair.result->p);
    }
    CHECK(associations(data, {.stop = StopToken([] { return true; })}).empty());
}

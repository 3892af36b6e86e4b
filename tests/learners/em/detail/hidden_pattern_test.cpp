#include <learners/em/detail/hidden_pattern.hpp>

#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners::detail;

namespace {

std::vector<HiddenPattern> patterns_of(const Dataset& data, const std::vector<Family>& families) {
    return find_hidden_patterns(data, families, families);
}

using ColumnList = std::vector<ColumnId>;
using CodeList = std::vector<std::uint32_t>;

std::vector<double> weights_of(const HiddenPattern& pattern) {
    std::vector<double> weights;
    for (const WeightSum weight : pattern.weights) weights.push_back(weight.value());
    return weights;
}

std::vector<std::uint32_t> numbers_of(const std::vector<PatternFamily>& families) {
    std::vector<std::uint32_t> numbers;
    for (const PatternFamily& family : families) numbers.push_back(family.family);
    return numbers;
}

}  // namespace

TEST_CASE("Hidden patterns: rows that agree on the Markov blanket are one case, ascending",
          "[learners][em]") {
    const auto found = patterns_of(digits("abc", {"1.0", "0.1", "010", "0.1", ".00", "...", ".01"}),
                                   families_of_chain(3));
    REQUIRE(found.size() == 3);
    // a alone, twice beside b = 0: P(a) P(b | a), so that c says nothing.
    CHECK(found[0].members.hidden_discrete == ColumnList{first_column});
    CHECK(found[0].members.known_discrete == ColumnList{second_column});
    CHECK(found[0].codes == CodeList{0});
    CHECK(weights_of(found[0]) == std::vector<double>{2});
    CHECK(numbers_of(found[0].layout.factors) == std::vector<std::uint32_t>{0, 1});
    // All three, of which nothing is known.
    CHECK(found[1].members.hidden_discrete ==
          ColumnList{first_column, second_column, third_column});
    CHECK(found[1].members.known_discrete.empty());
    CHECK(weights_of(found[1]) == std::vector<double>{1});
    // b between a and c.
    CHECK(found[2].members.hidden_discrete == ColumnList{second_column});
    CHECK(found[2].members.known_discrete == ColumnList{first_column, third_column});
    CHECK(found[2].codes == CodeList{0, 1, 1, 0});
    CHECK(weights_of(found[2]) == std::vector<double>{2, 1});
    CHECK(numbers_of(found[2].layout.factors) == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("Hidden patterns: missing values of a row that share no family are apart",
          "[learners][em]") {
    // a and c are apart given b, a and b are not.
    const auto apart = patterns_of(digits("abc", {".1."}), families_of_chain(3));
    REQUIRE(apart.size() == 2);
    CHECK(apart[0].members.hidden_discrete == ColumnList{first_column});
    CHECK(apart[1].members.hidden_discrete == ColumnList{third_column});
    const auto together = patterns_of(digits("abc", {"..1"}), families_of_chain(3));
    REQUIRE(together.size() == 1);
    CHECK(together[0].members.hidden_discrete == ColumnList{first_column, second_column});
    // A family of c with both parents joins a and b, whose own families do not.
    const std::vector<Family> married = {
        {first_column, {}}, {second_column, {}}, {third_column, {first_column, second_column}}};
    CHECK(patterns_of(digits("abc", {"..1"}), married).size() == 1);
    // So does a family of which only the sums are wanted.
    const std::vector<Family> single = {
        {first_column, {}}, {second_column, {}}, {third_column, {}}};
    const Dataset data = digits("abc", {"..1"});
    CHECK(find_hidden_patterns(data, single, single).size() == 2);
    const auto wanted = find_hidden_patterns(data, single, married);
    REQUIRE(wanted.size() == 1);
    CHECK(numbers_of(wanted[0].layout.factors) == std::vector<std::uint32_t>{0, 1});
    CHECK(numbers_of(wanted[0].layout.sums) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE(
    "Hidden patterns: weights are added up, and rows of weight 0 and columns without a family "
    "do not count",
    "[learners][em]") {
    const Dataset data =
        digits("ab", {".0", ".0", "0.", ".1", "00"}).with_weights({0.25, 0.5, 0, 2, 3});
    const auto found = patterns_of(data, families_of_chain(2));
    REQUIRE(found.size() == 1);
    CHECK(found[0].codes == CodeList{0, 1});
    CHECK(weights_of(found[0]) == std::vector<double>{0.75, 2});
    CHECK(patterns_of(digits("abc", {"00.", "01."}), families_of_chain(2)).empty());
    CHECK(patterns_of(digits("ab", {}), families_of_chain(2)).empty());
}

TEST_CASE("Hidden patterns: numbers of a blanket are known members, too", "[learners][em]") {
    // y depends on a and x.
    const Dataset data(
        {discrete_column(Variable("a", {"0", "1"}), std::vector<std::string_view>{"", "1", "", ""}),
         continuous_column("x", {2.0, missing_number, 1.0, 2.0}),
         continuous_column("y", {5.0, 6.0, 7.0, 5.0})});
    const auto found = patterns_of(
        data,
        {{first_column, {}}, {second_column, {}}, {third_column, {first_column, second_column}}});
    REQUIRE(found.size() == 2);
    CHECK(found[0].members.hidden_discrete == ColumnList{first_column});
    CHECK(found[0].members.known_continuous == ColumnList{second_column, third_column});
    CHECK(found[0].values == std::vector<double>{1, 7, 2, 5});
    CHECK(weights_of(found[0]) == std::vector<double>{1, 2});
    CHECK(found[1].members.hidden_continuous == ColumnList{second_column});
    CHECK(found[1].members.known_discrete == ColumnList{first_column});
    CHECK(found[1].codes == CodeList{1});
    CHECK(found[1].values == std::vector<double>{6});
}

TEST_CASE("Hidden patterns: what is too long to list is one question about the whole row",
          "[learners][em]") {
    // Of twenty bits in a chain a and t are known, in the second row b, too: 2^18 and 2^17 states.
    const auto found = patterns_of(
        digits("abcdefghijklmnopqrst", {"0..................1", "01.................0"}),
        families_of_chain(20));
    REQUIRE(found.size() == 2);
    for (const HiddenPattern& pattern : found) CHECK(pattern.asks_engine);
    CHECK(found[0].members.hidden_discrete.size() == 18);
    CHECK(found[0].members.known_discrete == ColumnList{first_column, ColumnId(std::size_t{19})});
    CHECK(found[0].codes == CodeList{0, 1});
    // P(a), and of the second row P(b | a), are not part of what the question answers.
    CHECK(numbers_of(found[0].layout.factors) == std::vector<std::uint32_t>{0});
    CHECK(found[0].layout.sums.size() == 19);
    CHECK(found[1].members.known_discrete ==
          ColumnList{first_column, second_column, ColumnId(std::size_t{19})});
    CHECK(numbers_of(found[1].layout.factors) == std::vector<std::uint32_t>{0, 1});
    CHECK(found[1].layout.sums.size() == 18);
    // A question costs the same whatever is missing, and a list by its joint states.
    CHECK(found[0].work_per_case() == found[1].work_per_case());
    // Two families of two states each, for sums and for factors.
    CHECK(patterns_of(digits("ab", {".0"}), families_of_chain(2))[0].work_per_case() == 8);
}

TEST_CASE(
    "Hidden patterns: where a hidden cell has a number for a child its states are listed, "
    "however many",
    "[learners][em]") {
    std::vector<Column> columns = digits("abcdefghijkl", {"............"}).columns();
    std::vector<Family> families;
    Family of_x{ColumnId(std::size_t{12}), {}};
    for (std::size_t i = 0; i < 12; ++i) {
        families.push_back({ColumnId(i), {}});
        of_x.parents.push_back(ColumnId(i));
    }
    families.push_back(of_x);
    columns.push_back(continuous_column("x", {1.5}));
    const auto found = patterns_of(Dataset(columns), families);
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].asks_engine);
    CHECK(found[0].layout.joint_cells == 4096);
    CHECK(found[0].work_per_case() == 4096 * 26);
}

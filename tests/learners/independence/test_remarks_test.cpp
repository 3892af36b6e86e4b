#include <learners/independence/test_remarks.hpp>

#include <learners/independence/data_test.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <string_view>

using namespace pgm;
using namespace pgm::learners;

namespace {

Dataset remarkable_table() {
    const std::vector<std::string_view> state{"a", "b", "a", "b", "a"},
        same{"u", "u", "u", "u", "u"};
    return Dataset({discrete_column(Variable("state", {"a", "b"}), state),
                    discrete_column(Variable("same", {"u"}), same),
                    continuous_column("celsius", RealCells{1, 2, 3, 5, std::nan("")}),
                    continuous_column("fahrenheit", RealCells{33.8, 35.6, 37.4, 41, 50})});
}

}  // namespace

TEST_CASE("Tests have remarks on constant columns and on functions of each other") {
    const Dataset data = remarkable_table();
    const std::vector<ColumnId> state{data.id("state")}, same{data.id("same")},
        celsius{data.id("celsius")}, fahrenheit{data.id("fahrenheit")};
    CHECK(rows_with(data, celsius) == std::vector<std::uint32_t>{0, 1, 2, 3});
    CHECK(rows_with(data, {}).size() == 5);
    CHECK(remarks_on_test(data, state, celsius, {}).empty());
    const std::vector<Problem> constant = remarks_on_test(data, state, same, {});
    REQUIRE(constant.size() == 1);
    CHECK(constant.front().message.starts_with("the column 'same' does not vary"));
    const std::vector<Problem> exact = remarks_on_test(data, celsius, fahrenheit, {});
    REQUIRE(exact.size() == 1);
    CHECK(exact.front().severity == Problem::Severity::warning);
    CHECK(exact.front().message.find("fahrenheit = 1.8 celsius + 32") != std::string::npos);
    CHECK(exact.front().hint == "they depend on each other exactly");
    CHECK(
        remarks_on_test(data, fahrenheit, state, celsius).front().hint.starts_with("given these"));
}

TEST_CASE("Associations have remarks on pairs that cannot be tested and on small counts") {
    const Dataset data = remarkable_table();
    const std::vector<Problem> remarks = remarks_on_associations(data, associations(data));
    REQUIRE_FALSE(remarks.empty());
    CHECK(remarks.front().message.starts_with(
        "3 pairs cannot be tested, such as 'state' and 'same'"));
    const Dataset pair = data.select_columns(std::vector{data.id("state"), data.id("celsius")});
    const std::vector<Problem> few = remarks_on_associations(pair, associations(pair));
    REQUIRE(few.size() == 1);
    CHECK(few.front().message.find("fewer than 20 rows") != std::string::npos);
    std::vector<std::uint32_t> rows(24);
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        rows[i] = i % static_cast<std::uint32_t>(pair.rows());
    const Dataset enough = pair.select_rows(rows);
    CHECK(remarks_on_associations(enough, associations(enough)).empty());
}

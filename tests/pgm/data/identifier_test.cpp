#include <pgm/data/unusable_columns.hpp>

#include <catch2/catch.hpp>
#include <optional>

using namespace pgm;

namespace {

/// `rows` rows of a column of so many states, of which only the first `used` occur.
Column counting_column(std::size_t rows, std::size_t states, std::size_t used) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < states; ++i) names.push_back(std::to_string(i));
    std::vector<std::optional<StateId>> cells;
    for (std::size_t i = 0; i < rows; ++i) cells.emplace_back(StateId(i % used));
    return discrete_column(Variable("name", names), cells);
}

}  // namespace

TEST_CASE("A column identifies rows if it has nearly as many values as rows") {
    CHECK_FALSE(identifies_rows(20, 20));  // a handful of rows says nothing
    CHECK(identifies_rows(21, 21));
    CHECK(identifies_rows(21, 41));
    CHECK_FALSE(identifies_rows(21, 42));
    CHECK_FALSE(identifies_rows(0, 0));
    CHECK(identifies_rows(3178, 3190));
}

TEST_CASE("Only values that occur are counted, and only discrete columns") {
    CHECK(
        identifier_remarks(Dataset({counting_column(40, 40, 40)})) ==
        std::vector<std::string>{"'name' has 40 different values in 40 rows: it identifies rows"});
    CHECK(identifier_remarks(Dataset({counting_column(40, 40, 20)})).empty());
    CHECK(identifier_remarks(Dataset({counting_column(40, 40, 40)}), "name").empty());
    std::vector<double> numbers;
    for (int i = 0; i < 40; ++i) numbers.push_back(i);
    CHECK(identifier_remarks(Dataset({continuous_column("x", numbers)})).empty());
    CHECK(identifier_remarks(Dataset()).empty());
}

TEST_CASE("A class has a remark where it has nearly as many values as rows") {
    CHECK(class_remark(counting_column(40, 40, 40)) ==
          "the class 'name' has 40 different numbers in 40 rows, each a class of its own");
    CHECK(class_remark(counting_column(40, 40, 20)) == std::nullopt);
    CHECK(class_remark(counting_column(80, 40, 40)) == std::nullopt);
    CHECK(class_remark(counting_column(20, 20, 20)) == std::nullopt);
    const Variable target = counting_column(40, 40, 40).variable;
    CHECK(class_remark(target, 40, 79) ==
          "the class 'name' has 40 different numbers in 79 rows, each a class of its own");
    CHECK(class_remark(target, 40, 80) == std::nullopt);
    std::vector<std::string> names;
    for (int i = 0; i < 30; ++i) names.push_back("customer " + std::to_string(i));
    const std::vector<std::string_view> cells(names.begin(), names.end());
    CHECK(class_remark(text_column("id", cells)) ==
          "the class 'id' has 30 different values in 30 rows, each a class of its own");
}

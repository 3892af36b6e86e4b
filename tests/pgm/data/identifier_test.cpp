#include <pgm/data/unusable_columns.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <optional>

using namespace pgm;

namespace {

/// `rows` rows of a column of so many states, of which only the first `used` occur.
Column counting_column(std::size_t rows, std::size_t states, std::size_t used,
                       const char* name = "name") {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < states; ++i) names.push_back(std::to_string(i));
    std::vector<std::optional<StateId>> cells;
    for (std::size_t i = 0; i < rows; ++i) cells.emplace_back(StateId(i % used));
    return discrete_column(Variable(name, names), cells);
}

/// The column of `value(0)`, `value(1)`, ...
template <class Value>
Column numbers(std::size_t rows, Value value, const char* name = "x") {
    std::vector<double> cells;
    for (std::size_t i = 0; i < rows; ++i) cells.push_back(value(static_cast<double>(i)));
    return continuous_column(name, cells);
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

TEST_CASE("Only values that occur are counted, in rows that have one") {
    CHECK(identifier_remark(counting_column(40, 40, 40)) ==
          "'name' has 40 different values in 40 rows: it identifies rows");
    CHECK(identifier_remark(counting_column(40, 40, 20)) == std::nullopt);
    Column sparse = counting_column(40, 40, 40);
    std::vector<std::optional<StateId>> cells(100);
    for (std::size_t i = 0; i < 40; ++i) cells[i] = StateId(i);
    CHECK(identifier_remark(discrete_column(sparse.variable, cells)) ==
          "'name' has 40 different values in 100 rows: it identifies rows");
    CHECK(identifier_remark(counting_column(20, 20, 20)) == std::nullopt);
}

TEST_CASE("Whole numbers identify rows if none comes twice where a measurement would") {
    CHECK(identifies_rows(numbers(40, [](double i) { return i; })));
    CHECK(identifies_rows(numbers(40, [](double i) { return 100 - i; })));
    CHECK(identifies_rows(numbers(40, [](double i) { return 1e6 + 10 * i; })));
    CHECK(identifies_rows(numbers(40, [](double i) { return i + std::floor(i / 3); })));
    CHECK(identifier_remark(numbers(40, [](double i) { return i; })) ==
          "'x' has 40 different whole numbers in 40 rows: it identifies rows");
    CHECK_FALSE(identifies_rows(numbers(20, [](double i) { return i; })));      // a handful
    CHECK_FALSE(identifies_rows(numbers(40, [](double i) { return i / 2; })));  // a measurement
    CHECK_FALSE(identifies_rows(numbers(40, [](double i) { return std::floor(i / 2); })));
    CHECK_FALSE(identifies_rows(numbers(40, [](double i) { return std::floor(i * i / 7); })));
    CHECK_FALSE(identifies_rows(numbers(0, [](double i) { return i; })));
    const double missing = std::numeric_limits<double>::quiet_NaN();
    CHECK(identifies_rows(numbers(80, [&](double i) { return i < 40 ? i : missing; })));
}

TEST_CASE("Whole numbers of a wide range identify rows if they are spread evenly") {
    // 7919 generates the numbers below 10007 in a scattered order, none of them twice.
    const auto scattered = [](double i) { return std::fmod(7919 * (i + 1), 10007); };
    CHECK(identifies_rows(numbers(100, scattered)));
    CHECK_FALSE(identifies_rows(numbers(40, scattered)));  // may be a measurement
    // Kilometres, prices and incomes are skew.
    CHECK_FALSE(identifies_rows(
        numbers(100, [](double i) { return std::floor(1000 * std::exp(i / 20)); })));
    // Ages, which differ by chance: 25 of a range of 75.
    CHECK_FALSE(identifies_rows(numbers(25, [](double i) { return 15 + 3 * i + (i == 4); })));
}

TEST_CASE("Columns that identify rows are left out unless they are named or all there is") {
    const Column id = numbers(40, [](double i) { return i; }),
                 x = numbers(40, [](double i) { return i / 3; }, "y"),
                 name = counting_column(40, 40, 40), group = counting_column(40, 2, 2, "group");
    const NarrowedTable rest = without_identifiers(Dataset({id, x, name, group}));
    CHECK(rest.data == Dataset({x, group}));
    CHECK(rest.remarks ==
          std::vector<std::string>{
              "'x' has 40 different whole numbers in 40 rows: it identifies rows and is left out",
              "'name' has 40 different values in 40 rows: it identifies rows and is left out"});
    const std::vector<std::string> named{"name"};
    CHECK(without_identifiers(Dataset({id, x, name, group}), named).data ==
          Dataset({x, name, group}));
    CHECK(without_identifiers(Dataset({id, name, group})).data == Dataset({id, name, group}));
    CHECK(without_identifiers(Dataset({id, name, group})).remarks.empty());
    CHECK(without_identifiers(Dataset()).data == Dataset());
}

TEST_CASE("A class has a remark where it has nearly as many values as rows, or many numbers") {
    CHECK(class_remark(counting_column(40, 40, 40)) ==
          "the class 'name' has 40 different numbers in 40 rows, each a class of its own");
    CHECK(class_remark(counting_column(442, 214, 214)) ==
          "the class 'name' has 214 different numbers in 442 rows, each a class of its own");
    CHECK(class_remark(counting_column(2100, 21, 21)) ==
          "the class 'name' has 21 different numbers in 2100 rows, each a class of its own");
    CHECK(class_remark(counting_column(40, 40, 20)) == std::nullopt);
    CHECK(class_remark(counting_column(2000, 20, 20)) == std::nullopt);
    const Variable target = counting_column(40, 40, 40).variable;
    CHECK(class_remark(target, 40, 79) ==
          "the class 'name' has 40 different numbers in 79 rows, each a class of its own");
    CHECK(class_remark(target, 20, 80) == std::nullopt);
    std::vector<std::string> names;
    for (int i = 0; i < 30; ++i) names.push_back("customer " + std::to_string(i));
    const std::vector<std::string_view> cells(names.begin(), names.end());
    CHECK(class_remark(text_column("id", cells)) ==
          "the class 'id' has 30 different values in 30 rows, each a class of its own");
    CHECK(class_remark(text_column("id", cells).variable, 30, 60) == std::nullopt);
}

TEST_CASE("A few whole numbers that come again may be codes") {
    const auto code = [](double i) { return std::fmod(i, 3); };
    const auto may_have_codes = [](const Column& column) {
        return !CodeColumns(Dataset({column})).names().empty();
    };
    CHECK(may_have_codes(numbers(6, code)));
    CHECK_FALSE(may_have_codes(numbers(5, code)));  // of 3 numbers one comes once
    CHECK(may_have_codes(numbers(20, [](double i) { return std::fmod(i, 10) - 4; })));
    CHECK_FALSE(may_have_codes(numbers(22, [](double i) { return std::fmod(i, 11); })));
    CHECK_FALSE(may_have_codes(numbers(20, [](double i) { return std::fmod(i, 3) / 2; })));
    CHECK_FALSE(may_have_codes(numbers(20, [](double) { return 1.0; })));
    CHECK_FALSE(may_have_codes(counting_column(20, 2, 2)));
    const Dataset data({numbers(9, code, "a"), numbers(9, code, "b"), numbers(9, code, "c")});
    const std::vector<std::string> kept{"b"};
    CHECK(CodeColumns(data).names(kept) == std::vector<std::string>{"a", "c"});
    CHECK(codes_remark(CodeColumns(data).names(kept)) ==
          "'a' and 'c' have at most 10 different whole numbers and are taken as numbers");
    const std::vector<std::string> one{"a"}, many(10, "a");
    CHECK(codes_remark(one) ==
          "'a' has at most 10 different whole numbers and is taken as numbers");
    CHECK_THAT(codes_remark(many), Catch::Contains("'a', 'a' and 2 more have"));
    // The parts of a table make what the whole table makes.
    CodeColumns parts;
    const auto plus = [](double by) { return [by](double i) { return std::fmod(i, 2) + by; }; };
    for (const double by : {0.0, 5.0, 0.5})
        parts.add(Dataset({numbers(4, code, "a"), numbers(4, plus(by), "b")}));
    CHECK(parts.names() == std::vector<std::string>{"a"});
}

#include <tests/support/catch.hpp>

#include <pgm/core/error.hpp>
#include <pgm/table/calculation.hpp>

using namespace pgm;

namespace {

const VariableId first_axis(0), second_axis(1);

Table two_by_three() {
    return Table(Scope({first_axis, second_axis}, {2, 3}), std::vector<double>{1, 2, 3, 4, 5, 6});
}

std::vector<double> cells(const Calculation& sheet, std::size_t table) {
    const std::span<const double> values = sheet.table(table).values();
    return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("Calculation: each operation makes one table and one step", "[table]") {
    Calculation sheet;
    const std::size_t given = sheet.add(two_by_three());
    const std::vector<VariableId> on{second_axis};
    const std::vector<StateId> at{StateId(2)};
    CHECK(cells(sheet, sheet.select(given, on, at)) == std::vector<double>{3, 6});
    CHECK(cells(sheet, sheet.sum_out(given, {first_axis})) == std::vector<double>{5, 7, 9});
    CHECK(cells(sheet, sheet.sum_out(given, {first_axis, second_axis})) == std::vector<double>{21});
    CHECK(cells(sheet, sheet.max_out(given, {second_axis})) == std::vector<double>{3, 6});
    CHECK(cells(sheet, sheet.normalise(sheet.sum_out(given, {first_axis}))) ==
          std::vector<double>{5.0 / 21, 7.0 / 21, 9.0 / 21});
    REQUIRE(sheet.steps().size() == 6);
    CHECK(sheet.size() == 7);
    CHECK(sheet.maker(given) == nullptr);
    CHECK(sheet.maker(1)->kind == CalculationStep::Kind::select);
    CHECK(sheet.maker(1)->variables == on);
    CHECK(sheet.maker(6)->inputs == std::vector<std::size_t>{5});
}

TEST_CASE("Calculation: a product has the axes of its tables, first come first", "[table]") {
    Calculation sheet;
    const std::size_t first =
        sheet.add(Table(Scope({second_axis}, {3}), std::vector<double>{1, 10, 100}));
    const std::size_t second = sheet.add(two_by_three());
    const std::size_t product = sheet.multiply({first, second});
    CHECK(sheet.table(product).scope() == Scope({second_axis, first_axis}, {3, 2}));
    CHECK(cells(sheet, product) == std::vector<double>{1, 4, 20, 50, 300, 600});
    CHECK(sheet.multiply({first}) == first);
    CHECK(cells(sheet, sheet.multiply({})) == std::vector<double>{1});
    CHECK(sheet.steps().size() == 1);
}

TEST_CASE("Calculation: what has nothing to select is the table itself", "[table]") {
    Calculation sheet;
    const std::size_t given =
        sheet.add(Table(Scope({second_axis}, {3}), std::vector<double>{1, 2, 3}));
    const std::vector<VariableId> on{first_axis};
    const std::vector<StateId> at{StateId(0)};
    CHECK(sheet.select(given, on, at) == given);
    CHECK(sheet.size() == 1);
}

TEST_CASE("Calculation: refuses numbers of no table and states of no variable", "[table]") {
    Calculation sheet;
    CHECK_THROWS_AS(sheet.table(0), ArgumentError);
    const std::size_t given = sheet.add(two_by_three());
    const std::vector<VariableId> on{first_axis};
    const std::vector<StateId> at{StateId(2)};
    CHECK_THROWS_AS(sheet.select(given, on, at), ArgumentError);
    CHECK_THROWS_AS(sheet.sum_out(7, {first_axis}), ArgumentError);
    const std::size_t other = sheet.add(Table(Scope({first_axis}, {3})));
    CHECK_THROWS_AS(sheet.multiply({given, other}), ArgumentError);
    CHECK(sheet.size() == 2);
}

TEST_CASE("Calculation: a table of zeros is not divided by its sum", "[table]") {
    Calculation sheet;
    const std::size_t zeros = sheet.add(Table(Scope({first_axis}, {2})));
    CHECK(cells(sheet, sheet.normalise(zeros)) == std::vector<double>{0, 0});
}

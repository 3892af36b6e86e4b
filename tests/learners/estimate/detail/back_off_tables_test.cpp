#include <learners/estimate/detail/back_off_tables.hpp>
#include <pgm/data/sums.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <array>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

const ColumnId y(0), a(1), b(2);

/// x is the last column, of three states.
const ColumnId x(3);

/// The counts of x given the class y, given y and a, and given all.
Sums counted_example() {
    const Dataset data = digits("yabx",
                                {"0000", "0000", "0001", "0102", "01.1", "0..2", "1011", "1011",
                                 "1110", "1112", "1.12", "1000"},
                                3);
    Sums statistics(data.schema(), {{x, {y}}, {x, {y, a}}, {x, {y, a, b}}});
    statistics.add(data);
    return statistics;
}

std::vector<double> row(const std::vector<double>& cells, std::size_t r) {
    return {cells.begin() + static_cast<std::ptrdiff_t>(3 * r),
            cells.begin() + static_cast<std::ptrdiff_t>(3 * r + 3)};
}

void check_row(const std::vector<double>& cells, std::size_t r, const std::vector<double>& wanted) {
    for (std::size_t i = 0; i < 3; ++i)
        CHECK_THAT(row(cells, r)[i], Catch::Matchers::WithinAbs(wanted[i], 1e-15));
}

}  // namespace

TEST_CASE("Back-off tables worked out by hand", "[learners]") {
    const Sums statistics = counted_example();
    const FamilySums sums(statistics);
    const std::vector<FamilyCounts> levels = back_off_levels(sums, x, std::array{y, a, b});
    REQUIRE(levels.size() == 4);
    // The rows that have x: 4, 4 and 4 of its states. Of y=0, 2, 2 and 2; with a=0 too, 2, 1 and 0;
    // with a=1, 0, 1 and 1, of which the one with x=2 alone has b, which is 0.
    CHECK(levels[0].values() == std::vector<double>{4, 4, 4});
    CHECK(row(levels[1].values(), 0) == std::vector<double>{2, 2, 2});
    CHECK(row(levels[2].values(), 1) == std::vector<double>{0, 1, 1});
    CHECK(row(levels[3].values(), 3) == std::vector<double>{0, 0, 1});

    const std::vector<double> cells =
        estimate_back_off(levels, std::vector{1.0, 2.0, 4.0}, {x, {y, a, b}});
    // theta_0 = theta_1 = 1/3; theta_2 = (0 + 4/3, 1 + 4/3, 1 + 4/3) / 6 = (2/9, 7/18, 7/18);
    // theta_3 = (8/9, 14/9, 1 + 14/9) / 5
    check_row(cells, 3, {8.0 / 45, 14.0 / 45, 23.0 / 45});
    // No row with y=0, a=1, b=1: the estimate without b.
    check_row(cells, 4, {2.0 / 9, 7.0 / 18, 7.0 / 18});
}

TEST_CASE("Concentrations of 0 give maximum likelihood, large ones the level before",
          "[learners]") {
    const Sums statistics = counted_example();
    const FamilySums sums(statistics);
    const std::vector<FamilyCounts> levels = back_off_levels(sums, x, std::array{y, a, b});
    const Family family{x, {y, a, b}};
    const std::vector<double> counted = estimate_back_off(levels, std::vector{0.0}, family);
    check_row(counted, 0, {2.0 / 3, 1.0 / 3, 0});
    check_row(counted, 4, {0, 0.5, 0.5});  // nothing to divide by: what is known without b
    const std::vector<double> given_y_a =
        estimate_back_off(std::span(levels).first(3), std::vector{1.0, 2.0, 4.0}, {x, {y, a}});
    const std::vector<double> shrunk =
        estimate_back_off(levels, std::vector{1.0, 2.0, 4.0, 1e100}, family);
    for (std::size_t r = 0; r < 27; ++r) check_row(shrunk, r, row(given_y_a, r / 3));
}

TEST_CASE("The axes of a back-off table are those of its family", "[learners]") {
    const Sums statistics = counted_example();
    const FamilySums sums(statistics);
    const std::vector<double> concentrations = {1, 2, 4};
    const std::vector<FamilyCounts> levels = back_off_levels(sums, x, std::array{y, a, b});
    const std::vector<double> in_order = estimate_back_off(levels, concentrations, {x, {y, a, b}}),
                              turned = estimate_back_off(levels, concentrations, {x, {b, y, a}});
    for (std::size_t of_y = 0; of_y < 3; ++of_y)
        for (std::size_t of_a = 0; of_a < 3; ++of_a)
            for (std::size_t of_b = 0; of_b < 3; ++of_b)
                CHECK(row(turned, of_b * 9 + of_y * 3 + of_a) ==
                      row(in_order, of_y * 9 + of_a * 3 + of_b));
}

TEST_CASE("What back-off needs besides the families of a structure", "[learners]") {
    const std::vector<Variable> schema = counted_example().schema();
    const Columns columns{schema, {a, b, x}};
    ModelStructure structure = structure_of(columns, {{}, {y}, {y, a}, {y, b, a}});
    CHECK(structure.families.back().parents == std::vector{y, a, b});
    CHECK(families_to_back_off(columns, std::array{structure}) ==
          std::vector<Family>{{b, {y}}, {x, {y}}, {x, {y, b}}});
    structure = structure_of(columns, {{}, {}, {y}, {a}});
    CHECK(families_to_back_off(columns, std::array{structure}) == std::vector<Family>{{x, {}}});
}

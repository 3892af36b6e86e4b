#include <learners/score/detail/column_entropies.hpp>

#include <pgm/core/numbers.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("ColumnEntropies: of a column alone, or given the one that leaves least open") {
    // All rows with a have b and c; half of the others have b.
    const std::vector<std::string_view> cells = {"0000", "0001", "0100", "0101",
                                                 "1110", "1111", "1110", "1111"};
    const Dataset data = digits("abcd", cells);
    const FamilyCounter counter(data);
    const learners::detail::ColumnEntropies entropies(counter, 2);
    const VariableId a(0), b(1), c(2), d(3);
    CHECK(entropies.bound(a, {}) == Approx(8 * std::log(2.0)));
    const std::vector<VariableId> by_b = {b}, by_d = {d}, by_all = {b, c, d};
    // Six rows have b, four of them a; the other two have neither.
    CHECK(entropies.bound(a, by_b) == Approx(4 * std::log(1.5) + 2 * std::log(3.0)));
    CHECK(entropies.bound(a, by_d) == Approx(8 * std::log(2.0)));
    CHECK(entropies.bound(a, by_all) == 0);
}

TEST_CASE("ColumnEntropies: a column of numbers leaves open what it likes") {
    const Dataset data(
        {discrete_column(Variable("a", {"0", "1"}), std::vector<std::string_view>{"0", "1"}),
         continuous_column("x", {0.5, 1.5})});
    const FamilyCounter counter(data);
    const learners::detail::ColumnEntropies entropies(counter, 1);
    const std::vector<VariableId> numbers = {VariableId(1)};
    CHECK(entropies.bound(VariableId(0), numbers) == Approx(2 * std::log(2.0)));
    CHECK(entropies.bound(VariableId(1), {}) == infinity);
}

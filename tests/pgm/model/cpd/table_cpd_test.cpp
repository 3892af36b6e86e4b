#include <pgm/model/cpd/table_cpd.hpp>

#include <tests/support/catch.hpp>

#include <vector>

namespace {

using pgm::StateId;
using pgm::VariableId;

pgm::TableCpd cpd() {
    // P(X | A, B) with 2 states of A, 3 of B, 2 of X; cell values tell their own number.
    std::vector<double> values;
    for (int cell = 0; cell < 12; ++cell) values.push_back(cell);
    return pgm::TableCpd(pgm::Scope({VariableId{4}, VariableId{2}, VariableId{7}}, {2, 3, 2}),
                         values);
}

TEST_CASE(
    "TableCpd: the child is the last variable, rows are contiguous and count with the last parent "
    "fastest") {
    CHECK(cpd().child() == VariableId{7});
    CHECK(cpd().parents().size() == 2);
    CHECK(cpd().row_count() == 6);
    CHECK(cpd().row_length() == 2);
    CHECK(cpd().parameter_count() == 6);
    const std::vector<StateId> states{StateId{1}, StateId{2}};
    CHECK(cpd().row_of(states) == 5);
    CHECK(cpd().row_of(std::vector<StateId>{StateId{1}, StateId{0}}) == 3);
    CHECK(cpd().probability(std::vector<StateId>{StateId{1}, StateId{0}, StateId{1}}) == 7);
}

TEST_CASE("TableCpd: sampling draws states in proportion and none of probability zero") {
    const pgm::TableCpd row(pgm::Scope({VariableId{0}}, {5}),
                            std::vector<double>{0, 0.25, 0, 0.75, 0});
    pgm::Rng rng(2);
    std::vector<int> counts(5, 0);
    for (int i = 0; i < 10'000; ++i) ++counts[row.sample(0, rng).index()];
    CHECK(counts[0] + counts[2] + counts[4] == 0);
    CHECK(std::abs(counts[1] - 2500) < 5 * 44);  // standard deviation 43.3
}

}  // namespace

#include <pgm/inference/evidence_columns.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

using namespace pgm;
using Catch::Matchers::Equals;

namespace {

BayesianNetwork rain_and_wind() {
    NetworkBuilder net = NetworkBuilder::parse("Rain{no|yes} -> Wind{no|breeze|storm}");
    net.cpt("Rain").values({0.5, 0.5});
    net.cpt("Wind").row("Rain=no", {0.6, 0.3, 0.1}).row("Rain=yes", {0.2, 0.3, 0.5});
    return net.build();
}

std::string complaint_about(const EvidenceColumns& columns) {
    try {
        validate(columns, rain_and_wind());
    } catch (const EvidenceError& error) {
        return error.what();
    }
    return "no complaint";
}

}  // namespace

TEST_CASE("Evidence columns: a row has the findings of the cells that are not missing") {
    const std::vector<std::uint8_t> rain{0, missing_cell<std::uint8_t>};
    const std::vector<std::uint32_t> wind{missing_cell<std::uint32_t>, 2};
    const EvidenceColumns columns{2, {{VariableId(1), wind}, {VariableId(0), rain}}};
    validate(columns, rain_and_wind());
    CHECK(evidence_of_row(columns, 0) == Evidence().observe(VariableId(0), StateId(0)));
    CHECK(evidence_of_row(columns, 1) == Evidence().observe(VariableId(1), StateId(2)));
}

TEST_CASE(
    "Evidence columns: a code that is no state names its variable and its row, in every width") {
    const std::string expected =
        "state number 3 of 'Wind', which has 3 (both counted from 0), in row 1 (a cell that was "
        "not observed has all bits one)";
    CHECK(complaint_about({2, {{VariableId(1), std::vector<std::uint8_t>{0, 3}}}}) == expected);
    CHECK(complaint_about({2, {{VariableId(1), std::vector<std::uint16_t>{0, 3}}}}) == expected);
    CHECK(complaint_about({2, {{VariableId(1), std::vector<std::uint32_t>{0, 3}}}}) == expected);
}

TEST_CASE("Evidence columns: columns that do not fit the network are refused") {
    const std::vector<std::uint8_t> cells{0, 1};
    CHECK(complaint_about({2, {{VariableId(2), cells}}}) ==
          "a column for variable number 2, but the network has 2, counted from 0");
    CHECK(complaint_about({2, {{VariableId(0), cells}, {VariableId(0), cells}}}) ==
          "variable 'Rain' has two columns");
    CHECK(complaint_about({3, {{VariableId(0), cells}}}) ==
          "the column of 'Rain' has 2 cells, but there are 3 rows");
    CHECK(complaint_about({2, {{VariableId(0), std::vector<double>{0, 1}}}}) ==
          "the discrete variable 'Rain' has a column of doubles (give its state numbers as "
          "unsigned integers)");
}

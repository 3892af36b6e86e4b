#include <pgm/data/discretisation.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;

namespace {

using Texts = std::vector<std::string_view>;

Dataset sky() {
    return Dataset({discrete_column(Variable("sky", {"grey", "blue"}), Texts{"blue", "", "grey"}),
                    continuous_column("wind", {1, 5, std::nan("")})},
                   {1, 2, 3});
}

Discretisation cut_at_two() {
    Discretisation cuts;
    cuts.add("wind", {{2}});
    return cuts;
}

}  // namespace

TEST_CASE("Replacements: a missing value becomes a state or a number, others stay", "[data]") {
    Replacements replacements;
    replacements.add("sky", StateId{1});
    replacements.add("wind", 3.5);
    const Dataset filled = prepared(sky(), {}, replacements);
    CHECK(filled.column("sky").state(0) == StateId{1});
    CHECK(filled.column("sky").state(1) == StateId{1});
    CHECK(filled.column("sky").state(2) == StateId{0});
    CHECK(filled.column("wind").value(1) == 5);
    CHECK(filled.column("wind").value(2) == 3.5);
    CHECK(filled.weights()[2] == 3);
    CHECK(filled.schema() == sky().schema());
    CHECK(prepared(filled, {}, replacements) == filled);
}

TEST_CASE("Replacements: a number is filled in before its column is cut", "[data]") {
    Replacements replacements;
    replacements.add("wind", 3.5);
    const Dataset cut = prepared(sky(), cut_at_two(), replacements);
    CHECK(cut.column("wind").variable.states() == std::vector<std::string>{"<2", ">=2"});
    CHECK(cut.column("wind").state(0) == StateId{0});
    CHECK(cut.column("wind").state(2) == StateId{1});
    CHECK(cut.column("sky").is_missing(1));
    const Dataset cut_before = prepared(cut_at_two().apply(sky()), cut_at_two(), replacements);
    CHECK(cut_before == cut);
}

TEST_CASE("Replacements: missing values can be a state of their own, the last one", "[data]") {
    Replacements replacements;
    replacements.add("sky", MissingState{"?"});
    replacements.add("wind", MissingState{"none"});
    const Dataset data = prepared(sky(), cut_at_two(), replacements);
    CHECK(data.column("sky").variable.states() == std::vector<std::string>{"grey", "blue", "?"});
    CHECK(data.column("sky").state(1) == StateId{2});
    CHECK(data.column("wind").variable.states() == std::vector<std::string>{"<2", ">=2", "none"});
    CHECK(data.column("wind").state(2) == StateId{2});
    CHECK(prepared(data, cut_at_two(), replacements) == data);
    CHECK(prepared(sky().schema(), cut_at_two(), replacements) == data.schema());
}

TEST_CASE("Replacements: codes become wider where one more state asks for it", "[data]") {
    std::vector<std::string> names;
    for (int i = 0; i < 255; ++i) names.push_back("s" + std::to_string(i));
    const Column column = discrete_column(
        Variable("x", names), std::vector<std::optional<StateId>>{StateId{254}, std::nullopt});
    REQUIRE(std::holds_alternative<Codes8>(column.cells));
    Replacements replacements;
    replacements.add("x", MissingState{"?"});
    const Column replaced = prepared(column, {}, replacements);
    CHECK(replaced.state(0) == StateId{254});
    CHECK(replaced.state(1) == StateId{255});
}

TEST_CASE("Replacements: the name of the state is one that no state has", "[data]") {
    CHECK(missing_state_beside(Variable("x", {"a", "b"})).name == "?");
    CHECK(missing_state_beside(Variable("x", {"?", "??"})).name == "???");
    CHECK(missing_state_beside(Variable("x")).name == "?");
}

TEST_CASE("Replacements: what cannot be done says why", "[data]") {
    Replacements replacements;
    replacements.add("wind", MissingState{"?"});
    CHECK_THROWS_WITH(prepared(sky(), {}, replacements),
                      "missing values of 'wind' cannot be a state of their own, for it is "
                      "continuous (cut it into intervals (mdlp))");
    CHECK_THROWS_WITH(replacements.add("wind", 1.0),
                      "column 'wind' has been given a replacement for missing values twice");
    CHECK_THROWS_WITH(replacements.add("x", std::numeric_limits<double>::infinity()),
                      "missing values of 'x' cannot become a number that is not finite");
    CHECK_THROWS_WITH(replacements.add("x", MissingState{""}),
                      "the state for missing values of 'x' has no name");
    Replacements wrong_kind;
    wrong_kind.add("sky", 2.0);
    CHECK_THROWS_WITH(prepared(sky(), {}, wrong_kind),
                      "missing values of 'sky' cannot become a number");
    Replacements no_state;
    no_state.add("sky", StateId{2});
    CHECK_THROWS_WITH(prepared(sky(), {}, no_state),
                      "missing values of 'sky' cannot become its state number 3");
}

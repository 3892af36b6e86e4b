#include <pgm/query/answer.hpp>

#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/odd_one_out.hpp>
#include <tests/support/query_network.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::vector<std::string> conflict_given(const std::string& given) {
    const InferenceEngine engine(query_network());
    const Query query = parse_query(engine.network(), "P(age | " + given + ")");
    return format_parts(engine.network(), minimal_conflict(engine, query.given));
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("What is given and cannot be is told part by part, in the order of the question") {
    CHECK(conflict_given("Wet=yes, hours=v0:40.5-, Sprinkler=off, Rain=no") ==
          Texts{"Wet=yes", "Sprinkler=off", "Rain=no"});
    CHECK(conflict_given("Rain=no, Cloudy=yes").empty());
}

TEST_CASE("Of a conjunction only the conditions that contradict are part of a conflict") {
    CHECK(conflict_given("Cloudy=yes and Wet=yes and Sprinkler=off and Rain=no") ==
          Texts{"Wet=yes", "Sprinkler=off", "Rain=no"});
}

TEST_CASE("An expression over several variables is part of a conflict as a whole") {
    CHECK(conflict_given("Cloudy=yes, Wet=yes, not (Sprinkler=on or Rain=yes)") ==
          Texts{"Wet=yes", "not (Sprinkler=on or Rain=yes)"});
}

TEST_CASE(
    "Two interventions are left out together where leaving out one would not mend a question") {
    const InferenceEngine engine(odd_one_out());
    const auto conflict = [&](const char* text) {
        const Query query = parse_query(engine.network(), text);
        return format_parts(engine.network(), minimal_conflict(engine, query.given));
    };
    CHECK(conflict("P(A | do(A=1), do(C=1), do(B=1), Out=1)") == Texts{"Out=1", "do(C=1)"});
    CHECK(conflict("P(B | do(A=1), do(C=1), Out=0)") == Texts{"Out=0"});
}

TEST_CASE("Conditions that contradict each other in any network are a conflict") {
    CHECK(conflict_given("Cloudy=yes, Rain=no, Cloudy=no") == Texts{"Cloudy=yes", "Cloudy=no"});
    CHECK(conflict_given("Rain=yes, do(Rain=no), Cloudy=no") == Texts{"Rain=yes", "do(Rain=no)"});
    CHECK(conflict_given("do(Rain=no), do(Sprinkler=off), Wet=yes, do(Cloudy=no)") ==
          Texts{"Wet=yes", "do(Rain=no)", "do(Sprinkler=off)"});
}

TEST_CASE("Soft evidence is part of a conflict, an imposed posterior is not") {
    CHECK(conflict_given("Cloudy=yes, Rain=no, Rain=[0, 0.5]") ==
          Texts{"Rain=no", "Rain=[0, 0.5]"});
    CHECK(conflict_given("Rain=[0, 0], Wet=no") == Texts{"Rain=[0, 0]"});
    CHECK(conflict_given("Wet=yes, Cloudy~[0.5, 0.5], Sprinkler=off, Rain=no") ==
          Texts{"Wet=yes", "Sprinkler=off", "Rain=no"});
}

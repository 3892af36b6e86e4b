#include <pgm/core/suggest.hpp>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace pgm;

TEST_CASE("Suggestions: a near name is found, a far one is not", "[suggest]") {
    const std::vector<std::string> names{"smoke", "lung", "bronc", "either"};
    CHECK(nearest_name("smok", names) == "smoke");
    CHECK(nearest_name("somke", names) == "smoke");
    CHECK(nearest_name("LUNG", names) == "lung");
    CHECK(nearest_name("ether", names) == "either");
    CHECK(nearest_name("xylophone", names).empty());
    CHECK(nearest_name("", names).empty());
}

TEST_CASE("Suggestions: the hint asks, or lists what is known", "[suggest]") {
    CHECK(did_you_mean("bronk", std::vector<std::string>{"lung", "bronc"}) == "did you mean 'bronc'?");
    CHECK(did_you_mean("q", std::vector<std::string>{"lung", "bronc"}) == "known: lung, bronc");
    CHECK(did_you_mean("zzzzzz", std::vector<std::string>{"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"}) == "known: a1, a2, a3, a4, a5, a6, a7, a8, ...");
    CHECK(did_you_mean("q", {}).empty());
}

TEST_CASE("Suggestions: absurdly long names cost nothing", "[suggest]") {
    const std::vector<std::string> names{std::string(1'000'000, 'a')};
    CHECK(nearest_name(std::string(1'000'000, 'b'), names).empty());
}

#include <io/page/page.hpp>

#include <pgm/core/error.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/page_data.hpp>

#include <nlohmann/json.hpp>

using namespace pgm;
using namespace pgm::io;
using nlohmann::json;
using pgm::tests::page_data;

namespace {

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
    return found;
}

BayesianNetwork rain() {
    NetworkBuilder builder("rain");
    builder.variable("Rain", {"no", "yes"});
    builder.variable("Wet", {"no", "yes"});
    builder.arc("Rain", "Wet");
    builder.cpt("Rain").values({0.75, 0.25});
    builder.cpt("Wet").values({1, 0, 0.125, 0.875});
    return builder.build();
}

BayesianNetwork parsed(const std::string& text) {
    NetworkBuilder builder = NetworkBuilder::parse(text);
    return builder.build();
}

}  // namespace

TEST_CASE("page: it has the network, and needs nothing from elsewhere") {
    const std::string page = write_page(rain());
    CHECK(page.starts_with("<!DOCTYPE html>"));
    CHECK(page.find("<title>rain</title>") != std::string::npos);
    CHECK(count(page, "<script") == 3);
    CHECK(count(page, "</script>") == 3);
    CHECK(count(page, "'sha256-") == 3);
    CHECK(page.find("default-src 'none'") != std::string::npos);
    for (const char* outside : {"src=", "href=", "@import", "url(http", "eval(", "new Function"})
        CHECK(page.find(outside) == std::string::npos);
    CHECK(write_page(rain()) == page);

    const json data = page_data(page);
    CHECK(data["title"] == "rain");
    REQUIRE(data["variables"].size() == 2);
    CHECK(data["variables"][0]["name"] == "Rain");
    CHECK(data["variables"][1]["states"] == json::array({"no", "yes"}));
    CHECK(data["variables"][1]["at"] == 1);
    CHECK(data["arcs"][0]["from"] == 0);
    CHECK(data["arcs"][0]["to"] == 1);
    CHECK(data["program"]["first"] == json::array({0, 2, 4}));
    CHECK(data["interventions"] == true);
    // A card has a line for each state.
    CHECK(data["variables"][0]["height"] == 8 + 20 + 2 * 20 + 8);
}

TEST_CASE("page: names are never markup") {
    const std::string hostile = "</script><img src=x onerror=alert(1)>";
    NetworkBuilder builder(hostile);
    builder.variable(hostile, {"<b>", "\"'&"});
    builder.cpt(hostile).values({0.5, 0.5});
    const std::string page = write_page(builder.build(), {.model = hostile});
    CHECK(count(page, "<script") == 3);
    CHECK(count(page, "</script>") == 3);
    CHECK(page.find("<img") == std::string::npos);
    CHECK(page.find("<b>") == std::string::npos);
    const json data = page_data(page);
    CHECK(data["variables"][0]["name"] == hostile);
    CHECK(data["variables"][0]["states"] == json::array({"<b>", "\"'&"}));
}

TEST_CASE("page: a part of a network, what is known, what is hidden, and exercises") {
    Evidence known;
    known.observe(VariableId(1), StateId(1));
    const json data = page_data(write_page(rain(), {.title = "T",
                                                    .model = "rain.bif",
                                                    .only = std::vector{VariableId(1)},
                                                    .known = known,
                                                    .locked = {VariableId(1)},
                                                    .questions = {{"P(Wet=yes)", 0.21875}},
                                                    .theme = PageOptions::Theme::dark}));
    CHECK(data["title"] == "T");
    CHECK(data["model"] == "rain.bif");
    CHECK(data["theme"] == "dark");
    REQUIRE(data["variables"].size() == 1);
    CHECK(data["variables"][0]["name"] == "Wet");
    CHECK(data["variables"][0]["at"] == 1);
    CHECK(data["variables"][0]["known"] == 1);
    CHECK(data["variables"][0]["locked"] == true);
    CHECK(data["arcs"].empty());
    CHECK(data["questions"] ==
          json::parse(R"json([{"text": "P(Wet=yes)", "answer": 0.21875}])json"));
}

TEST_CASE("page: numbers are linear Gaussians by the configuration of their discrete parents") {
    const json data = page_data(write_page(parsed(
        "Sex{f|m} -> Height{real} -> Span{real}; Sex: 0.5 0.5; Height | Sex=f: normal(166, sd 6); "
        "Height | Sex=m: normal(180, sd 7); Span: normal(2 + 1.02 Height, sd 3)")));
    REQUIRE(data["densities"].size() == 1);
    const json& group = data["densities"][0];
    CHECK(group["given"] == 0);
    CHECK(group["variables"] == json::array({1, 2}));
    CHECK(group["families"][0]["numbers"] == json::parse("[[166, 36], [180, 49]]"));
    CHECK(group["families"][1]["parents"] == json::array({0}));
    CHECK(group["families"][1]["numbers"] == json::parse("[[2, 1.02, 9], [2, 1.02, 9]]"));
    CHECK(data["variables"][1]["kind"] == "number");
    CHECK_FALSE(data["variables"][1].contains("at"));
}

TEST_CASE("page: a number on a part of a network brings those it goes together with") {
    const json data = page_data(write_page(
        parsed("A{real} -> B{real}; A: normal(0, sd 1); B: normal(A, sd 1); C{a|b}; C: 0.5 0.5"),
        {.only = std::vector{VariableId(1)}}));
    REQUIRE(data["variables"].size() == 2);
    CHECK(data["variables"][0]["name"] == "A");
    CHECK(data["densities"][0]["variables"] == json::array({0, 1}));
}

TEST_CASE("page: utilities by configuration; those that others follow from are no summands") {
    const InfluenceDiagram diagram(
        parsed("Oil{dry|wet} -> Pay{utility} <- Drill{drill|not, decision}; Oil: 0.5 0.5; "
               "Pay | Oil=dry, Drill=drill: -70; Pay | Oil=wet, Drill=drill: 120; "
               "Pay | Oil=dry, Drill=not: 0; Pay | Oil=wet, Drill=not: 0; "
               "Pay -> Total{utility}; Total: 2 Pay + 1"));
    const json data = page_data(write_page(diagram, decide(diagram).strategy));
    CHECK(data["variables"][2]["kind"] == "decision");
    REQUIRE(data["utilities"].size() == 2);
    const json &pay = data["utilities"][0], &total = data["utilities"][1];
    CHECK(pay["given"] == total["given"]);
    // Of the configurations of Oil and Drill, the last fastest.
    CHECK(pay["values"] == json::array({-70, 0, 120, 0}));
    CHECK(total["values"] == json::array({-139, 1, 241, 1}));
    CHECK_FALSE(pay.contains("total"));
    CHECK(total["total"] == true);
}

TEST_CASE("page: what it refuses") {
    CHECK_THROWS_AS(write_page(rain(), {.limits = {.max_multiplications = 1}}), TooLargeError);
    CHECK_THROWS_AS(write_page(BayesianNetwork()), ArgumentError);
    CHECK_THROWS_AS(write_page(rain(), {.only = std::vector{VariableId(7)}}), ArgumentError);
    Evidence impossible;
    impossible.observe(VariableId(1), StateId(1));
    CHECK_THROWS_AS(write_page(parsed("A{a|b}; B{a|b}; A: 1 0; B: 1 0"), {.known = impossible}),
                    ImpossibleEvidenceError);
    Evidence contradiction;
    contradiction.observe(VariableId(0), StateId(0)).observe(VariableId(1), StateId(1));
    CHECK_THROWS_AS(write_page(rain(), {.known = contradiction}), ImpossibleEvidenceError);
}

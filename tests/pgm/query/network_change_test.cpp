#include <pgm/query/network_change.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using Catch::Contains;

namespace {

BayesianNetwork late() {
    return NetworkBuilder::parse(
               "Strike{no|yes} -> Late{no|some|much} <- Snow{no|yes}; Late -> walk{real}\n"
               "Strike: 0.9 0.1\nSnow: 0.8 0.2\n"
               "Late | Strike=no, Snow=no: 0.7 0.2 0.1\n"
               "Late | Strike=no, Snow=yes: 0.5 0.25 0.25\n"
               "Late | Strike=yes, Snow=no: 0.25 0.5 0.25\n"
               "Late | Strike=yes, Snow=yes: 0 0 1\n"
               "walk: normal(5, sd 1)")
        .build();
}

double asked(const BayesianNetwork& network, std::string_view question) {
    return answer(InferenceEngine(network), question).probability();
}

}  // namespace

TEST_CASE("Network change: one probability is set, and the others of the row keep their ratios",
          "[query]") {
    const ChangedNetwork found = changed(late(), "P(Late=much | Strike=yes, Snow=no) = 0.7");
    CHECK(asked(found.network, "P(Late=much | Strike=yes, Snow=no)") == Approx(0.7));
    CHECK(asked(found.network, "P(Late=no | Strike=yes, Snow=no)") == Approx(0.1));
    CHECK(asked(found.network, "P(Late=some | Strike=yes, Snow=no)") == Approx(0.2));
    CHECK(asked(found.network, "P(Late=much | Strike=no, Snow=no)") == Approx(0.1));
    CHECK(found.change == "P(Late | Strike=yes, Snow=no): 0.25 0.5 0.25 became 0.1 0.2 0.7");
    // Of a row that was certain the rest is divided equally.
    const ChangedNetwork certain = changed(late(), "P(Late=much | Snow=yes, Strike=yes) = 0.5");
    CHECK(asked(certain.network, "P(Late=some | Strike=yes, Snow=yes)") == Approx(0.25));
}

TEST_CASE("Network change: a row is set in the order of the states", "[query]") {
    const BayesianNetwork network =
        changed(late(), " P(Late | Strike=no, Snow=no)= 0.5, 0.25 0.25 ").network;
    CHECK(asked(network, "P(Late=no | Strike=no, Snow=no)") == 0.5);
    CHECK(asked(changed(late(), "P(Snow) = 0.5 0.5").network, "P(Snow=yes)") == 0.5);
    CHECK(asked(changed(late(), "P(Snow=yes) = 0").network, "P(Snow=no)") == 1);
}

TEST_CASE("Network change: names", "[query]") {
    const BayesianNetwork network =
        changed(changed(late(), "rename Late -> 'Very late'").network, "state Snow: yes -> heavy")
            .network;
    CHECK(network.find("Very late"));
    CHECK(!network.find("Late"));
    CHECK(asked(network, "P('Very late'=much | Strike=yes, Snow=heavy)") == 1);
}

TEST_CASE("Network change: arcs come and go", "[query]") {
    const BayesianNetwork more = changed(late(), "add Strike -> Snow").network;
    CHECK(more.dag().has_arc(more.id("Strike"), more.id("Snow")));
    CHECK(asked(more, "P(Snow=yes | Strike=yes)") == Approx(0.2));
    // P(Late=no | Strike=no) = 0.8 * 0.7 + 0.2 * 0.5
    const BayesianNetwork less = changed(late(), "remove Snow -> Late").network;
    CHECK(asked(less, "P(Late=no | Strike=no)") == Approx(0.66));
    CHECK(asked(less, "P(Late=no | Strike=no, Snow=yes)") == Approx(0.66));
    const BayesianNetwork alone = changed(late(), "remove walk").network;
    CHECK(alone.size() == 3);
    // Ids move up where the variable was not the last one.
    const BayesianNetwork without =
        changed(changed(late(), "remove Strike -> Late").network, "remove Strike").network;
    CHECK(without.variables().front().name() == "Late");
    CHECK(asked(without, "P(Late=no | Snow=no)") == Approx(0.9 * 0.7 + 0.1 * 0.25));
}

TEST_CASE("Network change: what does not fit is refused with what is there", "[query]") {
    const auto refused = [](std::string_view change, const std::string& words) {
        CAPTURE(change);
        CHECK_THROWS_WITH(changed(late(), change), Contains(words));
    };
    refused("P(Late=much | Strike=yes) = 0.2", "a row for each state of 'Snow'");
    refused("P(Late=much) = 0.2", "a row for each state of 'Strike'");
    refused("P(Snow=yes | Strike=yes) = 0.2", "'Strike' is no parent of 'Snow'");
    refused("P(Late=never | Strike=yes, Snow=no) = 0.2", "never");
    refused("P(Late=much | Strike=yes, Snow=no) = 1.2", "no probability");
    refused("P(Late=much | Strike=yes, Snow=no) = much", "no probability");
    refused("P(Late=much | Strike=yes, Snow=no) = 0.2 0.3", "expected 1 number");
    refused("P(Late | Strike=yes, Snow=no) = 0.2 0.8", "expected 3 numbers");
    refused("P(Late | Strike=yes, Snow=no) = 0.2 0.8 0.8", "1.8");
    refused("P(Late | Strike, Snow=no) = 0.2 0.4 0.4", "a state of each parent");
    refused("P(Late=much or Snow=yes) = 0.2", "one state of one variable");
    refused("P(Late, Snow) = 0.2", "one variable");
    refused("P(walk) = 0.5", "has no table");
    refused("P(Late=much | Strike=yes, Snow=no)", "is no change");
    refused("", "is no change");
    refused("make it so", "is no change");
    refused("rename Lat -> Early", "no variable 'Lat'");
    refused("rename Late -> Snow", "Snow");
    refused("rename Late", "new name is missing");
    refused("state Snow: never -> no", "never");
    refused("state Snow", "':' is missing");
    refused("add Late -> Strike", "cycle");
    refused("add Snow -> Late", "there already");
    refused("add Snow -> Snow", "arc");
    refused("add walk -> Snow", "continuous");
    refused("remove Snow -> Strike", "no arc");
    refused("remove Late", "has children");
    refused("add Snow", "one arc");
}

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/state_lookup.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm;

namespace {

/// The states that a comparison of X selects, separated by blanks.
std::string selected(const std::vector<std::string>& states, const char* comparison,
                     const std::string& bound) {
    NetworkBuilder net;
    net.variable("X", states)
        .cpt("X")
        .values(std::vector<double>(states.size(), 1.0 / static_cast<double>(states.size())));
    const BayesianNetwork network = net.build();
    const Query query = parse_query(
        network, "P(X " + std::string(comparison) + " " + quoted_if_needed(bound) + ")");
    const Expression& event = std::get<ProbabilityOf>(query.asked).event;
    std::string text;
    for (std::size_t s = 0; s < states.size(); ++s)
        if (event.holds(std::vector{StateId(s)})) text += (text.empty() ? "" : " ") + states[s];
    return text;
}

/// The message, without its place in the question.
std::string error_of(const std::vector<std::string>& states, const char* comparison,
                     const std::string& bound) {
    try {
        selected(states, comparison, bound);
    } catch (const ParseError& error) {
        return error.hint().empty() ? error.message() : error.message() + " (" + error.hint() + ")";
    }
    return "no error";
}

constexpr const char* below = "<";
constexpr const char* up_to = "<=";
constexpr const char* above = ">";
constexpr const char* from = ">=";

}  // namespace

TEST_CASE("States that are numbers compare as numbers, whatever their order of declaration",
          "[query]") {
    const std::vector<std::string> states = {"20", "5", "10"};
    CHECK(selected(states, below, "10") == "5");
    CHECK(selected(states, up_to, "10") == "5 10");
    CHECK(selected(states, above, "10") == "20");
    CHECK(selected(states, from, "10") == "20 10");
    CHECK(selected(states, above, "7.5") == "20 10");
    CHECK(selected(states, below, "-1") == "");
    CHECK(selected(states, from, "5.0") == "20 5 10");
}

TEST_CASE("A cut between two states is on neither side", "[query]") {
    const std::vector<std::string> census = {"v0:40.5-", "v1:40.5+"};
    CHECK(selected(census, above, "40.5") == "v1:40.5+");
    CHECK(selected(census, from, "40.5") == "v1:40.5+");
    CHECK(selected(census, below, "40.5") == "v0:40.5-");
    CHECK(selected(census, up_to, "40.5") == "v0:40.5-");

    const std::vector<std::string> decades = {"10-20", "20-30", "30-40"};
    CHECK(selected(decades, above, "20") == "20-30 30-40");
    CHECK(selected(decades, from, "20") == "20-30 30-40");
    CHECK(selected(decades, below, "30") == "10-20 20-30");
    CHECK(selected(decades, up_to, "30") == "10-20 20-30");
}

TEST_CASE("A bound beyond all states selects all or none", "[query]") {
    const std::vector<std::string> decades = {"10-20", "20-30"};
    CHECK(selected(decades, above, "5") == "10-20 20-30");
    CHECK(selected(decades, above, "30") == "");
    CHECK(selected(decades, below, "1e9") == "10-20 20-30");
    CHECK(selected(decades, from, "10") == "10-20 20-30");
}

TEST_CASE("A gap between whole numbers may be cut anywhere", "[query]") {
    const std::vector<std::string> ages = {"0-17", "18-64", "65+"};
    CHECK(selected(ages, above, "17") == "18-64 65+");
    CHECK(selected(ages, from, "18") == "18-64 65+");
    CHECK(selected(ages, above, "17.5") == "18-64 65+");
    CHECK(selected(ages, below, "65") == "0-17 18-64");
    CHECK(selected(ages, up_to, "64") == "0-17 18-64");
}

TEST_CASE("A number that belongs to a state is not cut off it", "[query]") {
    const std::vector<std::string> open_ended = {"20+", "30+", "40+"};
    CHECK(selected(open_ended, from, "30") == "30+ 40+");
    CHECK(selected(open_ended, below, "30") == "20+");
    CHECK(error_of(open_ended, above, "30") ==
          "'X > 30' holds for one part of state '30+' and not for the rest (30 belongs to '30+': "
          "write 'X >= 30')");
    CHECK(error_of(open_ended, up_to, "30") ==
          "'X <= 30' holds for one part of state '30+' and not for the rest (30 belongs to '30+': "
          "write 'X < 30')");
    CHECK(error_of({"0-3", "4-10"}, below, "3") ==
          "'X < 3' holds for one part of state '0-3' and not for the rest (3 belongs to '0-3': "
          "write 'X <= 3')");
    CHECK(error_of({"0-3", "4-10"}, from, "3") ==
          "'X >= 3' holds for one part of state '0-3' and not for the rest (3 belongs to '0-3': "
          "write 'X > 3')");
}

TEST_CASE("A state on both sides of the bound is an error that names it", "[query]") {
    CHECK(error_of({"0-3", "4-10", "11-30"}, above, "7") ==
          "'X > 7' holds for one part of state '4-10' and not for the rest (choose a bound where a "
          "state begins or ends, or list the states: X in "
          "{...})");
    CHECK(error_of({"<5", "5+"}, below, "3") ==
          "'X < 3' holds for one part of state '<5' and not for the rest (choose a bound where a "
          "state begins or ends, or list the states: X in "
          "{...})");
}

TEST_CASE("Comparing a cut variable with what is no cut offers its cuts and the value") {
    const std::vector<std::string> ages = {"<30", "[30,40)", "[40,60)", ">=60"};
    CHECK(selected(ages, from, "40") == "[40,60) >=60");
    CHECK(selected(ages, below, "40.0") == "<30 [30,40)");
    CHECK(
        error_of(ages, above, "54") ==
        "'X > 54' holds for one part of state '[40,60)' and not for the rest (X is cut at 30, 40, "
        "60: compare it with one of these, or write X=54 for state '[40,60)')");
    CHECK(error_of(ages, up_to, "1e3") ==
          "'X <= 1e3' holds for one part of state '>=60' and not for the rest (X is cut at 30, 40, "
          "60: compare it with one of these, or write X=1e3 for state '>=60')");
    CHECK(error_of(ages, above, "40") ==
          "'X > 40' holds for one part of state '[40,60)' and not for the rest (40 belongs to "
          "'[40,60)': write 'X >= 40')");
    CHECK(error_of({"any"}, above, "54") ==
          "'X > 54' holds for one part of state 'any' and not for the rest (X is not cut anywhere: "
          "write X=54 for state 'any')");
}

TEST_CASE("Of many cuts those around the bound are offered") {
    const auto offered = [](const std::vector<double>& cuts, const std::string& bound) {
        const std::string error = error_of(cut_state_names(cuts), above, bound);
        const std::size_t begin = error.find("cut at ") + 7;
        return error.substr(begin, error.find(": compare") - begin);
    };
    const std::vector<double> cuts = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    CHECK(offered({1, 2, 3, 4, 5, 6, 7, 8}, "0.5") == "1, 2, 3, 4, 5, 6, 7, 8");
    CHECK(offered(cuts, "0.5") == "1, 2, 3, 4, 5, 6, 7, 8, ...");
    CHECK(offered(cuts, "6.5") == "..., 3, 4, 5, 6, 7, 8, 9, 10, ...");
    CHECK(offered(cuts, "12.5") == "..., 5, 6, 7, 8, 9, 10, 11, 12");
}

TEST_CASE("A last state for missing values is neither less nor greater than any other") {
    CHECK(selected({"<30", "[30,40)", ">=40", "?"}, from, "30") == "[30,40) >=40");
    CHECK(selected({"<30", ">=30", "??"}, below, "30") == "<30");
    CHECK(selected({"5", "10", "?"}, above, "5") == "10");
    CHECK(selected({"A", "B", "C", "?"}, from, "B") == "B C");
    CHECK(error_of({"<30", ">=30", "?"}, above, "?") ==
          "'?' stands for missing values of 'X', which are neither less nor greater");
    CHECK(selected({"?", "A", "B"}, from, "?") == "? A B");
}

TEST_CASE("Interval states compare with each other by where they lie", "[query]") {
    const std::vector<std::string> descending = {"30-40", "20-30", "10-20"};
    CHECK(selected(descending, from, "20-30") == "30-40 20-30");
    CHECK(selected(descending, above, "20-30") == "30-40");
    CHECK(selected(descending, up_to, "20-30") == "20-30 10-20");
    CHECK(selected(descending, below, "20-30") == "10-20");
    CHECK(selected({"<5", "5-12", "12+"}, above, "<5") == "5-12 12+");
    CHECK(error_of({"0-20", "10-30", "30+"}, below, "10-30") ==
          "'X < 10-30' holds for one part of state '0-20' and not for the rest (choose a bound "
          "where a state begins or ends, or list the states: X "
          "in {...})");
}

TEST_CASE("States that are not all numbers compare in the order of their declaration", "[query]") {
    const std::vector<std::string> grades = {"A", "B", "C"};
    CHECK(selected(grades, from, "B") == "B C");
    CHECK(selected(grades, above, "B") == "C");
    CHECK(selected(grades, up_to, "B") == "A B");
    CHECK(selected(grades, below, "A") == "");
    CHECK(selected({"none", "1", "2", "many"}, from, "2") == "2 many");
}

TEST_CASE(
    "A bound that is neither number nor state, and a number for states that are none, are errors "
    "with a hint",
    "[query]") {
    CHECK(error_of({"low", "middle", "high"}, above, "midle") ==
          "'midle' is neither a number nor a state of 'X' (did you mean 'middle'?)");
    CHECK(error_of({"5", "10"}, above, "five") ==
          "'five' is neither a number nor a state of 'X' (known: 5, 10)");
    CHECK(error_of({"low", "high"}, above, "3") ==
          "the states of 'X' are not numbers, so they cannot be compared with 3 (compare with one "
          "of its states, in the order of their declaration; "
          "known: low, high)");
}

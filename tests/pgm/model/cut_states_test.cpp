#include <pgm/model/state_lookup.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace pgm;

namespace {

using Cuts = std::optional<std::vector<double>>;

Cuts cuts_of(const std::vector<std::string>& states) {
    return cuts_of_states(states);
}

}  // namespace

TEST_CASE("The names of cut states hold the cuts to the bit") {
    const std::vector<std::vector<double>> all = {
        {}, {0}, {30, 40}, {-1.5, 0, 1e20}, {0.1, 0.30000000000000004, 1e300}};
    for (const std::vector<double>& cuts : all)
        CHECK(cuts_of_states(cut_state_names(cuts)) == Cuts(cuts));
}

TEST_CASE("Names in which an interval does not begin where the last one ends hold no cuts") {
    CHECK(cuts_of({"<30", "[30,40)", ">=40"}) == Cuts(std::vector<double>{30, 40}));
    CHECK(cuts_of({"<30.0", "[30,4e1)", ">=40"}) == Cuts(std::vector<double>{30, 40}));
    CHECK_FALSE(cuts_of({"<30", "[31,40)", ">=40"}));
    CHECK_FALSE(cuts_of({"<30", "[30,40)", ">=41"}));
    CHECK_FALSE(cuts_of({"<30", "[30,20)", ">=20"}));
    CHECK_FALSE(cuts_of({"<=30", "(30,40]", ">40"}));
    CHECK_FALSE(cuts_of({">=40", "[30,40)", "<30"}));
    CHECK_FALSE(cuts_of({"<30", "[30,40]", ">=40"}));
    CHECK_FALSE(cuts_of({"<30", "[30;40)", ">=40"}));
    CHECK_FALSE(cuts_of({"<nan", ">=nan"}));
    CHECK_FALSE(cuts_of({"<", ">="}));
    CHECK_FALSE(cuts_of({"[", "[,)"}));
    CHECK_FALSE(cuts_of({"<30"}));
    CHECK_FALSE(cuts_of({"no", "yes"}));
    CHECK_FALSE(cuts_of({}));
}

TEST_CASE("A last state of question marks stands for missing values and not for numbers") {
    CHECK(cuts_of({"<30", ">=30", "?"}) == Cuts(std::vector<double>{30}));
    CHECK(cuts_of({"any", "??"}) == Cuts(std::vector<double>{}));
    CHECK_FALSE(cuts_of({"?", "<30", ">=30"}));
    CHECK_FALSE(cuts_of({"<30", ">=30", "?", "?"}));
    CHECK_FALSE(cuts_of({"<30", ">=30", ""}));
    CHECK_FALSE(cuts_of({"?"}));
}

TEST_CASE("A number on a cut belongs to the state that begins there") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> cuts = {30, 40};
    CHECK(cut_state(cuts, -infinity) == StateId{0});
    CHECK(cut_state(cuts, std::nextafter(30.0, 0.0)) == StateId{0});
    CHECK(cut_state(cuts, 30) == StateId{1});
    CHECK(cut_state(cuts, 40) == StateId{2});
    CHECK(cut_state(cuts, infinity) == StateId{2});
    CHECK(cut_state({}, 5) == StateId{0});
}

TEST_CASE("The state of a number is that of the cuts up to it, however many there are") {
    std::vector<double> cuts;
    for (std::size_t count = 0; count < 70; ++count) {
        CAPTURE(count);
        for (double number = -0.5; number <= static_cast<double>(count) + 0.5; number += 0.5) {
            const auto up_to =
                std::ranges::count_if(cuts, [&](double cut) { return cut <= number; });
            CHECK(cut_state(cuts, number).index() == static_cast<std::size_t>(up_to));
        }
        cuts.push_back(static_cast<double>(count));
    }
}

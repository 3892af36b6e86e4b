#include <pgm/model/detail/interval_label.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// "[20,30)": brackets as in mathematics, a bar for a cut.
std::string shown(const StateInterval& interval) {
    const auto number = [](double value) {
        if (value == inf) return std::string("inf");
        if (value == -inf) return std::string("-inf");
        std::string text = std::to_string(value);
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
        return text;
    };
    const char lower = interval.lower_end == IntervalEnd::included   ? '['
                       : interval.lower_end == IntervalEnd::excluded ? '('
                                                                     : '|';
    const char upper = interval.upper_end == IntervalEnd::included   ? ']'
                       : interval.upper_end == IntervalEnd::excluded ? ')'
                                                                     : '|';
    return lower + number(interval.lower) + "," + number(interval.upper) + upper;
}

std::string reading(std::vector<std::string> states) {
    const auto intervals = state_intervals(states);
    if (!intervals) return "none";
    std::string text;
    for (const StateInterval& interval : *intervals)
        text += (text.empty() ? "" : " ") + shown(interval);
    return text;
}

}  // namespace

TEST_CASE("Numbers stand for themselves", "[query]") {
    CHECK(reading({"0", "1", "2"}) == "[0,0] [1,1] [2,2]");
    CHECK(reading({"-1.5", "+2", "2e3"}) == "[-1.5,-1.5] [2,2] [2000,2000]");
}

TEST_CASE("Comparisons say which end they have", "[query]") {
    CHECK(reading({"<5", ">=5"}) == "(-inf,5) [5,inf)");
    CHECK(reading({"<= 5", "> 5"}) == "(-inf,5] (5,inf)");
    CHECK(reading({"≤5", "≥6"}) == "(-inf,5] [6,inf)");
}

TEST_CASE("Brackets say which ends they have, with any separator", "[query]") {
    CHECK(reading({"(-inf-2.5]", "(2.5-5]", "(5-inf)"}) == "(-inf,2.5] (2.5,5] (5,inf)");
    CHECK(reading({"[1, 2)", "[2;3)", "[3..4]"}) == "[1,2) [2,3) [3,4]");
    CHECK(reading({"]1,2]", "]2,3["}) == "(1,2] (2,3)");
    CHECK(reading({"(-∞,0]", "(0,+∞)"}) == "(-inf,0] (0,inf)");
    CHECK(reading({"[-5--3]", "[-3-1e-2]"}) == "[-5,-3] [-3,0.01]");
}

TEST_CASE("Neighbouring ranges meet in a cut, where no one says who has the number between",
          "[query]") {
    CHECK(reading({"10-20", "20-30", "30-40"}) == "[10,20| |20,30| |30,40]");
    CHECK(reading({"1..2", "2...3"}) == "[1,2| |2,3]");
    CHECK(reading({"1 to 2", "2–3"}) == "[1,2| |2,3]");
    CHECK(reading({"40.5-", "40.5+"}) == "(-inf,40.5| |40.5,inf)");
}

TEST_CASE("An end that no other state has belongs to the range", "[query]") {
    CHECK(reading({"0-3", "4-10", "11-30"}) == "[0,3] [4,10] [11,30]");
    CHECK(reading({"0-17", "18-64", "65+"}) == "[0,17] [18,64] [65,inf)");
    CHECK(reading({"0", "1", "2+"}) == "[0,0] [1,1] [2,inf)");
}

TEST_CASE("A neighbour that says who has the number between is believed", "[query]") {
    CHECK(reading({"<5", "5-12", ">12"}) == "(-inf,5) [5,12] (12,inf)");
    CHECK(reading({"<=5", "5-12"}) == "(-inf,5] (5,12]");
    CHECK(reading({"<5", "5-12", "12+"}) == "(-inf,5) [5,12| |12,inf)");
    CHECK(reading({"5", "5-12"}) == "[5,5] (5,12]");
}

TEST_CASE("A sequence of open-ended labels closes itself", "[query]") {
    CHECK(reading({"20+", "30+", "40+", "50+"}) == "[20,30) [30,40) [40,50) [50,inf)");
    CHECK(reading({"50+", "20+", "30+"}) == "[50,inf) [20,30) [30,50)");
    CHECK(reading({"10-", "20-", "30-"}) == "(-inf,10) [10,20) [20,30]");
    CHECK(reading({"<20", "20+", "30+"}) == "(-inf,20) [20,30) [30,inf)");
}

TEST_CASE("Names in front and units behind are not read", "[query]") {
    CHECK(reading({"v0:40.5-", "v1:40.5+"}) == "(-inf,40.5| |40.5,inf)");
    CHECK(reading({"low: <5", "high: >=5"}) == "(-inf,5) [5,inf)");
    CHECK(reading({"0-3_days", "4-10_days", "11-30_days"}) == "[0,3] [4,10] [11,30]");
    CHECK(reading({"100g", "95g", "0g"}) == "[100,100] [95,95] [0,0]");
    CHECK(reading({"10 %", "20 %"}) == "[10,10] [20,20]");
    CHECK(reading({"12:30", "13:30"}) == "none");
}

TEST_CASE("An underscore separates only where it cannot be a decimal point", "[query]") {
    CHECK(reading({"-inf_2.5", "2.5_4.0", "4.0_inf"}) == "(-inf,2.5| |2.5,4| |4,inf)");
    CHECK(reading({"1_6mmol", "2_4mmol"}) == "none");
    CHECK(reading({"1_1", "1_2", "2_2"}) == "none");
}

TEST_CASE("One label that is no number leaves the variable without intervals", "[query]") {
    CHECK(reading({"no", "yes"}) == "none");
    CHECK(reading({"0", "1", "many"}) == "none");
    CHECK(reading({"low", "slow"}) == "none");
    CHECK(reading({"3-1", "1-3"}) == "none");
    CHECK(reading({"1-2-3", "4"}) == "none");
    CHECK(reading({"nan", "1"}) == "none");
    CHECK(reading({"[1,2", "3"}) == "none");
    CHECK(reading({"", "1"}) == "none");
    CHECK(reading({"1", std::string(4000, '-') + "1"}) == "none");
    CHECK(reading({"+", "-"}) == "none");
    CHECK(reading({"g", "10g"}) == "none");
    CHECK_FALSE(state_intervals({}));
}

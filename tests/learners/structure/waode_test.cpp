#include <learners/structure/waode.hpp>

#include <learners/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// a equals y, b does in six of eight rows, and c has nothing to do with it.
const std::vector<std::string_view> eight_rows = {"0000", "0001", "0000", "0011",
                                                  "1110", "1111", "1110", "1101"};

}  // namespace

TEST_CASE("WAODE weighs the networks of AODE by what their super-parents tell about the class",
          "[learners]") {
    const Dataset data = digits("yabc", eight_rows);
    const Classifier weighted = learners::fit(data, "y", {.structure = "waode"}),
                     equal = learners::fit(data, "y", {.structure = "aode"});
    // I(a; y) = log 2, I(b; y) = 3/4 log 3/2 - 1/4 log 2, I(c; y) = 0: it has no member.
    const double of_a = std::log(2), of_b = 0.75 * std::log(1.5) - 0.25 * std::log(2);
    REQUIRE(weighted.members().size() == 2);
    CHECK(weighted.members()[0].weight == Approx(of_a / (of_a + of_b)).epsilon(1e-12));
    CHECK(weighted.members()[1].weight == Approx(of_b / (of_a + of_b)).epsilon(1e-12));
    CHECK(weighted.members()[0].network == equal.members()[0].network);
    CHECK(weighted.members()[1].network == equal.members()[1].network);
}

TEST_CASE("WAODE is AODE where no feature tells anything about the class", "[learners]") {
    const Dataset data = digits("yab", {"000", "001", "010", "011", "100", "101", "110", "111"});
    const Classifier weighted = learners::fit(data, "y", {.structure = "waode"}),
                     equal = learners::fit(data, "y", {.structure = "aode"});
    CHECK(std::ranges::equal(weighted.members(), equal.members()));
}

TEST_CASE("The weights of WAODE take part in the mixture, complete rows and others", "[learners]") {
    const Classifier weighted =
        learners::fit(digits("yabc", eight_rows), "y", {.structure = "waode"});
    for (const char* row : {"010", "110", "101", "01.", ".1.", "00."}) {
        const Dataset data = digits("abc", {row});
        double joint[2] = {0, 0};
        for (const WeightedNetwork& member : weighted.members()) {
            Classifier alone({.members = {{member.network}},
                              .class_name = "y",
                              .schema = weighted.parts().schema});
            const Predictions of_member = predict(alone, data);
            for (std::size_t k = 0; k < 2; ++k)
                joint[k] += member.weight * of_member.probability(0)[k] *
                            std::exp(of_member.log_evidence[0]);
        }
        INFO(row);
        CHECK_THAT(posterior_of(weighted, data)[0],
                   Catch::Matchers::WithinAbs(joint[0] / (joint[0] + joint[1]), 1e-13));
    }
}

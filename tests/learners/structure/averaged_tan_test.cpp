#include <learners/structure/averaged_tan.hpp>

#include <pgm/classify/predictions.hpp>
#include <tests/learners/structure/tree_data.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

Classifier averaged(const Dataset& data, const char* words = "atan") {
    return learners::fit(data, "y", {.structure = words});
}

}  // namespace

TEST_CASE("Averaged TAN has the tree of TAN with every feature as its root", "[learners]") {
    const Classifier classifier = averaged(copy_and_hint());
    REQUIRE(classifier.members().size() == 3);
    const auto factors = [&](std::size_t m) {
        return factorisation(classifier.members()[m].network);
    };
    CHECK(factors(0) == "P(y) P(a | y) P(b | y, a) P(c | y, a)");
    CHECK(factors(1) == "P(y) P(b | y) P(a | y, b) P(c | y, a)");
    CHECK(factors(2) == "P(y) P(c | y) P(a | y, c) P(b | y, a)");
    CHECK(classifier.members()[1].weight == Approx(1.0 / 3));
    CHECK_FALSE(classifier.members()[1].super_parent);
}

TEST_CASE("The mixture of averaged TAN, worked out by hand", "[learners]") {
    // In both classes 4 + 4 rows have a = 0 and 1, b the same, and c agrees with a in 3 of 4. One
    // more for every cell; of y = 0, a = b = c = 0:
    //
    //     root a: 5/10 5/6 4/6    root b: 5/10 5/6 4/6    root c: 5/10 4/6 5/6
    //
    // The classes have the same counts, so that P(y | x) = 1/2, and log p(x) = log 5/18.
    const Predictions predictions =
        predict(averaged(copy_and_hint()), digits("abc", {"000", "010"}));
    CHECK(predictions.probability(0)[0] == Approx(0.5));
    CHECK(predictions.log_evidence[0] == Approx(std::log(5.0 / 18)).epsilon(1e-13));
    // b = 1: root a: 5/10 1/6 4/6; root b: 5/10 1/6 4/6; root c: 5/10 4/6 1/6.
    CHECK(predictions.log_evidence[1] == Approx(std::log(1.0 / 18)).epsilon(1e-13));
}

TEST_CASE("Without smoothing all members of averaged TAN say the same", "[learners]") {
    const Dataset data = digits("yabc", {"0000", "0011", "0101", "0110", "0111", "1000", "1110",
                                         "1011", "1001", "1111", "0001"});
    learners::FitOptions options{.structure = "atan"};
    options.smoothing = learners::MaximumLikelihood{};
    const Classifier averaged = learners::fit(data, "y", options);
    options.structure = "tan";
    const Predictions alone = predict(learners::fit(data, "y", options), data),
                      together = predict(averaged, data);
    for (std::size_t row = 0; row < data.rows(); ++row) {
        CHECK(together.probability(row)[0] == Approx(alone.probability(row)[0]).epsilon(1e-13));
        CHECK(together.log_evidence[row] == Approx(alone.log_evidence[row]).epsilon(1e-13));
    }
}

TEST_CASE("Averaged TAN knows the weights of arcs, and does with one feature", "[learners]") {
    CHECK(averaged(copy_and_hint(), "atan:k2").provenance().choices.structure == "atan:k2");
    CHECK(averaged(digits("ya", {"00", "11"})).members().size() == 1);
    CHECK(averaged(digits("y", {"0", "1"})).members().size() == 1);
}

#include <pgm/classify/decision.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

LossMatrix matrix(std::vector<std::string> actions, std::vector<std::string> classes,
                  Eigen::MatrixXd loss) {
    return {.actions = std::move(actions), .classes = std::move(classes), .loss = std::move(loss)};
}

LossMatrix loss_of_two(Eigen::MatrixXd loss) {
    return matrix({"C1", "C2"}, {"C1", "C2"}, std::move(loss));
}

void check_risks(const std::vector<double>& risks, const std::vector<double>& expected) {
    REQUIRE(risks.size() == expected.size());
    for (std::size_t i = 0; i < risks.size(); ++i)
        CHECK_THAT(risks[i], WithinAbs(expected[i], 1e-15));
}

}  // namespace

TEST_CASE("The conditional risks of the lecture: posterior 1/5, 4/5 and a tenfold loss one way") {
    const std::vector<double> posterior{0.2, 0.8};
    const LossMatrix loss = loss_of_two(Eigen::MatrixXd{{0, 10}, {1, 0}});
    check_risks(conditional_risks(posterior, loss), {8, 0.2});
    CHECK(decide(posterior, loss).action == 1u);
}

TEST_CASE("The action of least risk need not be the most probable class") {
    const std::vector<double> posterior{0.2, 0.8};
    const LossMatrix loss = loss_of_two(Eigen::MatrixXd{{0, 1}, {10, 0}});
    check_risks(conditional_risks(posterior, loss), {0.8, 2});
    CHECK(decide(posterior, loss).action == 0u);
    CHECK(decide(posterior).action == 1u);
}

TEST_CASE("Rejecting wins where no class is probable enough") {
    const std::vector<double> posterior{0.5, 0.3, 0.2};
    const LossMatrix loss = with_reject(zero_one_loss({"1", "2", "3"}), 0.4);
    check_risks(conditional_risks(posterior, loss), {0.5, 0.7, 0.8, 0.4});
    const Decision decision = decide(posterior, loss);
    CHECK(loss.actions[decision.action.value()] == "reject");
    CHECK_THAT(decision.risk, WithinAbs(0.4, 1e-15));
}

TEST_CASE(
    "Under zero-one loss the risk is one minus the probability and the most probable class wins") {
    const std::vector<double> posterior{0.5, 0.3, 0.2};
    check_risks(conditional_risks(posterior, zero_one_loss({"1", "2", "3"})), {0.5, 0.7, 0.8});
    CHECK(decide(posterior, zero_one_loss({"1", "2", "3"})).action == 0u);
    CHECK(decide(posterior).action == 0u);
    CHECK_THAT(decide(posterior).risk, WithinAbs(0.5, 1e-15));
}

TEST_CASE(
    "The probability of error of the Bayes rule is that of the other class, also when it is tiny") {
    CHECK_THAT(decide(std::vector<double>{0.2, 0.8}).risk, WithinAbs(0.2, 1e-15));
    CHECK(decide(std::vector<double>{1.0, 1e-30}).risk == 1e-30);
}

TEST_CASE("Ties go to the first in order, or to the preferred one when it is among them") {
    const std::vector<double> tie{0.4, 0.4, 0.2};
    CHECK(decide(tie).action == 0u);
    CHECK(decide(tie).tied);
    CHECK(decide(tie, {.preferred = 1}).action == 1u);
    CHECK(decide(tie, {.preferred = 2}).action == 0u);
    CHECK_FALSE(decide(std::vector<double>{0.5, 0.3, 0.2}, {.preferred = 1}).tied);
}

TEST_CASE("Rounding does not break a tie") {
    const double half_up = std::nextafter(0.5, 1.0);
    CHECK(decide(std::vector<double>{half_up, 0.5}, {.preferred = 1}).action == 1u);
    CHECK(decide(std::vector<double>{half_up, 0.5}, {.preferred = 1, .tolerance = 0}).action == 0u);
    // 0.1 * 3 and 0.3 * 1 are equal as fractions and differ as doubles.
    const LossMatrix loss = loss_of_two(Eigen::MatrixXd{{0, 1}, {7.0 / 3.0, 0}});
    const std::vector<double> posterior{0.3, 0.7};
    CHECK(decide(posterior, loss).tied);
    CHECK(decide(posterior, loss, {.preferred = 1}).action == 1u);
}

TEST_CASE("Where no class has a density there is no decision, and that is not a rejection") {
    const std::vector<double> nothing{0, 0};
    CHECK(decide(nothing).undecided());
    CHECK(decide(nothing, with_reject(zero_one_loss({"a", "b"}), 0.1)).undecided());
    CHECK_FALSE(decide(std::vector<double>{0, 1}).undecided());
}

TEST_CASE("There may be more actions than classes, and gains are negative losses") {
    const LossMatrix loss = matrix({"sell", "keep", "insure"}, {"fire", "none"},
                                   Eigen::MatrixXd{{-5, -5}, {100, -8}, {10, -7}});
    check_risks(conditional_risks(std::vector<double>{0.1, 0.9}, loss), {-5, 2.8, -5.3});
    CHECK(decide(std::vector<double>{0.1, 0.9}, loss).action == 2u);
}

TEST_CASE("A posterior of the wrong length is refused") {
    CHECK_THROWS_WITH(decide(std::vector<double>{1.0}, zero_one_loss({"a", "b"})),
                      "a loss matrix of 2 classes was given 1 probabilities");
}

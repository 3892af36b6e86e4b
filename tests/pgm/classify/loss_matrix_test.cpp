#include <pgm/classify/decision.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <limits>

using namespace pgm;

namespace {

LossMatrix doctor() {
    return {.actions = {"treat", "wait"},
            .classes = {"ill", "well"},
            .loss = Eigen::MatrixXd{{0, 1}, {10, 0}}};
}

std::string message_of(const LossMatrix& matrix) {
    try {
        check(matrix);
    } catch (const ArgumentError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Zero-one loss costs 1 off the diagonal") {
    const LossMatrix matrix = zero_one_loss({"a", "b", "c"});
    CHECK(matrix.actions == matrix.classes);
    CHECK(matrix.loss == Eigen::MatrixXd{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}});
    CHECK_NOTHROW(check(matrix));
}

TEST_CASE("A loss matrix is refused with the name of what is wrong with it") {
    LossMatrix matrix = doctor();
    matrix.loss(1, 0) = std::numeric_limits<double>::infinity();
    CHECK(message_of(matrix) ==
          "the loss of 'wait' under 'ill' is not a finite number (what must never be done costs a "
          "large number)");
    matrix = doctor();
    matrix.actions[1] = "treat";
    CHECK(message_of(matrix) == "a loss matrix has the action 'treat' twice");
    matrix = doctor();
    matrix.classes.push_back("dead");
    CHECK(message_of(matrix) == "a loss matrix of 2 actions and 3 classes has 2 x 2 numbers");
    matrix = doctor();
    matrix.actions = {};
    CHECK(message_of(matrix) == "a loss matrix has at least one action");
    matrix = doctor();
    matrix.classes[0] = "";
    CHECK(message_of(matrix) == "a loss matrix has a nameless class");
}

TEST_CASE("Rejecting is one more action that costs the same under every class") {
    const LossMatrix matrix = with_reject(doctor(), 0.4);
    CHECK(matrix.actions == std::vector<std::string>{"treat", "wait", "reject"});
    CHECK(matrix.loss == Eigen::MatrixXd{{0, 1}, {10, 0}, {0.4, 0.4}});
    CHECK_THROWS_WITH(
        with_reject(matrix, 1),
        "there is an action 'reject' already (its losses are a row of the loss matrix)");
    CHECK_THROWS_AS(with_reject(doctor(), std::numeric_limits<double>::quiet_NaN()), ArgumentError);
}

TEST_CASE("Columns are put into the order of the classes by name") {
    const LossMatrix matrix = with_class_order(doctor(), {"well", "ill"});
    CHECK(matrix.classes == std::vector<std::string>{"well", "ill"});
    CHECK(matrix.loss == Eigen::MatrixXd{{1, 0}, {0, 10}});
    CHECK_THROWS_WITH(with_class_order(doctor(), {"well", "ills"}),
                      "the loss matrix has a column 'ill', which is no state of the class (did you "
                      "mean 'ills'?)");
    CHECK_THROWS_WITH(with_class_order(doctor(), {"well", "ill", "dead"}),
                      "the loss matrix has no column for the class 'dead'");
}

TEST_CASE("An action is found by its name") {
    CHECK(action_index(doctor(), "wait") == 1);
    CHECK_THROWS_WITH(action_index(doctor(), "waits"), "no action 'waits' (did you mean 'wait'?)");
}

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;

namespace {

BayesianNetwork linear_network() {
    NetworkBuilder net =
        NetworkBuilder::parse("A{no|yes} -> X{real} -> Y{real}; 'long name'{real}");
    const VariableId a = *net.find("A"), x = *net.find("X"), y = *net.find("Y");
    net.cpt("A").values({0.5, 0.5});
    net.set_cpd(LinearGaussianCpd(x, Scope({a}, {2}), {}, {{0, {}, 1}, {1, {}, 1}}));
    net.set_cpd(LinearGaussianCpd(y, Scope(), {x}, {{0, {1}, 1}}));
    net.set_cpd(LinearGaussianCpd(*net.find("long name"), Scope(), {}, {{0, {}, 1}}));
    return net.build();
}

/// The condition of "P(text)", written out again.
std::string event_read(const std::string& text) {
    const BayesianNetwork net = linear_network();
    return format(net, parse_query(net, "P(" + text + ")"));
}

std::string linear_error_of(const std::string& text) {
    try {
        parse_query(linear_network(), text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Linear conditions: what is read is written in one form", "[query]") {
    CHECK(event_read("X > 3") == "P(X > 3)");
    CHECK(event_read("X >= 3") == "P(X >= 3)");
    CHECK(event_read("3 < X") == "P(X > 3)");
    CHECK(event_read("1 < X <= 3") == "P(1 < X <= 3)");
    CHECK(event_read("3 >= X > 1") == "P(1 < X <= 3)");
    CHECK(event_read("X in [1, 3]") == "P(1 <= X <= 3)");
    CHECK(event_read("X in (1, 3)") == "P(1 < X < 3)");
    CHECK(event_read("X not in [1, 3]") == "P(not 1 <= X <= 3)");
    CHECK(event_read("X - 2 Y > 3") == "P(X - 2 Y > 3)");
    CHECK(event_read("2*Y - X < -3") == "P(X - 2 Y > 3)");
    CHECK(event_read("-X + 2*Y < -3") == "P(X - 2 Y > 3)");
    CHECK(event_read("X > Y + 1") == "P(X - Y > 1)");
    CHECK(event_read("X + 1 <= 4") == "P(X <= 3)");
    CHECK(event_read("'long name' + X >= 0.5") == "P(X + 'long name' >= 0.5)");
    CHECK(event_read("long name > 0") == "P('long name' > 0)");
    CHECK(event_read("X > 3 and A=yes or Y < 0") == "P(X > 3 and A=yes or Y < 0)");
    CHECK(event_read("not (X > 3), A=no") == "P(not X > 3 and A=no)");
}

TEST_CASE("Linear conditions: in what is given, values and intervals", "[query]") {
    const BayesianNetwork net = linear_network();
    const Given given = parse_given(net, "X > 1, Y = 2, A=yes");
    REQUIRE(given.conditions.size() == 2);
    CHECK(given.conditions[0] == lies_in(net.id("X"), {.above = 1}));
    CHECK(given.observations.size() == 1);
    CHECK_FALSE(has_density(parse_given(net, "X > 1")));
}

TEST_CASE("Linear conditions: what is none is explained where it stands", "[query]") {
    CHECK(linear_error_of("P(X = 3)") ==
          "column 5: 'X' is continuous: that it is one number has a density, and the probability 0 "
          "(ask for P(X) or an interval, P(1 < X <= 3); what was measured stands on the right of "
          "'|')");
    CHECK(linear_error_of("P(X > 3 | 3 < Y < 1)")
              .find("the interval of a condition on values is empty") != std::string::npos);
    CHECK(linear_error_of("P(X > A)").find("'A' is discrete and has states, not values") !=
          std::string::npos);
    CHECK(linear_error_of("P(X > Y-Q)").find("a sum is written X - 2 Y + 3") != std::string::npos);
    CHECK(linear_error_of("P(X > )").find("expected a continuous variable or a number") !=
          std::string::npos);
    CHECK(linear_error_of("P(X - X > 1)").find("is about no variable") != std::string::npos);
    CHECK(linear_error_of("P(1 < X > 2)").find("between two numbers") != std::string::npos);
    CHECK(linear_error_of("P(X in {1, 2})").find("expected an interval") != std::string::npos);
    CHECK(linear_error_of("P(X, Y)").find("its density is asked for alone") != std::string::npos);
    CHECK(linear_error_of("quantile(X, 1.5)").find("between 0 and 1") != std::string::npos);
    CHECK(linear_error_of("cov(X, A)") != "");
    CHECK(linear_error_of("sd(A)").find("is no number") != std::string::npos);
    CHECK(linear_error_of("argmax(X)").find("'X' is continuous") != std::string::npos);
}

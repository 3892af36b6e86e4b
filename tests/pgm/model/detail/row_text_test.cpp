#include <pgm/core/error.hpp>
#include <pgm/model/detail/row_text.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;
using Catch::Contains;

namespace {

const std::vector<Variable>& row_variables() {
    static const std::vector<Variable> variables{
        Variable("X"), Variable("Y"), Variable("long name"), Variable("A", {"no", "yes"})};
    return variables;
}

RowDistribution row_read(std::string_view text) {
    return parse_row_text(text, KnownNames(row_variables()));
}

std::string row_error(std::string_view text) {
    try {
        row_read(text);
    } catch (const ParseError& error) {
        return std::to_string(error.location().column) + ": " + error.message();
    }
    return "";
}

}  // namespace

TEST_CASE("The text of a row: probabilities are decimals or fractions") {
    using Numbers = std::vector<double>;
    CHECK(std::get<Numbers>(row_read("0.25 0.75")) == Numbers{0.25, 0.75});
    CHECK(std::get<Numbers>(row_read("1/4, 3/4")) == Numbers{0.25, 0.75});
    CHECK(std::get<Numbers>(row_read("1")) == Numbers{1});
    CHECK_THAT(row_error("0.2 x"), Contains("5: expected a probability, found 'x'"));
    CHECK_THAT(row_error("1/0"), Contains("1: expected a probability"));
    CHECK_THAT(row_error("0.5 nan"), Contains("5: expected a probability"));
    CHECK_THAT(row_error(""), Contains("expected a probability, found the end"));
}

TEST_CASE("The text of a row: a normal distribution has a linear mean, and sd or var") {
    const auto of = [](std::string_view text) { return std::get<NormalText>(row_read(text)); };
    CHECK(of("normal(46, sd 6)").variance == 36);
    CHECK(of("normal(46, var 6)").variance == 6);
    CHECK(of("Normal(46, sd = 6)").mean.constant == 46);
    CHECK(of("normal(X, sd 0)").variance == 0);
    const LinearSum mean = of("normal(3 - 0.5 X + 2*Y - 'long name', var 0.25)").mean;
    CHECK(mean.constant == 3);
    REQUIRE(mean.terms.size() == 3);
    CHECK(mean.terms[0].variable == VariableId(0));
    CHECK(mean.terms[0].coefficient == -0.5);
    CHECK(mean.terms[1].coefficient == 2);
    CHECK(mean.terms[2].variable == VariableId(2));
    CHECK(mean.terms[2].coefficient == -1);
}

TEST_CASE("The text of a row: what is no distribution is refused at its column") {
    CHECK_THAT(row_error("normal(46, 6)"), Contains("12: expected 'sd' or 'var' and a number"));
    CHECK_THAT(row_error("normal(46)"), Contains("10: expected ',' behind the mean"));
    CHECK_THAT(row_error("normal(46, sd -6)"),
               Contains("15: a standard deviation is not negative"));
    CHECK_THAT(row_error("normal(46, sd 1e200)"), Contains("no number of double precision"));
    CHECK_THAT(row_error("normal(46, sd 1e-200)"), Contains("no number of double precision"));
    CHECK_THAT(row_error("normal(46, sd 6) 7"), Contains("18: expected the end of the row"));
    CHECK_THAT(row_error("normal(Z, sd 6)"), Contains("8: no variable 'Z'"));
    CHECK_THAT(row_error("normal(A, sd 6)"), Contains("8: 'A' is discrete"));
    CHECK_THAT(row_error("uniform(0, 1)"), Contains("there is no distribution 'uniform'"));
    CHECK_THAT(row_error("threshold(X, 3)"), Contains("14: expected 'at' and the cuts"));
    CHECK_THAT(row_error("threshold(X, at )"), Contains("17: expected a cut"));
}

TEST_CASE("The text of a row: thresholds cut a sum, with noise or without") {
    const auto of = [](std::string_view text) { return std::get<ThresholdText>(row_read(text)); };
    CHECK(of("threshold(X, at 1 2)").cuts == std::vector<double>{1, 2});
    CHECK(of("threshold(X, at 1 2)").variance == 0);
    CHECK(of("threshold(2 X - Y + 1, at -1.5, sd 3)").variance == 9);
    CHECK(of("threshold(2 X - Y + 1, at -1.5, sd 3)").sum.constant == 1);
    CHECK(of("threshold(X, at 0, logistic 2)").logistic_scale == 2);
    CHECK_FALSE(of("threshold(X, at 0)").logistic_scale);
    CHECK_THAT(row_error("threshold(X, at 0, logistic 0)"), Contains("29: the scale of logistic"));
}

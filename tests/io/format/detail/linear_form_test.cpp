#include <io/format/detail/linear_form.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io::detail;

namespace {

using Slopes = std::map<std::string, double>;

NamedLinearForm form_of(std::string_view text) {
    INFO(text);
    const std::optional<NamedLinearForm> form = parse_linear_form(text);
    REQUIRE(form);
    return *form;
}

}  // namespace

TEST_CASE("A linear form sums numbers, multiples of variables and noise") {
    const NamedLinearForm form = form_of("2 + 3*A - B/4 + A + Normal(0.5, 3) - 2*Normal(0, 2)");
    CHECK(form.constant == 2.5);
    CHECK(form.slopes == Slopes{{"A", 4}, {"B", -0.25}});
    CHECK(form.variance == 9 + 16);
    CHECK(form_of("-(A - 2*(1 - B)) * 3").slopes == Slopes{{"A", -3}, {"B", -6}});
    CHECK(form_of("-(A - 2*(1 - B)) * 3").constant == 6);
    CHECK(form_of(" normal ( 1 + A , 2 / 4 ) ").variance == 0.25);
    CHECK(form_of("5").is_constant());
    CHECK(form_of("1e-3*A2").slopes == Slopes{{"A2", 1e-3}});
}

TEST_CASE("What is not linear, or no expression, has no linear form") {
    for (const char* text : {"", "A*B", "1/A", "A/0", "A^2", "exp(A)", "Uniform(0, 1)",
                             "Normal(0, A)", "Normal(0, -1)", "Normal(0)", "A +", "(A", "A)", "2 A",
                             "* A", "Normal(0, Normal(0, 1))", "A, B"}) {
        INFO(text);
        CHECK_FALSE(parse_linear_form(text));
    }
    CHECK_FALSE(parse_linear_form(std::string(100'000, '(')));
}

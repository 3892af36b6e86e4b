#include <learners/search/constraints.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <array>

using namespace pgm;
using namespace pgm::learners;

namespace {

struct BadText {
    std::string_view text;
    std::uint32_t line, column;
    std::string_view message;
};

/// As rules about Age, Sex, lower body and Smoking.
Constraints read(std::string_view text) {
    constexpr std::array<std::string_view, 4> columns = {"Age", "Sex", "lower body", "Smoking"};
    return parse_constraints(text, columns, "rules.txt");
}

}  // namespace

TEST_CASE("Constraints: the text form says all of them", "[learners][search]") {
    constexpr VariableId age{0}, sex{1}, body{2}, smoking{3};
    const Constraints constraints = read(
        "# what is known\r\n"
        "\n"
        "require Age -> Smoking   # a comment\n"
        "forbid 'lower body' -> Age\n"
        "FORBID lower body -> Sex\n"
        "tier 1: Age, Sex\n"
        "  tier 2 : lower body\n"
        "max parents 3");
    CHECK(constraints.required == std::vector<Arc>{{age, smoking}});
    CHECK(constraints.forbidden == std::vector<Arc>{{body, age}, {body, sex}});
    CHECK(constraints.tiers == std::vector<std::optional<std::size_t>>{1, 1, 2, std::nullopt});
    CHECK(constraints.max_parents == 3);
    CHECK(read("") == Constraints{});
    CHECK(read("# nothing\n   \n") == Constraints{});
}

TEST_CASE("Constraints: a mistake in the text is located", "[learners][search]") {
    const BadText bad[] = {
        {"require Age", 1, 12, "expected '->'"},
        {"\nrequire Age -> Agee", 2, 16, "there is no variable Agee"},
        {"forbid -> Age", 1, 8, "the parent's name"},
        {"forbid Age ->", 1, 14, "the child's name"},
        {"require Age -> Age", 1, 16, "leads back to its start"},
        {"require Age -> Sex, Smoking", 1, 19, "expected the end of the line"},
        {"need Age -> Sex", 1, 1, "expected a constraint, found 'need'"},
        {"Age -> Sex", 1, 1, "expected a constraint"},
        {"max 3", 1, 5, "expected 'parents'"},
        {"max parents", 1, 12, "expected a whole number"},
        {"max parents -1", 1, 13, "expected a whole number"},
        {"max parents 3.5", 1, 13, "expected a whole number"},
        {"max parents 99999999999999999999999", 1, 13, "expected a whole number"},
        {"max parents 3\nmax parents 3", 2, 13, "given twice"},
        {"max parents 3 4", 1, 15, "expected the end of the line"},
        {"tier 1 Age", 1, 11, "expected ':'"},
        {"tier: Age", 1, 1, "expected a constraint"},
        {"tier one: Age", 1, 6, "expected the number of the tier"},
        {"tier 1:", 1, 8, "expected a variable"},
        {"tier 1: Age,", 1, 13, "expected a variable"},
        {"tier 1: Age, Bge", 1, 14, "there is no variable Bge"},
        {"tier 1: Age\ntier 2: Sex, Age", 2, 14, "Age is in two tiers, 1 and 2"},
        {"tier 1: Age -> Sex", 1, 13, "expected a comma"},
        {"forbid 'Age -> Sex", 1, 8, "quote"},
        {"require Age -> Sex\nforbid Age \x01 -> Sex", 2, 12, "control"},
    };
    for (const BadText& each : bad) {
        INFO(each.text);
        try {
            read(each.text);
            FAIL("was read");
        } catch (const ParseError& error) {
            INFO(error.what());
            CHECK(error.location().file == "rules.txt");
            CHECK(error.location().line == each.line);
            CHECK(error.location().column == each.column);
            CHECK(error.message().find(each.message) != std::string::npos);
        }
    }
}

TEST_CASE("Constraints: a mistyped name is met with a suggestion", "[learners][search]") {
    try {
        read("require Age -> Smokng");
        FAIL("was read");
    } catch (const ParseError& error) {
        CHECK(error.hint() == "did you mean 'Smoking'?");
    }
}

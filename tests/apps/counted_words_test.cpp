#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string_view>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Rows of four columns of zeros and ones. In seven folds tan is right as often as nb, in other
/// folds, and the mean of the differences is 1.6e-17.
constexpr std::string_view digits =
    "1011101100000110111010101010011101101010000101111011011101000000000010"
    "0000001010000010111100011100011010000110010111010000000000101100010011";

std::string rows_of_digits() {
    std::string text = "a,b,c,d\n";
    for (std::size_t i = 0; i < digits.size(); ++i)
        text.append(1, "xyzw"[i % 4]).append(1, digits[i]).append(i % 4 == 3 ? "\n" : ",");
    return text;
}

}  // namespace

TEST_CASE("Equal means differ by nothing, and not by what rounding leaves") {
    const TemporaryFolder folder;
    const ProgramRun run =
        run_pgm({"evaluate", folder.write("d.csv", rows_of_digits()), "--class", "c", "--structure",
                 "nb", "--structure", "tan", "--folds", "7"});
    CHECK_THAT(run.out, Contains("tan against nb: 0 points, p = 1 "));
}

TEST_CASE("One row, state or variable is told in the singular") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "x,c\na,yes\na,no\n"),
                      model = folder.file("m.pgmodel");
    const std::string fitted = run_pgm({"fit", data, "--class", "c", "-o", model}).out;
    CHECK_THAT(fitted, Contains("2 rows") && Contains("1 state ") && !Contains("1 states"));
    const std::string more = folder.write("more.csv", "x,c\na,yes\n");
    CHECK_THAT(run_pgm({"fit", more, "--class", "c"}).out, Contains("1 row\n"));
    CHECK_THAT(run_pgm({"evaluate", model, more}).out, Contains(": 1 row, class c"));
    CHECK_THAT(run_pgm({"predict", model, "-"}, "x\nb\n").err,
               Contains("has values unseen in training in 1 row, first 'b'"));
    CHECK_THAT(run_pgm({"info", data}).out, Contains("1 state "));
}

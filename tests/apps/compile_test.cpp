#include <tests/support/catch.hpp>
#include <tests/support/child_process.hpp>
#include <tests/support/compiled_c.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Compiles the program and its test, and runs the test.
ChildResult run_test_program(const std::string& stem) {
    const ChildResult compiled =
        run_child({"cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1",
                   stem + ".c", stem + "_test.c", "-o", stem, "-lm"},
                  "");
    if (compiled.exit_status != 0) return compiled;
    return run_child({stem}, "");
}

}  // namespace

TEST_CASE("pgm compile: the test programs of ten networks find no difference", "[apps][full]") {
    if (!has_c_compiler()) return;
    const TemporaryFolder folder;
    for (const char* const name : {"asia", "cancer", "earthquake", "survey", "sachs", "child",
                                   "alarm", "insurance", "water", "hailfinder"}) {
        const auto network = reference_file("networks/bif/" + std::string(name) + ".bif");
        if (!network) {
            WARN("SKIPPED: there are no reference networks");
            return;
        }
        INFO(name);
        const std::string stem = folder.file(name);
        REQUIRE(run_pgm({"compile", *network, "-o", stem + ".c", "--test"}).status == 0);
        const ChildResult result = run_test_program(stem);
        INFO(result.output << result.errors);
        CHECK(result.exit_status == 0);
        CHECK_THAT(result.output, Contains("100 questions"));
    }
}

TEST_CASE("pgm compile: floats, tables and whole numbers pass their tests", "[apps]") {
    if (!has_c_compiler()) return;
    const TemporaryFolder folder;
    const std::string stem = folder.file("asia");
    using Choice = std::vector<std::string>;
    for (const Choice& choice :
         {Choice{"--float"}, Choice{"--compact"}, Choice{"--compact", "--float"},
          Choice{"--fixed", "Q15"}, Choice{"--targets", "lung", "--evidence-on", "xray, smoke"},
          Choice{"--mpe"}, Choice{"--mpe", "--float", "--compact"},
          Choice{"--mpe", "--fixed", "Q15"}, Choice{"--mpe", "--evidence-on", "xray, smoke"}}) {
        std::vector<std::string> arguments{"compile", asia(), "-o", stem + ".c", "--test"};
        arguments.insert(arguments.end(), choice.begin(), choice.end());
        INFO(choice.front());
        REQUIRE(run_pgm(arguments).status == 0);
        const ChildResult result = run_test_program(stem);
        INFO(result.output << result.errors);
        CHECK(result.exit_status == 0);
    }
}

TEST_CASE("pgm compile: the test program fails where the numbers are others", "[apps]") {
    if (!has_c_compiler()) return;
    const TemporaryFolder folder;
    const std::string stem = folder.file("net");
    REQUIRE(run_pgm({"compile", "A{a|b} -> B{x|y}; A: 0.25 0.75; B: 0.5 0.5; B | A=a: 0.1 0.9",
                     "-o", stem + ".c", "--test"})
                .status == 0);
    REQUIRE(run_pgm({"compile", "A{a|b} -> B{x|y}; A: 0.25 0.75; B: 0.5 0.5; B | A=a: 0.11 0.89",
                     "-o", stem + ".c"})
                .status == 0);
    CHECK(run_test_program(stem).exit_status == 1);
}

TEST_CASE("pgm compile: the test program asks for explanations, too", "[apps]") {
    if (!has_c_compiler()) return;
    const TemporaryFolder folder;
    const std::string stem = folder.file("net");
    REQUIRE(run_pgm({"compile", asia(), "-o", stem + ".c", "--test", "--mpe"}).status == 0);
    std::string program = read_file(stem + ".c");
    const std::size_t end = program.rfind("return probability;");
    REQUIRE(end != std::string::npos);
    // The first state of all, whatever is known.
    program.insert(end, "for (int v = 0; v < net_VARIABLES; ++v) best[v] = 0;\n    ");
    std::ofstream(stem + ".c") << program;
    CHECK(run_test_program(stem).exit_status == 1);
}

TEST_CASE("pgm compile: the test programs of classifiers find no difference", "[apps]") {
    if (!has_c_compiler()) return;
    const TemporaryFolder folder;
    const std::string model = folder.file("model.pgmodel"), stem = folder.file("net");
    using Words = std::vector<std::string>;
    const std::string data = "examples/data/";
    const Words iris{data + "iris.csv", "--class", "species"};
    const Words weather{data + "weather.csv", "--class", "play"};
    const std::vector<std::pair<Words, Words>> kinds{
        {iris, {"--structure", "tan", "--continuous", "gaussian"}},
        {iris, {"--structure", "nb", "--continuous", "kde"}},
        {iris, {"--structure", "nb", "--continuous", "mdlp"}},
        {iris, {"--structure", "aode", "--continuous", "frequency:3"}},
        {weather, {"--structure", "tan"}},
        {weather, {}}};
    for (const auto& [table, choice] : kinds) {
        Words fit{"fit", source_file(table[0]), table[1], table[2], "-o", model};
        fit.insert(fit.end(), choice.begin(), choice.end());
        REQUIRE(run_pgm(fit).status == 0);
        for (const Words& options : {Words{}, Words{"--float"}}) {
            Words compile{"compile", model, "-o", stem + ".c", "--test"};
            compile.insert(compile.end(), options.begin(), options.end());
            REQUIRE(run_pgm(compile).status == 0);
            const ChildResult result = run_test_program(stem);
            INFO(fit[1] << ' ' << fit.back() << '\n' << result.output << result.errors);
            CHECK(result.exit_status == 0);
        }
    }
    REQUIRE(
        run_pgm({"compile", "C{a|b}; C: 0.25 0.75", "--class", "C", "-o", stem + ".c", "--test"})
            .status == 0);
    CHECK(run_test_program(stem).exit_status == 0);
    // Another classifier, or costs of which the test does not know.
    REQUIRE(run_pgm({"fit", source_file(data + "iris.csv"), "--class", "species", "-o", model})
                .status == 0);
    REQUIRE(run_pgm({"compile", model, "-o", stem + ".c", "--test"}).status == 0);
    REQUIRE(run_test_program(stem).exit_status == 0);
    REQUIRE(run_pgm({"compile", model, "-o", stem + ".c", "--loss",
                     source_file(data + "iris_costs.csv")})
                .status == 0);
    CHECK(run_test_program(stem).exit_status == 1);
}

TEST_CASE("pgm compile: files and names", "[apps]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("2nd try.c");
    const ProgramRun run = run_pgm({"compile", asia(), "-o", path, "--test", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.json().at("name") == "n_2nd_try");
    CHECK(folder.names() == std::vector<std::string>{"2nd try.c", "2nd try.h", "2nd try_test.c"});
    CHECK_THAT(read_file(path), Contains("#include \"2nd try.h\""));
    CHECK_THAT(run_pgm({"compile", asia(), "-o", path, "--name", "int"}).err, Contains("'int'"));
}

TEST_CASE("pgm compile: what has no program is refused with the way out", "[apps]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("net.c");
    const auto refusal = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "compile");
        arguments.insert(arguments.end(), {"-o", path});
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.status != 0);
        CHECK(folder.names().empty());
        return run.err;
    };
    CHECK_THAT(refusal({"Height{real}; Height: normal(170, sd 10)"}), Contains("'Height'"));
    CHECK_THAT(refusal({asia(), "--targets", "lungs"}), Contains("lung"));
    CHECK_THAT(refusal({asia(), "--fixed", "Q7"}), Contains("Q15"));
    CHECK_THAT(refusal({asia(), "--loss", "loss.csv"}), Contains("--class"));
    CHECK_THAT(refusal({asia(), "--class", "lung", "--mpe"}), Contains("--mpe"));
    CHECK_THAT(run_pgm({"compile", asia(), "-o", "net.rs"}).err, Contains(".c"));
    CHECK_THAT(refusal({source_file("examples/data/loan.csv")}), Contains("loan.csv"));
}

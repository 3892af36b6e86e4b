#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

const char* const bad_sum =
    "network n {}\n"
    "variable A { type discrete [2] {yes, no}; }\n"
    "variable B { type discrete [2] {yes, no}; }\n"
    "probability (A) { table 0.5, 0.5; }\n"
    "probability (B | A) {\n"
    "  (yes) 0.5, 0.6;\n"
    "  (no) 0.5, 0.7;\n"
    "}\n";

/// A root and so many children, in the tables of which the child's own states go fastest.
std::string tables_read_the_other_way(int count) {
    std::string text =
        "network n {}\nvariable r { type discrete [2] {yes, no}; }\n"
        "probability (r) { table 0.5, 0.5; }\n";
    for (int i = 0; i < count; ++i) {
        const std::string x = "x" + std::to_string(i);
        text += "variable " + x + " { type discrete [2] {yes, no}; }\n";
        text += "probability (" + x + " | r) { table 0.1, 0.9, 0.3, 0.7; }\n";
    }
    return text;
}

auto lines_in(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

TEST_CASE("pgm check: a good file is ok") {
    const ProgramRun run = run_pgm({"check", asia()});
    CHECK(run.status == 0);
    CHECK(run.out == "ok\n");
    CHECK(run.err.empty());
    CHECK(run_pgm({"check", asia(), "--json"}).json() == json::parse(R"({"problems":[]})"));
}

TEST_CASE("pgm check: every problem has a line with its place on standard error") {
    const TemporaryFolder folder;
    const std::string path = folder.write("bad.bif", bad_sum);
    const ProgramRun run = run_pgm({"check", path});
    CHECK(run.status == 1);
    CHECK(run.out == "2 errors, 0 warnings\n");
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 2);
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: " + path + ":6:"));
    CHECK_THAT(run.err, Catch::Contains("P(B | A=yes) sums to 1.1, not 1"));
    CHECK_THAT(run.err, Catch::Contains("\npgm: error: " + path + ":7:"));
    CHECK_THAT(run.err, Catch::Contains("P(B | A=no) sums to 1.2, not 1"));
}

TEST_CASE("pgm check: the JSON has every member of a problem") {
    const TemporaryFolder folder;
    const std::string path = folder.write("bad.bif", bad_sum);
    const ProgramRun run = run_pgm({"check", path, "--json"});
    CHECK(run.status == 1);
    const auto problems = run.json().at("problems");
    REQUIRE(problems.size() == 2);
    const auto& first = problems[0];
    CHECK(first.size() == 6);
    CHECK(first.at("severity") == "error");
    CHECK(first.at("message") == "P(B | A=yes) sums to 1.1, not 1");
    CHECK(first.at("file") == path);
    CHECK(first.at("line") == 6);
    CHECK(first.at("column").is_number());
    CHECK(first.at("hint").is_string());
}

TEST_CASE("pgm check: warnings do not fail a file") {
    const TemporaryFolder folder;
    const ProgramRun run =
        run_pgm({"check", folder.write("w.bif",
                                       "network n {}\nvariable A { type discrete [2] {yes, no}; "
                                       "}\nprobability (A) { table 0.5, 0.5005; }\n")});
    CHECK(run.status == 0);
    CHECK(run.out == "0 errors, 1 warning\n");
    CHECK_THAT(run.err, Catch::StartsWith("pgm: warning: "));
}

TEST_CASE("pgm check: a file that is only too large has status 4") {
    const TemporaryFolder folder;
    std::string wide, parents;
    for (int i = 0; i < 40; ++i) {
        const std::string name = "x" + std::to_string(i);
        wide += "variable " + name + " { type discrete {a, b}; }\nprobability (" + name +
                ") { table 0.5, 0.5; }\n";
        parents += (i == 0 ? " | " : ", ") + name;
    }
    wide += "variable y { type discrete {a, b}; }\nprobability (y" + parents +
            ") { default 0.5, 0.5; }\n";
    const ProgramRun run = run_pgm({"check", folder.write("wide.bif", wide)});
    CHECK(run.status == 4);
    CHECK(run.out == "1 error, 0 warnings\n");
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: " + folder.file("wide.bif") +
                                          ":82:14: the table P(y | x0, x1, "));
    CHECK(run_pgm({"check", folder.file("wide.bif"), "--json"}).status == 4);
    CHECK(run_pgm({"info", folder.file("wide.bif")}).status == 4);
}

TEST_CASE("pgm check: a file cut off between two blocks names every variable without a table") {
    const TemporaryFolder folder;
    const std::string good = read_file(asia());
    const std::string path =
        folder.write("cut.bif", good.substr(0, good.find("probability ( xray")));
    const ProgramRun run = run_pgm({"check", path});
    CHECK(run.status == 1);
    CHECK(run.out == "2 errors, 0 warnings\n");
    CHECK_THAT(run.err,
               Catch::Contains("P(xray) has no table") && Catch::Contains("P(dysp) has no table"));
    const ProgramRun info = run_pgm({"info", path});
    CHECK(info.status == 1);
    CHECK_THAT(info.err,
               Catch::Contains(": the text ends without the distributions of 'xray', 'dysp' ("));
}

TEST_CASE("pgm check: hostile files give errors, nothing else") {
    const TemporaryFolder folder;
    const std::string good = read_file(asia());
    const std::vector<std::string> hostile = {
        "",
        "\xef\xbb\xbf",
        std::string(1, '\0'),
        good.substr(0, good.size() / 2),
        "network n {",
        "variable A { type discrete [ 2000000000 ] { a, b }; }",
        std::string(100'000, '{'),
        std::string(100'000, '('),
        good + good,
        "/* never closed"};
    for (const std::string& text : hostile) {
        INFO(text.substr(0, 60));
        const ProgramRun run = run_pgm({"check", folder.write("hostile.bif", text)});
        CHECK((run.status == 0 || run.status == 1 || run.status == 4));
        const ProgramRun info = run_pgm({"info", folder.file("hostile.bif"), "--json"});
        CHECK((info.status == 1 || info.status == 4));
        CHECK(info.error().at("message").is_string());
    }
}

TEST_CASE(
    "pgm check: thousands of like warnings are one line for people, and each its own in JSON") {
    const TemporaryFolder folder;
    const std::string path = folder.write("w.bif", tables_read_the_other_way(900));
    const std::string one_line =
        "pgm: warning: " + path +
        ":5:24: the table of P(x0 | r) sums to 1 only when read with the states of "
        "'x0' fastest, and is read so; 899 more like this, next in 7:24 and 9:24 "
        "(BIF lists the variable's own states slowest)\n";
    const ProgramRun run = run_pgm({"check", path});
    CHECK(run.err == one_line);
    CHECK(run.out == "0 errors, 900 warnings\n");
    CHECK(run_pgm({"info", path}).err == one_line);
    CHECK(run_pgm({"check", path, "--json"}).json().at("problems").size() == 900);
    CHECK(lines_in(run_pgm({"info", path, "--json"}).err) == 900);
}

TEST_CASE("pgm check: warnings beyond the limit of a report stay a few lines") {
    const TemporaryFolder folder;
    const std::string path = folder.write("w.bif", tables_read_the_other_way(5000));
    CHECK(lines_in(run_pgm({"check", path}).err) <= 2);
}

TEST_CASE("pgm check: a few like warnings are told one by one") {
    const TemporaryFolder folder;
    CHECK(lines_in(run_pgm({"check", folder.write("w.bif", tables_read_the_other_way(3))}).err) ==
          3);
}

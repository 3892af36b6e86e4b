#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>

using namespace pgm::tests;
using Catch::Contains;

namespace {

using json = nlohmann::ordered_json;

/// 120 rows: y depends on x, and id, name and day have another value in each row.
std::string people() {
    std::ostringstream text;
    text << "id,name,day,x,y\n";
    for (int i = 0; i < 120; ++i)
        text << 1000 + (i * 7) % 120 << ",Person " << i << ",2026-" << 1 + i / 30 << "-"
             << 1 + i % 30 << "," << (i % 2 == 0 ? "a" : "b") << ","
             << ((i % 2 == 0) != (i % 9 == 4) ? "no" : "yes") << "\n";
    return text.str();
}

/// The names of the features in the report of fit.
std::vector<std::string> features_of(const ProgramRun& run) {
    std::vector<std::string> names;
    const json report = run.json();
    for (const auto& feature : report.at("features")) names.push_back(feature.at("name"));
    return names;
}

}  // namespace

TEST_CASE("pgm fit: columns that identify rows are left out, unless they are asked for") {
    const TemporaryFolder folder;
    const std::string data = folder.write("people.csv", people());
    using Names = std::vector<std::string>;
    const auto features = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"fit", data, "--class", "y", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return features_of(run_pgm(words));
    };
    const Names all{"id", "name", "day", "x"};
    CHECK(features({}) == Names{"x"});
    for (const char* structure : {"nb", "tan", "aode", "stack", "auto:nb,tan"})
        CHECK(features({"-s", structure}) == Names{"x"});
    CHECK(features({"--missing-cells", "em", "-s", "nb"}) == Names{"x"});
    CHECK(features({"--keep-identifiers"}) == all);
    CHECK(features({"-s", "nb", "--numbers", "id"}) == Names{"id", "x"});
    CHECK(features({"-s", "nb", "--discrete", "id"}) == Names{"id", "x"});
    CHECK(features({"-s", "y -> name, x"}) == Names{"name", "x"});
    const ProgramRun run = run_pgm({"fit", data, "--class", "y"});
    CHECK_THAT(run.out, Contains("'id' has 120 different whole numbers in 120 rows: it identifies "
                                 "rows and is left out; --keep-identifiers keeps it") &&
                            Contains("'name' has 120 different values in 120 rows") &&
                            Contains("'day' has 120 different values in 120 rows"));
}

TEST_CASE("pgm fit: the rest is learned as from a table without the columns that identify rows") {
    const TemporaryFolder folder;
    const std::string data = folder.write("people.csv", people()), model = folder.file("m.json"),
                      plain = folder.file("plain.json");
    REQUIRE(run_pgm({"fit", data, "--class", "y", "-o", model}).status == 0);
    REQUIRE(run_pgm({"fit", data, "--class", "y", "--ignore", "id,name,day", "-o", plain}).status ==
            0);
    const std::string narrow = folder.write("narrow.csv", "x,y\na,no\nb,yes\n"),
                      wide = folder.write("wide.csv", "id,name,x,y\n7,Q,a,no\n8,R,b,yes\n");
    const ProgramRun of_plain = run_pgm({"predict", plain, narrow});
    for (const std::string& table : {narrow, wide}) {
        const ProgramRun predicted = run_pgm({"predict", model, table});
        CHECK(predicted.status == 0);
        CHECK(predicted.out == of_plain.out);
    }
    CHECK(run_pgm({"evaluate", model, wide}).status == 0);
    const ProgramRun updatable =
        run_pgm({"fit", data, "--class", "y", "-s", "nb", "--updatable", "-o", model});
    REQUIRE(updatable.status == 0);
    CHECK(run_pgm({"update", model, wide, "-o", plain}).status == 0);
}

TEST_CASE("pgm evaluate: columns that identify rows are left out with a note") {
    const TemporaryFolder folder;
    const std::string data = folder.write("people.csv", people());
    const auto evaluated = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"evaluate", data, "--class", "y", "-s", "nb"};
        words.insert(words.end(), more.begin(), more.end());
        return run_pgm(words);
    };
    const ProgramRun run = evaluated({});
    CHECK_THAT(run.err, Contains("note: 'name' has 120 different values in 120 rows: it identifies "
                                 "rows and is left out; --keep-identifiers keeps it"));
    CHECK(run.out == evaluated({"--ignore", "id,name,day"}).out);
    CHECK(evaluated({"--test", data}).out ==
          evaluated({"--test", data, "--ignore", "id,name,day"}).out);
    const ProgramRun kept = evaluated({"--keep-identifiers"});
    CHECK(kept.out != run.out);
    CHECK_THAT(kept.err, Contains("no arc is learned between it and other features"));
}

TEST_CASE("pgm learn: columns that identify rows are left out, unless a rule names them") {
    const TemporaryFolder folder;
    const std::string data = folder.write("people.csv", people()),
                      rules = folder.write("rules.txt", "forbid y -> id\n");
    const ProgramRun run = run_pgm({"learn", data});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("2 variables") && Contains("x - y"));
    CHECK_THAT(run.err, Contains("note: 'id' has 120 different whole numbers in 120 rows: it "
                                 "identifies rows and is left out; --keep-identifiers keeps it"));
    CHECK_THAT(run_pgm({"learn", data, "--constraints", rules}).out, Contains("3 variables"));
    CHECK_THAT(run_pgm({"learn", data, "--keep-identifiers"}).out, Contains("5 variables"));
    CHECK_THAT(run_pgm({"learn", data, "--numbers", "id"}).out, Contains("3 variables"));
}

TEST_CASE("pgm learn and fit: codes that are taken as numbers are named in a note") {
    const TemporaryFolder folder;
    std::ostringstream text;
    text << "region,plan,size,y\n";
    for (int i = 0; i < 60; ++i)
        text << i % 3 << "," << 1 + (i / 3 + i % 3) % 2 << "," << 0.5 + i * 0.37 << ","
             << (i % 4 == 0 ? "no" : "yes") << "\n";
    const std::string data = folder.write("codes.csv", text.str());
    const std::string remark =
        "note: 'region' and 'plan' have at most 10 different whole numbers and are taken as "
        "numbers";
    const std::string hint = "if they are codes, --discrete region,plan makes states of them";
    CHECK_THAT(run_pgm({"learn", data, "--ignore", "y"}).err,
               Contains(remark + ", normally distributed") && Contains(hint));
    CHECK_THAT(run_pgm({"fit", data, "--class", "y"}).err, Contains(remark) && Contains(hint));
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "y", "-s", "nb"}).err, Contains(remark));
    const std::vector<std::string> told{"fit",    data,        "--class", "y", "--discrete",
                                        "region", "--numbers", "plan"};
    CHECK_THAT(run_pgm(told).err, !Contains("whole numbers"));
    CHECK_THAT(run_pgm({"fit", data, "--class", "region"}).err, !Contains("'region'"));
    // The table is read in parts.
    const std::vector<std::string> fit{"fit", data, "--class", "y", "-s", "nb", "--continuous",
                                       "gaussian"};
    CHECK_THAT(run_pgm(fit).err, Contains(remark) && Contains(hint));
}

TEST_CASE("pgm fit and evaluate: a class of many numbers is named in a note") {
    const TemporaryFolder folder;
    std::ostringstream text;
    text << "x,c\n";
    for (int i = 0; i < 442; ++i) text << i % 7 + 0.5 << "," << i % 214 << "\n";
    const std::string data = folder.write("d.csv", text.str());
    const std::string remark = "the class 'c' has 214 different numbers in 442 rows";
    CHECK_THAT(run_pgm({"fit", data, "--class", "c", "-s", "nb"}).err, Contains(remark));
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "c", "-s", "nb", "--folds", "2"}).err,
               Contains(remark));
}

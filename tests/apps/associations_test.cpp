#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

using Names = std::vector<std::string>;

/// a and b are states, x and y numbers; c is constant, m has no value.
std::string association_table() {
    std::string text = "a,x,b,y,c,m\n";
    for (int i = 0; i < 60; ++i)
        text += std::string(i % 3 == 0 ? "u" : "v") + "," +
                (i % 7 == 0 ? "" : std::to_string(i % 13 + i % 3) + ".5") + "," +
                (i % 4 < 2 ? "p" : "q") + "," + std::to_string(i * i % 29) + ".25,k,\n";
    return text;
}

json associations_of(const std::string& data, Names options = {}) {
    Names call{"associations", data, "--json"};
    call.insert(call.end(), options.begin(), options.end());
    const ProgramRun run = run_pgm(call);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.json()["associations"];
}

}  // namespace

TEST_CASE("pgm associations: pairs in the order of the columns, each by the test that fits") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", association_table());
    const json pairs = associations_of(table);
    REQUIRE(pairs.size() == 10);
    CHECK(pairs[0]["columns"] == json({"a", "x"}));
    CHECK(pairs[0]["test"] == "anova");
    CHECK(pairs[0]["df"] == json({1, 49}));
    CHECK(pairs[0]["rows"] == 51);
    CHECK(pairs[1]["columns"] == json({"a", "b"}));
    CHECK(pairs[1]["test"] == "g2");
    CHECK(pairs[1]["df"] == 1);
    CHECK(pairs[3]["columns"] == json({"a", "c"}));
    for (const char* const member : {"statistic", "df", "p", "q", "strength"})
        CHECK(pairs[3][member].is_null());
    CHECK(pairs[5]["columns"] == json({"x", "y"}));
    CHECK(pairs[5]["test"] == "pearson");
    CHECK(pairs[5]["df"] == 49);
    CHECK(pairs[5].size() == 8);

    const json ranks = associations_of(table, {"--rank", "--with", "x"});
    REQUIRE(ranks.size() == 4);
    CHECK(ranks[0]["test"] == "kruskal-wallis");
    CHECK(ranks[0]["df"] == 1);
    CHECK(ranks[2]["test"] == "spearman");
    CHECK(associations_of(table, {"--columns", "y,a,b"}).size() == 3);
    CHECK(associations_of(table, {"--columns", "y", "--with", "a"}).size() == 1);
}

TEST_CASE("pgm associations: the table for people begins with the surest pairs") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", association_table());
    const ProgramRun run = run_pgm({"associations", table});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("column  and  test"));
    CHECK(run.out.find("\na") < run.out.find("a       c"));
    CHECK_THAT(run.err, Contains("'m' has no value at all and is left out") &&
                            Contains("4 pairs cannot be tested, such as 'a' and 'c'"));
}

TEST_CASE("pgm associations: small counts are said, and permuted on request") {
    const TemporaryFolder folder;
    const std::string table =
        folder.write("tea.csv", "a,b\nu,u\nu,u\nu,u\nu,v\nv,u\nv,v\nv,v\nv,v\n");
    CHECK_THAT(run_pgm({"associations", table}).err,
               Contains("the counts of 1 pair are small") && Contains("--permutations 10000"));
    const ProgramRun drawn = run_pgm({"associations", table, "--permutations", "1000", "--json"});
    CHECK(drawn.err.empty());
    CHECK(drawn.json()["associations"][0]["p"] > 0.3);
    CHECK(run_pgm({"associations", table, "--permutations", "0"}).status == 2);
}

TEST_CASE("pgm associations: a picture in the format of its name") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", association_table()),
                      picture = folder.file("matrix.svg");
    const ProgramRun run = run_pgm({"associations", table, "-o", picture, "--json"});
    CHECK(run.status == 0);
    CHECK(run.json()["written"] == picture);
    CHECK_THAT(read_file(picture), Catch::StartsWith("<?xml") || Catch::StartsWith("<svg"));
    CHECK(run_pgm({"associations", table, "--with", "x", "-o", folder.file("m.pdf")}).status == 0);
    CHECK(run_pgm({"associations", table, "-o", folder.file("m.png")}).status == 2);
    CHECK(run_pgm({"associations", table, "-o", table}).status == 2);
}

TEST_CASE("pgm associations: mistakes are named") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", association_table());
    const auto says = [&](Names options, const std::string& words) {
        options.insert(options.begin(), {"associations"});
        const ProgramRun run = run_pgm(options);
        CHECK(run.status == 1);
        CHECK(run.out.empty());
        CHECK_THAT(run.err, Contains(words));
    };
    says({table, "--columns", "a,z"}, "'z'");
    says({table, "--with", "z"}, "'z'");
    says({table, "--with", "m"}, "'m' has no value at all");
    says({table, "--columns", "a"}, "two columns or more");
    says({table, "--columns", "a,a"}, "'a'");
    says({folder.write("one.csv", "a\nu\nv\n")}, "two columns or more");
    says({folder.write("none.csv", "a,b\n")}, "no rows");
    says({folder.write("empty.csv", "a,b\n,\n,\n")}, "no column has any value");
    says({folder.write("half.csv", "a,b,w\nu,u,1\nv,v,0.5\n"), "--weights", "w"},
         "not whole numbers");
    says({folder.file("no_file.csv")}, "no_file.csv");
    CHECK(run_pgm({"associations"}).status == 2);
}

TEST_CASE("pgm associations: the values of another program") {
    for (const std::string name : {"heart-c", "iris", "breast-cancer"}) {
        const auto expected = reference_json("next/practice/associations_" + name + ".json");
        if (!expected) {
            WARN("SKIPPED: no reference data");
            return;
        }
        const auto data = reference_file((*expected)["data"].get<std::string>());
        REQUIRE(data);
        const json pairs = associations_of(*data);
        REQUIRE(pairs.size() == (*expected)["associations"].size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto& truth = (*expected)["associations"][i];
            INFO(truth.dump() << " " << pairs[i].dump());
            CHECK(pairs[i]["test"] == truth["test"].get<std::string>());
            CHECK(pairs[i]["rows"] == truth["rows"].get<int>());
            CHECK(pairs[i]["columns"][0] == truth["columns"][0].get<std::string>());
            CHECK(pairs[i]["columns"][1] == truth["columns"][1].get<std::string>());
            for (const char* const member : {"statistic", "p", "q", "strength"})
                CHECK_THAT(pairs[i][member].get<double>(),
                           Catch::WithinRel(truth[member].get<double>(), 1e-9));
            if (truth.contains("df")) CHECK(pairs[i]["df"] == truth["df"].get<int>());
        }
    }
}

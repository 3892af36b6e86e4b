#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

const std::string header_of_parts = "colour,size,class\n";
constexpr const char* first_rows = "red,1.5,a\nred,2,b\n?,2.5,a\n";
constexpr const char* second_rows = "blue,0.1,b\nred,NA,?\ngreen,1e9,a\nblue,3,c\n";

std::vector<std::string> joined(std::vector<std::string> words,
                                const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("stats, merge, fit --stats: the model of all rows, byte for byte") {
    const TemporaryFolder folder;
    const std::string one = folder.write("1.csv", header_of_parts + first_rows),
                      two = folder.write("2.csv", header_of_parts + second_rows),
                      all = folder.write("all.csv", header_of_parts + first_rows + second_rows);
    for (const std::string structure : {"nb", "tan", "class -> size, colour"}) {
        INFO(structure);
        const std::vector<std::string> choices = {"--class",  "class",        "--structure",
                                                  structure,  "--continuous", "gaussian",
                                                  "--smooth", "laplace:1"};
        const std::string s1 = folder.file("s1"), s2 = folder.file("s2.stats"),
                          s = folder.file("s");
        REQUIRE(run_pgm(joined({"stats", one, "-o", s1}, choices)).status == 0);
        REQUIRE(run_pgm(joined({"stats", two, "-o", s2}, choices)).status == 0);
        REQUIRE(run_pgm({"merge", s1, s2, "-o", s}).status == 0);
        const std::string from_sums = folder.file("a.pgmodel"),
                          from_rows = folder.file("b.pgmodel");
        REQUIRE(run_pgm({"fit", "--stats", s, "-o", from_sums}).status == 0);
        REQUIRE(run_pgm(joined({"fit", all, "-o", from_rows}, choices)).status == 0);
        CHECK(read_file(from_sums) == read_file(from_rows));
        REQUIRE(run_pgm({"fit", "--stats", s2, "--stats", s1, "-o", from_sums}).status == 0);
        CHECK(read_file(from_sums) == read_file(from_rows));
    }
}

TEST_CASE("stats --like: cut points, columns and states are those of a model") {
    const TemporaryFolder folder;
    const std::string iris = source_file("examples/data/iris.csv");
    const std::string model = folder.file("like.pgmodel");
    REQUIRE(run_pgm({"fit", iris, "--class", "species", "--structure", "tan", "--smooth",
                     "laplace:1", "--updatable", "-o", model})
                .status == 0);
    const std::string text = read_file(iris);
    const std::size_t cut = text.find('\n', text.size() / 3) + 1, line = text.find('\n') + 1;
    const std::string one = folder.write("1.csv", text.substr(0, cut)),
                      two = folder.write("2.csv", text.substr(0, line) + text.substr(cut)),
                      s1 = folder.file("s1"), s2 = folder.file("s2"), s = folder.file("s.pgmodel");
    REQUIRE(run_pgm({"stats", one, "--like", model, "-o", s1}).status == 0);
    REQUIRE(run_pgm({"stats", two, "--like", model, "-o", s2}).status == 0);
    REQUIRE(run_pgm({"merge", s1, s2, "-o", s}).status == 0);
    CHECK(run_pgm({"predict", s, iris, "--proba"}).out ==
          run_pgm({"predict", model, iris, "--proba"}).out);
    CHECK(run_pgm({"stats", one, "--like", model, "--class", "species", "-o", s1}).status == 2);
}

TEST_CASE("stats, merge, fit --stats: what does not fit is refused by name") {
    const TemporaryFolder folder;
    const std::string one = folder.write("1.csv", "a,c,y\np,m,u\nq,n,v\n"),
                      numbers = folder.write("2.csv", "a,c,y\n1,m,u\n2,n,v\n"),
                      other = folder.write("3.csv", "b,c,y\np,m,u\nq,n,v\n"),
                      s1 = folder.file("s1"), s2 = folder.file("s2"), s3 = folder.file("s3"),
                      s = folder.file("s");
    const auto counted = [](const std::string& table, const std::string& to) {
        return run_pgm({"stats", table, "--class", "y", "--structure", "nb", "--continuous",
                        "gaussian", "-o", to})
            .status;
    };
    REQUIRE(counted(one, s1) == 0);
    REQUIRE(counted(numbers, s2) == 0);
    REQUIRE(counted(other, s3) == 0);
    const ProgramRun kinds = run_pgm({"merge", s1, s2, "-o", s});
    CHECK(kinds.status == 1);
    CHECK_THAT(kinds.err, Contains("column 'a' of '" + s2 + "' has numbers, and states in"));
    CHECK_THAT(run_pgm({"merge", s1, s3, "-o", s}).err, Contains("has no column"));
    CHECK_THAT(run_pgm({"merge", s1, one, "-o", s}).err, Contains("holds no statistics"));
    CHECK(run_pgm({"merge", s1, s1, "-o", s1}).status == 2);
    CHECK(run_pgm({"fit", one, "--stats", s1}).status == 2);
    CHECK(run_pgm({"fit", "--class", "y"}).status == 2);
    CHECK(run_pgm({"fit", "--stats", s1, "--class", "z"}).status == 2);
    CHECK_THAT(run_pgm({"fit", "--stats", s1, "--structure", "tan"}).err,
               Contains("no sums of P("));
    CHECK(run_pgm({"fit", "--stats", s1, "--structure", "stack"}).status == 2);
    CHECK(run_pgm({"fit", "--stats", s1, "--smooth", "backoff"}).status == 1);
}

TEST_CASE("stats: kdb:2 is refused before it counts, and counted with the arcs of a model") {
    const TemporaryFolder folder;
    std::string one = "a,b,c,d,y\n", two = one;
    for (int i = 0; i < 200; ++i) {
        const auto bit = [&](int k) { return std::to_string(i * (k + 3) / 5 % (k + 2) % 2); };
        (i % 3 == 0 ? one : two) += bit(0) + ",s" + bit(1) + ",t" + bit(2) + ",u" + bit(3) +
                                    (i % 2 == 0 ? ",p\n" : ",q\n");
    }
    const std::string first = folder.write("1.csv", one), second = folder.write("2.csv", two),
                      s1 = folder.file("s1"), s2 = folder.file("s2"), s = folder.file("s.pgmodel"),
                      model = folder.file("m.pgmodel");
    const ProgramRun refused =
        run_pgm({"stats", first, "--class", "y", "--structure", "kdb:2", "-o", s1});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("kdb:2 counts depends on all rows"));
    CHECK(folder.names() == std::vector<std::string>{"1.csv", "2.csv"});
    REQUIRE(run_pgm({"fit", first, "--class", "y", "--structure", "kdb:2", "-o", model}).status ==
            0);
    REQUIRE(run_pgm({"stats", first, "--like", model, "-o", s1}).status == 0);
    REQUIRE(run_pgm({"stats", second, "--like", model, "-o", s2}).status == 0);
    REQUIRE(run_pgm({"merge", s1, s2, "-o", s}).status == 0);
    CHECK(run_pgm({"compare", s, model, "--json"}).json().at("shd") == 0);
}

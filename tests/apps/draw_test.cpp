#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>

using namespace pgm::tests;

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        ++count;
    return count;
}

}  // namespace

TEST_CASE("pgm draw: .dot has a node per variable and an arc per arc, with bars under evidence") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"draw", asia(), "-o", folder.file("a.dot"), "-e", "xray=yes"}).status == 0);
    const std::string text = read_file(folder.file("a.dot"));
    CHECK(occurrences(text, " -> ") == 8);
    CHECK(occurrences(text, "label=<") == 8);
    CHECK_THAT(text, Catch::Contains(">0.0924<"));  // P(tub=yes | xray=yes) of the paper: 9.2 %
    CHECK(occurrences(run_pgm({"draw", asia(), "-o", "-", "--no-bars"}).out, "0.") <
          occurrences(run_pgm({"draw", asia(), "-o", "-"}).out, "0."));
}

TEST_CASE("pgm draw: .svg has a card per variable, and needs no other program") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"draw", asia(), "-o", folder.file("a.svg"), "--tables"}).status == 0);
    const std::string svg = read_file(folder.file("a.svg"));
    CHECK_THAT(svg, Catch::StartsWith("<?xml"));
    CHECK_THAT(svg, Catch::EndsWith("</svg>\n"));
    CHECK(occurrences(svg, "<title>") == 8);
    CHECK(run_shell("PATH=/nowhere \"$pgm\" draw " + asia() + " -o - --tables").out == svg);
}

TEST_CASE("pgm draw: impossible evidence has status 3, an unknown picture format is wrong usage") {
    const ProgramRun impossible =
        run_pgm({"draw", asia(), "-o", "-", "-e", "either=no, tub=yes, smoke=no"});
    CHECK(impossible.status == 3);
    CHECK_THAT(impossible.err, Catch::Contains("either=no and tub=yes cannot be true together"));
    const auto answer =
        run_pgm({"draw", asia(), "-o", "-", "-e", "either=no, tub=yes", "--json"}).json();
    CHECK(answer ==
          nlohmann::ordered_json::parse(
              R"({"written":null,"impossible":true,"conflict":["either=no","tub=yes"]})"));
    CHECK(run_pgm({"draw", asia(), "-o", "a.png"}).status == 2);
    CHECK(run_pgm({"draw", asia()}).status == 2);
    CHECK(run_pgm({"draw", asia(), "-o", "-", "--bars", "--no-bars"}).status == 2);
}

TEST_CASE("pgm draw: --confidence gives arcs a width and a label, in .dot and in .svg") {
    const TemporaryFolder folder;
    const std::string arcs = folder.write(
        "arcs.csv", "from,to,confidence\nsmoke,lung,0.62\nlung,smoke,0.33\nasia,xray,1\n");
    const std::vector<std::string> call = {"draw", asia(), "--confidence", arcs, "-o"};
    const auto drawn = [&](const std::string& file) {
        std::vector<std::string> words = call;
        words.push_back(folder.file(file));
        REQUIRE(run_pgm(words).status == 0);
        return read_file(folder.file(file));
    };
    const std::string dot = drawn("a.dot");
    CHECK(occurrences(dot, "label=\" 0.62 of 0.95 \"") == 1);
    CHECK(occurrences(dot, "label=\" 0 \"") == 7);  // the network has no arc from asia to xray
    CHECK(occurrences(drawn("a.svg"), ">0.62 of 0.95</text>") == 1);
}

TEST_CASE("pgm draw: a mistake in the confidence of arcs is located") {
    const TemporaryFolder folder;
    const std::string arcs =
        folder.write("arcs.csv", "from,to,confidence\nsmoke,lung,1\nsmoke,lunge,1\n");
    const ProgramRun run = run_pgm({"draw", asia(), "--confidence", arcs, "-o", "-"});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains(
                            "arcs.csv:3:7: there is no variable 'lunge' (did you mean 'lung'?)"));
    CHECK(run_pgm({"draw", asia(), "--confidence", arcs, "-o", arcs}).status == 2);
}

TEST_CASE("pgm draw: --cpdag draws what data leave open without heads of arrows") {
    const TemporaryFolder folder;
    const std::string dot = folder.file("n.dot"), svg = folder.file("n.svg");
    REQUIRE(run_pgm({"draw", "A -> B -> C; D -> E <- F", "--cpdag", "-o", dot}).status == 0);
    const std::string text = read_file(dot);
    for (const char* const arc : {"n0 -> n1 [dir=none];", "n1 -> n2 [dir=none];", "n3 -> n4;"}) {
        INFO(arc);
        CHECK(text.find(arc) != std::string::npos);
    }
    REQUIRE(run_pgm({"draw", "A -> B -> C; D -> E <- F", "--cpdag", "-o", svg}).status == 0);
    const std::string picture = read_file(svg);
    std::size_t open = 0;
    for (std::size_t at = 0; (at = picture.find("marker-end=\"none\"", at)) != std::string::npos;
         ++at)
        ++open;
    CHECK(open == 2);
}

TEST_CASE("pgm draw: a part of a network, and a page to zoom and to search") {
    const TemporaryFolder folder;
    const std::string near = folder.file("near.dot"), page = folder.file("asia.html");
    REQUIRE(run_pgm({"draw", asia(), "-o", near, "--around", "lung", "--depth", "1"}).status == 0);
    const std::string part = read_file(near);
    CHECK_THAT(part, Catch::Contains("<B>lung</B>") && Catch::Contains("<B>smoke</B>") &&
                         Catch::Contains("<B>either</B>"));
    CHECK_THAT(part, !Catch::Contains("<B>tub</B>") && !Catch::Contains("<B>xray</B>"));
    REQUIRE(run_pgm({"draw", asia(), "-o", near, "--only", "asia, xray"}).status == 0);
    CHECK_THAT(read_file(near), !Catch::Contains(" -> "));
    CHECK(run_pgm({"draw", asia(), "-o", near, "--only", "asai"}).status == 1);
    REQUIRE(run_pgm({"draw", asia(), "-o", page}).status == 0);
    CHECK_THAT(read_file(page), Catch::StartsWith("<!DOCTYPE html>"));
}

#include <io/network_file.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        ++count;
    return count;
}

/// X0 -> X1 -> ... of normal variables whose means have two regimes each: X39 has 2^40 components.
pgm::BayesianNetwork chain_of_regimes() {
    constexpr std::size_t length = 40;
    pgm::NetworkBuilder builder;
    std::vector<pgm::VariableId> previous;
    for (std::size_t t = 0; t < length; ++t) {
        const auto regime =
            builder.add_variable(pgm::Variable("R" + std::to_string(t), {"calm", "wild"}));
        const auto x = builder.add_variable(pgm::Variable("X" + std::to_string(t)));
        const std::vector<double> slopes(previous.size(), 0.9);
        builder.set_cpd(pgm::TableCpd(pgm::Scope({regime}, {2}), std::vector<double>{0.75, 0.25}));
        builder.set_cpd(pgm::LinearGaussianCpd(x, pgm::Scope({regime}, {2}), previous,
                                               {{1, slopes, 1}, {-2.5, slopes, 4}}));
        previous = {x};
    }
    return builder.build();
}

/// A standard normal variable X and four measurements of it, each off by a standard normal error.
pgm::BayesianNetwork four_measurements() {
    pgm::NetworkBuilder builder;
    const auto x = builder.add_variable(pgm::Variable("X"));
    builder.set_cpd(pgm::LinearGaussianCpd(x, {}, {}, {{0, {}, 1}}));
    for (const char* const name : {"A", "B", "C", "D"})
        builder.set_cpd(pgm::LinearGaussianCpd(builder.add_variable(pgm::Variable(name)), {}, {x},
                                               {{0, {1}, 1}}));
    return builder.build();
}

}  // namespace

TEST_CASE("pgm draw: .dot has a node per variable and an arc per arc, with bars under evidence") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"draw", asia(), "-o", folder.file("a.dot"), "-e", "xray=yes"}).status == 0);
    const std::string text = read_file(folder.file("a.dot"));
    CHECK(occurrences(text, " -> ") == 8);
    CHECK(occurrences(text, "label=<") == 8 + 1);   // the legend
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
    CHECK(occurrences(drawn("a.svg"), ">0.52 of 0.98: confidence of the arc, of the edge<") == 1);
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

TEST_CASE(
    "pgm draw: a continuous variable has its density, an interval is shaded, a value marked") {
    const TemporaryFolder folder;
    const std::string model = folder.file("waste.json");
    REQUIRE(run_pgm({"example", "waste", "-o", model}).status == 0);
    const ProgramRun plain = run_pgm({"draw", model, "-o", "-"});
    CHECK(plain.err.empty());
    CHECK(occurrences(plain.out, ">mean ") == 6);
    // Means and standard deviations of Lauritzen 1992, table 2.
    CHECK_THAT(plain.out, Catch::Contains(">mean -3.25, sd 0.709<"));
    CHECK_THAT(plain.out, Catch::Contains(">mean -0.214, sd 0.459<"));
    const ProgramRun run = run_pgm({"draw", model, "-o", "-", "-e", "C=-0.9, L > 1.1"});
    CHECK(run.err.empty());
    CHECK(occurrences(run.out, ">= -0.9</text>") == 1);
    CHECK(occurrences(run.out, ">L &gt; 1.1</text>") == 1);
    CHECK(run.out == run_pgm({"draw", model, "-o", "-", "-e", "C=-0.9, L > 1.1"}).out);
    CHECK(occurrences(run_pgm({"draw", model, "-o", "-", "--no-bars"}).out, ">mean ") == 0);
    CHECK(occurrences(run_pgm({"draw", model, "-o", "-", "--only", "C, E, W"}).out, ">mean ") == 2);
    const std::string dot = folder.file("waste.dot"), page = folder.file("waste.html");
    REQUIRE(run_pgm({"draw", model, "-o", dot}).status == 0);
    CHECK_THAT(read_file(dot), Catch::Contains(">mean -3.25, sd 0.709</TD>"));
    REQUIRE(run_pgm({"draw", model, "-o", page}).status == 0);
    CHECK_THAT(read_file(page), Catch::Contains(">mean -3.25, sd 0.709</text>"));
    CHECK(run_pgm({"draw", model, "-o", "-", "-e", "L > 1, L < 0"}).status != 0);
}

TEST_CASE("pgm draw: where a density is too much work the moments are drawn, and a note says why") {
    const TemporaryFolder folder;
    const std::string model = folder.file("regimes.json");
    pgm::io::write_network(chain_of_regimes(), model);
    const ProgramRun run = run_pgm({"draw", model, "-o", "-", "--only", "X0, X1, X38, X39"});
    CHECK(run.status == 0);
    CHECK(occurrences(run.out, ">mean ") == 4);
    CHECK(occurrences(run.err, "no curve of ") >= 1);
    CHECK_THAT(run.err, Catch::Contains("'X39'") && !Catch::Contains("'X0'"));
}

TEST_CASE(
    "pgm draw: where probabilities under intervals are refused there is no curve, and a note says "
    "why") {
    const TemporaryFolder folder;
    const std::string model = folder.file("measurements.json");
    pgm::io::write_network(four_measurements(), model);
    const ProgramRun run =
        run_pgm({"draw", model, "-o", "-", "-e", "A > 0, B > 0, C <= 1", "--only", "X, D"});
    CHECK(run.status == 0);
    CHECK(occurrences(run.out, "<title>") == 2);
    CHECK_THAT(run.err, Catch::Contains("no curve of 'D': ") && Catch::Contains("at most 3"));
}

TEST_CASE("pgm draw: .pdf, .tex and .tikz are the same picture as .svg") {
    const TemporaryFolder folder;
    const auto drawn = [&](const std::string& name) {
        const ProgramRun run = run_pgm({"draw", asia(), "-e", "xray=yes", "-o", folder.file(name)});
        REQUIRE(run.status == 0);
        CHECK(run.err.empty());
        return read_file(folder.file(name));
    };
    const std::string svg = drawn("a.svg"), pdf = drawn("a.pdf"), tex = drawn("a.tex");
    CHECK_THAT(pdf, Catch::StartsWith("%PDF-1.6\n") && Catch::EndsWith("%%EOF\n"));
    CHECK_THAT(tex, Catch::StartsWith("\\documentclass[tikz]{standalone}"));
    CHECK_THAT(drawn("a.tikz"), Catch::StartsWith("\\definecolor"));
    const std::size_t texts = occurrences(svg, "<text ");
    CHECK(occurrences(pdf, " Tj ET\n") == texts);
    CHECK(occurrences(tex, "\\node[") == texts);
    CHECK_THAT(pdf, Catch::Contains("(0.0924) Tj") && Catch::Contains("(observed) Tj"));
    CHECK(run_pgm({"draw", asia(), "-o", folder.file("a.pdf.gz")}).status == 0);
}

TEST_CASE("pgm draw: a name that the fonts of PDF do not have is noted") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"draw", "Ωρίων -> größe", "-o", folder.file("a.pdf")});
    CHECK(run.status == 0);
    CHECK_THAT(run.err, Catch::Contains("'Ωρίων'") && !Catch::Contains("größe"));
    CHECK(run_pgm({"draw", "Ωρίων -> größe", "-o", folder.file("a.svg")}).err.empty());
}

TEST_CASE("pgm draw: cards stand where the file has them, or in layers to the right") {
    const TemporaryFolder folder;
    const std::string net =
        folder.write("wet.net",
                     "net { }\nnode R { label = \"it rains\"; position = (500 20); states = "
                     "(\"no\" \"yes\"); }\n"
                     "node W { position = (20 400); states = (\"no\" \"yes\"); }\n"
                     "potential (R) { data = (0.7 0.3); }\n"
                     "potential (W | R) { data = ((0.9 0.1)(0.2 0.8)); }\n");
    const auto out = [&](const std::vector<std::string>& more) {
        std::vector<std::string> line = {"draw", net, "-o", "-"};
        line.insert(line.end(), more.begin(), more.end());
        return run_pgm(line).out;
    };
    CHECK_THAT(out({}), Catch::Contains(">it rains</text>") &&
                            Catch::Contains("<title>it rains (R)</title>"));
    CHECK(out({"--layout", "file"}) != out({}));
    CHECK(out({"--direction", "right"}) != out({}));
    const ProgramRun none = run_pgm({"draw", asia(), "-o", "-", "--layout", "file"});
    CHECK(none.status == 1);
    CHECK_THAT(none.err, Catch::Contains("the file has no position of 'asia'"));
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--layout", "circle"},
                                                  {"--direction", "up"},
                                                  {"--layout", "file", "--direction", "right"}}) {
        std::vector<std::string> line = {"draw", net, "-o", "-"};
        line.insert(line.end(), wrong.begin(), wrong.end());
        CHECK(run_pgm(line).status == 2);
    }
    CHECK(run_pgm({"draw", net, "-o", folder.file("a.dot"), "--layout", "file"}).status == 2);
}

TEST_CASE("pgm draw: a diagram has the posteriors of its best strategy, and expected utilities") {
    const TemporaryFolder folder;
    const std::string oil = folder.file("oil.json");
    REQUIRE(run_pgm({"example", "oil", "-o", oil}).status == 0);
    const ProgramRun run = run_pgm({"draw", oil, "-o", folder.file("oil.svg")});
    CHECK(run.status == 0);
    CHECK_THAT(run.err, Catch::Contains("'Test', 'Drill' follow the best strategy"));
    const std::string text = read_file(folder.file("oil.svg"));
    for (const char* const number : {">0.59<", ">0.41<", ">32.5<", ">-10<"})
        CHECK_THAT(text, Catch::Contains(number));
    CHECK(occurrences(text, "stroke-dasharray") == 2 + 1);  // the legend
    for (const char* const name : {"oil.pdf", "oil.tex", "oil.html", "oil.dot"})
        CHECK(run_pgm({"draw", oil, "--tables", "-o", folder.file(name)}).status == 0);
    CHECK(run_pgm({"draw", oil, "--no-bars", "-o", "-"}).err.empty());
}

TEST_CASE("pgm draw: the boxes of decisions have what each alternative is worth") {
    const TemporaryFolder folder;
    const std::string oil = folder.file("oil.json");
    REQUIRE(run_pgm({"example", "oil", "-o", oil}).status == 0);
    const auto drawn = [&](std::vector<std::string> more) {
        std::vector<std::string> line = {"draw", oil, "-o", "-"};
        line.insert(line.end(), more.begin(), more.end());
        return run_pgm(line);
    };
    // The numbers of 'pgm query oil.json EU(Test) EU(Drill)': 22.5, 20; 10, -10.
    const std::string text = drawn({}).out;
    for (const char* const bold : {">22.5<", ">10<"}) {
        const std::size_t at = text.find(bold);
        REQUIRE(at != std::string::npos);
        CHECK(text.rfind("font-weight=\"bold\"", at) > text.rfind('<', at));
    }
    CHECK_THAT(text, Catch::Contains(">20<") && Catch::Contains(">-10<"));
    // A decision with a finding is taken; the other has its value for it.
    const std::string taken = drawn({"-e", "Test=test"}).out;
    CHECK_THAT(taken, !Catch::Contains(">22.5<") && Catch::Contains(">10<"));
    // Findings together cannot be weighed with decisions: a note, and the picture.
    const ProgramRun together = drawn({"-e", "Oil=wet or Seismic=open"});
    CHECK(together.status == 0);
    CHECK_THAT(together.err, Catch::Contains("no expected utilities of alternatives"));
}

TEST_CASE("pgm draw: the graphs of inference, without numbers, in every form") {
    const TemporaryFolder folder;
    const std::string model = "A{a|b} -> B{a|b} -> D{a|b} <- C{a|b} <- A";
    for (const char* const graph : {"moral", "triangulated", "cliques"}) {
        for (const char* const name : {"g.svg", "g.pdf", "g.tex", "g.tikz", "g.html", "g.dot"})
            CHECK(run_pgm({"draw", model, "--graph", graph, "-o", folder.file(name)}).status == 0);
        const std::string text = run_pgm({"draw", asia(), "--graph", graph, "-o", "-"}).out;
        CHECK(occurrences(text, ">0.") == 0);  // no bars
        CHECK(text !=
              run_pgm({"draw", asia(), "--graph", graph, "-o", "-", "-e", "either=yes"}).out);
    }
    CHECK_THAT(run_pgm({"draw", asia(), "--graph", "cliques", "-o", "-"}).out,
               Catch::Contains(">a table of 8 rows<"));
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--graph", "chordal"},
                                                  {"--graph", "moral", "--bars"},
                                                  {"--graph", "moral", "--influence"},
                                                  {"--graph", "cliques", "--only", "A"}}) {
        std::vector<std::string> line = {"draw", model, "-o", "-"};
        line.insert(line.end(), wrong.begin(), wrong.end());
        CHECK(run_pgm(line).status == 2);
    }
    const ProgramRun mixed =
        run_pgm({"draw", "A{a|b} -> X{real}", "--graph", "cliques", "-o", "-"});
    CHECK_THAT(mixed.err, Catch::Contains("not drawn, since they have densities: 'X'"));
    const ProgramRun diagram =
        run_pgm({"draw", "D{a|b, decision} -> U{utility}; U: 1 0", "--graph", "moral", "-o", "-"});
    CHECK(diagram.status == 1);
    CHECK_THAT(diagram.err, Catch::Contains("without decisions and utilities"));
}

TEST_CASE("pgm draw: the strength of influence of arcs, under the evidence") {
    const TemporaryFolder folder;
    const auto strengths = [&](std::vector<std::string> more) {
        std::vector<std::string> line = {"draw",        asia(),  "-o", folder.file("a.svg"),
                                         "--influence", "--json"};
        line.insert(line.end(), more.begin(), more.end());
        const ProgramRun run = run_pgm(line);
        INFO(run.err);
        REQUIRE(run.status == 0);
        return run.json().at("influence");
    };
    const auto prior = strengths({});
    REQUIRE(prior.size() == 8);
    CHECK(prior[0].at("from") == "asia");
    CHECK(prior[0].at("to") == "tub");
    CHECK(prior[0].at("strength").get<double>() == Approx(0.05 - 0.01));
    CHECK_THAT(read_file(folder.file("a.svg")),
               Catch::Contains(">0.04<") && Catch::Contains("strength of influence"));
    CHECK(strengths({"-e", "tub=yes"}) != prior);
    CHECK(strengths({"-e", "do(either=yes)", "--no-bars"}).size() == 6);
    CHECK(run_pgm({"draw", "A -> B", "-o", "-", "--influence"}).status == 1);  // no numbers
    CHECK(run_pgm({"draw", asia(), "-o", "-", "--influence", "--confidence", "c.csv"}).status == 2);
    const ProgramRun impossible = run_pgm(
        {"draw", asia(), "-o", "-", "--influence", "--no-bars", "-e", "tub=yes, either=no"});
    CHECK(impossible.status == 3);
}

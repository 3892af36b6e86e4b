#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

json names_in(const nlohmann::ordered_json& object) {
    json keys;
    for (const auto& member : object.items()) keys.push_back(member.key());
    return keys;
}

}  // namespace

TEST_CASE("pgm info: the JSON has the promised members and the size of Asia") {
    const auto info = run_pgm({"info", asia(), "--json"}).json();
    CHECK(names_in(info) ==
          json({"variables", "arcs", "parameters", "max_in_degree", "junction_tree"}));
    CHECK(names_in(info["junction_tree"]) ==
          json({"cliques", "largest_clique_cells", "total_cells", "bytes"}));
    CHECK(info["variables"] == 8);
    CHECK(info["arcs"] == 8);
    CHECK(info["parameters"] == 18);
    CHECK(info["max_in_degree"] == 2);
    // Lauritzen and Spiegelhalter 1988: six cliques, two pairs and four triples of binary
    // variables.
    CHECK(info["junction_tree"]["cliques"] == 6);
    CHECK(info["junction_tree"]["largest_clique_cells"] == 8);
    CHECK(info["junction_tree"]["total_cells"] == 40);
    CHECK(info["junction_tree"]["bytes"] == 320);
}

TEST_CASE("pgm info: people get a table with the factorisation of a short network") {
    const ProgramRun run = run_pgm({"info", asia()});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Catch::Contains("variables      8\n"));
    CHECK_THAT(run.out,
               Catch::Contains("P(asia) P(tub | asia) P(smoke) P(lung | smoke) P(bronc | smoke) "
                               "P(either | lung, tub) P(xray | either) P(dysp | bronc, either)"));
}

TEST_CASE("pgm info: sizes have all their digits") {
    const TemporaryFolder folder;
    // One clique of 24 binary variables, and one of two of them and their child for each of the 276
    // pairs.
    CHECK_THAT(
        run_pgm({"info", folder.write("dense.bif", dense_bif(24, "a, b"))}).out,
        Catch::Contains(
            "277 cliques, the largest of 16777216 cells; 16779424 cells together, 134.2 MB\n"));
}

TEST_CASE("pgm info: a junction tree beyond every limit is told as such") {
    const TemporaryFolder folder;
    const std::string file = folder.write("dense.bif", dense_bif(60, "a, b"));  // 2^60 cells
    const ProgramRun text = run_pgm({"info", file});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, Catch::Contains("junction tree  one clique has 1.15292e+18 cells or more: "
                                         "exact inference is out of reach\n"));
    const auto tree = run_pgm({"info", file, "--json"}).json()["junction_tree"];
    CHECK(names_in(tree) ==
          json({"cliques", "largest_clique_cells", "total_cells", "bytes", "lower_bound"}));
    CHECK(tree["lower_bound"] == true);
    CHECK(tree["largest_clique_cells"] == 0x1p60);
}

TEST_CASE("pgm info: graph questions are answered in text and JSON") {
    const auto answer = run_pgm({"info", asia(), "--json", "--markov-blanket", "either",
                                 "--ancestors", "xray", "--descendants", "smoke,tub",
                                 "--topological", "--factorisation", "--moral", "--cpdag"})
                            .json();
    CHECK(answer["markov_blanket"] == json({"tub", "lung", "bronc", "xray", "dysp"}));
    CHECK(answer["ancestors"] == json({"asia", "tub", "smoke", "lung", "either"}));
    CHECK(answer["descendants"] == json({"lung", "bronc", "either", "xray", "dysp"}));
    CHECK(answer["topological_order"].size() == 8);
    CHECK(answer["moral_graph"].size() ==
          10);  // eight arcs and two marriages: lung - tub, bronc - either
    // The v-structures at either and dysp compel four arcs and xray's by Meek's first rule; the
    // rest may be turned.
    CHECK(answer["cpdag"]["directed"].size() == 5);
    CHECK(answer["cpdag"]["undirected"].size() == 3);
    CHECK_THAT(run_pgm({"info", asia(), "--markov-blanket", "either"}).out,
               Catch::Contains("Markov blanket of either\n  tub, lung, bronc, xray, dysp\n"));
}

TEST_CASE("pgm info: equivalence of two models compares their graphs by name") {
    const TemporaryFolder folder;
    const auto model = [&](const char* name, const char* family) {
        return folder.write(name, std::string("network n {}\nvariable A { type discrete [2] {a, "
                                              "b}; }\nvariable B { type discrete [2] {a, b}; }\n") +
                                      family);
    };
    const std::string forward = model("f.bif",
                                      "probability (A) { table 0.5, 0.5; }\nprobability (B | A) { "
                                      "(a) 0.5, 0.5; (b) 0.1, 0.9; }\n");
    const std::string backward = model("b.bif",
                                       "probability (B) { table 0.5, 0.5; }\nprobability (A | B) { "
                                       "(a) 0.5, 0.5; (b) 0.1, 0.9; }\n");
    const std::string none = model(
        "n.bif", "probability (A) { table 0.5, 0.5; }\nprobability (B) { table 0.5, 0.5; }\n");
    CHECK(run_pgm({"info", forward, "--equivalent", backward, "--json"}).json()["equivalent"] ==
          true);
    const auto different = run_pgm({"info", forward, "--equivalent", none, "--json"}).json();
    CHECK(different["equivalent"] == false);
    CHECK(different["difference"] == "A - B are joined only in the first graph");
    CHECK(run_pgm({"info", forward, "--equivalent", asia()}).status == 1);
}

TEST_CASE("pgm info: an unknown variable is shown under a caret") {
    const ProgramRun run = run_pgm({"info", asia(), "--ancestors", "xray, lnug"});
    CHECK(run.status == 1);
    CHECK(run.err ==
          "pgm: error: column 7: no variable 'lnug' (did you mean 'lung'?)\n"
          "    xray, lnug\n"
          "          ^\n");
}

TEST_CASE("pgm info: a data set is described by its columns") {
    const TemporaryFolder folder;
    const std::string data =
        folder.write("data.csv", "age,word,size\n31,red,\n20.5,blue,2\n?,red,4\n");
    const auto info = run_pgm({"info", data, "--json"}).json();
    CHECK(info["rows"] == 3);
    CHECK(info["columns"] == 3);
    CHECK(info["missing_cells"] == 2);
    CHECK(info["schema"][0] == json({{"name", "age"},
                                     {"type", "continuous"},
                                     {"min", 20.5},
                                     {"max", 31},
                                     {"mean", 25.75},
                                     {"missing", 1}}));
    CHECK(info["schema"][1] == json({{"name", "word"},
                                     {"type", "discrete"},
                                     {"states", {"blue", "red"}},
                                     {"counts", {1, 2}},
                                     {"missing", 0}}));
    const ProgramRun run = run_pgm({"info", data, "--discrete", "size"});
    CHECK_THAT(run.out, Catch::Contains("rows            3\n"));
    CHECK_THAT(run.out, Catch::Contains("20.5 to 31, mean 25.75"));
    CHECK_THAT(run.out, Catch::Contains("2 1, 4 1"));
}

TEST_CASE("pgm info: a data set has no graph to be asked about") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"info", folder.write("data.csv", "a,b\n1,2\n"), "--moral"}).status == 2);
}

TEST_CASE(
    "pgm info --plan: a chain of two is one clique of four cells, and one of two when its head is "
    "known") {
    const TemporaryFolder folder;
    const std::string chain = folder.write(
        "chain.bif",
        "network n {}\nvariable A { type discrete [2] {a, b}; }\nvariable B { type discrete [2] "
        "{a, b}; }\n"
        "probability (A) { table 0.5, 0.5; }\nprobability (B | A) { (a) 0.5, 0.5; (b) 0, 1; }\n");
    const auto plan = run_pgm({"info", chain, "--plan", "--json"}).json()["plan"];
    CHECK(names_in(plan) ==
          json({"kind", "compile_ms", "run_ms", "multiplications", "instructions", "arena_bytes",
                "largest_clique_cells", "largest_clique", "candidates", "graph"}));
    CHECK(plan["kind"] == "joint");  // so small a network is answered from its joint table
    CHECK(plan["graph"].is_null());
    CHECK(plan["largest_clique"].size() == 2);
    CHECK(plan["largest_clique_cells"] == 4);
    CHECK(plan["arena_bytes"] >= 6 * 8);  // the two tables
    REQUIRE(plan["candidates"].size() == 2);
    CHECK(plan["candidates"][0]["kind"] == "observed");
    CHECK(plan["candidates"][1]["kind"] == "joint");

    const auto known = run_pgm({"info", chain, "--plan", "-e", "A=a", "--json"}).json()["plan"];
    REQUIRE(known["candidates"].size() == 4);
    CHECK(known["candidates"][0]["largest_clique_cells"] == 4);
    CHECK(known["candidates"][1]["largest_clique_cells"] == 2);  // B is left
    const auto certain = run_pgm({"info", chain, "--plan", "-e", "B=a", "--json"}).json()["plan"];
    CHECK(certain["candidates"][1]["largest_clique_cells"] == 2);  // A is left
    CHECK(certain["candidates"][2]["kind"] == "evidence");
    CHECK(certain["candidates"][2]["largest_clique_cells"] <
          2);  // B=a rules out A=b, hence nothing is left
    const auto made = run_pgm({"info", chain, "--plan", "-e", "do(B=a)", "--json"}).json()["plan"];
    CHECK(made["kind"] == "full");  // the joint without the table of B is another one
    CHECK(run_pgm({"info", chain, "--plan", "-e", "A=b, B=a", "--json"}).json()["plan"].is_null() ==
          false);  // seen to be impossible only by running
}

TEST_CASE(
    "pgm info --plan: people see the plan, its largest clique and what else there was to choose "
    "from") {
    const std::string out = run_pgm({"info", asia(), "--plan", "-e", "xray=yes"}).out;
    CHECK_THAT(out,
               Catch::Contains("\nplan            the joint table\nlargest clique  256 cells: "));
    CHECK_THAT(out, Catch::Contains("\n  for any evidence") && Catch::Contains("   8 cells"));
    CHECK_THAT(out, Catch::Contains("\nPredicted:\n  plan"));
    CHECK_THAT(out, Catch::Contains("taken\n"));
    CHECK_THAT(out, Catch::Contains("\n  for this evidence"));
}

TEST_CASE("pgm info --plan: the graph of contractions, in names and not in numbers of cells") {
    const TemporaryFolder folder;
    const std::string chain = folder.write(
        "chain.bif",
        "network n {}\nvariable A { type discrete [2] {a, b}; }\nvariable B { type discrete [2] "
        "{a, b}; }\n"
        "probability (A) { table 0.5, 0.5; }\nprobability (B | A) { (a) 0.5, 0.5; (b) 0.2, 0.8; "
        "}\n");
    // An intervention makes the plan for any evidence the one that is taken.
    const auto graph =
        run_pgm({"info", chain, "--plan", "-e", "do(B=a)", "--json"}).json()["plan"]["graph"];
    CHECK(names_in(graph) == json({"tables", "contractions", "evidence", "marginals"}));
    REQUIRE(graph["tables"].size() == 2);
    CHECK(graph["tables"][0] ==
          json({{"variable", "A"}, {"scope", {"A"}}, {"evidence_axes", json::array()}}));
    CHECK(graph["tables"][1]["variable"] == "B");
    CHECK(graph["tables"][1]["scope"].size() == 2);
    REQUIRE(!graph["contractions"].empty());
    CHECK(graph["contractions"][0]["operands"].size() <= 2);
    CHECK(graph["marginals"].size() == 2);
    const std::string out = run_pgm({"info", chain, "--plan", "-e", "do(B=a)"}).out;
    CHECK_THAT(out, Catch::Contains("\nGraph of contractions:\n  f1(A)") &&
                        Catch::Contains("table of A\n") && Catch::Contains("sum over") &&
                        Catch::Contains("\n  P(e)") && Catch::Contains("\n  P(B, e)"));
}

TEST_CASE(
    "pgm info --plan: a network too large says so, and evidence without the question is refused") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"info", folder.write("dense.bif", dense_bif(24, "a, b")),
                                    "--plan", "--memory-limit", "1"});
    CHECK(run.status == 4);
    CHECK(run_pgm({"info", asia(), "-e", "xray=yes"}).status == 2);
    CHECK(run_pgm({"info", folder.write("data.csv", "a,b\n1,2\n"), "--plan"}).status == 2);
}

TEST_CASE("pgm info: what acts instead of being seen is escaped in JSON, surrogates in pairs") {
    const TemporaryFolder folder;
    // Between the letters U+0085, U+009B, DEL, U+2028, U+2029, U+202E, U+E0041 and, to be seen,
    // U+00E9.
    const std::string name = std::string("a\xC2\x85") + "b\xC2\x9B" + "c\x7F" + "d\xE2\x80\xA8" +
                             "e\xE2\x80\xA9" + "f\xE2\x80\xAE" + "g\xF3\xA0\x81\x81" + "h\xC3\xA9";
    const ProgramRun run = run_pgm({"info", folder.write("t.csv", "x\n" + name + "\n"), "--json"});
    const std::string escaped = R"("a\u0085b\u009bc\u007fd\u2028e\u2029f\u202eg\udb40\udc41h)";
    CHECK_THAT(run.out, Catch::Contains(escaped + "\xC3\xA9\""));
    CHECK(run.json().at("schema")[0].at("states")[0] == name);
}

TEST_CASE("pgm info: a table on standard input is told from a model by its first bytes") {
    const TemporaryFolder folder;
    const std::string csv = "network,height (cm)\n{a},1.5\nb,2\n";
    const std::string arff = "% a remark\n@relation r\n@attribute x numeric\n@data\n1\n2\n";
    const auto same = [&](const std::string& name, const std::string& text) {
        const ProgramRun piped = run_pgm({"info", "-", "--json"}, text);
        CHECK(piped.err.empty());
        CHECK(piped.out == run_pgm({"info", folder.write(name, text), "--json"}).out);
        CHECK_FALSE(piped.out.empty());
    };
    same("t.csv", csv);
    same("t.arff", arff);
    same("a.bif", read_file(asia()));
    REQUIRE(run_pgm({"convert", asia(), folder.file("a.pgmodel")}).status == 0);
    same("a.pgmodel", read_file(folder.file("a.pgmodel")));
    const std::string in_folder = "cd '" + folder.path() + "'; ";
    CHECK(run_shell(in_folder + "gzip -c t.csv | \"$pgm\" info --json -").out ==
          run_pgm({"info", folder.file("t.csv"), "--json"}).out);
    CHECK(run_shell(in_folder + "gzip -c a.bif | \"$pgm\" info --json /dev/stdin").out ==
          run_pgm({"info", asia(), "--json"}).out);
    CHECK(run_shell(in_folder +
                    "(printf 'x,'; sleep 0.1; printf 'y\\n1,2\\n') | \"$pgm\" info --json -")
              .out == run_pgm({"info", folder.write("xy.csv", "x,y\n1,2\n"), "--json"}).out);
    CHECK_THAT(run_pgm({"info", "-"}, csv).out,
               Catch::StartsWith("data            standard input\n"));
    CHECK(run_pgm({"info", "-", "--moral"}, csv).status == 2);
    CHECK(run_pgm({"info", "-"}, "<?xml version=\"1.0\"?>\n<BIF/>\n").status == 1);
    CHECK(run_pgm({"info", "-"}, "netwrk asia {\n}\n").status == 1);
}

TEST_CASE("pgm info: a column that identifies rows is named in a note") {
    const TemporaryFolder folder;
    std::string text = "y,id,x\n";
    for (int i = 0; i < 50; ++i)
        text += std::string(i % 2 ? "no" : "yes") + ",r" + std::to_string(i) + "," +
                (i % 3 ? "a" : "b") + "\n";
    const std::string data = folder.write("rows.csv", text),
                      remark = "'id' has 50 different values in 50 rows: it identifies rows";
    CHECK_THAT(run_pgm({"info", data}).out, Catch::Contains(remark));
    CHECK(run_pgm({"info", data, "--json"}).json()["remarks"] == json({remark}));
}

TEST_CASE("pgm info and predict: notes on the dialect of a table go to standard error") {
    const TemporaryFolder folder;
    const std::string table = folder.write("t.csv", ",size,kind,\n0,1.5,a,\n1,2.5,b,\n2,7.5,b,\n");
    const ProgramRun info = run_pgm({"info", table, "--json"});
    CHECK(info.json()["columns"] == 3);
    CHECK_THAT(info.err, Catch::Contains("the first column has no name and is called 'c1'") &&
                             Catch::Contains("--ignore c1") &&
                             Catch::Contains("the lines end with a delimiter"));
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", table, "--ignore", "c1", "--class", "kind", "-o", model}).status == 0);
    const ProgramRun predicted = run_pgm({"predict", model, table});
    CHECK(predicted.status == 0);
    CHECK_THAT(predicted.err, Catch::Contains("the lines end with a delimiter"));
    CHECK(predicted.out == run_pgm({"predict", model,
                                    folder.write("plain.csv",
                                                 "size,kind\n1.5,a\n2.5,b\n"
                                                 "7.5,b\n")})
                               .out);
}

TEST_CASE("pgm info: a chosen model lists the candidates that fit listed") {
    const TemporaryFolder folder;
    std::string rows = "x,y\n";
    for (int i = 0; i < 20; ++i) rows += i % 3 == 0 ? "a,yes\n" : "b,no\n";
    const std::string model = folder.file("m.pgmodel"), data = folder.write("d.csv", rows);
    const auto fitted =
        run_pgm({"fit", data, "--class", "y", "-s", "auto:nb,tan", "-o", model, "--json"}).json();
    const auto info = run_pgm({"info", model, "--json"}).json();
    for (const char* fact : {"trials", "chosen", "partial"})
        CHECK(info.at(fact) == fitted.at(fact));
    CHECK_THAT(run_pgm({"info", model}).out, Catch::Contains("tried") && Catch::Contains("chosen"));
    CHECK_FALSE(run_pgm({"info", asia(), "--json"}).json().contains("trials"));
}

#include <io/network_file.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>

using namespace pgm::tests;

TEST_CASE("pgm convert: a model goes round through every format unchanged") {
    const TemporaryFolder folder;
    const std::string answers = run_pgm({"marginals", asia(), "--json", "-e", "xray=yes"}).out;
    std::string from = folder.file("plain.bif");
    pgm::io::write_network(pgm::io::read_network(asia()).network, from);  // without the comments
    for (const char* name : {"a.bif", "b.bif.gz", "c.pgmodel", "d.pgmodel.gz", "e.bif"}) {
        INFO(name);
        const ProgramRun run = run_pgm({"convert", from, folder.file(name)});
        CHECK(run.status == 0);
        CHECK(run.err.empty());
        from = folder.file(name);
        CHECK(run_pgm({"marginals", from, "--json", "-e", "xray=yes"}).out == answers);
    }
    CHECK(read_file(folder.file("a.bif")) == read_file(folder.file("e.bif")));
    CHECK(run_pgm({"convert", folder.file("plain.bif"), "-"}).out ==
          read_file(folder.file("a.bif")));
    CHECK(run_pgm({"convert", asia(), "-"}).out == read_file(asia()));  // with its comments
}

TEST_CASE("pgm convert: what would be lost is said, and needs --lossy") {
    const TemporaryFolder folder;
    const ProgramRun refused = run_pgm({"convert", asia(), folder.file("a.dot")});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err,
               Catch::StartsWith("pgm: error: '" + folder.file("a.dot") + "' cannot hold "));
    CHECK_THAT(refused.err, Catch::Contains("--lossy"));
    CHECK_FALSE(std::filesystem::exists(folder.file("a.dot")));
    const ProgramRun done = run_pgm({"convert", asia(), folder.file("a.dot"), "--lossy"});
    CHECK(done.status == 0);
    CHECK_THAT(done.err, Catch::StartsWith("pgm: note: "));
    CHECK_THAT(read_file(folder.file("a.dot")), Catch::StartsWith("digraph"));
}

TEST_CASE("pgm convert: an unknown suffix or folder is bad input and leaves nothing behind") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"convert", asia(), folder.file("a.xyz")}).status == 1);
    CHECK(run_pgm({"convert", asia(), folder.file("no/such/a.bif")}).status == 1);
    CHECK(run_pgm({"convert", folder.write("bad.bif", "nonsense"), folder.file("a.bif")}).status ==
          1);
    CHECK_FALSE(std::filesystem::exists(folder.file("a.bif")));
}

TEST_CASE("pgm convert: --plain writes names that all programs read, and says what it changed") {
    const TemporaryFolder folder;
    const std::string from =
        folder.write("odd.bif",
                     "network 1 {\n  property author no one;\n}\n"
                     "variable \"age group\" {\n  type discrete [ 3 ] { 0-79, 80-89, <=2.5 };\n"
                     "  property position = (1, 2);\n}\n"
                     "variable sure { type discrete [ 1 ] { yes }; }\n"
                     "variable ill { type discrete [ 2 ] { table, Table }; }\n"
                     "probability ( sure ) { table 1; }\n"
                     "probability ( \"age group\" | sure ) { (yes) 0.25, 0.25, 0.5; }\n"
                     "probability ( ill | sure, \"age group\" ) {\n  (yes, 0-79) 0.1, 0.9;\n"
                     "  (yes, 80-89) 0.2, 0.8;\n  (yes, <=2.5) 0.3, 0.7;\n}\n");
    const ProgramRun run = run_pgm({"convert", from, "-", "--plain"});
    CHECK(run.status == 0);
    CHECK(run.out ==
          "network x_1 {\n}\n"
          "variable age_group {\n  type discrete [ 3 ] { 0_79, 80_89, le_2_5 };\n"
          "  property position = (1, 2);\n}\n"
          "variable ill {\n  type discrete [ 2 ] { x_table, x_Table };\n}\n"
          "probability ( age_group ) {\n  table 0.25, 0.25, 0.5;\n}\n"
          "probability ( ill | age_group ) {\n  (0_79) 0.1, 0.9;\n  (80_89) 0.2, 0.8;\n"
          "  (le_2_5) 0.3, 0.7;\n}\n");
    for (const char* change :
         {"the name '1' of the network, written as x_1", "the variable 'sure', which has one state",
          "the name 'age group' of a variable, written as age_group",
          "states of 'age group', written '0-79' as 0_79, '80-89' as 80_89, '<=2.5' as le_2_5",
          "a property"})
        CHECK_THAT(run.err, Catch::Contains(change));
    const ProgramRun json =
        run_pgm({"convert", from, folder.file("plain.bif"), "--plain", "--json"});
    CHECK_THAT(json.out, Catch::Contains("\"lost\":[\"the name '1' of the network"));
    CHECK(read_file(folder.file("plain.bif")) == run.out);
}

TEST_CASE("pgm convert: a network of plain names is the same with --plain, other formats refuse") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"convert", asia(), "-", "--plain"});
    CHECK(run.err.empty());
    CHECK(run.out == run_pgm({"convert", asia(), "-"}).out);
    const ProgramRun refused = run_pgm({"convert", asia(), folder.file("a.pgmodel"), "--plain"});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Catch::Contains("--plain is about the names in BIF files"));
}

TEST_CASE("pgm convert: a copy in the same format keeps the whole file, others name their loss") {
    const TemporaryFolder folder;
    const std::string text =
        "<smile version=\"1.0\" id=\"N7\"><nodes><cpt id=\"a\"><state id=\"no\"/>"
        "<state id=\"yes\"/><probabilities>0.25 0.75</probabilities></cpt></nodes>\n"
        "<!-- by hand --><extensions><genie version=\"1.0\" app=\"GeNIe 4\" name=\"One\">"
        "<submodel id=\"s\"><node id=\"a\"><name>a</name><font size=\"8\"/></node></submodel>"
        "<textbox><caption>Hello</caption></textbox></genie></extensions></smile>\n";
    const std::string from = folder.write("m.xdsl", text);
    const ProgramRun same = run_pgm({"convert", from, folder.file("copy.xdsl")});
    CHECK(same.status == 0);
    CHECK(read_file(folder.file("copy.xdsl")) == text);
    CHECK(same.err == "pgm: note: " + from +
                          ":2:75: the file also has what no network holds: 1 submodel, 1 text box "
                          "(only the same format keeps it)\n");

    const std::string to = folder.file("m.json");
    const ProgramRun refused = run_pgm({"convert", from, to});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Catch::Contains("'" + to + "' cannot hold 1 submodel") &&
                                Catch::Contains("'" + to + "' cannot hold 1 text box") &&
                                Catch::Contains("--lossy"));
    const ProgramRun lossy = run_pgm({"convert", from, to, "--lossy", "--json"});
    CHECK(lossy.status == 0);
    CHECK(lossy.json()["lost"] ==
          nlohmann::ordered_json({"1 submodel", "1 text box", "1 comment and 1 font"}));
    CHECK_THAT(lossy.err, Catch::Contains("not in '" + to + "': 1 comment and 1 font of '" + from));
}

TEST_CASE("pgm convert: what no option can write is refused without one") {
    const TemporaryFolder folder;
    const std::string model = folder.file("lda.pgmodel");
    const std::string iris = source_file("examples/data/iris.csv");
    REQUIRE(run_pgm({"fit", iris, "--class", "species", "-s", "lda", "-o", model}).status == 0);
    for (const std::string& to : {folder.file("l.bif"), folder.file("l.xdsl")}) {
        const ProgramRun run = run_pgm({"convert", model, to});
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Catch::Contains("knows discrete variables only") &&
                                !Catch::Contains("--lossy"));
    }
    CHECK_THAT(run_pgm({"convert", model, folder.file("lda.net")}).err, Catch::Contains("--lossy"));
}

TEST_CASE("pgm fit, new: a file keeps its text where numbers are estimated, or names the loss") {
    const TemporaryFolder folder;
    const std::string before =
        "% by hand\nnet { }\nnode a { states = (\"no\" \"yes\"); position = (10 20); }\n"
        "node b { states = (\"no\" \"yes\"); }\nnode c { states = (\"no\" \"yes\"); }\n"
        "potential (b) { data = (0.5 0.5); }\n"
        "potential (c | b a) { data = (((1 0)(0 1))((0 1)(1 0))); }\n"
        "potential (a) { data = (", after = "); } % prior\n";
    const std::string from = folder.write("m.net", before + "0.5  0.5" + after),
                      rows = "a,b,c\nno,no,no\nyes,no,yes\nyes,yes,no\nyes,no,yes\n"
                             "no,yes,yes\nyes,yes,no\nyes,no,yes\nyes,yes,no\n",
                      table = folder.write("d.csv", rows),
                      to = folder.file("o.net"), other = folder.file("o.bif");
    const auto fit = [&](const std::string& path) {
        return run_pgm({"fit", table, "--structure", from, "--smooth", "mle", "-o", path});
    };
    const ProgramRun kept = fit(to);
    CHECK(kept.err == "");
    CHECK(kept.status == 0);
    CHECK(read_file(to) == before + "0.25  0.75" + after);
    const ProgramRun lost = fit(other);
    CHECK(lost.err == "pgm: note: not in '" + other + "': 2 comments of '" + from + "'\n");
    CHECK(lost.status == 0);
    CHECK_THAT(run_pgm({"fit", table, "--structure", from, "-c", "c", "-o", other}).err,
               Catch::Contains("note: not in '" + other + "': 2 comments of '" + from));
    CHECK(run_pgm({"new", from, "-o", to}).err == "");
    CHECK(read_file(to) == read_file(from));
    CHECK_THAT(run_pgm({"new", from, "--name", "other", "-o", to}).err,
               Catch::Contains("2 comments of '" + from));
}

#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

/// The training set of the lecture on loan default, age discretised.
const char* const loan =
    "age,education,occupation,default\n20+,high "
    "school,self-employed,yes\n30+,master,programmer,no\n30+,undergrad,programmer,yes\n"
    "30+,undergrad,programmer,no\n30+,undergrad,self-employed,yes\n40+,master,self-employed,no\n40+"
    ",high school,programmer,no\n"
    "50+,master,lawyer,no\n50+,master,programmer,no\n50+,high school,self-employed,no\n";

}  // namespace

TEST_CASE("pgm fit: the report tells what was fitted, and the model is written") {
    const TemporaryFolder folder;
    const std::string data = folder.write("loan.csv", loan), model = folder.file("loan.pgmodel");
    const ProgramRun run = run_pgm(
        {"fit", data, "--class", "default", "--structure", "nb", "--smooth", "mle", "-o", model});
    CHECK(run.err == "");
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Catch::Contains("loan.csv, 10 rows\n"));
    CHECK_THAT(run.out, Catch::Contains("default: no 7, yes 3\n"));
    CHECK_THAT(run.out,
               Catch::Contains(
                   "P(default) P(age | default) P(education | default) P(occupation | default)"));
    CHECK_THAT(run.out, Catch::Contains("4 states"));
    CHECK_THAT(folder.names(), Catch::VectorContains(std::string("loan.pgmodel")));
    // A fitted classifier is a network: 1/45 against 8/245, the lecture's naive Bayes scores.
    const ProgramRun query = run_pgm(
        {"query", model,
         "P(default=yes | age='30+', education='high school', occupation=programmer)", "--json"});
    CHECK(query.status == 0);
    CHECK(query.json()["probability"].get<double>() == Approx(49.0 / 121).epsilon(1e-13));
}

TEST_CASE("pgm fit: JSON tells the choices, the features and the parameters") {
    const TemporaryFolder folder;
    const auto report = run_pgm({"fit", folder.write("loan.csv", loan), "--class", "default",
                                 "--structure", "nb", "--json"})
                            .json();
    CHECK(report["model"].is_null());
    CHECK(report["rows"] == 10);
    CHECK(report["classes"] == json({"no", "yes"}));
    CHECK(report["features"].size() == 3);
    CHECK(report["features"][0] == json({{"name", "age"}, {"type", "discrete"}}));
    CHECK(report["structure"] == "nb");
    CHECK(report["parameters"] == 1 + 2 * (3 + 2 + 2));
}

TEST_CASE("pgm fit and pgm evaluate without a structure take the same one, and say why") {
    const TemporaryFolder folder;
    const std::string data = folder.write("loan.csv", loan), model = folder.file("loan.pgmodel");
    const auto fitted = run_pgm({"fit", data, "--class", "default", "-o", model, "--json"}).json(),
               judged = run_pgm({"evaluate", data, "--class", "default", "--folds", "2", "--json"})
                            .json();
    CHECK_THAT(fitted["structure"].get<std::string>(), Catch::Matchers::StartsWith("stack:"));
    CHECK(judged["structure"] == "stack:nb,tan,kdb:5+select,aode,aode+select,a2de");
    CHECK(fitted["remarks"][0] == "no structure is named: " + judged["reason"].get<std::string>());
    CHECK(run_pgm({"query", model, "P(default=yes | age='30+')"}).status == 0);
    CHECK(run_pgm({"draw", model, "-o", folder.file("loan.dot")}).status == 0);
}

TEST_CASE("pgm fit without a structure writes one network where the file holds one") {
    const TemporaryFolder folder;
    const std::string model = folder.file("loan.bif");
    const auto fitted = run_pgm({"fit", folder.write("loan.csv", loan), "--class", "default", "-o",
                                 model, "--json"})
                            .json();
    CHECK(fitted["structure"] == "kdb:2");
    CHECK(fitted["remarks"][0] ==
          "no structure is named: kdb:2, since '" + model + "' holds one network");
}

TEST_CASE("pgm fit: a structure text and a model file are structures, too") {
    const TemporaryFolder folder;
    const std::string data = folder.write("loan.csv", loan),
                      written = folder.file("written.pgmodel"),
                      again = folder.file("again.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "default", "--structure",
                     "default -> occupation -> age, education", "-o", written})
                .status == 0);
    CHECK_THAT(
        run_pgm({"info", written}).out,
        Catch::Contains(
            "P(default) P(occupation | default) P(age | occupation) P(education | occupation)"));
    REQUIRE(
        run_pgm({"fit", data, "--class", "default", "--structure", written, "-o", again}).status ==
        0);
    CHECK(run_pgm({"marginals", written, "--json"}).out ==
          run_pgm({"marginals", again, "--json"}).out);
}

TEST_CASE("pgm fit: numbers in the class column are names") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "x,y\n1.5,1.0\n2.5,2.0\n1.7,1.0\n2.4,2.0\n");
    CHECK(run_pgm({"fit", data, "--class", "y", "--json"}).json()["classes"] ==
          json({"1.0", "2.0"}));
}

TEST_CASE("pgm fit: what is wrong is said with a hint") {
    const TemporaryFolder folder;
    const std::string data = folder.write("loan.csv", loan);
    const auto error_of = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"fit", data});
        return run_pgm(options);
    };
    CHECK(error_of({}).status == 2);
    const ProgramRun name = error_of({"--class", "defalt"});
    CHECK(name.status == 1);
    CHECK_THAT(name.err, Catch::Contains("did you mean 'default'?"));
    CHECK_THAT(error_of({"--class", "default", "--structure", "nbb"}).err, Catch::Contains("nbb"));
    CHECK_THAT(error_of({"--class", "default", "--smooth", "laplace:-1"}).err,
               Catch::Contains("laplace"));
    for (const char* option :
         {"--structure", "--smooth", "--continuous", "--class-prior", "--unseen-configurations"})
        CHECK(error_of({"--class", "default", option, "nonsense"}).status == 2);
    const ProgramRun several = error_of({"--class", "default", "--structure", "nb,tan"});
    CHECK(several.status == 2);
    CHECK(several.err ==
          "pgm: error: a classifier is fitted in one way, not in 2 ('pgm evaluate' compares "
          "several)\n");
    CHECK(error_of({"--class", "default", "--smooth", "mle", "--smooth", "backoff"}).status == 2);
    const ProgramRun cycle =
        error_of({"--class", "default", "--structure", "default -> age -> education -> age"});
    CHECK(cycle.status == 1);
    CHECK_THAT(cycle.err, Catch::Contains("cycle"));
    CHECK_THAT(error_of({"--class", "default", "-o", folder.file("m.bif")}).err,
               Catch::Contains("m.bif"));
    CHECK(error_of({"--class", "default", "--time-limit", "soon"}).status == 2);
}

TEST_CASE("pgm fit: the options of tables say how columns are read") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "1;x;0.5;a\n2;y;-;b\n3;x;2;a\n1;x;0.25;b\n");
    const auto report = run_pgm({"fit", data, "--no-header", "--delimiter", ";", "--missing-marks",
                                 "-", "--discrete", "c1", "--ignore", "c2", "--class", "c4",
                                 "--structure", "nb", "--json"});
    REQUIRE(report.status == 0);
    CHECK(report.json()["features"] ==
          json::array({{{"name", "c1"}, {"type", "discrete"}},
                       {{"name", "c3"}, {"type", "continuous"}, {"cuts", json::array({0.375})}}}));
}

TEST_CASE("pgm fit: the time limit ends the program with status 130 and nothing written") {
    const TemporaryFolder folder;
    std::string rows = "a,b,c,y\n";
    for (int i = 0; i < 200'000; ++i)
        rows += std::to_string(i % 97) + "." + std::to_string(i % 13) + "," +
                std::to_string(i % 89) + ".5,z" + std::to_string(i % 7) + ",k" +
                std::to_string(i % 3) + "\n";
    const ProgramRun run =
        run_pgm({"fit", folder.write("d.csv", rows), "--class", "y", "--continuous", "kde:cv",
                 "--time-limit", "0.05", "-o", folder.file("m.pgmodel")});
    CHECK(run.status == 130);
    CHECK(run.err == "pgm: error: stopped by the time limit; no file was written\n");
    CHECK(folder.names() == std::vector<std::string>{"d.csv"});
}

TEST_CASE("pgm fit: a column of numbers that a word makes discrete is told") {
    const TemporaryFolder folder;
    std::string text = "x,id,y\n";
    for (int i = 0; i < 12; ++i)
        text += std::to_string(i) + ".5,k" + std::to_string(i) + (i % 2 == 0 ? ",a\n" : ",b\n");
    const std::string data = folder.write("d.csv", text + "nan,k1,a\n");
    const ProgramRun run = run_pgm({"fit", data, "--class", "y"});
    CHECK(run.status == 0);
    CHECK(
        run.err ==
        "pgm: warning: " + data +
            ":14:1: column 'x' is taken as names because of 'nan'; its other 12 values are numbers "
            "(a mark of missing values? --missing-marks '?,,NA,nan')\n");
    CHECK(run_pgm({"fit", data, "--class", "y", "--missing-marks", "?,,NA,nan"})
              .err.find("taken as names") == std::string::npos);
    CHECK(run_pgm({"fit", data, "--class", "y", "--discrete", "x"}).err.empty());
}

TEST_CASE("pgm info: the cell that makes names of a column of numbers is told with its place") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "x,y,z\n1,2,a\n2,1e999,b\n3,4,c\n4,-7,5\n");
    const ProgramRun info = run_pgm({"info", data});
    CHECK(info.status == 0);
    CHECK(info.err ==
          "pgm: warning: " + data +
              ":3:3: column 'y' is taken as names because of '1e999', which is too large or "
              "too small for a double; its other 3 values are numbers "
              "(a mark of missing values? --missing-marks '?,,NA,1e999')\n");
    CHECK(run_pgm({"fit", data, "--class", "z"}).err == info.err);
    CHECK(run_pgm({"info", data, "--discrete", "y"}).err.empty());
    CHECK(run_pgm({"info", data, "--missing-marks", "?,,NA,1e999"}).err.empty());

    const std::string sizes = folder.write("s.csv", "size\n1\n2\n3\n\"5+\"\n4\n5+\n");
    CHECK_THAT(
        run_pgm({"info", sizes}).err,
        Catch::StartsWith("pgm: note: " + sizes +
                          ":5:1: column 'size' is taken as names because of '5+'; its other 4"));
}

TEST_CASE("pgm info: a word far down a long column of numbers is told with its place") {
    const TemporaryFolder folder;
    std::string text = "x\n";
    for (int i = 0; i < 2000; ++i) text += std::to_string(i) + ".5\n";
    const std::string data = folder.write("d.csv", text + "lots\n");
    CHECK_THAT(run_pgm({"info", data}).err,
               Catch::StartsWith("pgm: warning: " + data +
                                 ":2002:1: column 'x' is taken as names because of 'lots'; its "
                                 "other 2000 values are numbers"));
}

TEST_CASE("pgm info, fit and marginals: long names are cut in text and whole in JSON") {
    const TemporaryFolder folder;
    std::string name;
    for (int i = 0; i < 200; ++i) name += "ü";
    const std::string data = folder.write("d.csv", name + ",c\n1,a\n2,b\n3,a\n4,b\n");
    const std::string model = folder.file("m.pgmodel");
    const std::string cut = name.substr(0, 2 * 59) + "…";
    for (const ProgramRun& run :
         {run_pgm({"info", data}),
          run_pgm({"fit", data, "--class", "c", "--continuous", "width:2", "-o", model}),
          run_pgm({"marginals", model})}) {
        CHECK(run.status == 0);
        CHECK_THAT(run.out, Catch::Contains(cut) && !Catch::Contains(name));
    }
    CHECK_THAT(run_pgm({"info", data, "--json"}).out, Catch::Contains(name));
    CHECK_THAT(run_pgm({"marginals", model, "--json"}).out, Catch::Contains(name));
}

TEST_CASE("pgm fit: a hundred thousand columns are no burden, but no complete graph either",
          "[full]") {
    const TemporaryFolder folder;
    std::string names, rows[2];
    for (int i = 0; i < 100'000; ++i) {
        names += "c" + std::to_string(i) + ",";
        rows[0] += "a,";
        rows[1] += "b,";
    }
    const std::string data = folder.write("wide.csv",
                                          names + "y\n" + rows[0] + "p\n" + rows[1] + "q\n"),
                      model = folder.file("wide.pgmodel");
    CHECK(run_pgm({"fit", data, "--class", "y", "-o", model}).status == 0);
    CHECK(run_pgm({"predict", model, data}).out == "predicted\np\nq\n");
    const ProgramRun joint = run_pgm({"fit", data, "--class", "y", "--structure", "joint"});
    CHECK(joint.status == 4);
    CHECK_THAT(joint.err, Catch::Contains("the limit is 3000 features"));
}

TEST_CASE("pgm fit: tables with tabs, blanks and decimal commas are read as those with commas") {
    const TemporaryFolder folder;
    const auto report = [](std::vector<std::string> line) {
        line.insert(line.begin(), "fit");
        line.insert(line.end(), {"--class", "c", "--json"});
        return run_pgm(line).out;
    };
    const std::string expected = report({folder.write("t.csv", "x,c\n1.5,a\n2,a\n4.25,b\n5,b\n")});
    CHECK_FALSE(expected.empty());
    CHECK(report({folder.write("t.tsv", "x\tc\n1.5\ta\n2\ta\n4.25\tb\n5\tb\n")}) == expected);
    CHECK(report({folder.write("t.txt", "x    c\n1.5  a\n2    a\n4.25 b\n5    b\n")}) == expected);
    CHECK(report({folder.write("d.csv", "x;c\n1,5;a\n2;a\n4,25;b\n5;b\n"), "--decimal", ","}) ==
          expected);
    CHECK(report({folder.write("d.txt", "x c\n1,5 a\n2 a\n4,25 b\n5 b\n"), "--decimal", ","}) ==
          expected);
    const std::string data = folder.file("t.csv");
    CHECK(run_pgm({"fit", data, "--class", "c", "--decimal", "x"}).status == 2);
    CHECK(run_pgm({"fit", data, "--class", "c", "--decimal", ",", "--delimiter", ","}).status == 2);
}

TEST_CASE("pgm fit: with weights the classes are counted by them, and the report says so") {
    const TemporaryFolder folder;
    const std::string data = folder.write("w.csv", "x,w,c\nu,0.5,a\nv,2,a\nu,10,b\nv,100,\n");
    const ProgramRun run = run_pgm({"fit", data, "--class", "c", "--weights", "w"});
    CHECK_THAT(run.out,
               Catch::Contains("column w, 12.5 together") && Catch::Contains("c: a 2.5, b 10\n"));
    const auto report = run_pgm({"fit", data, "--class", "c", "--weights", "w", "--json"}).json();
    CHECK(report.at("class_counts") == nlohmann::ordered_json({2.5, 10}));
    CHECK(report.at("total_weight") == 12.5);
    CHECK(report.at("rows") == 3);
    const ProgramRun plain = run_pgm({"fit", data, "--class", "c", "--ignore", "w"});
    CHECK_THAT(plain.out, Catch::Contains("c: a 2, b 1\n") && !Catch::Contains("weights"));
}

namespace {

/// Three answers of people of two kinds, some answers missing.
std::string answers() {
    std::string text = "A,B,C\n";
    for (int i = 0; i < 20; ++i) text += "y,y,y\nn,n,n\ny,y,n\n,y,y\nn,,n\n";
    return text;
}

}  // namespace

TEST_CASE(
    "pgm fit --missing-cells em: a hidden variable of a structure text, without a class and as the "
    "class") {
    const TemporaryFolder folder;
    const std::string data = folder.write("answers.csv", answers()),
                      network = folder.file("kinds.bif"), model = folder.file("kinds.pgmodel");
    const std::string structure = "H{2 states, hidden} -> A, B, C";
    const ProgramRun run = run_pgm(
        {"fit", data, "--structure", structure, "--missing-cells", "em", "-o", network, "--json"});
    REQUIRE(run.status == 0);
    const json em = run.json()["em"];
    CHECK(em["converged"] == true);
    CHECK(em["log_likelihood"].size() == em["iterations"]);
    CHECK(std::is_sorted(em["log_likelihood"].begin(), em["log_likelihood"].end()));
    CHECK(run.json()["rows"] == 100);
    CHECK(run.json()["variables"] == json({"A", "B", "C", "H"}));
    CHECK(run_pgm({"query", network, "P(H | A=y)"}).status == 0);

    const ProgramRun classifier = run_pgm({"fit", data, "--class", "H", "--structure", structure,
                                           "--missing-cells", "em", "-o", model});
    CHECK_THAT(classifier.out, Catch::Contains("H: hidden, 0, 1\n"));
    CHECK(run_pgm({"predict", model, data, "--proba"}).status == 0);
}

TEST_CASE(
    "pgm fit --missing-cells em: rows without a class count, and with nothing missing nothing "
    "changes") {
    const TemporaryFolder folder;
    const std::string holes = folder.write("answers.csv", answers());
    for (const std::string structure : {"nb", "tan", "kdb:2"}) {
        const ProgramRun run = run_pgm({"fit", holes, "--class", "A", "--structure", structure,
                                        "--missing-cells", "em", "--json"});
        REQUIRE(run.status == 0);
        CHECK(run.json()["rows"] == 100);
        CHECK(run.json()["em"]["iterations"] > 1);
    }
    const std::string data = folder.write("loan.csv", loan);
    const ProgramRun em =
        run_pgm({"fit", data, "--class", "default", "--missing-cells", "em", "--json"});
    CHECK(em.json()["em"]["iterations"] == 1);
    const std::string a = folder.file("a.pgmodel"), b = folder.file("b.pgmodel");
    run_pgm({"fit", data, "--class", "default", "--structure", "nb", "-o", a});
    run_pgm({"fit", data, "--class", "default", "--missing-cells", "em", "-o", b});
    CHECK(run_pgm({"marginals", a, "--json"}).out == run_pgm({"marginals", b, "--json"}).out);
}

TEST_CASE("pgm fit --missing-cells em: wrong usage and impossible structures are told") {
    const TemporaryFolder folder;
    const std::string data = folder.write("answers.csv", answers());
    const auto error_of = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"fit", data});
        return run_pgm(more);
    };
    CHECK(error_of({}).status == 2);
    CHECK_THAT(error_of({}).err, Catch::Contains("--class is required"));
    CHECK(error_of({"--class", "A", "--missing-cells", "em", "--seed", "x"}).status == 2);
    CHECK(error_of({"--class", "A", "--missing-cells", "em", "--tolerance", "-1"}).status == 2);
    CHECK(error_of({"--class", "A", "--missing-cells", "em", "--iterations", "0"}).status == 2);
    const ProgramRun column =
        error_of({"--missing-cells", "em", "--structure", "A{2 states, hidden} -> B"});
    CHECK(column.status == 1);
    CHECK_THAT(column.err, Catch::Contains("'A' is declared hidden, and is a column"));
    CHECK_THAT(error_of({"--missing-cells", "em", "--structure", "Z -> B"}).err,
               Catch::Contains("no column"));
    CHECK_THAT(error_of({"--class", "A", "--structure", "H{2, hidden} -> A"}).err,
               Catch::Contains("--missing-cells em"));
    CHECK(error_of(
              {"--missing-cells", "em", "--structure", "H{30000, hidden}, G{30000, hidden} -> A"})
              .status == 4);
    const ProgramRun stopped = error_of({"--missing-cells", "em", "--time-limit", "0.0000001",
                                         "--structure", "H{2 states, hidden} -> A, B"});
    CHECK(stopped.status == 130);
}

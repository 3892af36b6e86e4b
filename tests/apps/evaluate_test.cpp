#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <pgm/core/random.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

/// 120 rows of three classes, two numbers and a word.
std::string table(std::uint64_t seed = 1) {
    pgm::Rng rng(seed);
    std::string text = "length,width,word,kind\n";
    for (int i = 0; i < 120; ++i) {
        const std::uint64_t k = rng.below(3);
        const double length = 4 * static_cast<double>(k) + 3 * rng.uniform(),
                     width = (k == 1 ? 3.0 : 0.0) + 2 * rng.uniform();
        text += std::to_string(length) + "," + std::to_string(width) + "," +
                (rng.below(4) == 0 ? "odd"
                 : k == 2          ? "blue"
                                   : "red") +
                "," + "abc"[k] + "\n";
    }
    return text;
}

json keys_of(const json& object) {
    json keys;
    for (const auto& member : object.items()) keys.push_back(member.key());
    return keys;
}

}  // namespace

TEST_CASE("pgm evaluate: the JSON begins with the promised members") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"evaluate", folder.write("t.csv", table()), "--class", "kind",
                                    "--structure", "nb", "--folds", "5", "--seed", "7", "--json"});
    CHECK(run.err == "");
    REQUIRE(run.status == 0);
    const json report = run.json();
    json first = keys_of(report);
    first.erase(first.begin() + 11, first.end());
    CHECK(first == json({"structure", "rows", "folds", "seed", "accuracy", "accuracy_sd",
                         "log_loss", "brier", "auc", "classes", "confusion"}));
    CHECK(report["structure"] == "nb");
    CHECK(report["rows"] == 120);
    CHECK(report["folds"] == 5);
    CHECK(report["seed"] == 7);
    CHECK(report["classes"] == json({"a", "b", "c"}));
    int total = 0, correct = 0;
    for (int t = 0; t < 3; ++t)
        for (int p = 0; p < 3; ++p) {
            total += report["confusion"][t][p].get<int>();
            if (t == p) correct += report["confusion"][t][p].get<int>();
        }
    CHECK(total == 120);
    CHECK(report["accuracy"].get<double>() == Approx(correct / 120.0).epsilon(1e-14));
    CHECK(report["accuracy"].get<double>() > 0.9);
    CHECK(report["fold_accuracies"].size() == 5);
    CHECK(report["partial"] == false);
}

TEST_CASE(
    "pgm evaluate: several structures give an array, on the same folds, whatever the threads") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", table());
    const ProgramRun both = run_pgm({"evaluate", data, "--class", "kind", "--structure", "nb,tan",
                                     "-s", "kind -> word, length; kind -> width", "--continuous",
                                     "mdlp", "--json", "--threads", "1"});
    REQUIRE(both.status == 0);
    const json reports = both.json();
    REQUIRE(reports.size() == 3);
    CHECK(reports[1]["structure"] == "tan");
    CHECK(reports[2]["structure"] == "kind -> word, length; kind -> width");
    CHECK(reports[0]["confusion"] == reports[2]["confusion"]);  // the text spells naive Bayes
    CHECK(reports[2]["against_first"]["p_value"] == 1);
    CHECK(reports[0]["mean_rank"].get<double>() + reports[1]["mean_rank"].get<double>() +
              reports[2]["mean_rank"].get<double>() ==
          Approx(6));
    CHECK(reports[1]["against_first"].contains("signed_ranks_p_value"));
    json alone = reports[0];
    alone.erase("mean_rank");
    CHECK(run_pgm({"evaluate", data, "--class", "kind", "--continuous", "mdlp", "--json",
                   "--threads", "3"})
              .json() == alone);
}

TEST_CASE("pgm evaluate: a report for people") {
    const TemporaryFolder folder;
    const ProgramRun run =
        run_pgm({"evaluate", folder.write("t.csv", table()), "--class", "kind", "--structure",
                 "nb,lda", "--ignore", "word", "--cv-repeats", "2"});
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Catch::Contains(
                            "120 rows, class kind; 10-fold cross-validation, 2 times, seed 1\n"));
    CHECK_THAT(run.out, Catch::Contains("accuracy") && Catch::Contains("log loss") &&
                            Catch::Contains("lda against nb: "));
    CHECK_THAT(run.out, Catch::Contains("truth \\ predicted"));
}

TEST_CASE("pgm evaluate: a fitted model on test data agrees with its predictions") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel"), test = folder.write("test.csv", table(2));
    REQUIRE(
        run_pgm({"fit", folder.write("t.csv", table()), "--class", "kind", "-o", model}).status ==
        0);
    const json report = run_pgm({"evaluate", model, test, "--json"}).json();
    CHECK(run_pgm({"evaluate", model, test, "--structure", "tan"}).status == 2);
    CHECK(run_pgm({"evaluate", model, test, "--initialisations", "2"}).status == 2);
    CHECK(report["folds"] == 1);
    CHECK(report["seed"].is_null());
    const std::string predicted = run_pgm({"predict", model, test}).out, truth = read_file(test);
    int correct = 0;
    for (std::size_t p = predicted.find('\n') + 1, t = truth.find('\n') + 1; p < predicted.size();
         p += 2) {
        const std::size_t end = truth.find('\n', t);
        correct += predicted[p] == truth[end - 1] ? 1 : 0;
        t = end + 1;
    }
    CHECK(report["accuracy"].get<double>() == Approx(correct / 120.0).epsilon(1e-14));
    const json same =
        run_pgm({"evaluate", folder.file("t.csv"), "--class", "kind", "--test", test, "--json"})
            .json();
    CHECK(same["confusion"] == report["confusion"]);
    CHECK(same["log_loss"] == report["log_loss"]);
}

TEST_CASE("pgm evaluate: hold-out tests a share of the rows") {
    const TemporaryFolder folder;
    const json report = run_pgm({"evaluate", folder.write("t.csv", table()), "--class", "kind",
                                 "--holdout", "0.25", "--json"})
                            .json();
    CHECK(report["folds"] == 1);
    CHECK(report["rows"] == 120);
    double tested = 0;
    for (const json& line : report["confusion"])
        for (const json& count : line) tested += count.get<double>();
    CHECK(tested == 30);
}

TEST_CASE("pgm evaluate: plots are SVG files named after the structure") {
    const TemporaryFolder folder;
    const std::string plots = folder.file("deep/plots");
    REQUIRE(run_pgm({"evaluate", folder.write("t.csv", table()), "--class", "kind", "--structure",
                     "nb,kdb:2", "--ignore", "word", "--plots", plots})
                .status == 0);
    for (const char* name :
         {"roc", "critical-difference", "roc-nb", "calibration-nb", "confusion-nb", "regions-nb",
          "roc-kdb-2", "calibration-kdb-2", "confusion-kdb-2", "regions-kdb-2"})
        CHECK_THAT(read_file(plots + "/" + name + ".svg"),
                   Catch::StartsWith("<?xml") && Catch::EndsWith("</svg>\n"));
    CHECK(run_pgm({"evaluate", folder.file("t.csv"), "--class", "kind", "--plots", plots,
                   "--plot-features", "length,word"})
              .status == 1);
    CHECK(run_pgm({"evaluate", folder.file("t.csv"), "--class", "kind", "--plot-features",
                   "length,width"})
              .status == 2);
}

TEST_CASE("pgm evaluate: several structures are compared in one ROC and by their mean ranks") {
    const TemporaryFolder folder;
    const std::string plots = folder.file("plots");
    const json reports = run_pgm({"evaluate", folder.write("t.csv", table()), "--class", "kind",
                                  "--structure", "nb,lda", "--plots", plots, "--json"})
                             .json();
    const json files = reports.at(0).at("plots");
    CHECK(std::ranges::find(files, json(plots + "/roc.svg")) != files.end());
    const std::string roc = read_file(plots + "/roc.svg"),
                      ranks = read_file(plots + "/critical-difference.svg");
    CHECK_THAT(roc, Catch::Contains("<title>ROC of 2 structures</title>"));
    CHECK_THAT(roc, Catch::Contains(">nb  (area ") && Catch::Contains(">lda  (area "));
    CHECK_THAT(ranks, Catch::Contains(", seed 1</title>"));
    CHECK_THAT(ranks, !Catch::Contains("\uFFFD"));
}

TEST_CASE("pgm evaluate: structures that are spelt alike have plots of their own") {
    const TemporaryFolder folder;
    const std::string plots = folder.file("plots");
    const ProgramRun run = run_pgm({"evaluate", folder.write("t.csv", table()), "--class", "kind",
                                    "-s", "kind -> length, width", "-s", "kind -> length -> width",
                                    "--folds", "2", "--plots", plots});
    CHECK(run.status == 0);
    CHECK_THAT(read_file(plots + "/roc-kind-length-width.svg"),
               Catch::Contains("<title>ROC of kind -&gt; length, width</title>"));
    CHECK_THAT(read_file(plots + "/roc-kind-length-width-2.svg"),
               Catch::Contains("<title>ROC of kind -&gt; length -&gt; width</title>"));
}

TEST_CASE("pgm evaluate: rows that all weigh nothing are an error, never a measure of nothing") {
    const TemporaryFolder folder;
    const std::string weightless = folder.write("w.csv", "x,y,w\n1,a,0\n2,b,0\n1,a,0\n2,b,0\n"),
                      plain = folder.write("p.csv", "x,y,w\n1,a,1\n2,b,1\n");
    const ProgramRun run =
        run_pgm({"evaluate", weightless, "--class", "y", "--weights", "w", "--folds", "2"});
    CHECK(run.status == 1);
    CHECK_THAT(run.err,
               Catch::EndsWith("pgm: error: the rows with a class all weigh 0: there is nothing to "
                               "learn from\n"));
    const ProgramRun test =
        run_pgm({"evaluate", plain, "--class", "y", "--weights", "w", "--test", weightless});
    CHECK(test.status == 1);
    CHECK(test.err == "pgm: error: the rows of the test data that have a class all weigh 0\n");
}

// Nothing is known about how fast a machine is, and how busy: the times below double until a fold
// was done in them. A million repeats are never done.

TEST_CASE("pgm evaluate: the time limit gives what was done, said to be partial, and status 130") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", table());
    json report = json::object();
    for (double seconds = 0.5; report.value("splits_done", 0) == 0; seconds *= 2) {
        const ProgramRun run = run_pgm({"evaluate", data, "--class", "kind", "--structure", "nb",
                                        "--cv-repeats", "1000000", "--time-limit",
                                        std::to_string(seconds), "--json", "--threads", "1"});
        REQUIRE(run.status == 130);
        report = run.json();
        if (report["splits_done"] == 0) continue;
        const std::string warning = json::parse(run.err).at("warning").at("message");
        CHECK_THAT(warning, Catch::StartsWith("the time limit was reached: ") &&
                                Catch::EndsWith("the results are partial"));
    }
    CHECK(report["partial"] == true);
    CHECK(report["splits_done"].get<int>() < report["splits"].get<int>());
}

TEST_CASE("pgm evaluate: an interrupt stops within a fold and reports the others") {
    const TemporaryFolder folder;
    folder.write("t.csv", table());
    json report = json::object();
    for (int seconds = 1; report.value("splits_done", 0) == 0; seconds *= 2) {
        const ProgramRun run = run_shell(
            "\"$pgm\" evaluate '" + folder.file("t.csv") +
            "' --class kind --cv-repeats 1000000 --json > '" + folder.file("out.json") +
            "' & child=$!; sleep " + std::to_string(seconds) + "; kill -INT $child; wait $child");
        REQUIRE(run.status == 130);
        const std::string text = read_file(folder.file("out.json"));
        // Interrupted while it starts, the program ends without a report.
        report = text.empty() ? json::object() : json::parse(text);
        if (report.value("splits_done", 0) > 0)
            CHECK_THAT(run.err, Catch::Contains("interrupted: "));
    }
    CHECK(report["partial"] == true);
}

TEST_CASE("pgm evaluate: stopped before the first fold there is no result, and the JSON says so") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", table());
    std::vector<std::string> arguments{"evaluate",     data,     "--class",      "kind",
                                       "--structure",  "nb,tan", "--cv-repeats", "1000000",
                                       "--time-limit", "1e-9"};
    const ProgramRun text = run_pgm(arguments);
    CHECK(text.status == 130);
    CHECK(text.out.empty());
    CHECK(text.err ==
          "pgm: error: the time limit was reached: 0 of 20000000 folds were done; there is no "
          "result\n");
    arguments.push_back("--json");
    const ProgramRun run = run_pgm(arguments);
    CHECK(run.status == 130);
    CHECK(run.error().at("code") == "stopped");
    CHECK(run.error().at("message") ==
          "the time limit was reached: 0 of 20000000 folds were done; there is no result");
    const json reports = run.json();
    REQUIRE(reports.size() == 2);
    for (const json& report : reports) {
        CHECK(report["rows"] == 120);
        CHECK(report["partial"] == true);
        CHECK(report["splits_done"] == 0);
        CHECK(report["splits"] == 10000000);
        CHECK(report["accuracy"].is_null());
        CHECK(report["confusion"].is_null());
        CHECK(report["fold_accuracies"] == json::array());
    }
    CHECK(reports[1]["structure"] == "tan");
}

TEST_CASE("pgm evaluate: options that do not go together are refused") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", table());
    CHECK(run_pgm({"evaluate", "m.pgmodel", "--class", "kind"}).err ==
          "pgm: error: the test data are missing (pgm evaluate MODEL DATA)\n");
    CHECK(run_pgm({"evaluate", data}).err ==
          "pgm: error: --class is missing (which column is to be predicted? "
          "--target names one of numbers)\n");
    CHECK(
        run_pgm({"evaluate", data, "--class", "kind", "--holdout", "0.2", "--test", data}).status ==
        2);
    CHECK(run_pgm({"evaluate", data, data, "--structure", "nb"}).status == 2);
    CHECK(run_pgm({"evaluate", data, "--class", "kind", "--folds", "1"}).status == 2);
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "kind", "--folds", "121"}).err,
               Catch::Contains("cannot have 121 folds"));
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "kind", "--tie", "d"}).err,
               Catch::Contains("the class has no state 'd'"));
}

TEST_CASE("pgm evaluate: --loss reports what the predicted actions cost") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel"), test = folder.write("test.csv", table(2));
    const std::string loss =
        folder.write("L.csv", "action,c,b,a\nkeep,7,1,0\nsell,0,2,5\nask,1.5,1.5,1.5\n");
    REQUIRE(
        run_pgm({"fit", folder.write("t.csv", table()), "--class", "kind", "-o", model}).status ==
        0);
    const json cost =
        run_pgm({"evaluate", model, test, "--loss", loss, "--json"}).json().at("cost");
    const json losses = {{"keep", {{"a", 0}, {"b", 1}, {"c", 7}}},
                         {"sell", {{"a", 5}, {"b", 2}, {"c", 0}}},
                         {"ask", {{"a", 1.5}, {"b", 1.5}, {"c", 1.5}}}};
    const json rows =
        run_pgm({"predict", model, test, "--loss", loss, "--keep", "kind", "--proba", "--json"})
            .json()
            .at("rows");
    double total = 0, expected = 0;
    json actions = {{"keep", 0}, {"sell", 0}, {"ask", 0}};
    for (const json& row : rows) {
        const json& of_action = losses.at(row.at("predicted").get<std::string>());
        total += of_action.at(row.at("kept").at("kind").get<std::string>()).get<double>();
        for (const auto& p : row.at("probabilities").items())
            expected += p.value().get<double>() * of_action.at(p.key()).get<double>();
        json& count = actions[row.at("predicted").get<std::string>()];
        count = count.get<int>() + 1;
    }
    CHECK(cost.at("total").get<double>() == Approx(total).epsilon(1e-12));
    CHECK(cost.at("mean").get<double>() == Approx(total / 120).epsilon(1e-12));
    CHECK(cost.at("expected").get<double>() == Approx(expected / 120).epsilon(1e-12));
    CHECK(cost.at("actions") == actions);
    const ProgramRun text = run_pgm({"evaluate", model, test, "--loss", loss});
    CHECK_THAT(text.out, Catch::Contains("total cost  per row  expected\n") &&
                             Catch::Contains("  actions: keep "));
}

TEST_CASE(
    "pgm evaluate: --loss of every error alike costs the share of errors, in folds and on a file") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", table());
    const std::string loss = folder.write("L.csv", "a,b,c\n0,1,1\n1,0,1\n1,1,0\n");
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--folds", "4"}, {"--test", folder.write("u.csv", table(3))}}) {
        std::vector<std::string> line{"evaluate", data,     "--class", "kind",  "-s",
                                      "nb,tan",   "--loss", loss,      "--json"};
        line.insert(line.end(), more.begin(), more.end());
        for (const json& report : run_pgm(line).json())
            CHECK(report.at("cost").at("mean").get<double>() ==
                  Approx(1 - report.at("accuracy").get<double>()).margin(1e-12));
    }
    const ProgramRun without = run_pgm({"evaluate", data, "--class", "kind", "--loss",
                                        folder.write("B.csv", "action,a,b\nx,0,1\n")});
    CHECK(without.status == 1);
    CHECK_THAT(without.err,
               Catch::Contains("B.csv:1:1: the header of a loss matrix is without the class 'c'"));
}

TEST_CASE("pgm evaluate: the files of the plots are told") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", table()), plots = folder.file("p");
    std::vector<std::string> line{"evaluate", data,       "--class", "kind",    "-s",
                                  "nb",       "--ignore", "word",    "--plots", plots};
    const std::vector<std::string> files{plots + "/roc-nb.svg", plots + "/calibration-nb.svg",
                                         plots + "/confusion-nb.svg", plots + "/regions-nb.svg"};
    CHECK_THAT(run_pgm(line).out, Catch::EndsWith("\nplots\n  " + files[0] + "\n  " + files[1] +
                                                  "\n  " + files[2] + "\n  " + files[3] + "\n"));
    line.push_back("--json");
    CHECK(run_pgm(line).json().at("plots") == json(files));
    const std::string page = plots + "/index.html";
    CHECK(run_pgm(line).json().at("plots_page") == json(page));
    for (const std::string& file : files)
        CHECK_THAT(read_file(page), Catch::Contains("<img src=\"" + file.substr(plots.size() + 1)));
    CHECK_FALSE(run_pgm({"evaluate", data, "--class", "kind", "--json"}).json().contains("plots"));
    line.insert(line.end(), {"--plot-format", "pdf"});
    const json pdf = run_pgm(line).json();
    CHECK(pdf.at("plots").at(0) == json(plots + "/roc-nb.pdf"));
    CHECK_THAT(read_file(plots + "/confusion-nb.pdf"), Catch::StartsWith("%PDF-1.6\n"));
    CHECK_THAT(read_file(page), Catch::Contains("<a href=\"roc-nb.pdf\">"));
    line.back() = "png";
    CHECK(run_pgm(line).status == 2);
}

TEST_CASE("pgm evaluate: folds of one row have no spread to print") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "x,c\n1,a\n2,a\n3,a\n2.5,b\n5,b\n6,b\n");
    CHECK(run_pgm({"evaluate", data, "--class", "c", "--folds", "6", "--json"})
              .json()
              .at("accuracy_sd")
              .is_null());
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "c", "--folds", "6"}).out,
               !Catch::Contains("+-"));
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "c", "--folds", "3"}).out,
               Catch::Contains("+-"));
    CHECK_THAT(run_pgm({"evaluate", data, "--class", "c", "--test", data}).out,
               Catch::Contains("+-"));
}

#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <regex>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

using Words = std::vector<std::string>;

/// Forty rows: a number with two missing cells, a skewed one, states, and a class.
std::string forty_rows() {
    std::string text = "age,dose,sex,outcome\n";
    for (int i = 0; i < 40; ++i)
        text += (i == 3 || i == 10 ? "" : std::to_string(40 + i * 7 % 23)) + "," +
                std::to_string(1 << (i * 5 % 9)) + "," + (i < 14 || i % 9 == 0 ? "f" : "m") + "," +
                (i * i % 3 == 0 || i > 30 ? "yes" : "no") + "\n";
    return text;
}

ProgramRun report_of(const std::string& subject, Words options = {}) {
    options.insert(options.begin(), {"report", subject});
    return run_pgm(options);
}

json sections_of(const std::string& subject, Words options = {}) {
    options.push_back("--json");
    const ProgramRun run = report_of(subject, options);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.json();
}

/// The element of a list whose member is that text.
json element(const json& list, const char* member, const std::string& text) {
    for (const json& one : list)
        if (one[member] == text) return one;
    FAIL("there is no " << text);
    return {};
}

}  // namespace

TEST_CASE("pgm report: table 1 has the numbers of SciPy, by the test that fits each column") {
    const TemporaryFolder folder;
    const std::string table = folder.write("forty.csv", forty_rows());
    const json rows = sections_of(table, {"--class", "outcome", "--bootstrap", "0"})["table_1"];
    REQUIRE(rows.size() == 3);
    const json age = rows[0], dose = rows[1], sex = rows[2];
    CHECK(age["missing"] == 2);
    CHECK(age["test"] == "anova");
    CHECK(age["p"].get<double>() == Approx(0.9616327877636035).epsilon(1e-9));
    CHECK(age["all"]["mean"].get<double>() == Approx(51.1578947368421).epsilon(1e-12));
    CHECK(age["all"]["sd"].get<double>() == Approx(6.606820046266988).epsilon(1e-12));
    CHECK(age["classes"]["yes"]["sd"].get<double>() == Approx(6.471258995161308).epsilon(1e-12));
    CHECK(dose["test"] == "kruskal-wallis");
    CHECK(dose["p"].get<double>() == Approx(0.2763029173374802).epsilon(1e-9));
    CHECK(dose["all"]["quartiles"] == json({3.5, 64.0}));
    CHECK(dose["classes"]["yes"]["median"] == 8.0);
    CHECK(dose["classes"]["yes"]["quartiles"] == json({1.75, 64.0}));
    CHECK(sex["test"] == "g2");
    CHECK(sex["states"] == json({"f", "m"}));
    CHECK(sex["classes"]["no"]["counts"] == json({9, 11}));
    CHECK(sex["p"].get<double>() == Approx(0.7490281905184037).epsilon(1e-9));

    const ProgramRun text = report_of(table, {"--class", "outcome", "--bootstrap", "0"});
    CHECK_THAT(text.out, Contains("| age, mean (sd) | 51.2 (6.9) | 51.1 (6.5) | 51.2 (6.6) | 2 | "
                                  "0.962 |"));
    CHECK_THAT(text.out, Contains("| dose, median \\[quartiles\\] |"));
    CHECK_THAT(text.out, Contains("|  | no, n = 20 | yes, n = 20 | all, n = 40 | missing | p |"));
}

TEST_CASE("pgm report: rows with weights count as often as they weigh") {
    const TemporaryFolder folder;
    const std::string twice = folder.write("twice.csv",
                                           "x,c,w\n1,a,2\n2,b,1\n4,a,1\n7,b,2\n9,a,1\n3,b,1\n"),
                      rows =
                          folder.write("rows.csv", "x,c\n1,a\n1,a\n2,b\n4,a\n7,b\n7,b\n9,a\n3,b\n");
    const Words by_class{"--class", "c", "--bootstrap", "0"};
    Words weighted = by_class;
    weighted.insert(weighted.end(), {"--weights", "w"});
    const json a = sections_of(twice, weighted)["table_1"],
               b = sections_of(rows, by_class)["table_1"];
    for (const char* const group : {"a", "b"}) {
        const json& of_a = a[0]["classes"][group];
        const json& of_b = b[0]["classes"][group];
        CHECK(of_a["rows"] == of_b["rows"]);
        CHECK(of_a["quartiles"] == of_b["quartiles"]);
        for (const char* const number : {"mean", "sd", "median"})
            CHECK(of_a[number].get<double>() == Approx(of_b[number].get<double>()).epsilon(1e-12));
    }
}

TEST_CASE("pgm report: missing cells by column and together") {
    const TemporaryFolder folder;
    const std::string table =
        folder.write("gaps.csv", "a,b,c\n1,,u\n2,,\n3,5,v\n4,,\n5,6,u\n6,7,v\n7,,u\n");
    const json missing = sections_of(table, {"--bootstrap", "0"})["missing"];
    CHECK(missing["cells"] == 21);
    CHECK(missing["missing"] == 6);
    CHECK(missing["columns"][0]["column"] == "b");
    CHECK(missing["columns"][0]["missing"] == 4);
    REQUIRE(missing["patterns"].size() == 3);
    CHECK(missing["patterns"][0]["columns"].empty());
    CHECK(missing["patterns"][0]["rows"] == 3);
    CHECK(missing["patterns"][1]["columns"] == json({"b"}));
    CHECK(missing["patterns"][2]["columns"] == json({"b", "c"}));
}

TEST_CASE("pgm report: the intervals of tables and regressions are those of SciPy") {
    const TemporaryFolder folder;
    const std::string heart = source_file("examples/data/heart.csv"), model = folder.file("h.json");
    REQUIRE(run_pgm({"fit", heart, "--structure", "Diabetes, Smoke -> HeartDisease", "--smooth",
                     "laplace:1", "-o", model})
                .status == 0);
    const json tables = sections_of(model)["distributions"];
    const json rows = element(tables, "variable", "HeartDisease")["rows"];
    CHECK(rows[0]["p"] == json({0.8, 0.2}));  // of 5 rows
    CHECK(rows[0]["intervals"][1][0].get<double>() == Approx(0.00630946).epsilon(1e-5));
    CHECK(rows[0]["intervals"][1][1].get<double>() == Approx(0.60236464).epsilon(1e-7));
    CHECK(rows[3]["intervals"][0][0].get<double>() == Approx(0.025).epsilon(1e-9));

    const Words show{"show", model, "--of", "HeartDisease", "--interval"};
    const auto shown = [&](const std::string& probability) {
        Words call = show;
        call.push_back(probability);
        return run_pgm(call);
    };
    CHECK_THAT(shown("95%").out, Contains("0.200 (0.006 to 0.602)"));
    CHECK(shown("1.5").status == 2);

    // scipy.stats.linregress; the variance is that of maximum likelihood, of 8 rows and not 6.
    const std::string line = folder.write(
        "line.csv", "x,y\n1,2.1\n2,3.9\n3,6.2\n4,7.8\n5,10.1\n6,12.2\n7,13.8\n8,16.1\n");
    REQUIRE(
        run_pgm({"fit", line, "--numbers", "x,y", "--structure", "x -> y", "-o", model}).status ==
        0);
    const json row = element(sections_of(model)["distributions"], "variable", "y")["rows"][0];
    const double narrower = std::sqrt(6.0 / 8);
    CHECK(row["intervals"][1][0].get<double>() ==
          Approx(1.9976190476190478 - narrower * (1.9976190476190478 - 1.92959381107532)));
    CHECK(row["intervals"][0][1].get<double>() ==
          Approx(0.0357142857142847 + narrower * (0.3792248919175991 - 0.0357142857142847)));
}

TEST_CASE("pgm report: a page of HTML escapes names, needs nothing else, and is the same again") {
    const TemporaryFolder folder;
    std::string text = "<script>alert(1)</script>,a|b,`c`,\u00e4\u00df & \u4e2d\n";
    for (int i = 0; i < 30; ++i)
        text += std::string(i % 3 == 0 ? "<b>" : "&amp;") + "," + (i % 2 == 0 ? "x|y" : "*z*") +
                "," + (i % 5 < 2 ? "`" : "_") + "," + (i % 7 < 3 ? "\u00fc" : "o") + "\n";
    const std::string table = folder.write("names.csv", text), page = folder.file("page.html");
    for (const Words& options : {Words{"--class", "a|b"}, Words{}}) {
        Words all{"-o", page, "--bootstrap", "5"};
        all.insert(all.end(), options.begin(), options.end());
        const ProgramRun run = report_of(table, all);
        INFO(run.err);
        REQUIRE(run.status == 0);
        CHECK_THAT(run.out, Contains("written  " + page));
        const std::string html = read_file(page);
        CHECK_THAT(html, !Contains("<script") && !Contains("<b>"));
        CHECK_THAT(html, Contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        CHECK_THAT(html, Contains("\u00e4\u00df &amp; \u4e2d"));
        const std::string without_names =
            std::regex_replace(html, std::regex("xmlns=\"[^\"]*\""), "");
        for (const char* const outside : {"http:", "https:", " src=", "@import", "<link", "NaN"})
            CHECK_THAT(without_names, !Contains(outside));
        all.insert(all.end(), {"--threads", "3"});
        REQUIRE(report_of(table, all).status == 0);
        // The command is on the page, which is the only difference.
        CHECK(std::regex_replace(read_file(page), std::regex(" --threads 3"), "") == html);
    }
    const ProgramRun markdown = report_of(table, {"--class", "a|b", "--bootstrap", "0"});
    CHECK_THAT(markdown.out, Contains("a\\|b") && Contains("\\`c\\`") && !Contains("<script"));
}

TEST_CASE("pgm report: every section of a class, a network, a model and a model with its table") {
    const TemporaryFolder folder;
    const std::string table = folder.write("forty.csv", forty_rows());
    const json by_class = sections_of(table, {"--class", "outcome", "--bootstrap", "7"});
    for (const char* const section :
         {"table_1", "missing", "associations", "structure", "distributions", "measures",
          "validation", "contributions", "methods", "works"}) {
        INFO(section);
        CHECK(by_class.contains(section));
    }
    CHECK(by_class["validation"]["rows"] == 40);
    CHECK(by_class["validation"]["folds"] == 10);
    CHECK(by_class["structure"]["replicates"] == 7);
    CHECK(by_class["contributions"][0]["explanation"]["cells"].size() > 0);
    CHECK(by_class["program"].get<std::string>().starts_with("pgm "));

    const json network = sections_of(table, {"--bootstrap", "7"});
    CHECK(network["table_1"].size() == 4);
    CHECK_FALSE(network.contains("validation"));
    CHECK(network["structure"]["variables"] == 4);
    CHECK(network["class"].is_null());

    const std::string model = folder.file("forty.pgmodel");
    REQUIRE(
        run_pgm({"fit", table, "--class", "outcome", "--structure", "tan", "-o", model}).status ==
        0);
    const ProgramRun alone = report_of(model);
    CHECK_THAT(alone.out, Contains("--data names one") && Contains("## The numbers of the model"));
    const json with_rows = sections_of(model, {"--data", table});
    CHECK(with_rows["validation"]["folds"] == 1);
    CHECK(with_rows["table_1"].size() == 3);
    const json text = sections_of(asia());
    CHECK(text["distributions"].size() == 8);
    CHECK_FALSE(text["distributions"][0]["rows"][0].contains("intervals"));
    CHECK(sections_of(asia(), {"--class", "lung"})["class"] == "lung");
}

TEST_CASE("pgm report: the measures have intervals, of accuracy that of Wilson") {
    const TemporaryFolder folder;
    const std::string table = folder.write("forty.csv", forty_rows());
    const json page = sections_of(table, {"--class", "outcome", "--bootstrap", "0"});
    const json accuracy = page["measures"][0];
    CHECK(accuracy["value"] == page["validation"]["accuracy"]);
    const double n = 40, z = 1.959963984540054, p = accuracy["value"];
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n),
                 half = z / (1 + z * z / n) * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    CHECK(accuracy["interval"][0].get<double>() == Approx(centre - half));
    CHECK(accuracy["interval"][1].get<double>() == Approx(centre + half));
    const json area = element(page["measures"], "measure", "area under the ROC curve");
    const double a = area["value"], q1 = a / (2 - a), q2 = 2 * a * a / (1 + a);
    const double variance = (a * (1 - a) + 19 * (q1 - a * a) + 19 * (q2 - a * a)) / 400;
    CHECK(area["interval"][0].get<double>() == Approx(a - z * std::sqrt(variance)));
}

TEST_CASE("pgm report: odd tables") {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& text, const std::string& message) {
        const ProgramRun run =
            report_of(folder.write("odd.csv", text), {"--class", "c", "--bootstrap", "0"});
        INFO(run.out);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains(message));
    };
    refused("a,c\n1,\n2,\n", "'c' has no value at all: no row has a class");
    refused("a,c\n,\n,\n", "no row has a class");
    refused("a,b\n1,2\n2,3\n", "'c'");
    std::string numbers = "a,c\n";
    for (int i = 0; i < 60; ++i) numbers += "u," + std::to_string(i) + ".5\n";
    refused(numbers, "different numbers in 60 rows, each a class of its own");

    const std::string constant =
        folder.write("constant.csv", "k,n,c,x\nu,1,a,1.5\nu,1,b,2.5\nu,1,a,3.5\nu,1,b,2.25\n");
    CHECK(report_of(constant, {"--class", "c"}).status == 0);
    const ProgramRun without_class = report_of(constant);
    CHECK(without_class.status == 0);
    CHECK_THAT(without_class.err, Contains("'n' has the same number in every row"));
    CHECK(report_of(folder.write("one.csv", "a,c\nu,x\n")).status == 0);
}

TEST_CASE("pgm report: a table of thousands of columns is cut, and said to be") {
    const TemporaryFolder folder;
    std::string text = "c";
    for (int j = 0; j < 2000; ++j) text += ",x" + std::to_string(j);
    text += '\n';
    for (int i = 0; i < 12; ++i) {
        text += i % 2 == 0 ? "a" : "b";
        for (int j = 0; j < 2000; ++j) text += (i * (j + 3) / 2) % 3 == 0 ? ",u" : ",v";
        text += '\n';
    }
    const ProgramRun run =
        report_of(folder.write("wide.csv", text), {"--class", "c", "--structure", "nb"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Contains("| and 1700 more |"));
    CHECK_THAT(run.out, Contains("'pgm draw' makes a page of it to zoom and to search"));
    CHECK_THAT(run.out, Contains("The picture of the strengths is left out"));
    CHECK_THAT(run.out, Contains("'pgm show' prints them"));
    CHECK(run.out.size() < 200'000);
}

TEST_CASE("pgm report: pages of PDF") {
    const TemporaryFolder folder;
    const std::string table = folder.write("forty.csv", forty_rows());
    const ProgramRun run = report_of(table, {"--class", "outcome", "-o", folder.file("page.pdf")});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const std::string bytes = read_file(folder.file("page.pdf"));
    CHECK_THAT(bytes, Catch::StartsWith("%PDF-1.6") && Contains("(forty.csv)"));
    CHECK_THAT(bytes, Contains("(How it was done)") && Contains("/Helvetica"));
    CHECK(bytes.find("nan") == std::string::npos);
}

TEST_CASE("pgm report: wrong usage, and a time that is over") {
    const TemporaryFolder folder;
    const std::string table = folder.write("forty.csv", forty_rows());
    const auto refused = [&](const Words& options, const std::string& message) {
        const ProgramRun run = report_of(table, options);
        CHECK(run.status == 2);
        CHECK_THAT(run.err, Contains(message));
    };
    refused({"-o", folder.file("page.doc")}, "a page is a .html, .pdf, .tex, .md or .txt file");
    refused({"-o", table}, "a page is a .html, .pdf, .tex, .md or .txt file");
    refused({"--data", table}, "--data is the table of a model");
    refused({"--structure", "nb"}, "--class COLUMN");
    refused({"--class", "outcome", "--structure", "nb,tan"}, "'pgm evaluate' compares several");
    const ProgramRun late =
        report_of(table, {"--class", "outcome", "--bootstrap", "100000", "--time-limit", "0.3",
                          "-o", folder.file("late.html")});
    CHECK(late.status == 130);
    CHECK_THAT(late.err, Contains("there is no report"));
    CHECK(folder.names() == Words{"forty.csv"});
}

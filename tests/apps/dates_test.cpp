#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

using Words = std::vector<std::string>;

std::string two_digits(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

/// 240 days from 2023-01-02, a Monday: trains are late on Mondays at 8, and others are not.
struct Arrivals {
    std::string dates, numbers;

    Arrivals() {
        const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31};
        dates = numbers = "arrived,late\n";
        int day = 19359;  // 2023-01-02
        for (int month = 1; month <= 8; ++month)
            for (int date = month == 1 ? 2 : 1; date <= lengths[month - 1]; ++date, ++day) {
                const bool is_monday = (day - 19359) % 7 == 0;
                const std::string late = is_monday ? ",yes\n" : ",no\n";
                dates += "2023-" + two_digits(month) + "-" + two_digits(date) +
                         (is_monday ? "T06:00" : "T18:00") + late;
                numbers += std::to_string(day) + (is_monday ? ".25" : ".75") + late;
            }
    }
};

}  // namespace

TEST_CASE("Dates: a classifier of dates is that of their numbers of days") {
    const TemporaryFolder folder;
    const Arrivals arrivals;
    const std::string dates = folder.write("dates.csv", arrivals.dates),
                      numbers = folder.write("numbers.csv", arrivals.numbers),
                      of_dates = folder.file("dates.json"),
                      of_numbers = folder.file("numbers.json");
    const Words fit = {"--class", "late", "-s", "nb"};
    const auto fitted = [&](const std::string& data, const std::string& model) {
        return run_pgm({"fit", data, "--class", "late", "-s", "nb", "-o", model});
    };
    const ProgramRun run = fitted(dates, of_dates);
    REQUIRE(run.status == 0);
    CHECK_THAT(run.err,
               Contains("'arrived' has dates, which are numbers of days since 1970-01-01") &&
                   Contains("--dates month,weekday,hour"));
    REQUIRE(fitted(numbers, of_numbers).status == 0);
    CHECK(read_file(of_dates) == read_file(of_numbers));
    const ProgramRun predicted = run_pgm({"predict", of_dates, dates, "--proba"});
    CHECK(predicted.status == 0);
    CHECK(predicted.out == run_pgm({"predict", of_dates, numbers, "--proba"}).out);
}

TEST_CASE("Dates: a model of their parts finds them in the dates of another table") {
    const TemporaryFolder folder;
    const std::string dates = folder.write("dates.csv", Arrivals().dates),
                      model = folder.file("m.pgmodel"), encoded = folder.file("d.pgmdata"),
                      texts = folder.file("t.pgmdata");
    REQUIRE(run_pgm({"fit", dates, "--class", "late", "-s", "nb", "--dates", "weekday,hour", "-o",
                     model})
                .status == 0);
    const json info = run_pgm({"info", model, "--json"}).json();
    const std::string more =
        folder.write("more.csv", "arrived,train\n2024-03-04 06:00,a\n2024-03-05 18:00,b\n,c\n");
    const ProgramRun run = run_pgm({"predict", model, more, "--keep", "train"});
    CHECK(run.status == 0);
    CHECK(run.out == "train,predicted\na,yes\nb,no\nc,no\n");
    // The same rows in other formats, and judged.
    REQUIRE(run_pgm({"encode", more, "-o", encoded}).status == 0);
    REQUIRE(run_pgm({"encode", more, "--dates", "text", "-o", texts}).status == 0);
    const std::string arff = folder.write(
        "more.arff",
        "@relation r\n@attribute arrived date \"dd/MM/yyyy HH:mm\"\n@attribute train {a,b,c}\n"
        "@data\n'04/03/2024 06:00',a\n'05/03/2024 18:00',b\n?,c\n");
    for (const std::string& data : {encoded, texts, arff}) {
        INFO(data);
        CHECK(run_pgm({"predict", model, data, "--keep", "train"}).out == run.out);
    }
    const json judged = run_pgm({"evaluate", model, dates, "--json"}).json();
    CHECK(judged["accuracy"] == 1.0);
}

TEST_CASE("Dates: networks are scored, updated and completed by the dates of a table") {
    const TemporaryFolder folder;
    const std::string dates = folder.write("dates.csv", Arrivals().dates),
                      parts = folder.file("parts.bif"), model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", dates, "-s", "'weekday of arrived' -> late", "--dates", "weekday", "-o",
                     parts})
                .status == 0);
    const json scored = run_pgm({"score", parts, dates, "--json"}).json();
    CHECK(scored["rows"] == 242);
    CHECK(scored == run_pgm({"score", parts, dates, "--dates", "weekday", "--json"}).json());
    REQUIRE(run_pgm({"fit", dates, "--class", "late", "-s", "nb", "--dates", "weekday",
                     "--updatable", "-o", model})
                .status == 0);
    CHECK(run_pgm({"update", model, dates, "-o", model}).status == 0);
    const std::string holes =
        folder.write("holes.csv", "arrived,late\n2024-03-04,\n2024-03-05,\n,yes\n");
    CHECK(run_pgm({"complete", holes, parts}).out ==
          "weekday of arrived,late\nMonday,yes\nTuesday,no\nMonday,yes\n");
    // A number is written as the date that it is.
    CHECK(run_pgm({"complete",
                   folder.write("days.csv", "d,e\n2024-03-05,x\n,y\n2024-03-07T12:00,x\n"),
                   "e{x|y} -> d{real}\ne: 0.5 0.5\nd | e=x: normal(19787, sd 1)\n"
                   "d | e=y: normal(19789.25, sd 1)"})
              .out == "d,e\n2024-03-05,x\n2024-03-07T06:00:00,y\n2024-03-07T12:00:00,x\n");
}

TEST_CASE("Dates: all commands that read a table take them") {
    const TemporaryFolder folder;
    const std::string dates = folder.write("dates.csv", Arrivals().dates);
    const ProgramRun info = run_pgm({"info", dates});
    CHECK_THAT(info.out, Contains("2023-01-02T06:00:00 to 2023-08-31T18:00:00"));
    CHECK_THAT(info.out, !Contains("identifies rows"));
    CHECK(run_pgm({"learn", dates, "--dates", "weekday,month"}).status == 0);
    CHECK(
        run_pgm({"evaluate", dates, "--class", "late", "-s", "nb", "--dates", "weekday"}).status ==
        0);
    CHECK(run_pgm({"stats", dates, "--class", "late", "-s", "nb", "-o", folder.file("s.pgmstats")})
              .status == 0);
    const ProgramRun associations = run_pgm({"associations", dates, "--dates", "number,weekday"});
    CHECK_THAT(associations.out, Contains("anova") && Contains("g2"));
    CHECK(run_pgm({"test", dates, "late _||_ 'weekday of arrived'", "--dates", "weekday"}).status ==
          0);
}

TEST_CASE("Dates: whole days, one of them in each row, identify no rows") {
    const TemporaryFolder folder;
    std::string text = "day,late\n";
    for (int i = 0; i < 84; ++i)
        text += "2024-0" + std::to_string(1 + i / 28) + "-" + two_digits(1 + i % 28) +
                (i % 3 == 0 ? ",yes\n" : ",no\n");
    const std::string data = folder.write("days.csv", text), model = folder.file("m.pgmodel");
    const ProgramRun run = run_pgm({"fit", data, "--class", "late", "-s", "nb", "-o", model});
    CHECK(run.status == 0);
    CHECK_THAT(run.err, !Contains("identifies rows"));
    CHECK(run_pgm({"info", model, "--json"}).json()["classifier"]["features"].dump().find("day") !=
          std::string::npos);
}

TEST_CASE("Dates: what is wrong with them is told, with a way out") {
    const TemporaryFolder folder;
    const auto error_of = [&](const std::string& text, const Words& more = {}) {
        Words words = {"info", folder.write("d.csv", text)};
        words.insert(words.end(), more.begin(), more.end());
        return run_pgm(words).err;
    };
    CHECK_THAT(error_of("d\n3/5/2024\n"), Contains("--dates day-first or --dates month-first"));
    CHECK_THAT(error_of("d\n2024-03-05\n2024-03-06\nsoon\n"),
               Contains("d.csv:4:1") && Contains("because of 'soon'") &&
                   Contains("2 values are dates") && Contains("--dates text if they are names"));
    CHECK_THAT(error_of("d\n2024-03-05\n2023-02-30\n"),
               Contains("because of '2023-02-30', which no calendar has"));
    CHECK_THAT(error_of("d\n05.03.24\n"), Contains("two digits of the year"));
    CHECK_THAT(error_of("d\n2024-03-05\n", {"--dates", "year"}),
               Contains("--dates: dates are read as"));
    CHECK(run_pgm({"info", folder.write("d.csv", "d\n2024-03-05\n"), "--dates", "year"}).status ==
          2);
}

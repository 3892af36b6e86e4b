#include <io/data_file.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <nlohmann/json.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

/// Columns that index.json calls nominal are declared so, with their states.
DataOptions declared(const nlohmann::json& dataset) {
    DataOptions options;
    for (const auto& attribute : dataset["attributes"]) {
        if (attribute["type"] == "numeric") continue;
        options.columns.push_back({attribute["name"], ColumnDeclaration::Kind::discrete,
                                   attribute["states"].get<std::vector<std::string>>()});
    }
    return options;
}

}  // namespace

TEST_CASE(
    "Data files: the reference data sets have the rows, types, missing values and classes that "
    "their index tells",
    "[data_file]") {
    const auto index = pgm::tests::reference_file("datasets/index.json");
    if (!index) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no datasets");
        return;
    }
    for (const auto& dataset : nlohmann::json::parse(pgm::tests::read_file(*index))) {
        INFO(dataset["name"]);
        const auto path = pgm::tests::reference_file(dataset["file"]);
        REQUIRE(path);
        const Dataset data = read_data(*path, declared(dataset));
        CHECK(data.rows() == dataset["rows"].get<std::size_t>());
        std::size_t missing = 0;
        for (const Column& column : data.columns()) missing += column.missing_cells();
        CHECK(missing == dataset["missing_values"].get<std::size_t>());
        const Column& label = data.column(dataset["class"].get<std::string>());
        for (const auto& [state, count] : dataset["class_counts"].items()) {
            std::size_t rows = 0;
            for (std::size_t row = 0; row < data.rows(); ++row)
                rows += label.state(row) == label.variable.find_state(state) ? 1 : 0;
            CHECK(rows == count.get<std::size_t>());
        }
    }
}

TEST_CASE(
    "Data files: inferred columns of the reference data sets agree with their index but for states "
    "that are numbers",
    "[data_file]") {
    const auto index = pgm::tests::reference_file("datasets/index.json");
    if (!index) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no datasets");
        return;
    }
    for (const auto& dataset : nlohmann::json::parse(pgm::tests::read_file(*index))) {
        INFO(dataset["name"]);
        const Dataset data = read_data(*pgm::tests::reference_file(dataset["file"]));
        CHECK(data.rows() == dataset["rows"].get<std::size_t>());
        for (const auto& attribute : dataset["attributes"]) {
            const Column& column = data.column(attribute["name"].get<std::string>());
            INFO(column.name());
            if (attribute["type"] == "numeric")
                CHECK((!column.is_discrete() ||
                       column.variable.states() == std::vector<std::string>{"0", "1"}));
        }
    }
}

TEST_CASE(
    "Data files: every ARFF file of the reference data reads, and agrees with the CSV file of the "
    "same data",
    "[data_file]") {
    const auto folder = pgm::tests::reference_file("datasets/arff");
    if (!folder) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no ARFF files");
        return;
    }
    std::size_t compared = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        INFO(entry.path());
        const Dataset arff = read_data(entry.path().string());
        CHECK(arff.rows() > 0);
        std::string name = entry.path().stem().string();
        if (name.ends_with(".arff")) name.resize(name.size() - 5);
        if (name == "weather.nominal" || name == "weather.numeric") name[7] = '-';
        const auto csv = pgm::tests::reference_file("datasets/" + name + ".csv");
        if (!csv) continue;
        DataOptions options;
        for (const Column& column : arff.columns()) {
            const auto kind = column.is_discrete() ? ColumnDeclaration::Kind::discrete
                                                   : ColumnDeclaration::Kind::continuous;
            options.columns.push_back({column.name(), kind, column.variable.states()});
        }
        const Dataset table = read_data(*csv, options);
        CHECK(table.schema() == arff.schema());
        CHECK(table.rows() == arff.rows());
        ++compared;
    }
    CHECK(compared >= 8);
}

TEST_CASE("Data files: the format is told by the suffix", "[data_file]") {
    CHECK(is_data_file("a/b.csv"));
    CHECK(is_data_file("B.ARFF.gz"));
    CHECK_FALSE(is_data_file("a.bif"));
    CHECK_THROWS_WITH(read_data("/nowhere/x.csv"),
                      "/nowhere/x.csv: cannot read: No such file or directory");
    CHECK_THROWS_WITH(read_data(pgm::tests::source_file("examples/data/asia.bif")),
                      pgm::tests::source_file("examples/data/asia.bif") +
                          ": the suffix tells no known format of data; known are .csv, .tsv, .tab, "
                          ".txt, .data, .dat, .arff and .pgmdata, each also with .gz or .zst");
}

TEST_CASE(
    "Data files: a .tsv file has tabs between its cells, a .txt file what its first line shows",
    "[data_file]") {
    const pgm::tests::TemporaryFolder folder;
    const Dataset expected = read_data(folder.write("t.csv", "\"a;b\",n\nx y,2.5\nz,3\n"));
    CHECK(read_data(folder.write("t.tsv", "a;b\tn\nx y\t2.5\nz\t3\n")) == expected);
    CHECK(is_data_file("T.TSV.gz"));
    CHECK(read_data(folder.write("t.tab", "a;b\tn\nx y\t2.5\nz\t3\n")) == expected);
    CHECK(read_data(folder.write("t.data", "\"a;b\";n\nx y;2.5\nz;3\n")) == expected);
    CHECK(read_data(folder.write("t.dat", "\"a;b\" n\n\"x y\" 2.5\nz 3\n")) == expected);
    for (const char* text :
         {"\"a;b\",n\nx y,2.5\nz,3\n", "\"a;b\";n\nx y;2.5\nz;3\n", "\"a;b\"\tn\nx y\t2.5\nz\t3\n",
          "\"a;b\"|n\nx y|2.5\nz|3\n", "\"a;b\" n\n\"x y\" 2.5\nz 3\n",
          "  \"a;b\"   n  \r\n \"x y\"  2.5\r\n\r\n  \r\n z     \t 3   "}) {
        INFO(text);
        CHECK(read_data(folder.write("t.txt", text)) == expected);
    }
    CHECK(read_data(folder.write("one.csv", "a b\nx y\n")).columns().size() == 1);
}

TEST_CASE("Data files: reading ends where that is wished", "[data_file]") {
    const pgm::tests::TemporaryFolder folder;
    std::string rows, text = "a,b\n", arff = "@relation t\n@attribute a numeric\n@data\n";
    for (int row = 0; row < 400'000; ++row) rows += std::to_string(row) + ",x\n";
    text += rows;
    for (int row = 0; row < 400'000; ++row) arff += std::to_string(row) + "\n";
    const std::string csv = folder.write("t.csv", text), encoded = folder.file("t.pgmdata");
    write_encoded(read_data(csv), encoded);
    for (const std::string& path : {csv, encoded, folder.write("t.arff", arff)}) {
        int asked = 0;
        const DataOptions options{.stop = StopToken([&] { return ++asked > 3; })};
        INFO(path);
        CHECK_THROWS_AS(read_data(path, options), Stopped);
        CHECK(asked == 4);
    }
    ByteSource source(text, "t", text.size());
    CHECK_THROWS_AS(read_data(source, {.stop = StopToken([] { return true; })}), Stopped);
}

TEST_CASE("Data files: what is read in parts may be longer than the limit of a file",
          "[data_file]") {
    const pgm::tests::TemporaryFolder folder;
    std::string text = "a,x\n";
    for (int i = 0; i < 1000; ++i) text += i % 3 == 0 ? "yes,1.5\n" : "no,2\n";
    const std::string csv = folder.write("t.csv", text), encoded = folder.file("t.pgmdata");
    const Dataset whole = read_data(csv);
    write_encoded(whole, encoded);
    DataOptions options;
    options.limits.max_file_bytes = 1000;
    const auto all = [](std::span<const Variable>, std::size_t) { return true; };
    const std::vector<ColumnDeclaration> wanted = {
        {.name = "a"}, {.name = "x", .kind = ColumnDeclaration::Kind::continuous}};
    for (const std::string& path : {csv, encoded}) {
        INFO(path);
        CHECK_THROWS_WITH(read_data(path, options), Catch::Contains("1000 bytes, the limit"));
        const Rows table = open_data(path, options, all);
        CHECK(in_memory(table) == whole);
        CHECK(open_blocks(path, options, wanted).next(5000)->rows() == 1000);
        // As a whole it is limited again.
        const auto none = [](std::span<const Variable>, std::size_t) { return false; };
        CHECK_THROWS_AS(open_data(path, options, none), TooLargeError);
    }
    const std::string arff = folder.write(
        "t.arff", "@relation t\n@attribute a {yes, no}\n@data\n" + std::string(2000, '\n'));
    CHECK_THROWS_AS(open_blocks(arff, options, wanted), TooLargeError);
    // A row has to be in memory.
    std::string long_row = "a";
    for (int i = 0; i < 300'000; ++i) long_row += ",b";
    CHECK_THROWS_WITH(open_data(folder.write("row.csv", long_row), options, all),
                      Catch::Contains("the row has more than"));
}

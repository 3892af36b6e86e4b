#include <io/csv/csv.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::io;

namespace {

/// What reading a text leads to: the table, or the error with its place.
struct Outcome {
    std::vector<Variable> schema = {};
    std::string cells = {};  ///< as CSV, since missing numbers are not equal to each other
    std::string error = {};
    std::vector<std::string> remarks = {};

    bool operator==(const Outcome&) const = default;
};

template <class Read>
Outcome outcome_of(Read&& read) {
    Outcome outcome;
    DataRemarks remarks;
    try {
        const Dataset data = read(remarks);
        std::ostringstream out;
        write_csv(data, out);
        outcome.schema = data.schema();
        outcome.cells = out.str();
    } catch (const Error& error) {
        outcome.error = error.what();
    }
    for (const NearlyNumericColumn& column : remarks.nearly_numeric)
        outcome.remarks.push_back(column.name + " " + to_string(column.where));
    return outcome;
}

/// The table is read as a whole, or from its parts after it was examined.
Outcome outcome_of(const std::string& text, const DataOptions& options, bool in_parts) {
    ByteSource source(text, options.name, text.size());
    return outcome_of([&](DataRemarks& remarks) {
        if (!in_parts) return read_csv(source, options, &remarks);
        const auto all = [](std::span<const Variable>, std::size_t) { return true; };
        return in_memory(*csv_rows(source, options, all, &remarks));
    });
}

/// Cells of every kind; now and then a row of another length, a quote, a blank line.
std::string random_table(Rng& random) {
    const std::size_t columns = 2 + random.below(4), rows = random.below(60);
    const std::vector<std::string_view> cells = {
        "1.5", "-2",  "17",  " 3", "0.25 ", "?",    "",    "0",          "1",
        "-",   "-.5", "1e3", "x",  "y",     "\xE9", "2.5", "1234567890", "12345678901234567890"};
    const std::vector<std::string_view> ends = {"\n", "\r\n", "\r"};
    const std::string_view end = ends[random.below(8) == 0 ? random.below(3) : random.below(2)];
    const bool is_plain = random.below(3) > 0, has_words = random.below(2) == 0;
    std::string text = "a,b";
    for (std::size_t i = 2; i < columns; ++i) text += ",c" + std::to_string(i);
    text += end;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < columns; ++i) {
            if (i > 0) text += ',';
            text += cells[random.below(has_words ? cells.size() : 12)];
        }
        if (!is_plain && random.below(40) == 0) text += ",";
        if (!is_plain && random.below(20) == 0) text += end;
        if (!is_plain && random.below(20) == 0) text += std::string(end) + "\"q\",\"1\"\"\"";
        text += end;
    }
    return text;
}

}  // namespace

TEST_CASE("A grid has the cells of rows that are plainly of one length") {
    const auto read = [](const std::string& text) {
        DataOptions options;
        options.name = "t.csv";
        DataOptions in_order = options;
        in_order.max_cell_bytes = 10;
        INFO(text);
        const Outcome outcome = outcome_of(text, options, false);
        CHECK(outcome == outcome_of(text, in_order, false));
        return outcome.error.empty() ? outcome.cells : outcome.error.substr(0, 9);
    };
    const std::string plain = read("a,b\n1,2\n3,4\n");
    CHECK(plain == "a,b\n1,2\n3,4\n");
    CHECK(read("a,b\r\n1,2\r\n3,4") == plain);
    CHECK(read("a,b\r\n1,2\r\n 3 ,\t4\r\n") == plain);
    CHECK(read("a,b\n1,2\n\n3,4\n") == plain);
    CHECK(read("a,b\n1,2\n\n\n3,4\n") == plain);
    CHECK(read("a,b\n1,2\r\n3,4\n") == plain);
    CHECK(read("a,b\n1,\"2\"\n3,4\n") == plain);
    CHECK(read("a,b,c\n1,2,3") == "a,b,c\n1,2,3\n");
    CHECK(read("a,b\n").starts_with("a,b\n"));
    CHECK(read("a,b\n1,2\n3,4,5\n").starts_with("t.csv:3:"));
    CHECK(read("a,b\n1,2\n3\n4,5,6\n").starts_with("t.csv:3:"));
    CHECK(read("a\n1\n\n2\n") == "a\n1\n2\n");
}

TEST_CASE("Columns of a piece give what its cells in order give, with the same errors") {
    Rng random(1);
    for (int i = 0; i < 2000; ++i) {
        const std::string text = random_table(random);
        DataOptions options;
        options.name = "t.csv";
        if (random.below(3) == 0)
            options.columns = {{"a", ColumnDeclaration::Kind::continuous},
                               {"b", ColumnDeclaration::Kind::discrete, {"1", "17", "x"}}};
        // A piece whose cells may be too long is not read column by column.
        DataOptions in_order = options;
        in_order.max_cell_bytes = 30;
        const bool in_parts = random.below(2) == 0;
        const Outcome expected = outcome_of(text, in_order, in_parts);
        options.threads = 1 + random.below(3);
        INFO(text);
        CHECK(outcome_of(text, options, in_parts) == expected);
    }
}

TEST_CASE("Many rows are read by several threads as by one") {
    std::string text = "n,few,word,late\n";
    for (int i = 0; i < 40'000; ++i)
        text += std::to_string(i * 0.37) + "," + std::to_string(i % 7) + ",w" +
                std::to_string(i % 300) + "," + (i == 39'000 ? "oops" : std::to_string(i)) + "\n";
    DataOptions options;
    options.name = "t.csv";
    const Outcome expected = outcome_of(text, options, false);
    CHECK(expected.remarks == std::vector<std::string>{"late t.csv:39002:19"});
    for (const bool in_parts : {false, true}) {
        for (const std::size_t threads : {0, 2, 3}) {
            options.threads = threads;
            CHECK(outcome_of(text, options, in_parts) == expected);
        }
    }
    options.columns = {{"late", ColumnDeclaration::Kind::continuous},
                       {"few", ColumnDeclaration::Kind::discrete, {"0", "1", "2", "3", "4", "6"}}};
    CHECK(outcome_of(text, options, false).error.starts_with("t.csv:7:10:"));
    options.columns.pop_back();
    CHECK(outcome_of(text, options, false).error.starts_with("t.csv:39002:"));
}

#include <io/csv/csv.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <string>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using namespace pgm::io::detail;

namespace {

/// One column among so many, from these cells.
Column column_of(const std::vector<std::string>& cells, std::size_t columns) {
    const DataOptions options;
    const EncoderRules rules(options, columns);
    ColumnEncoder encoder("x", nullptr, rules, false);
    encoder.make_room(cells.size());
    for (std::size_t row = 0; row < cells.size(); ++row) encoder.add(cells[row], row);
    REQUIRE_FALSE(encoder.numbers_spoiled());
    return encoder.finish(cells.size());
}

/// Tables of few columns remember the texts of numbers, tables of very many do not.
constexpr std::size_t few = 3, very_many = 3'000'000;

/// Cells that are all different, `text_of(row, column)` being one of them.
template <class Text>
std::string table_of(std::size_t rows, std::size_t columns, Text&& text_of) {
    std::string text;
    for (std::size_t i = 0; i < columns; ++i) text += (i > 0 ? ",x" : "x") + std::to_string(i);
    for (std::size_t row = 0; row < rows; ++row) {
        text += '\n';
        for (std::size_t i = 0; i < columns; ++i) text += (i > 0 ? "," : "") + text_of(row, i);
    }
    return text + '\n';
}

}  // namespace

TEST_CASE("What a column is does not depend on how many others the table has", "[csv]") {
    const std::vector<std::vector<std::string>> columns = {
        {"0", "1", "", "0"}, {"1", "0"},          {"0", "1", "1.0"}, {"0", "0"},   {"1", "?", "1"},
        {"0", "1", "2"},     {"a", "b", "", "a"}, {"-0", "1"},       {"3.5", "?"}, {"", "?"}};
    for (const std::vector<std::string>& cells : columns) {
        const Column expected = column_of(cells, few), found = column_of(cells, very_many);
        CHECK(expected.variable == found.variable);
        for (std::size_t row = 0; row < cells.size(); ++row) {
            CHECK(expected.state(row) == found.state(row));
            CHECK(expected.is_missing(row) == found.is_missing(row));
            if (!expected.is_discrete() && !expected.is_missing(row))
                CHECK(expected.value(row) == found.value(row));
        }
    }
    const Column yes_or_no = column_of({"1", "0", "?", "1"}, very_many);
    CHECK(yes_or_no.variable.states() == std::vector<std::string>{"0", "1"});
    CHECK(yes_or_no.state(0) == StateId{1});
    CHECK(yes_or_no.state(1) == StateId{0});
    CHECK(yes_or_no.is_missing(2));
}

TEST_CASE("A text after numbers makes them names in a table of very many columns too", "[csv]") {
    constexpr std::size_t columns = 300'000;
    const auto cell = [](std::size_t row, std::size_t i) {
        return row == 1 && i == 7 ? std::string("none") : std::to_string(row);
    };
    const Dataset data = read_csv(table_of(2, columns, cell));
    CHECK(data.column(ColumnId{7}).variable.states() == std::vector<std::string>{"0", "none"});
    CHECK(data.column(ColumnId{8}).variable.states() == std::vector<std::string>{"0", "1"});
    CHECK(data.columns().size() == columns);
}

TEST_CASE("A wide table of numbers needs a few times its own memory", "[csv]") {
    if (!counts_allocations()) {
        WARN("SKIPPED: allocations are not counted here");
        return;
    }
    const auto cell = [](std::size_t row, std::size_t i) {
        return std::to_string(row * 20'011 + i) + ".5";
    };
    const std::string text = table_of(200, 4000, cell);
    const std::size_t before = allocated_bytes();
    const Dataset data = read_csv(text);
    CHECK(allocated_bytes() - before < 16 * text.size());
    CHECK(data.column(ColumnId{3999}).value(199) == 199 * 20'011 + 3999.5);
}

TEST_CASE("A wide table of names needs a few times its own memory", "[csv]") {
    if (!counts_allocations()) {
        WARN("SKIPPED: allocations are not counted here");
        return;
    }
    const auto cell = [](std::size_t row, std::size_t i) {
        return "name of " + std::to_string(row * 20'011 + i);
    };
    const std::string text = table_of(100, 4000, cell);
    const std::size_t before = allocated_bytes();
    const Dataset data = read_csv(text);
    CHECK(allocated_bytes() - before < 32 * text.size());
    CHECK(data.column(ColumnId{5}).variable.cardinality() == 100);
}

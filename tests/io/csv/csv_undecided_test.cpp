#include <io/csv/csv.hpp>

#include <tests/support/catch.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pgm;

namespace {

std::vector<std::pair<std::string, std::optional<bool>>> undecided_columns(
    std::string_view text, const io::DataOptions& options = {}) {
    io::ByteSource source(text, "t.csv", options.limits.max_file_bytes);
    io::DataRemarks remarks;
    const auto all = [](std::span<const Variable>, std::size_t) { return true; };
    REQUIRE(io::csv_rows(source, options, all, &remarks));
    std::vector<std::pair<std::string, std::optional<bool>>> found;
    for (const io::UndecidedColumn& column : remarks.undecided)
        found.emplace_back(column.name, column.value);
    return found;
}

}  // namespace

TEST_CASE("CSV in parts: columns that other rows may make discrete are told") {
    using Found = std::vector<std::pair<std::string, std::optional<bool>>>;
    CHECK(undecided_columns("zero,one,none,both,number,word,point\n"
                            "0,1,?,0,2,a,0.0\n0,1,,1,1,b,0\n") ==
          Found{{"zero", false}, {"one", true}, {"none", std::nullopt}});
    // What is declared is decided.
    using Kind = io::ColumnDeclaration::Kind;
    CHECK(undecided_columns(
              "a,b,c\n0,0,0\n",
              {.columns = {{"a", Kind::discrete}, {"b", Kind::continuous}, {"c", Kind::ignored}}})
              .empty());
}

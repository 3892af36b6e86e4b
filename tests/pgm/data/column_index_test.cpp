#include <pgm/data/dataset.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;

TEST_CASE("A column index finds what a table finds, in whatever order the columns are") {
    const Dataset data({continuous_column("b", {1}), continuous_column("\xC3\xA4", {1}),
                        continuous_column("a", {1}), continuous_column("B", {1})});
    const ColumnIndex index(data);
    for (const char* name : {"a", "b", "B", "\xC3\xA4", "", "c", "ab", "A"})
        CHECK(index.find(name) == data.find(name));
    CHECK(index.id("a") == ColumnId(2));
    CHECK_THROWS_WITH(index.id("c"), Catch::StartsWith("the data have no column 'c'"));
    CHECK_FALSE(ColumnIndex(Dataset()).find("a"));
}

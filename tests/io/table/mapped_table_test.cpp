#include <io/table/table_blocks.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/all_kinds_table.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_files_in.hpp>

#include <functional>
#include <utility>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using Catch::Contains;

namespace {

/// A table in memory, a few rows at a time. `announced` is the number of rows that it says it has.
Rows parts_of(const Dataset& table, std::size_t announced) {
    return Rows(table.schema(), announced, [table](std::size_t, const Rows::Visit& use) {
        constexpr std::size_t step = 7;
        for (std::size_t first = 0; first < table.rows(); first += step)
            use(table.view_rows(first, std::min(step, table.rows() - first)));
    });
}
Rows parts_of(const Dataset& table) {
    return parts_of(table, table.rows());
}

}  // namespace

TEST_CASE("A mapped table is the table of the parts", "[io]") {
    for (const std::size_t rows : {0u, 1u, 6u, 7u, 8u, 1000u}) {
        const Dataset table = table_of_all_kinds(rows);
        INFO(rows);
        CHECK(are_equal(MappedTable(parts_of(table)).data(), table));
        const Dataset unweighted(table.columns());
        CHECK(are_equal(MappedTable(parts_of(unweighted)).data(), unweighted));
    }
}

TEST_CASE("A mapped table may be moved, and a table of its columns has its cells", "[io]") {
    const Dataset table = table_of_all_kinds(100);
    MappedTable first((parts_of(table)));
    const MappedTable second = std::move(first);
    CHECK(are_equal(second.data(), table));
    const Dataset columns = second.data().select_columns({{ColumnId(3), ColumnId(0)}});
    CHECK(are_equal(columns, table.select_columns({{ColumnId(3), ColumnId(0)}})));
}

TEST_CASE("A mapped table: rows that come or go while it is read are an error", "[io]") {
    const Dataset table = table_of_all_kinds(20);
    for (const std::size_t announced : {0u, 19u, 21u, 1000u}) {
        INFO(announced);
        CHECK_THROWS_WITH(MappedTable(parts_of(table, announced)),
                          Contains("the table has changed while it was read"));
    }
}

TEST_CASE("A mapped table: a folder that takes no file is named", "[io]") {
    const TemporaryFilesIn folder("/proc");
    CHECK_THROWS_WITH(MappedTable(parts_of(table_of_all_kinds(3))),
                      Contains("the table: cannot be kept in /proc") && Contains("TMPDIR"));
}

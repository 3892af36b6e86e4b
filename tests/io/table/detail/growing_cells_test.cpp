#include <io/table/detail/growing_cells.hpp>

#include <tests/support/catch.hpp>

#include <cstdint>
#include <vector>

using pgm::CellList;
using pgm::io::detail::GrowingCells;

TEST_CASE("Cells that grow keep their values and become a list of cells without a copy") {
    GrowingCells<double> cells;
    for (std::size_t size : {1u, 2u, 3u, 100u, 101u}) {
        cells.resize(size);
        CHECK(cells[size - 1] == 0);
        cells[size - 1] = static_cast<double>(size);
    }
    CHECK(cells.size() == 101);
    const double* const where = cells.begin();
    GrowingCells<double> moved = std::move(cells);
    const CellList<double> list = moved.take(100);
    CHECK(list.data() == where);
    CHECK(list.size() == 100);
    CHECK(list[1] == 2);
    CHECK(list[99] == 100);
    CHECK(moved.size() == 0);
    moved.resize(2);
    CHECK(moved[0] == 0);
    CHECK(moved.take(1) == CellList<double>{0.0});
    CHECK(GrowingCells<std::uint8_t>(3, 7).take(3) == CellList<std::uint8_t>{7, 7, 7});
}

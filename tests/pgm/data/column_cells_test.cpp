#include <pgm/data/column.hpp>

#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

TEMPLATE_TEST_CASE("A list of cells of any length is a value like a vector", "[data]", std::uint8_t,
                   std::uint16_t, std::uint32_t, double) {
    for (std::size_t size = 0; size < 40; ++size) {
        std::vector<TestType> expected(size);
        std::iota(expected.begin(), expected.end(), TestType(1));
        const CellList<TestType> cells(expected);
        const auto holds = [&](const CellList<TestType>& list) {
            return std::vector<TestType>(list.begin(), list.end()) == expected;
        };
        CHECK(cells.size() == size);
        CHECK(holds(cells));
        CellList<TestType> copy = cells;
        CHECK(copy == cells);
        CellList<TestType> moved = std::move(copy);
        CHECK(holds(moved));
        CHECK(holds(CellList<TestType>(expected.data(), size)));
        std::unique_ptr<TestType[]> array(new TestType[size + 5]);
        std::ranges::copy(expected, array.get());
        CHECK(holds(CellList<TestType>(std::move(array), size)));
        CellList<TestType> other(3, TestType(7));
        other = cells;
        CHECK(holds(other));
        other = std::move(moved);
        CHECK(holds(other));
        if (size > 0) {
            other[size - 1] = TestType(99);
            CHECK_FALSE(other == cells);
            CHECK(cells[size - 1] == expected.back());
        }
    }
    CHECK(CellList<TestType>{TestType(3), TestType(1)}.size() == 2);
    CHECK(CellList<TestType>().empty());
}

TEST_CASE("Sixteen bytes of cells lie in the list itself") {
    CHECK(sizeof(CellList<double>) == 24);
    if (!counts_allocations()) {
        WARN("SKIPPED: allocations are not counted here");
        return;
    }
    const std::size_t before = allocation_count();
    const CellList<double> numbers(2, 0.5);
    const CellList<std::uint8_t> codes(16, 3);
    CHECK(allocation_count() == before);
    CHECK(numbers[1] + codes[15] == 3.5);
    CHECK(CellList<double>(3).size() == 3);
    CHECK(allocation_count() == before + 1);
}

TEMPLATE_TEST_CASE("A view of cells and its copies refer to the caller's array", "[data]",
                   std::uint8_t, std::uint16_t, std::uint32_t, double) {
    for (std::size_t size = 0; size < 40; ++size) {
        std::vector<TestType> array(size + 1, TestType(5));
        const std::vector<TestType> before = array;
        CellList<TestType> view =
            CellList<TestType>::view(std::span<const TestType>(array).first(size));
        const CellList<TestType> copy = view;
        CHECK(view.is_view());
        CHECK(copy.is_view());
        CHECK(copy.size() == size);
        CHECK(copy.data() == array.data());
        CHECK(copy == CellList<TestType>(size, TestType(5)));
        for (TestType& cell : view) cell = TestType(6);  // which gives the view its own cells
        CHECK(array == before);
        CHECK_FALSE(view.is_view());
        CHECK(view == CellList<TestType>(size, TestType(6)));
        CellList<TestType> other = view;
        other = copy;
        const CellList<TestType> moved = std::move(other);
        CHECK(moved.data() == array.data());
        view = CellList<TestType>(moved);
        CHECK(std::as_const(view).data() == array.data());
    }
}

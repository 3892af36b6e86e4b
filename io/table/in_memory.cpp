#include <io/table/table_blocks.hpp>

#include <io/table/detail/growing_table.hpp>

#include <utility>

namespace pgm::io {

Dataset in_memory(const Rows& rows) {
    constexpr std::size_t rows_at_a_time = std::size_t{1} << 16;
    detail::GrowingTable table(rows.schema());
    rows.pass(rows_at_a_time, [&](const Dataset& part) { table.add(part); });
    return std::move(table).take();
}

}  // namespace pgm::io

#include <io/table/table_blocks.hpp>

#include <io/table/detail/growing_table.hpp>

#include <utility>

namespace pgm::io {

Dataset in_memory(const Rows& rows) {
    detail::GrowingTable table(rows.schema());
    rows.pass([&](const Dataset& part) { table.add(part); });
    return std::move(table).take();
}

}  // namespace pgm::io

#include <io/table/table_blocks.hpp>

#include <io/file/detail/scratch_file.hpp>
#include <io/table/detail/column_block.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <variant>

namespace pgm::io {
namespace {

[[noreturn]] void fail_changed() {
    throw IoError("the table has changed while it was read");
}

/// Writes the rows to the places of their columns, and returns whether they have weights.
bool write_rows(detail::ScratchFile& file, const Rows& rows, std::span<const std::size_t> places) {
    const std::uint64_t all = *rows.rows();
    std::size_t written = 0;
    bool have_weights = false;
    rows.pass([&](const Dataset& part) {
        if (part.rows() > all - written) fail_changed();
        const auto write = [&](const auto& cells, std::size_t place) {
            constexpr std::size_t width = sizeof cells[0];
            file.write(place + written * width,
                       {reinterpret_cast<const char*>(cells.data()), cells.size() * width});
        };
        for (std::size_t i = 0; i < part.columns().size(); ++i)
            std::visit([&](const auto& cells) { write(cells, places[i]); },
                       part.columns()[i].cells);
        write(part.weights(), places[part.columns().size()]);
        have_weights = !part.weights().empty();
        written += part.rows();
    });
    if (written != all) fail_changed();
    return have_weights;
}

}  // namespace

MappedTable::MappedTable(const Rows& rows) {
    const std::vector<Variable> schema = rows.schema();
    const std::vector<std::size_t> places = detail::places_in_block(schema, true, *rows.rows());
    detail::ScratchFile file("the table", "set TMPDIR to a folder that has room for it");
    const bool have_weights = write_rows(file, rows, places);
    // Behind the end of a file there are no pages of it.
    if (::ftruncate(file.descriptor(), static_cast<off_t>(places.back())) != 0) file.fail(errno);
    if (places.back() > 0) {
        void* const cells =
            ::mmap(nullptr, places.back(), PROT_READ, MAP_SHARED, file.descriptor(), 0);
        if (cells == MAP_FAILED) file.fail(errno);
        cells_ = {static_cast<char*>(cells),
                  [bytes = places.back()](char* mapped) { ::munmap(mapped, bytes); }};
    }
    data_ = detail::table_in_block(schema, have_weights, *rows.rows(), cells_.get());
}

}  // namespace pgm::io

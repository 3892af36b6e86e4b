#include <io/table_memory.hpp>

#include <io/file/suffix.hpp>
#include <pgm/core/limits.hpp>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace pgm::io {
namespace {

/// The bytes of memory of this machine, or that a container has of it (cgroup v2, which writes
/// "max" where there is no limit).
std::uint64_t memory_here() {
    const auto pages = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 1L));
    const std::uint64_t all = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::uint64_t limit = 0;
    return std::ifstream("/sys/fs/cgroup/memory.max") >> limit ? std::min(limit, all) : all;
}

std::uint64_t bytes_of_cells(const Rows& rows) {
    std::uint64_t bytes_of_row = 0;
    for (const Variable& column : rows.schema()) bytes_of_row += bytes_of_cell(column);
    return bytes_of_row * *rows.rows();
}

/// The bytes of files once they are unpacked, which makes them hardly more than eight times as
/// long; null where there is another thing than a file.
std::optional<std::uint64_t> unpacked_bytes(const TableFiles& files) {
    constexpr std::uint64_t most_packed = 8;
    std::uint64_t bytes = 0;
    for (const std::string& path : files.paths) {
        std::error_code failure;
        const std::uint64_t size = std::filesystem::file_size(path, failure);
        if (failure) return std::nullopt;
        const bool is_packed = without_packing(path) != path;
        bytes += is_packed ? most_packed * size : size;
    }
    return bytes;
}

}  // namespace

std::uint64_t TableMemory::most_bytes() const {
    return (limit ? *limit : memory_here()) / 2;
}

bool TableMemory::may_exceed(const TableFiles& files) const {
    // A number takes eight bytes in memory, and at least two with its separator in a file.
    constexpr std::uint64_t growth = 4;
    const std::optional<std::uint64_t> bytes = unpacked_bytes(files);
    if (!bytes) return limit.has_value();
    return *bytes > Limits{}.max_file_bytes || growth * *bytes > most_bytes();
}

Dataset TableMemory::whole(Rows rows) {
    if (Dataset* const table = rows.table()) return std::move(*table);
    if (bytes_of_cells(rows) <= most_bytes()) return in_memory(rows);
    return mapped_.emplace_back(rows).data();
}

}  // namespace pgm::io

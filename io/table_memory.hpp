#pragma once

#include <io/data_file.hpp>
#include <io/table/table_blocks.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace pgm::io {

/// The memory that the cells of tables may take: half of a limit, or where none is set, half of
/// what this machine or this container has. Tables of which all rows are needed at once and that
/// have no room in it lie in temporary files (MappedTable), which this keeps.
class TableMemory {
public:
    /// The limit of all memory that the program may take, in bytes.
    std::optional<std::size_t> limit = std::nullopt;

    /// True if a table of these files may have no room, or may be too long to be read as a whole;
    /// to find out takes a pass over it. Of a stream, which does not say how long it is, only where
    /// there is a limit.
    bool may_exceed(const TableFiles& files) const;

    /// All rows at once, in memory if they have room there. The result may refer to this object.
    /// Throws what reading throws, and IoError where there is no room for a file.
    Dataset whole(Rows rows);

private:
    std::uint64_t most_bytes() const;

    std::deque<MappedTable> mapped_;
};

}  // namespace pgm::io

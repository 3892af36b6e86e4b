#pragma once

#include <pgm/core/error.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// A data set that is read block by block, in one pass and without being held in memory:
/// standard input, packed files and files larger than memory.
///
/// It differs from Rows in that it is read once, and that its columns need not be known beforehand.
/// A reader of a whole table infers the types of its columns from all cells. A reader of blocks is
/// given the wanted columns and their types, usually the schema of a model. The value of a cell
/// does not depend on the block that it is in:
///
///  - A wanted discrete column has the texts of its cells as states. They are those of the block,
///    so each block has other states (ColumnAlignment matches them by name).
///  - A wanted continuous column has numbers. A block in which a cell is no number has it as a
///    discrete column of texts instead, with the shortest text of each number.
///  - A column without any value in a block is continuous there, and all its cells are missing.
///  - An ARFF file declares its columns itself.
///  - Types that DataOptions declare hold in every block; a cell that contradicts it is an error.
///  - All other columns are skipped. A table without any wanted column keeps its first one, so that
///    there are rows.
///
/// Errors are those of the reader of the whole table, thrown when the row is reached.
struct TableBlocks {
    std::vector<std::string> names;    ///< of all columns of the table
    std::vector<std::string> skipped;  ///< those that are skipped without being declared as ignored
    std::vector<Problem> notes;        ///< on the dialect that the first lines show, one of a kind
    /// The next `rows` rows, at least 1, or as many as are left; null at the end. The first
    /// block is there even if the table has no rows.
    std::function<std::optional<Dataset>(std::size_t rows)> next;
};

/// A check of the columns of a table: false if it need not be read on. `rows` is the number of rows
/// that show these columns.
using ColumnCheck = std::function<bool(std::span<const Variable> columns, std::size_t rows)>;

/// The rows as one table in memory: all, or those that this process has a share of.
Dataset in_memory(const Rows& rows);

/// A table that is larger than memory, as one Dataset: its cells lie in a file without a name in
/// the folder for temporary files (TMPDIR), column by column, and are mapped into memory. The
/// system keeps as many of them there as it has room for and reads the others when they are asked
/// for.
///
/// It differs from in_memory() in where the cells are and in that it has to be kept, and from
/// Rows in that all are there at once, as what learns structures, cut points or hidden
/// values needs them. What reads column by column is hardly slower than in memory.
class MappedTable {
public:
    /// One pass over the rows. Throws IoError if there is no room for the file or the table has
    /// changed, and the errors of the pass.
    explicit MappedTable(const Rows& rows);

    /// Views of the cells, which are valid as long as this object is.
    const Dataset& data() const { return data_; }

private:
    std::unique_ptr<char, std::function<void(char*)>> cells_;  ///< unmapped in the end
    Dataset data_;
};

}  // namespace pgm::io

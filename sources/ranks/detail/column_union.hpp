#pragma once

#include <io/options/data_options.hpp>
#include <pgm/data/column.hpp>
#include <pgm/model/variable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm::sources::detail {

/// Evidence of the values in one share for the kind of a column (DataOptions has the rules of a
/// whole table). A letter each, as they are sent.
enum class SeenValues : char {
    nothing = '-',  ///< all cells are missing
    zeros = '0',    ///< the word 0, always
    ones = '1',     ///< the word 1, always
    both = 'b',     ///< the words 0 and 1
    numbers = 'n',  ///< other numbers
    words = 'w',    ///< what is no number
    declared = 'd'  ///< whatever the values are: options have decided
};

/// The columns of one share of a table, or of the whole.
struct ShareColumns {
    std::vector<Variable> schema;
    std::string seen;  ///< a Seen for each column
    std::uint64_t rows = 0;
    /// The share was refused: all ranks have to read the whole table.
    bool is_refused = false;
};

/// The message of a rank to the others.
std::string packed(const ShareColumns& columns);
ShareColumns unpacked(const std::string& bytes);

/// The columns that the reader of a share has found, with the declarations of options.
ShareColumns columns_of(std::vector<Variable> schema, std::uint64_t rows,
                        const io::DataOptions& options, const io::DataRemarks& remarks);

/// The kind that a column has in the whole table, by what all shares saw of it.
io::ColumnDeclaration::Kind kind_of_whole(const std::string& seen_by_shares, bool is_discrete);

/// For each share, the columns whose kind is another one in the whole table, as they have to be
/// declared when the share is read again. The shares must have the same names.
std::vector<std::vector<io::ColumnDeclaration>> contradicted(
    const std::vector<ShareColumns>& shares);

/// The columns of the whole, when none is contradicted any more: a discrete one has the states of
/// all shares.
std::vector<Variable> united(const std::vector<ShareColumns>& shares);

}  // namespace pgm::sources::detail

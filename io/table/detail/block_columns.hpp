#pragma once

#include <io/options/data_options.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <io/table/table_blocks.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The columns of a table that is read block by block (TableBlocks): which are kept, their
/// encoders, and the making of a block.
class BlockColumns {
public:
    /// `own` are the declarations that the file itself makes, one per name; empty for CSV. Options
    /// must outlive the object. Throws the errors of DeclaredColumns.
    BlockColumns(std::vector<std::string> names, const DataOptions& options,
                 std::span<const ColumnDeclaration> wanted, std::vector<ColumnDeclaration> own);

    const std::vector<std::string>& names() const { return names_; }
    const std::vector<std::string>& skipped() const { return skipped_; }
    std::size_t size() const { return encoders_.size(); }
    ColumnEncoder& encoder(std::size_t i) { return encoders_[i]; }
    std::span<ColumnEncoder> encoders() { return encoders_; }

    void make_room(std::size_t rows);

    /// Takes a cell that is not a number, in a wanted column of numbers. Returns false for other
    /// columns, where it is an error.
    bool take_word(std::size_t column, std::string_view text, std::size_t row);

    /// The block of the first `rows` rows. `rows_before` is the number of rows of the blocks before
    /// it. The columns then begin a new block.
    Dataset take(std::size_t rows, std::size_t rows_before);

private:
    /// A text among the numbers of a block.
    struct CellWord {
        std::size_t row;
        std::string text;
    };

    void choose(std::span<const ColumnDeclaration> wanted, std::vector<ColumnDeclaration> own);
    Column column(std::size_t i, std::size_t rows);
    void begin_block();

    std::vector<std::string> names_;
    std::vector<std::string> skipped_;
    const DataOptions& options_;
    DateOptions dates_;  ///< of the options, for the wanted columns
    bool is_for_model_;  ///< some columns are wanted
    EncoderRules rules_;
    std::vector<ColumnDeclaration> declarations_;  ///< by column
    std::vector<char> admits_words_;               ///< by column
    std::vector<std::vector<CellWord>> words_;     ///< by column
    std::vector<ColumnEncoder> encoders_;
};

/// The blocks of a reader that has columns(), which are BlockColumns, notes() and next(rows).
template <class Reader>
TableBlocks blocks_of(std::shared_ptr<Reader> reader) {
    return {.names = reader->columns().names(),
            .skipped = reader->columns().skipped(),
            .notes = reader->notes(),
            .next = [reader](std::size_t rows) { return reader->next(rows); }};
}

/// The rows of a table that can be begun again: each pass calls `begin()` and reads the blocks,
/// which have these columns with all their states, and so many rows together. `name` is that of
/// the file.
///
/// A pass throws what reading throws, and IoError where there are other rows than there were.
Rows passes_over(std::function<TableBlocks()> begin, std::vector<Variable> schema,
                 std::uint64_t rows, std::string name);

}  // namespace pgm::io::detail

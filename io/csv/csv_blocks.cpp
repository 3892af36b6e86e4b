#include <io/csv/csv.hpp>
#include <io/csv/detail/csv_columns.hpp>
#include <io/csv/detail/csv_header.hpp>
#include <io/csv/detail/csv_rows.hpp>
#include <io/table/detail/block_columns.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

class CsvBlocks {
public:
    CsvBlocks(ByteSource& source, const DataOptions& options,
              std::span<const ColumnDeclaration> wanted)
        : options_(options),
          rows_(source, options_),
          header_(read_csv_header(rows_, options_)),
          columns_(std::move(header_.names), options_, wanted, {}) {}

    const BlockColumns& columns() const { return columns_; }
    const std::vector<Problem>& notes() const { return header_.notes; }

    std::optional<Dataset> next(std::size_t rows) {
        read(std::max<std::size_t>(rows, 1));
        if (row_ == 0 && !std::exchange(is_first_, false)) return std::nullopt;
        is_first_ = false;
        const std::size_t before = std::exchange(rows_before_, rows_before_ + row_);
        return columns_.take(std::exchange(row_, 0), before);
    }

private:
    /// Reads rows until the block has that many, or the file ends.
    void read(std::size_t most) {
        const auto take = [&](const RefusedCell& cell) {
            return cell.outcome == ColumnEncoder::Outcome::not_a_number && is_utf8(cell.text) &&
                   columns_.take_word(cell.column, cell.text, cell.row);
        };
        do {
            columns_.make_room(std::min(most, row_ + rows_.most_rows(columns_.size())));
            add_rows(rows_, columns_.encoders(), options_, row_, most, take);
        } while (row_ < most && rows_.next_piece());
    }

    const DataOptions options_;
    CsvRows rows_;
    CsvHeader header_;  ///< without its names, which the columns have
    BlockColumns columns_;
    std::size_t row_ = 0;  ///< rows of the block so far
    std::size_t rows_before_ = 0;
    bool is_first_ = true;
};

}  // namespace

TableBlocks csv_blocks(ByteSource& source, const DataOptions& options,
                       std::span<const ColumnDeclaration> wanted) {
    return blocks_of(std::make_shared<CsvBlocks>(source, options, wanted));
}

}  // namespace pgm::io

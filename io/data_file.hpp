#pragma once

#include <io/csv/csv.hpp>
#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <io/table/table_blocks.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::io {

/// True if a path has the suffix of a table of data: .csv, .tsv (cells separated by tabs), .txt (by
/// commas, semicolons, tabs, bars or blanks) or .arff, letter case aside, each also with .gz.
bool is_data_file(const std::string& path);

/// True if a stream that begins with these bytes may be a table of data: it is neither a network
/// (is_network()) nor markup. The readers then distinguish ARFF from CSV.
bool begins_like_data(std::string_view first_bytes);

/// The number of first bytes that are enough to recognise the format of a stream.
inline constexpr std::size_t recognition_bytes = std::size_t{1} << 16;

/// Reads a table of data in the format of the file's suffix. "-" reads standard input, which is
/// ARFF if its first line that is neither blank nor a comment begins with @, otherwise CSV. Errors
/// name the path, not options.name. Throws IoError (also for an unknown suffix), ParseError with
/// file:line:column, ArgumentError and TooLargeError. `remarks`, if given, receives what the reader
/// noticed.
Dataset read_data(const std::string& path, const DataOptions& options = {},
                  DataRemarks* remarks = nullptr);

/// Likewise for an open source, whose first bytes distinguish CSV from ARFF.
Dataset read_data(ByteSource& source, const DataOptions& options = {},
                  DataRemarks* remarks = nullptr);

/// A table of data in the format of the file's suffix, open to be read block by block
/// (TableBlocks): in one pass, so that standard input and packed files are not held in memory
/// either. `wanted` are the columns that are kept. Errors are those of read_data().
class DataBlocks {
public:
    DataBlocks(const std::string& path, const DataOptions& options,
               std::span<const ColumnDeclaration> wanted);
    ~DataBlocks();
    DataBlocks(DataBlocks&&) noexcept;
    DataBlocks& operator=(DataBlocks&&) noexcept;

    TableBlocks* operator->() const { return blocks_.get(); }

private:
    std::unique_ptr<ByteSource> source_;
    std::unique_ptr<TableBlocks> blocks_;
};

/// A table of data in a file that is read part by part, as often as wanted, and never held in
/// memory as a whole.
class DataParts {
public:
    DataParts(std::unique_ptr<ByteSource> source, CsvParts parts)
        : source_(std::move(source)), parts_(std::move(parts)) {}

    const CsvParts* operator->() const { return &parts_; }

private:
    std::unique_ptr<ByteSource> source_;
    CsvParts parts_;
};

/// A table of data, in parts if that is possible and its columns are admitted (csv_parts()): the
/// file is CSV and no pipe. Otherwise it is read as a whole, as read_data() does.
std::variant<Dataset, DataParts> open_data(const std::string& path, const DataOptions& options,
                                           const ColumnCheck& admits,
                                           DataRemarks* remarks = nullptr);

}  // namespace pgm::io

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
#include <utility>
#include <variant>
#include <vector>

namespace pgm::io {

/// True if a path has the suffix of a data set: .csv, .tsv or .tab (cells separated by tabs),
/// .txt, .data or .dat (by commas, semicolons, tabs, bars or blanks), .arff or .pgmdata
/// (write_encoded()), letter case aside, each also with .gz or .zst.
bool is_data_file(const std::string& path);

/// True if a stream that begins with these bytes may be a data set: it is neither a network
/// (is_network()) nor markup. The readers then distinguish ARFF from CSV.
bool begins_like_data(std::string_view first_bytes);

/// The number of first bytes that are enough to recognise the format of a stream.
inline constexpr std::size_t recognition_bytes = std::size_t{1} << 16;

/// The file of a table, or several that are read as one: CSV files of one kind with the same
/// header, in which the rows of a file follow those of the one before.
struct TableFiles {
    std::vector<std::string> paths;

    TableFiles(std::string path) : paths{std::move(path)} {}
    TableFiles(const char* path) : paths{path} {}
    TableFiles(std::vector<std::string> several) : paths(std::move(several)) {}
};

/// Reads a data set in the format of the file's suffix. "-" reads standard input, which is
/// encoded if it begins with the mark of that, ARFF if its first line that is neither blank nor a
/// comment begins with @, otherwise CSV. Errors name the path, not options.name. Throws IoError
/// (also for an unknown suffix), ParseError with file:line:column, ArgumentError and TooLargeError.
/// `remarks`, if given, receives what the reader noticed.
Dataset read_data(const TableFiles& files, const DataOptions& options = {},
                  DataRemarks* remarks = nullptr);

/// Reads an open source, whose first bytes distinguish the formats.
Dataset read_data(ByteSource& source, const DataOptions& options = {},
                  DataRemarks* remarks = nullptr);

/// Opens a data set in the format of the file's suffix to be read block by block: in one pass, so
/// that standard input and packed files are not held in memory either. `wanted` are the columns
/// that are kept (TableBlocks). Errors are those of read_data(), but CSV and encoded tables may
/// have any length: Limits::max_file_bytes is for one row of CSV.
TableBlocks open_blocks(const TableFiles& files, const DataOptions& options,
                        std::span<const ColumnDeclaration> wanted);
TableBlocks open_blocks(std::unique_ptr<ByteSource> source, const DataOptions& options,
                        std::span<const ColumnDeclaration> wanted);

/// A data set, in parts if that is possible and its columns are admitted (csv_rows()): the
/// file is CSV or encoded, of any length. Otherwise it is read as a whole, as read_data() does.
Rows open_data(const TableFiles& files, const DataOptions& options, const ColumnCheck& admits,
               DataRemarks* remarks = nullptr);
/// Opens the table in an open source.
Rows open_data(std::unique_ptr<ByteSource> source, const DataOptions& options,
               const ColumnCheck& admits, DataRemarks* remarks = nullptr);

/// Encodes a table: writes it as `.pgmdata`, which is read about as fast as memory is copied, with
/// the types, states and weights that it has. Read again it is equal. A table in parts is read once
/// more. Throws IoError, and what reading throws.
void write_encoded(const Rows& rows, const std::string& path);

}  // namespace pgm::io

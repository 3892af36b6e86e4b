#pragma once

#include <io/file/byte_source.hpp>
#include <io/file/output_file.hpp>
#include <io/options/data_options.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

// `.pgmdata`, a table that was encoded once: its cells are in the file as they are in memory, so
// that reading them is copying bytes. The types of the columns were decided when it was written.
//
//     Envelope     (io/format/record/detail/envelope.hpp) of kind `table`, whose contents are a
//                  FlatRecord: schema (statistics_record.hpp), 1 if rows have weights, number of
//                  rows, rows of a group
//     groups       of so many rows, the last of what is left: for each column its cells, codes of
//                  1, 2 or 4 bytes by the number of states (missing_codes()), all bits one where a
//                  cell is missing, or doubles, NaN where missing; then the weights as doubles.
//                  Each begins at a multiple of 64 bytes of its group, zeros between. Then the
//                  checksum of the group, 8 bytes
//
// All numbers have the byte order of the machine that wrote them.

/// The contents of the Envelope.
struct EncodedHeader {
    std::vector<Variable> schema;
    bool has_weights = false;
    std::uint64_t rows = 0;
    std::uint64_t rows_of_group = 0;
};

inline constexpr std::uint32_t newest_table_version = 1;

/// That of the group of that number, counted from 0: a sum of its words and a sum of those sums, in
/// four lanes, as fast as memory is read. Every error of one bit changes it, and the same group
/// elsewhere in the file has another one.
std::uint64_t checksum_of(std::span<const double> words, std::uint64_t group);

/// True if the bytes begin like a table that was encoded.
bool is_encoded_table(std::string_view first_bytes);

/// Reads the groups of rows one after the other, any number of times. Memory is that of the header
/// and of one group. The source must live as long.
///
/// It throws ParseError for what is damaged, cut short, or no such file, and TooLargeError beyond
/// the limits.
class EncodedTable {
public:
    EncodedTable(ByteSource& source, const DataOptions& options);

    const EncodedHeader& header() const { return header_; }
    const std::vector<Variable>& schema() const { return header_.schema; }
    std::uint64_t rows() const { return header_.rows; }

    /// The rows of the next group, whose cells are views that are valid until the next call, or
    /// null at the end.
    std::optional<Dataset> next();
    /// Goes back to the first group.
    void restart();

private:
    void read_header();
    void read_exactly(std::span<char> bytes);
    void require_end();
    [[noreturn]] void fail(const std::string& reason) const;

    ByteSource* source_;
    std::string name_;
    Limits limits_;
    EncodedHeader header_;
    std::vector<double> group_;  ///< the bytes of the current group
    std::uint64_t groups_read_ = 0;
    std::uint64_t rows_read_ = 0;
};

/// Writes such a file, which is there once it is committed.
class EncodedTableWriter {
public:
    EncodedTableWriter(const std::string& path, EncodedHeader header);

    /// Rows with the columns of the header, and weights if it has some.
    void add(const Dataset& rows);
    /// Throws IoError unless all rows of the header were added: the data have changed meanwhile.
    void commit();

private:
    void write_group();

    OutputFile file_;
    std::string path_;
    EncodedHeader header_;
    std::vector<double> group_;
    std::uint64_t filled_ = 0;  ///< rows of the group
    std::uint64_t groups_written_ = 0;
    std::uint64_t rows_written_ = 0;
};

/// The header of a new file.
EncodedHeader encoded_header(std::vector<Variable> schema, std::uint64_t rows, bool has_weights);

}  // namespace pgm::io::detail

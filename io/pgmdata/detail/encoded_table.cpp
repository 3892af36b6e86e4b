#include <io/pgmdata/detail/encoded_table.hpp>

#include <io/format/record/detail/envelope.hpp>
#include <io/format/record/detail/flat_archive.hpp>
#include <io/format/record/detail/statistics_record.hpp>
#include <io/table/detail/column_block.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace pgm::io::detail {
namespace {

std::vector<std::size_t> places_in_group(const EncodedHeader& header, std::uint64_t rows) {
    return places_in_block(header.schema, header.has_weights, static_cast<std::size_t>(rows));
}

std::string bytes_of(const EncodedHeader& header) {
    FlatRecord record;
    FlatWriter writer(record);
    write_schema(writer, header.schema);
    writer.number(header.has_weights ? 1 : 0);
    writer.number(header.rows);
    writer.number(header.rows_of_group);
    std::string bytes = packed({&record});
    seal(bytes, newest_table_version, EnvelopeKind::table);
    return bytes;
}

/// So many rows that a group has about four megabytes.
std::uint64_t most_rows_of_group(std::span<const Variable> schema) {
    constexpr std::size_t bytes = std::size_t{1} << 22, most = std::size_t{1} << 18, least = 16;
    std::size_t bytes_of_row = sizeof(double);
    for (const Variable& column : schema) bytes_of_row += bytes_of_cell(column);
    return std::clamp(bytes / bytes_of_row, least, most);
}

}  // namespace

std::uint64_t checksum_of(std::span<const double> words, std::uint64_t group) {
    constexpr std::size_t lanes = 4;
    std::array<std::uint64_t, lanes> sums{}, sums_of_sums{};
    for (std::size_t i = 0; i + lanes <= words.size(); i += lanes) {
        std::array<std::uint64_t, lanes> next{};
        std::memcpy(next.data(), words.data() + i, sizeof next);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sums[lane] += next[lane];
            sums_of_sums[lane] += sums[lane];
        }
    }
    // Odd and even factors: the change of one word cannot cancel itself.
    std::uint64_t checksum = group * 0x9E3779B97F4A7C15;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        checksum += sums[lane] * (2 * (lane + 1) * 0x2545F4914F6CDD1D + 1);
        checksum += sums_of_sums[lane] * (2 * (lane + 1) * 0x5851F42D4C957F2D);
    }
    return checksum;
}

bool is_encoded_table(std::string_view first_bytes) {
    return is_envelope(first_bytes) && kind_of(first_bytes) == EnvelopeKind::table;
}

EncodedTable::EncodedTable(ByteSource& source, const DataOptions& options)
    : source_(&source), name_(options.name), limits_(options.limits) {
    read_header();
}

void EncodedTable::fail(const std::string& reason) const {
    throw ParseError("the encoded table is damaged", {.file = name_}, reason);
}

void EncodedTable::read_exactly(std::span<char> bytes) {
    while (!bytes.empty()) {
        const std::size_t read = source_->read(bytes);
        if (read == 0) fail("it was cut short: encode it again");
        bytes = bytes.subspan(read);
    }
}

void EncodedTable::read_header() {
    std::string bytes(header_bytes, '\0');
    const std::size_t read = source_->read(bytes);
    if (!is_encoded_table(std::string_view(bytes).substr(0, read)))
        throw ParseError("not an encoded table", {.file = name_},
                         "'pgm encode' writes them; it does not begin with the mark of one");
    read_exactly(std::span(bytes).subspan(read));
    // Read in pieces: a length that is none does not reserve memory.
    const std::uint64_t length = announced_length(bytes);
    while (bytes.size() < header_bytes + length) {
        const std::size_t piece = static_cast<std::size_t>(
            std::min<std::uint64_t>(header_bytes + length - bytes.size(), 1 << 20));
        bytes.resize(bytes.size() + piece);
        read_exactly(std::span(bytes).last(piece));
    }
    const Envelope envelope = opened(bytes, newest_table_version, name_);
    const std::vector<FlatRecord> records = unpacked(envelope.contents, 1, name_);
    FlatReader reader(records.front(), name_);
    header_.schema = read_schema(reader, limits_);
    header_.has_weights = reader.flag();
    header_.rows = reader.number();
    header_.rows_of_group = reader.number();
    reader.require_end();
    if (header_.rows_of_group == 0 || header_.rows_of_group > most_rows_of_group(header_.schema))
        fail("a group has " + std::to_string(header_.rows_of_group) + " rows");
}

std::optional<Dataset> EncodedTable::next() {
    const std::uint64_t rows = std::min(header_.rows - rows_read_, header_.rows_of_group);
    if (rows == 0) {
        require_end();
        return std::nullopt;
    }
    const std::vector<std::size_t> places = places_in_group(header_, rows);
    group_.resize(places.back() / sizeof(double) + 1);
    const std::span<const double> words = std::span(group_).first(group_.size() - 1);
    char* const bytes = reinterpret_cast<char*>(group_.data());
    read_exactly({bytes, group_.size() * sizeof(double)});
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, bytes + places.back(), sizeof checksum);
    const std::uint64_t group = groups_read_++;
    if (checksum != checksum_of(words, group))
        fail("the checksum of its rows from " + std::to_string(rows_read_ + 1) + " on is wrong");
    try {
        Dataset part = table_in_block(header_.schema, header_.has_weights,
                                      static_cast<std::size_t>(rows), bytes);
        rows_read_ += rows;
        return part;
    } catch (const ArgumentError& error) {
        fail("of its rows from " + std::to_string(rows_read_ + 1) + " on, " + error.what());
    }
}

void EncodedTable::require_end() {
    char more = 0;
    if (source_->read({&more, 1}) != 0) fail("it is too long");
}

void EncodedTable::restart() {
    source_->restart();
    const EncodedHeader before = header_;
    read_header();
    if (header_.schema != before.schema || header_.rows != before.rows)
        throw IoError("the file has changed while it was read", {.file = name_});
    groups_read_ = rows_read_ = 0;
}

EncodedTableWriter::EncodedTableWriter(const std::string& path, EncodedHeader header)
    : file_(path), path_(path), header_(std::move(header)) {
    file_.write(bytes_of(header_));
}

void EncodedTableWriter::add(const Dataset& rows) {
    for (std::size_t first = 0; first < rows.rows();) {
        const std::uint64_t in_group =
            std::min(header_.rows - rows_written_, header_.rows_of_group);
        if (in_group == 0) throw IoError("the data have changed while they were read");
        const std::vector<std::size_t> places = places_in_group(header_, in_group);
        if (filled_ == 0) group_.assign(places.back() / sizeof(double) + 1, 0.0);
        const std::size_t count = static_cast<std::size_t>(
            std::min<std::uint64_t>(rows.rows() - first, in_group - filled_));
        char* const bytes = reinterpret_cast<char*>(group_.data());
        const auto copy = [&](const auto& cells, std::size_t place) {
            constexpr std::size_t width = sizeof cells[0];
            std::memcpy(bytes + places[place] + filled_ * width, cells.data() + first,
                        count * width);
        };
        for (std::size_t i = 0; i < header_.schema.size(); ++i)
            std::visit([&](const auto& cells) { copy(cells, i); }, rows.columns()[i].cells);
        if (header_.has_weights) copy(rows.weights(), header_.schema.size());
        filled_ += count;
        first += count;
        if (filled_ == in_group) write_group();
    }
}

void EncodedTableWriter::write_group() {
    const std::uint64_t checksum =
        checksum_of(std::span<const double>(group_).first(group_.size() - 1), groups_written_++);
    std::memcpy(&group_.back(), &checksum, sizeof checksum);
    file_.write({reinterpret_cast<const char*>(group_.data()), group_.size() * sizeof(double)});
    rows_written_ += std::exchange(filled_, 0);
}

void EncodedTableWriter::commit() {
    if (rows_written_ != header_.rows)
        throw IoError("the data have changed while they were read", {.file = path_});
    file_.commit();
}

EncodedHeader encoded_header(std::vector<Variable> schema, std::uint64_t rows, bool has_weights) {
    const std::uint64_t rows_of_group = most_rows_of_group(schema);
    return {std::move(schema), has_weights, rows, rows_of_group};
}

}  // namespace pgm::io::detail

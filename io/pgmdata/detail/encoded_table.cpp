#include <io/pgmdata/detail/encoded_table.hpp>

#include <io/archive/detail/envelope.hpp>
#include <io/archive/detail/flat_archive.hpp>
#include <io/archive/detail/statistics_record.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace pgm::io::detail {
namespace {

constexpr std::size_t alignment = 64;

/// The bytes of a cell of a column.
std::size_t cell_bytes(const Variable& column) {
    if (!column.is_discrete()) return sizeof(double);
    if (column.cardinality() <= missing_code<std::uint8_t>) return 1;
    return column.cardinality() <= missing_code<std::uint16_t> ? 2 : 4;
}

/// Where the parts of a group of so many rows begin: its columns, its weights if there are any, and
/// last its end.
std::vector<std::size_t> places_in_group(const EncodedHeader& header, std::uint64_t rows) {
    std::vector<std::size_t> places = {0};
    const auto add = [&](std::size_t bytes) {
        const std::size_t end = places.back() + bytes * static_cast<std::size_t>(rows);
        places.push_back((end + alignment - 1) / alignment * alignment);
    };
    for (const Variable& column : header.schema) add(cell_bytes(column));
    if (header.has_weights) add(sizeof(double));
    return places;
}

/// A sum of the words and a sum of those sums, in four lanes: as fast as memory is read. Every
/// error of one bit changes it, and the same group elsewhere in the file has another one.
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

/// One more than a missing code is 0, so the largest of those numbers tells, without a branch.
template <class Code>
bool are_codes(std::span<const Code> codes, std::size_t states) {
    Code most = 0;
    for (const Code code : codes) most = std::max(most, static_cast<Code>(code + 1));
    return most <= states;
}

bool has_infinity(std::span<const double> numbers) {
    bool found = false;
    for (const double x : numbers) found |= std::isinf(x);
    return found;
}

bool are_weights(std::span<const double> numbers) {
    bool good = true;
    for (const double x : numbers) good &= x >= 0 && x <= std::numeric_limits<double>::max();
    return good;
}

/// The cells of a column of so many states in these bytes; null where one is none.
template <class Code>
std::optional<ColumnCells> code_view(const char* bytes, std::size_t rows, std::size_t states) {
    const std::span<const Code> codes(reinterpret_cast<const Code*>(bytes), rows);
    if (!are_codes(codes, states)) return std::nullopt;
    return CellList<Code>::view(codes);
}

std::optional<ColumnCells> cell_view(const Variable& column, const char* bytes, std::size_t rows) {
    if (column.is_discrete()) {
        const std::size_t states = column.cardinality();
        switch (cell_bytes(column)) {
            case 1:
                return code_view<std::uint8_t>(bytes, rows, states);
            case 2:
                return code_view<std::uint16_t>(bytes, rows, states);
            default:
                return code_view<std::uint32_t>(bytes, rows, states);
        }
    }
    const std::span<const double> numbers(reinterpret_cast<const double*>(bytes), rows);
    if (has_infinity(numbers)) return std::nullopt;
    return RealCells::view(numbers);
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
    for (const Variable& column : schema) bytes_of_row += cell_bytes(column);
    return std::clamp(bytes / bytes_of_row, least, most);
}

}  // namespace

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
    std::vector<Column> columns;
    for (std::size_t i = 0; i < header_.schema.size(); ++i) {
        std::optional<ColumnCells> cells =
            cell_view(header_.schema[i], bytes + places[i], static_cast<std::size_t>(rows));
        if (!cells) fail("a cell of column '" + header_.schema[i].name() + "' has no such state");
        columns.push_back({header_.schema[i], *std::move(cells)});
    }
    rows_read_ += rows;
    if (!header_.has_weights) return Dataset(std::move(columns));
    const std::span<const double> weights(
        reinterpret_cast<const double*>(bytes + places[header_.schema.size()]),
        static_cast<std::size_t>(rows));
    if (!are_weights(weights)) fail("a weight is negative or no number");
    return Dataset(std::move(columns), RealCells::view(weights));
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

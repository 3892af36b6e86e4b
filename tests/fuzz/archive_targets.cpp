#include <tests/fuzz/fuzz_target.hpp>

#include <io/data_file.hpp>
#include <io/format/record/archive.hpp>
#include <io/pgmdata/detail/encoded_table.hpp>
#include <io/table/detail/column_block.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/all_kinds_table.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

/// Files that pgm writes for itself: statistics, checkpoints and encoded tables. What guards them
/// against damage is left out of the inputs, and made of them.
namespace pgm::tests {
namespace {

/// What was read is written and read back as what gives equal bytes.
template <class Read, class Write>
std::string_view check_archive(std::string_view bytes, SealedKind kind, Read read, Write write,
                               bool& accepted) {
    accepted = false;
    std::string written;
    try {
        written = write(read(sealed_contents(bytes, kind),
                             io::ReadOptions{.name = "f", .limits = fuzz_limits}));
    } catch (const Error& error) {
        return complaint_about(error);
    }
    accepted = true;
    return write(read(written, io::ReadOptions{})) == written
               ? ""
               : "what was written reads back as something else";
}

std::string_view check_statistics(std::string_view bytes, bool& accepted) {
    return check_archive(bytes, SealedKind::statistics, io::read_statistics_archive,
                         io::statistics_archive, accepted);
}

std::string_view check_checkpoint(std::string_view bytes, bool& accepted) {
    return check_archive(bytes, SealedKind::checkpoint, io::read_checkpoint_archive,
                         io::checkpoint_archive, accepted);
}

/// Counts and moments of a table of which the column of most states is left out.
Sums some_sums(std::size_t rows) {
    const Dataset table = table_of_all_kinds(rows).select_columns({{ColumnId(0), ColumnId(3)}});
    const ColumnId state(0), number(1);
    Sums sums(table.schema(), {{state, {}}, {number, {state}}});
    sums.add(table);
    return sums;
}

std::vector<std::string> some_statistics() {
    return {contents_with_version(io::statistics_archive(Sums())),
            contents_with_version(io::statistics_archive(some_sums(20)))};
}

std::vector<std::string> some_checkpoints() {
    const io::Checkpoint begun{.rows = "t.csv", .passes = {}};
    const io::Checkpoint::Pass whole{.request = "a",
                                     .rows = 20,
                                     .rows_without_class = 6,
                                     .is_complete = true,
                                     .sums = some_sums(20)};
    const io::Checkpoint half{.rows = "t.csv", .passes = {whole, {.sums = some_sums(3)}}};
    return {contents_with_version(io::checkpoint_archive(begun)),
            contents_with_version(io::checkpoint_archive(half))};
}

/// An encoded table without its checksums: the version, the length of the contents of the header in
/// two bytes, these contents, and the groups of rows, each with eight bytes behind it.
std::string encoded(std::string_view bytes) {
    constexpr std::size_t begin = 3;
    if (bytes.size() < begin) return std::string(bytes);
    const auto byte = [&](std::size_t i) -> std::size_t {
        return static_cast<unsigned char>(bytes[i]);
    };
    const std::string_view contents = bytes.substr(begin, byte(1) + 256 * byte(2));
    std::string file =
        sealed_file(static_cast<std::uint32_t>(byte(0)), contents, SealedKind::table);
    io::ByteSource header_alone(file, "f", fuzz_limits.max_file_bytes);
    std::string groups(bytes.substr(begin + contents.size()));
    std::optional<io::detail::EncodedHeader> header;
    try {
        header = io::detail::EncodedTable(header_alone, {.limits = fuzz_limits}).header();
    } catch (const Error&) {
        return file + groups;
    }
    std::uint64_t number = 0, left = header->rows;
    for (std::size_t at = 0; left > 0;) {
        const std::uint64_t rows = std::min(left, header->rows_of_group);
        const std::size_t size = io::detail::places_in_block(header->schema, header->has_weights,
                                                             static_cast<std::size_t>(rows))
                                     .back();
        if (groups.size() - at < size + sizeof number) break;
        std::vector<double> words(size / sizeof(double));
        std::memcpy(words.data(), groups.data() + at, size);
        const std::uint64_t checksum = io::detail::checksum_of(words, number++);
        std::memcpy(groups.data() + at + size, &checksum, sizeof checksum);
        at += size + sizeof checksum;
        left -= rows;
    }
    return file + groups;
}

std::string without_checksums(const std::string& file) {
    // The length of the contents of the header is at byte 16 of it.
    return std::string{'\1', file[16], file[17]} + unsealed(file).contents;
}

io::DataOptions options_of_fuzz() {
    io::DataOptions options;
    options.name = "f";
    options.limits = fuzz_limits;
    return options;
}

/// All rows at once and in parts are the same table.
std::string_view check_encoded(std::string_view bytes, bool& accepted) {
    const std::string file = encoded(bytes);
    const auto source = [&] {
        return std::make_unique<io::ByteSource>(file, "f", fuzz_limits.max_file_bytes);
    };
    accepted = false;
    Dataset whole;
    try {
        io::ByteSource once(file, "f", fuzz_limits.max_file_bytes);
        whole = io::read_data(once, options_of_fuzz());
        accepted = io::detail::is_encoded_table(file);
        const auto all = [](std::span<const Variable>, std::size_t) { return true; };
        const Rows table = io::open_data(source(), options_of_fuzz(), all);
        if (table.table() != nullptr || !accepted) return "";
        return are_equal(io::in_memory(table), whole)
                   ? ""
                   : "the parts of an encoded table are another table";
    } catch (const Error& error) {
        return accepted ? "an encoded table cannot be read in parts" : complaint_about(error);
    }
}

std::vector<std::string> encoded_tables() {
    const TemporaryFolder folder;
    const std::string path = folder.file("t.pgmdata");
    std::vector<std::string> tables;
    for (const std::size_t rows : {0u, 20u}) {
        const Dataset table = table_of_all_kinds(rows);
        for (const Dataset& some : {table.select_columns({{ColumnId(0), ColumnId(3)}}),
                                    Dataset(table.columns()).select_columns({{ColumnId(1)}})}) {
            io::write_encoded(some, path);
            tables.push_back(without_checksums(read_file(path)));
        }
    }
    return tables;
}

}  // namespace

std::vector<FuzzTarget> archive_targets() {
    return {{"statistics", check_statistics, some_statistics},
            {"checkpoint", check_checkpoint, some_checkpoints},
            {"pgmdata", check_encoded, encoded_tables}};
}

}  // namespace pgm::tests

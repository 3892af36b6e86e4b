#include <io/data_file.hpp>

#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <io/network_file.hpp>
#include <io/pgmdata/detail/encoded_blocks.hpp>
#include <io/pgmdata/detail/encoded_table.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace pgm::io {
namespace {

enum class DataFormat { csv, arff, encoded };

/// How files with a suffix are read, and the delimiter if the suffix determines it.
struct Reading {
    std::string_view suffix;
    DataFormat format;
    std::optional<char> delimiter = std::nullopt;
    bool may_be_blanks = false;
};

constexpr std::array readings = {
    Reading{".csv", DataFormat::csv},
    Reading{".tsv", DataFormat::csv, '\t'},
    Reading{".tab", DataFormat::csv, '\t'},
    Reading{".txt", DataFormat::csv, std::nullopt, true},
    Reading{".data", DataFormat::csv, std::nullopt, true},
    Reading{".dat", DataFormat::csv, std::nullopt, true},
    Reading{".arff", DataFormat::arff},
    Reading{".pgmdata", DataFormat::encoded},
};

const Reading* reading_of(const std::string& path) {
    const auto found = std::ranges::find_if(
        readings, [&](const Reading& reading) { return has_suffix(path, reading.suffix); });
    return found == readings.end() ? nullptr : &*found;
}

/// The format of a stream, by its first bytes.
DataFormat format_by_contents(ByteSource& source) {
    const std::string text = source.first_bytes(recognition_bytes);
    if (detail::is_encoded_table(text)) return DataFormat::encoded;
    std::string_view rest = without_byte_order_mark(text);
    for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        if (!rest.starts_with('%')) break;
        rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size()));
    }
    return rest.starts_with('@') ? DataFormat::arff : DataFormat::csv;
}

Dataset read_as(DataFormat format, ByteSource& source, const DataOptions& options,
                DataRemarks* remarks) {
    switch (format) {
        case DataFormat::arff:
            return read_arff(source, options, remarks);
        case DataFormat::encoded:
            return detail::read_encoded(source, options);
        default:
            return read_csv(source, options, remarks);
    }
}

/// An open source and how to read it.
struct Opened {
    Opened(std::unique_ptr<ByteSource> open, const DataOptions& given)
        : source(std::move(open)), options(given), format(format_by_contents(*source)) {
        begin();
    }

    Opened(const TableFiles& files, const DataOptions& given)
        : source(source_of(files, given)), options(given) {
        const std::string& path = files.paths.front();
        begin();
        if (is_stream(path)) {
            format = format_by_contents(*source);
            return;
        }
        const Reading* const reading = reading_of(path);
        if (reading == nullptr)
            throw IoError(
                "the suffix tells no known format of data; known are .csv, .tsv, .tab, .txt, "
                ".data, .dat, .arff and .pgmdata, each also with .gz or .zst",
                {.file = path});
        format = reading->format;
        if (!options.delimiter) options.delimiter = reading->delimiter;
        if (reading->may_be_blanks) options.delimiters += ' ';
        for (const std::string& other : files.paths) require_same_reading(other, *reading, path);
    }

    void begin() {
        options.name = source->name();
        source->set_max_endless_bytes(options.limits.max_file_bytes);
        source->set_stop(options.stop);
    }

    /// A source of any length, until it is known how the files are read.
    static std::unique_ptr<ByteSource> source_of(const TableFiles& files,
                                                 const DataOptions& options) {
        constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
        if (files.paths.empty()) throw ArgumentError("a table is in at least one file");
        if (files.paths.size() == 1) return std::make_unique<ByteSource>(files.paths[0], most);
        return std::make_unique<ByteSource>(files.paths, options.header, most);
    }

    /// Requires that a file is read like the one called `first`, before it.
    static void require_same_reading(const std::string& path, const Reading& reading,
                                     const std::string& first) {
        if (path == first) return;
        if (reading.format != DataFormat::csv)
            throw ArgumentError("'" + path + "' cannot be read after '" + first + "'",
                                "several files are read together where all are CSV");
        if (is_stream(path) || reading_of(path) != &reading)
            throw ArgumentError("'" + path + "' is not read as '" + first + "' is",
                                "several files are read together where all have the same suffix");
    }

    Dataset read(DataRemarks* remarks) {
        limit();
        return read_as(format, *source, options, remarks);
    }
    /// Limits a source that is read as a whole to the length of the limits.
    void limit() { source->set_max_bytes(options.limits.max_file_bytes); }

    std::unique_ptr<ByteSource> source;
    DataOptions options;
    DataFormat format = DataFormat::csv;
};

/// The rows in passes over the source, which must outlive them; null where they are not admitted.
std::optional<Rows> passes_over(Opened& file, const ColumnCheck& admits, DataRemarks* remarks) {
    if (file.format == DataFormat::encoded)
        return detail::encoded_rows(*file.source, file.options, admits);
    if (file.format != DataFormat::csv) return std::nullopt;
    return csv_rows(*file.source, file.options, admits, remarks);
}

/// The blocks of the table, of a source that must outlive them.
TableBlocks blocks_over(Opened& file, std::span<const ColumnDeclaration> wanted) {
    switch (file.format) {
        case DataFormat::arff:
            file.limit();
            return arff_blocks(*file.source, file.options, wanted);
        case DataFormat::encoded:
            return detail::encoded_blocks(*file.source, file.options, wanted);
        default:
            return csv_blocks(*file.source, file.options, wanted);
    }
}

TableBlocks blocks_of(Opened file, std::span<const ColumnDeclaration> wanted) {
    TableBlocks blocks = blocks_over(file, wanted);
    file.source->never_restart();
    blocks.next = [source = std::shared_ptr(std::move(file.source)),
                   next = std::move(blocks.next)](std::size_t rows) { return next(rows); };
    return blocks;
}

Rows rows_of(Opened file, const ColumnCheck& admits, DataRemarks* remarks) {
    const std::optional<Rows> passes = passes_over(file, admits, remarks);
    if (!passes) return file.read(remarks);
    const std::shared_ptr<ByteSource> source = std::move(file.source);
    return Rows(passes->schema(), passes->rows(),
                [source, passes](std::size_t rows_of_part, const Rows::Visit& visit) {
                    passes->pass(rows_of_part, visit);
                });
}

}  // namespace

bool is_data_file(const std::string& path) {
    const Suffix* const suffix = suffix_of(path);
    return suffix && suffix->kind == FileKind::data;
}

bool begins_like_data(std::string_view first_bytes) {
    std::string_view rest = without_byte_order_mark(first_bytes);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    return !rest.starts_with('<') && !is_network(first_bytes);
}

Dataset read_data(const TableFiles& files, const DataOptions& options, DataRemarks* remarks) {
    return Opened(files, options).read(remarks);
}

Dataset read_data(ByteSource& source, const DataOptions& given, DataRemarks* remarks) {
    DataOptions options = given;
    options.name = source.name();
    source.set_stop(options.stop);
    return read_as(format_by_contents(source), source, options, remarks);
}

TableBlocks open_blocks(const TableFiles& files, const DataOptions& options,
                        std::span<const ColumnDeclaration> wanted) {
    return blocks_of(Opened(files, options), wanted);
}

TableBlocks open_blocks(std::unique_ptr<ByteSource> source, const DataOptions& options,
                        std::span<const ColumnDeclaration> wanted) {
    return blocks_of(Opened(std::move(source), options), wanted);
}

Rows open_data(const TableFiles& files, const DataOptions& options, const ColumnCheck& admits,
               DataRemarks* remarks) {
    return rows_of(Opened(files, options), admits, remarks);
}

Rows open_data(std::unique_ptr<ByteSource> source, const DataOptions& options,
               const ColumnCheck& admits, DataRemarks* remarks) {
    return rows_of(Opened(std::move(source), options), admits, remarks);
}

void write_encoded(const Rows& rows, const std::string& path) {
    std::optional<detail::EncodedTableWriter> writer;
    const auto begin = [&](bool has_weights) {
        writer.emplace(path, detail::encoded_header(rows.schema(), *rows.rows(), has_weights));
    };
    rows.pass([&](const Dataset& part) {
        if (!writer) begin(!part.weights().empty());
        writer->add(part);
    });
    if (!writer) begin(false);
    writer->commit();
}

}  // namespace pgm::io

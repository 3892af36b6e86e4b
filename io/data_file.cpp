#include <io/data_file.hpp>

#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <io/network_file.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace pgm::io {
namespace {

enum class DataFormat { csv, arff };

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
    Reading{".txt", DataFormat::csv, std::nullopt, true},
    Reading{".arff", DataFormat::arff},
};

const Reading* reading_of(const std::string& path) {
    const auto found = std::ranges::find_if(
        readings, [&](const Reading& reading) { return has_suffix(path, reading.suffix); });
    return found == readings.end() ? nullptr : &*found;
}

/// The format of a stream, by its first bytes.
DataFormat format_by_contents(ByteSource& source) {
    const std::string text = source.first_bytes(recognition_bytes);
    std::string_view rest = without_byte_order_mark(text);
    for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
        if (!rest.starts_with('%')) break;
        rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size()));
    }
    return rest.starts_with('@') ? DataFormat::arff : DataFormat::csv;
}

/// An open file and how to read it.
struct Opened {
    Opened(const std::string& path, const DataOptions& given)
        : source(std::make_unique<ByteSource>(path, given.limits.max_file_bytes)), options(given) {
        options.name = source->name();
        if (is_stream(path)) {
            format = format_by_contents(*source);
            return;
        }
        const Reading* const reading = reading_of(path);
        if (reading == nullptr)
            throw IoError(
                "the suffix tells no known format of data; known are .csv, .tsv, .txt and .arff, "
                "each also with .gz",
                {.file = path});
        format = reading->format;
        if (!options.delimiter) options.delimiter = reading->delimiter;
        if (reading->may_be_blanks) options.delimiters += ' ';
    }

    Dataset read(DataRemarks* remarks) {
        return format == DataFormat::arff ? read_arff(*source, options, remarks)
                                          : read_csv(*source, options, remarks);
    }

    std::unique_ptr<ByteSource> source;
    DataOptions options;
    DataFormat format = DataFormat::csv;
};

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

Dataset read_data(const std::string& path, const DataOptions& options, DataRemarks* remarks) {
    return Opened(path, options).read(remarks);
}

Dataset read_data(ByteSource& source, const DataOptions& given, DataRemarks* remarks) {
    DataOptions options = given;
    options.name = source.name();
    return format_by_contents(source) == DataFormat::arff ? read_arff(source, options, remarks)
                                                          : read_csv(source, options, remarks);
}

DataBlocks::DataBlocks(const std::string& path, const DataOptions& options,
                       std::span<const ColumnDeclaration> wanted) {
    Opened file(path, options);
    source_ = std::move(file.source);
    blocks_ = file.format == DataFormat::arff ? arff_blocks(*source_, file.options, wanted)
                                              : csv_blocks(*source_, file.options, wanted);
}

DataBlocks::~DataBlocks() = default;
DataBlocks::DataBlocks(DataBlocks&&) noexcept = default;
DataBlocks& DataBlocks::operator=(DataBlocks&&) noexcept = default;

std::variant<Dataset, DataParts> open_data(const std::string& path, const DataOptions& options,
                                           const ColumnCheck& admits, DataRemarks* remarks) {
    Opened file(path, options);
    if (file.format == DataFormat::csv && file.source->can_be_read_again()) {
        if (auto parts = csv_parts(*file.source, file.options, admits, remarks))
            return DataParts(std::move(file.source), *std::move(parts));
    }
    return file.read(remarks);
}

}  // namespace pgm::io

#include <io/format/record/detail/json.hpp>

#include <io/format/detail/classifier_network.hpp>
#include <io/format/record/detail/json_network.hpp>
#include <io/format/record/detail/json_values.hpp>
#include <io/text/detail/encoding.hpp>
#include <pgm/core/error.hpp>

#include <ostream>

namespace pgm::io::detail {
namespace {

/// The value that `read` makes of the one object of a file.
template <class Read>
auto read_file(std::string_view bytes, const ReadOptions& options, std::vector<Problem>& remarks,
               const Read& read) {
    const DecodedText text(bytes, {}, options.name, options.limits);
    TextCursor cursor(text.text(), options.name);
    JsonReader reader(cursor, options, remarks);
    auto value = read(reader);
    reader.end();
    return value;
}

/// Writes the members of a file and its format.
template <class Fields>
void write_file(Fields fields, std::ostream& out) {
    fields.format.is_written = true;
    fields.version.emplace();
    JsonWriter writer;
    writer.write(fields);
    out << writer.text() << '\n';
}

}  // namespace

void read_value(JsonReader& reader, std::string_view what, CellCode& cell) {
    const std::size_t offset = reader.next_offset();
    const double code = reader.number(what);
    if (code != -1 && !(code >= 0 && code < DistinctRows::missing))
        reader.cursor().fail(offset, "a cell is neither the number of a state nor -1");
    cell.code = code == -1 ? DistinctRows::missing : static_cast<std::uint32_t>(code);
}

void write_value(JsonWriter& writer, CellCode cell) {
    writer.text() += cell.code == DistinctRows::missing ? "-1" : std::to_string(cell.code);
}

bool is_json(std::string_view first_bytes) {
    const std::string_view text = without_byte_order_mark(first_bytes);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

bool is_classifier_json(std::string_view bytes) {
    if (!is_json(bytes)) return false;
    TextCursor cursor(without_byte_order_mark(bytes), {});
    const ReadOptions options;
    std::vector<Problem> remarks;
    JsonReader reader(cursor, options, remarks);
    std::string format;
    try {
        reader.each_member("a model", [&](const WrittenName& name) {
            if (name.text == "format")
                format = reader.text("the format").text;
            else
                reader.skip();
            return format.empty();
        });
    } catch (const Error&) {
        // The reader proper says what is wrong, and where.
    }
    return format == classifier_format;
}

ReadResult read_json(std::string_view bytes, const ReadOptions& options) {
    ReadResult result;
    if (is_classifier_json(bytes)) {
        const Classifier classifier = read_classifier_json(bytes, options, result.remarks);
        return network_of(classifier, options.name, std::move(result.remarks));
    }
    result.network = read_file(bytes, options, result.remarks, [](JsonReader& reader) {
        BayesianNetwork network;
        reader.read({}, network);
        return network;
    });
    return result;
}

Classifier read_classifier_json(std::string_view bytes, const ReadOptions& options,
                                std::vector<Problem>& remarks) {
    return read_file(bytes, options, remarks, [&](JsonReader& reader) {
        ClassifierFile file;
        reader.read({}, file);
        try {
            return classifier_of(std::move(file), options.limits);
        } catch (const PartsError& error) {
            reader.cursor().fail(error.place, error.message(), error.hint());
        }
    });
}

void write_json(const BayesianNetwork& network, std::ostream& out) {
    write_file(fields_of(network), out);
}

void write_classifier_json(const Classifier& classifier, std::ostream& out) {
    write_file(file_of(classifier), out);
}

}  // namespace pgm::io::detail

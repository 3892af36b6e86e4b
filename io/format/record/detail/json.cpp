#include <io/format/record/detail/json.hpp>

#include <io/format/detail/classifier_network.hpp>
#include <io/format/record/detail/json_network.hpp>
#include <io/text/detail/encoding.hpp>
#include <pgm/core/error.hpp>

#include <ostream>

namespace pgm::io::detail {

bool is_json(std::string_view first_bytes) {
    const std::string_view text = without_byte_order_mark(first_bytes);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

bool is_classifier_json(std::string_view bytes) {
    if (!is_json(bytes)) return false;
    TextCursor cursor(without_byte_order_mark(bytes), {});
    const Limits limits;
    JsonReader reader(cursor, limits);
    std::string format;
    try {
        reader.each_member("a model", [&](const WrittenName& name) {
            if (name.text == "format")
                format = reader.text("the format").text;
            else if (format.empty())
                reader.skip();
            else
                cursor.seek(cursor.text().size());  // nothing else matters
        });
    } catch (const Error&) {
        // The reader proper says what is wrong, and where.
    }
    return format == classifier_format;
}

ReadResult read_json(std::string_view bytes, const ReadOptions& options) {
    if (is_classifier_json(bytes)) {
        std::vector<Problem> remarks;
        const Classifier classifier = read_classifier_json(bytes, options, remarks);
        return network_of(classifier, options.name, std::move(remarks));
    }
    const DecodedText text(bytes, {}, options.name, options.limits);
    TextCursor cursor(text.text(), options.name);
    JsonReader reader(cursor, options.limits);
    ReadResult result;
    result.network = read_network_object(reader, options, result.remarks);
    reader.end();
    return result;
}

void write_json(const BayesianNetwork& network, std::ostream& out) {
    JsonLines lines;
    lines.open('{');
    lines.member("format") += json_quoted(network_format);
    lines.member("version") += std::to_string(json_version);
    write_network_members(lines, network);
    lines.close('}');
    out << lines.text() << '\n';
}

}  // namespace pgm::io::detail

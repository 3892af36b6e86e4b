#include <io/format/xml/detail/xml_document.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace pgm::io::detail {
namespace {

constexpr std::string_view xml_blanks = " \t\r\n";

/// True if two names are the same, letter case aside.
bool is_same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b,
                              [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

/// The encoding that the first line names; empty if it names none.
std::string_view declared_encoding(std::string_view bytes) {
    const std::string_view line = bytes.substr(0, bytes.find("?>"));
    if (!line.starts_with("<?") || line.size() > 1024) return {};
    const std::size_t word = line.find("encoding");
    if (word == line.npos) return {};
    const std::size_t open = line.find_first_of("\"'", word);
    if (open == line.npos) return {};
    const std::size_t close = line.find(line[open], open + 1);
    return close == line.npos ? std::string_view{} : line.substr(open + 1, close - open - 1);
}

/// The character of "&name;" with this name, or null.
std::optional<std::string> entity(std::string_view name) {
    if (name == "amp") return "&";
    if (name == "lt") return "<";
    if (name == "gt") return ">";
    if (name == "quot") return "\"";
    if (name == "apos") return "'";
    if (!name.starts_with('#')) return std::nullopt;
    const bool hexadecimal = name.starts_with("#x") || name.starts_with("#X");
    const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
    std::uint32_t code_point = 0;
    const char* const end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, code_point, hexadecimal ? 16 : 10);
    const bool is_surrogate = code_point >= 0xD800 && code_point < 0xE000;
    if (digits.empty() || result.ec != std::errc{} || result.ptr != end || code_point == 0 ||
        code_point > 0x10FFFF || is_surrogate)
        return std::nullopt;
    std::string character;
    append_code_point(character, code_point);
    return character;
}

/// The offset behind the next `end` after `at`, or the size of the text.
std::size_t behind(std::string_view text, std::string_view end, std::size_t at) {
    const std::size_t found = text.find(end, at);
    return found == text.npos ? text.size() : found + end.size();
}

/// Behind the '>' of a tag, of whose quoted values it is no part.
std::size_t behind_tag(std::string_view text, std::size_t at) {
    for (char quote = 0; at < text.size(); ++at) {
        if (quote != 0)
            quote = text[at] == quote ? '\0' : quote;
        else if (text[at] == '"' || text[at] == '\'')
            quote = text[at];
        else if (text[at] == '>')
            return at + 1;
    }
    return at;
}

/// Throws ParseError at the first element that stands in too many others.
void check_nesting(TextCursor& cursor, const Limits& limits) {
    const std::string_view text = cursor.text();
    std::size_t depth = 0;
    for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at)) {
        const std::string_view rest = text.substr(at);
        const std::size_t tag = at;
        if (rest.starts_with("<!--")) {
            at = behind(text, "-->", at);
        } else if (rest.starts_with("<![CDATA[")) {
            at = behind(text, "]]>", at);
        } else if (rest.starts_with("<?")) {
            at = behind(text, "?>", at);
        } else {
            at = behind_tag(text, at);
            if (rest.starts_with("</")) {
                depth -= depth > 0;
            } else if (!rest.starts_with("<!") && !(at > tag + 1 && text[at - 2] == '/')) {
                ++depth;
            }
        }
        if (depth > limits.max_nesting)
            cursor.fail(tag, "elements stand more than " + std::to_string(limits.max_nesting) +
                                 " deep within each other");
    }
}

}  // namespace

XmlDocument::XmlDocument(std::string_view bytes, const std::string& name, const Limits& limits)
    : decoded_(bytes, declared_encoding(bytes), name, limits), cursor_(decoded_.text(), name) {
    const std::string_view text = decoded_.text();
    check_nesting(cursor_, limits);
    // Entities and line ends stay as they are, so that places in the parsed text are those of the
    // file; text() replaces them.
    const pugi::xml_parse_result result =
        document_.load_buffer(text.data(), text.size(), pugi::parse_cdata, pugi::encoding_utf8);
    if (!result) {
        const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
        std::string message = result.description();
        if (!message.empty()) message[0] = ascii_lower(message[0]);
        cursor_.fail(std::min(offset, text.size()), "this is no XML: " + message);
    }
}

std::size_t XmlDocument::comments() const {
    constexpr std::string_view mark = "<!--";
    const std::string_view text = cursor_.text();
    std::size_t count = 0;
    for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + mark.size()))
        ++count;
    return count;
}

pugi::xml_node XmlDocument::root(std::string_view name) {
    const pugi::xml_node element = document_.document_element();
    if (!is_element(element, name))
        cursor_.fail(element ? offset(element) : 0,
                     "expected the element <" + std::string(name) + ">, found " +
                         (element ? shown("<" + std::string(element.name()) + ">") : "nothing"));
    return element;
}

std::size_t XmlDocument::offset(pugi::xml_node node) const {
    const std::ptrdiff_t offset = node.offset_debug();
    if (offset < 0) return 0;
    return static_cast<std::size_t>(offset) - (node.type() == pugi::node_element ? 1 : 0);
}

WrittenName XmlDocument::text(pugi::xml_node element) {
    WrittenName found{{}, offset(element)};
    bool is_first = true;
    for (const pugi::xml_node piece : element.children()) {
        if (!is_text(piece)) continue;
        const std::string_view raw = piece.value();
        const bool is_plain = piece.type() == pugi::node_pcdata;
        const std::string_view kept = is_plain ? without_blanks_around(raw) : raw;
        const std::size_t at = offset(piece) + static_cast<std::size_t>(kept.data() - raw.data());
        if (kept.empty()) continue;
        if (is_first) found.offset = at;
        if (!is_first && is_plain && kept.data() != raw.data()) found.text += ' ';
        found.text += is_plain ? decoded(kept, at) : std::string(kept);
        is_first = false;
    }
    return found;
}

std::string XmlDocument::attribute(pugi::xml_node element, std::string_view name) {
    for (const pugi::xml_attribute attribute : element.attributes())
        if (is_same_name(attribute.name(), name)) return value(element, attribute);
    return {};
}

std::string XmlDocument::value(pugi::xml_node element, pugi::xml_attribute attribute) {
    return decoded(attribute.value(), offset(element));
}

std::string XmlDocument::decoded(std::string_view text, std::size_t offset) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t mark = std::min(text.find('&', at), text.size());
        result += text.substr(at, mark - at);
        if (mark == text.size()) break;
        const std::size_t end = text.find(';', mark);
        const std::string_view name =
            end == text.npos ? std::string_view{} : text.substr(mark + 1, end - mark - 1);
        const std::optional<std::string> character = entity(name);
        if (!character)
            cursor_.fail(
                offset + mark,
                "the entity " + shown(text.substr(mark, end - mark + 1)) + " is none of XML's own",
                "entities of a document type are not expanded; an '&' by itself is &amp;");
        result += *character;
        at = end + 1;
    }
    return result;
}

std::vector<WrittenName> XmlDocument::names(pugi::xml_node element) {
    std::vector<WrittenName> found;
    for_each_word(element, [&](std::string_view word, std::size_t at) {
        found.push_back({decoded(word, at), at});
    });
    return found;
}

WrittenNumbers XmlDocument::numbers(pugi::xml_node element, const std::string& what) {
    WrittenNumbers found;
    found.begin = offset(element);
    for_each_word(element, [&](std::string_view word, std::size_t at) {
        const char* const end = word.data() + word.size();
        const ScannedDecimal number = scan_decimal(word.data(), end);
        if (number.end != end) cursor_.fail(at, what + ": expected a number, found " + shown(word));
        found.add(number.value, at);
    });
    return found;
}

bool is_element(pugi::xml_node node, std::string_view name) {
    return node.type() == pugi::node_element && is_same_name(node.name(), name);
}

std::vector<pugi::xml_node> elements(pugi::xml_node parent,
                                     std::initializer_list<std::string_view> path) {
    std::vector<pugi::xml_node> found{parent};
    for (const std::string_view name : path) {
        std::vector<pugi::xml_node> below;
        for (const pugi::xml_node element : found)
            for (const pugi::xml_node part : element.children())
                if (is_element(part, name)) below.push_back(part);
        found = std::move(below);
    }
    return found;
}

bool begins_with_element(std::string_view first_bytes, std::string_view name) {
    const std::string_view text = without_byte_order_mark(first_bytes);
    const std::size_t first = text.find_first_not_of(xml_blanks);
    if (first == text.npos || text[first] != '<') return false;
    for (std::size_t at = first; at != text.npos; at = text.find('<', at + 1)) {
        const std::string_view rest = text.substr(at + 1);
        if (rest.size() > name.size() && equals_ignoring_case(rest.substr(0, name.size()), name) &&
            (is_blank(rest[name.size()]) || rest[name.size()] == '>'))
            return true;
    }
    return false;
}

std::string xml_text(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool at_end = i == 0 || i + 1 == text.size();
        if (c == '&') {
            result += "&amp;";
        } else if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (c == '"') {
            result += "&quot;";
        } else if (is_control(c) || (c == ' ' && at_end)) {
            result += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
        } else {
            result += c;
        }
    }
    return result;
}

std::string xml_element(const std::string& name, std::string_view text) {
    return "<" + name + ">" + xml_text(text) + "</" + name + ">";
}

std::string xml_attribute(std::string_view name, std::string_view text) {
    return " " + std::string(name) + "=\"" + xml_text(text) + "\"";
}

}  // namespace pgm::io::detail

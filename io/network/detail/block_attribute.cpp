#include <io/network/detail/block_attribute.hpp>

#include <pgm/core/error.hpp>

namespace pgm::io::detail {

bool is_block_value(std::string_view text, CommentStyle comments) {
    try {
        const std::string name, line = std::string(text) + ";";
        TextCursor cursor(line, name);
        const Limits limits;
        BlockLexer lexer(cursor, comments, limits);
        return lexer.value() == text && cursor.left() == 0 && !text.empty();
    } catch (const ParseError&) {
        return false;
    }
}

std::optional<Attribute> block_attribute(const std::string& line, CommentStyle comments) {
    std::optional<Attribute> attribute = attribute_of(line);
    const bool is_kept = attribute && attribute_line(attribute->name, attribute->value) == line &&
                         is_block_value(attribute->value, comments);
    return is_kept ? attribute : std::nullopt;
}

}  // namespace pgm::io::detail

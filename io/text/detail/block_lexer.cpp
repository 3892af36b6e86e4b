#include <io/text/detail/block_lexer.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::string_view marks = "{}()[]=;,|:*";

bool is_mark(char c) {
    return marks.find(c) != marks.npos;
}

bool opens(const BlockToken& token) {
    return token.is('(') || token.is('{') || token.is('[');
}

bool closes(const BlockToken& token) {
    return token.is(')') || token.is('}') || token.is(']');
}

}  // namespace

bool BlockToken::is_word(std::string_view lower) const {
    return kind == Kind::word && equals_ignoring_case(text, lower);
}

BlockToken BlockLexer::peek() {
    if (!peeked_) peeked_ = next();
    return *peeked_;
}

BlockToken BlockLexer::next() {
    if (peeked_) return *std::exchange(peeked_, std::nullopt);
    skip_blanks();
    const std::size_t offset = cursor_.offset();
    if (cursor_.left() == 0) return {BlockToken::Kind::end, {}, offset};
    if (cursor_.peek() == '"') return quoted();
    std::size_t length = 1;
    if (!is_mark(cursor_.peek())) {
        while (length < cursor_.left()) {
            const char c = cursor_.peek(length);
            const std::string_view rest(cursor_.at() + length, cursor_.left() - length);
            if (is_blank(c) || is_mark(c) || c == '"' ||
                rest.starts_with(comments_.to_end_of_line) ||
                (comments_.has_blocks && (rest.starts_with("/*") || rest.starts_with("/#"))))
                break;
            ++length;
        }
    }
    const std::string_view text(cursor_.at(), length);
    cursor_.skip(length);
    return {is_mark(text[0]) ? BlockToken::Kind::mark : BlockToken::Kind::word, text, offset};
}

void BlockLexer::skip_blanks() {
    do {
        while (cursor_.left() > 0 && is_blank(cursor_.peek())) cursor_.skip();
    } while (skip_comment());
}

bool BlockLexer::skip_comment() {
    const std::string_view rest(cursor_.at(), cursor_.left());
    if (rest.starts_with(comments_.to_end_of_line)) {
        cursor_.skip(std::min(rest.find_first_of("\r\n"), rest.size()));
        return true;
    }
    if (!comments_.has_blocks) return false;
    const std::size_t offset = cursor_.offset();
    if (rest.starts_with("/*")) {
        const std::size_t end = rest.find("*/", 2);
        if (end == rest.npos) cursor_.fail(offset, "this comment has no end");
        cursor_.skip(end + 2);
        return true;
    }
    if (!rest.starts_with("/#")) return false;
    const std::size_t end = end_of_nested_comment(offset);
    if (end == 0) cursor_.fail(offset, "this comment has no end");
    cursor_.seek(end);
    return true;
}

/// Behind the "#/" of the comment that begins there, or 0 where it has none.
std::size_t BlockLexer::end_of_nested_comment(std::size_t at) const {
    const std::string_view text = cursor_.text();
    std::size_t depth = 0;
    for (; at + 1 < text.size(); ++at) {
        const std::string_view two = text.substr(at, 2);
        if (two == "/#") {
            ++depth;
            ++at;
        } else if (two == "#/") {
            ++at;
            if (--depth == 0) return at + 1;
        }
    }
    return 0;
}

BlockToken BlockLexer::quoted() {
    const std::size_t offset = cursor_.offset();
    const std::string_view text = cursor_.text();
    for (std::size_t at = offset + 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            cursor_.seek(at + 1);
            return {BlockToken::Kind::quoted, text.substr(offset + 1, at - offset - 1), offset};
        }
    }
    cursor_.fail(offset, "this text in quotes has no end");
}

bool BlockLexer::take(char mark) {
    if (!peek().is(mark)) return false;
    next();
    return true;
}

std::size_t BlockLexer::expect(char mark, std::string_view where) {
    const BlockToken token = next();
    if (!token.is(mark))
        fail_expected("'" + std::string(1, mark) + "' " + std::string(where), token);
    return token.offset;
}

FileName BlockLexer::expect_name(std::string_view what) {
    const BlockToken token = next();
    if (!token.is_name()) fail_expected(what, token);
    return {text_of(token), token.offset};
}

void BlockLexer::fail_expected(std::string_view what, const BlockToken& found) {
    cursor_.fail(found.offset, "expected " + std::string(what) + ", found " +
                                   (found.kind == BlockToken::Kind::end ? "the end of the text"
                                                                        : shown(found.text)));
}

std::string BlockLexer::text_of(const BlockToken& token) {
    if (token.kind != BlockToken::Kind::quoted) return std::string(token.text);
    std::string text;
    for (std::size_t i = 0; i < token.text.size(); ++i) {
        const bool escaped = token.text[i] == '\\' && i + 1 < token.text.size() &&
                             (token.text[i + 1] == '"' || token.text[i + 1] == '\\');
        text += token.text[i += escaped ? 1 : 0];
    }
    return text;
}

void BlockLexer::follow(const BlockToken& token, std::size_t& depth) {
    if (token.kind == BlockToken::Kind::end)
        cursor_.fail(token.offset, "the text ends within a value",
                     "the file may have been cut off");
    if (opens(token) && ++depth > limits_.max_nesting)
        cursor_.fail(token.offset, "brackets stand more than " +
                                       std::to_string(limits_.max_nesting) +
                                       " deep within each other");
    if (!closes(token)) return;
    if (depth == 0) fail_expected("';'", token);
    --depth;
}

std::string BlockLexer::value() {
    std::string text;
    std::size_t depth = 0;
    for (BlockToken token = next(); depth > 0 || !token.is(';'); token = next()) {
        follow(token, depth);
        if (!text.empty()) text += ' ';
        text += token.kind == BlockToken::Kind::quoted ? '"' + std::string(token.text) + '"'
                                                       : std::string(token.text);
    }
    return text;
}

FileNumbers BlockLexer::numbers(const std::string& what) {
    FileNumbers found;
    found.begin = peek().offset;
    std::size_t depth = 0;
    for (BlockToken token = next(); depth > 0 || !token.is(';'); token = next()) {
        follow(token, depth);
        if (opens(token) || closes(token) || token.is(',')) continue;
        const char* const end = token.text.data() + token.text.size();
        const ScannedDecimal number = scan_decimal(token.text.data(), end);
        if (token.kind != BlockToken::Kind::word || number.end != end)
            cursor_.fail(token.offset, what + ": expected a number, found " + shown(token.text));
        found.add(number.value, token.offset);
    }
    return found;
}

std::vector<FileName> BlockLexer::names(std::string_view what) {
    std::vector<FileName> found;
    expect('(', "before " + std::string(what));
    for (BlockToken token = next(); !token.is(')'); token = next()) {
        if (token.is(',')) continue;
        if (!token.is_name()) fail_expected("')' after " + std::string(what), token);
        found.push_back({text_of(token), token.offset});
    }
    return found;
}

void BlockLexer::skip_block() {
    std::size_t depth = 0;
    for (BlockToken token = next(); depth > 0 || !token.is('}'); token = next())
        follow(token, depth);
}

std::string block_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

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

}  // namespace pgm::io::detail

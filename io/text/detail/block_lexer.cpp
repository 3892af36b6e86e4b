#include <io/text/detail/block_lexer.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace pgm::io::detail {
namespace {

bool opens(const BlockToken& token) {
    return token.is('(') || token.is('{') || token.is('[');
}

bool closes(const BlockToken& token) {
    return token.is(')') || token.is('}') || token.is(']');
}

}  // namespace

BlockLexer::BlockLexer(TextCursor& cursor, const BlockSyntax& syntax, const Limits& limits)
    : cursor_(cursor), syntax_(syntax), limits_(limits) {
    const auto set = [&](std::string_view bytes, ByteKind kind) {
        for (const char c : bytes) kinds_[static_cast<unsigned char>(c)] = kind;
    };
    set(" \t\v\f\r\n", ByteKind::blank);
    set(syntax.marks, ByteKind::mark);
    set("\"", ByteKind::quote);
    set(syntax.to_end_of_line.substr(0, 1), ByteKind::may_begin_comment);
    if (!syntax.block_comments.empty()) set("/", ByteKind::may_begin_comment);
}

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
    const bool is_word = kind_of(cursor_.peek()) != ByteKind::mark;
    const char *const begin = cursor_.at(), *const all = cursor_.end();
    const char* end = begin + 1;
    while (is_word && end != all && (kind_of(*end) == ByteKind::of_words || !word_ends(end))) ++end;
    const std::string_view text(begin, static_cast<std::size_t>(end - begin));
    cursor_.move_to(end);
    return {is_word ? BlockToken::Kind::word : BlockToken::Kind::mark, text, offset};
}

/// True if a word ends before that byte, which is not a plain one.
bool BlockLexer::word_ends(const char* at) const {
    if (kind_of(*at) != ByteKind::may_begin_comment) return true;
    const std::string_view rest(at, static_cast<std::size_t>(cursor_.end() - at));
    return rest.starts_with(syntax_.to_end_of_line) || begins_block_comment(rest);
}

bool BlockLexer::begins_block_comment(std::string_view text) const {
    return text.size() > 1 && text[0] == '/' && syntax_.block_comments.find(text[1]) != text.npos;
}

void BlockLexer::skip_blanks() {
    for (;;) {
        const char* at = cursor_.at();
        while (at != cursor_.end() && kind_of(*at) == ByteKind::blank) ++at;
        cursor_.move_to(at);
        const std::size_t begin = cursor_.offset();
        if (kind_of(cursor_.peek()) != ByteKind::may_begin_comment || !skip_comment()) return;
        if (begin < end_of_comments_) continue;  // read a second time, after back_to()
        ++comment_count_;
        end_of_comments_ = cursor_.offset();
    }
}

bool BlockLexer::skip_comment() {
    const std::string_view rest(cursor_.at(), cursor_.left());
    if (rest.starts_with(syntax_.to_end_of_line)) {
        cursor_.skip(std::min(rest.find_first_of("\r\n"), rest.size()));
        return true;
    }
    if (!begins_block_comment(rest)) return false;
    const std::size_t offset = cursor_.offset();
    const std::size_t close =
        rest[1] == '*' ? cursor_.text().find("*/", offset + 2) : end_of_nested_comment(offset);
    if (close == rest.npos)
        cursor_.fail(offset, "this comment is never closed",
                     rest[1] == '*' ? "expected */" : "expected #/");
    cursor_.seek(close + 2);
    return true;
}

/// The "#/" of the comment that begins there, or npos.
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
            if (--depth == 0) return at - 1;
        }
    }
    return text.npos;
}

BlockToken BlockLexer::quoted() {
    const std::size_t offset = cursor_.offset();
    const std::string_view text = cursor_.text();
    for (std::size_t at = offset + 1; at < text.size(); ++at) {
        if (syntax_.quotes_end_with_line && (text[at] == '\n' || text[at] == '\r')) break;
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            cursor_.seek(at + 1);
            return {BlockToken::Kind::quoted, text.substr(offset + 1, at - offset - 1), offset};
        }
    }
    cursor_.fail(offset, "this text in quotes has no end", "expected a second \"");
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

WrittenName BlockLexer::expect_name(std::string_view what) {
    const BlockToken token = next();
    if (!token.is_name()) fail_expected(what, token);
    return {text_of(token), token.offset};
}

WrittenName BlockLexer::expect_name_with_brackets(std::string_view what) {
    WrittenName name = expect_name(what);
    if (cursor_.peek() != '(' || cursor_.text()[name.offset] == '"') return name;
    while (cursor_.peek() == '(') {
        std::size_t depth = 0;
        do {
            const BlockToken token = next();
            if (!token.is_name() && !token.is('(') && !token.is(')') && !token.is(','))
                fail_expected("')' in the name that begins with " + shown(name.text), token);
            follow(token, depth);
        } while (depth > 0);
        if (kind_of(cursor_.peek()) == ByteKind::of_words && cursor_.left() > 0) next();
    }
    name.text = cursor_.text().substr(name.offset, cursor_.offset() - name.offset);
    return name;
}

/// The interval of numbers that begins with this bracket, open or closed at each end; null if it is
/// none.
std::optional<WrittenName> BlockLexer::take_interval(const BlockToken& first) {
    constexpr std::string_view brackets = "[]()";
    if (first.kind != BlockToken::Kind::mark || brackets.find(first.text[0]) == brackets.npos)
        return std::nullopt;
    const std::string_view text = cursor_.text();
    const std::size_t begin = first.offset, end = text.find_first_of("[]()\r\n", begin + 1);
    const std::size_t middle = text.find(';', begin);
    if (end == text.npos || middle > end) return std::nullopt;
    const auto is_number = [](std::string_view bound) {
        return parse_number(bound).has_value() || bound.ends_with("inf");
    };
    if (!is_number(text.substr(begin + 1, middle - begin - 1)) ||
        !is_number(text.substr(middle + 1, end - middle - 1)))
        return std::nullopt;
    cursor_.seek(end + 1);
    return WrittenName{std::string(text.substr(begin, end + 1 - begin)), begin};
}

void BlockLexer::fail_expected(std::string_view what, const BlockToken& found, std::string hint) {
    cursor_.fail(
        found.offset,
        "expected " + std::string(what) + ", found " +
            (found.kind == BlockToken::Kind::end ? "the end of the text" : shown(found.text)),
        std::move(hint));
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

std::string BlockLexer::text_value() {
    const BlockToken token = next();
    if (token.kind == BlockToken::Kind::quoted && take(';')) return text_of(token);
    back_to(token.offset);
    return value();
}

/// Calls use(token) for the tokens of a value but commas.
template <class Use>
void BlockLexer::for_each_item(const Use& use) {
    std::size_t depth = 0;
    for (BlockToken token = next(); depth > 0 || !token.is(';'); token = next()) {
        follow(token, depth);
        if (!token.is(',')) use(token);
    }
}

WrittenNumbers BlockLexer::numbers(const std::string& what, std::vector<NumberList>* lists,
                                   std::string_view absent) {
    WrittenNumbers found;
    found.begin = peek().offset;
    append_numbers(what, found, lists, absent);
    return found;
}

void BlockLexer::append_numbers(const std::string& what, WrittenNumbers& found,
                                std::vector<NumberList>* lists, std::string_view absent) {
    std::vector<NumberList> unused;
    OpenLists open(lists ? *lists : unused);
    for_each_item([&](const BlockToken& token) {
        if (open.follow(token, found.values.size())) return;
        const char* const end = token.text.data() + token.text.size();
        const ScannedDecimal number = scan_decimal(token.text.data(), end);
        const bool is_word = token.kind == BlockToken::Kind::word;
        if (is_word && number.end != end && !absent.empty() && token.is_word(absent))
            return found.add(std::numeric_limits<double>::quiet_NaN(), token.offset);
        if (!is_word || number.end != end)
            cursor_.fail(token.offset, what + ": expected a number, found " + shown(token.text));
        found.add(number.value, token.offset);
    });
}

std::vector<WrittenName> BlockLexer::items(const std::string& what) {
    std::vector<WrittenName> found;
    for_each_item([&](const BlockToken& token) {
        if (opens(token) || closes(token)) return;
        if (!token.is_name())
            cursor_.fail(token.offset, what + ": expected a name, found " + shown(token.text));
        found.push_back({text_of(token), token.offset});
    });
    return found;
}

std::vector<WrittenName> BlockLexer::names(std::string_view what, char open, char close) {
    std::vector<WrittenName> found;
    expect(open, "before " + std::string(what));
    for (BlockToken token = next(); !token.is(close); token = next()) {
        if (token.is(',')) continue;
        std::optional<WrittenName> interval = take_interval(token);
        if (!interval && !token.is_name())
            fail_expected("'" + std::string(1, close) + "' after " + std::string(what), token);
        found.push_back(interval ? std::move(*interval)
                                 : WrittenName{text_of(token), token.offset});
    }
    return found;
}

void BlockLexer::skip_block() {
    std::size_t depth = 0;
    for (BlockToken token = next(); depth > 0 || !token.is('}'); token = next())
        follow(token, depth);
}

bool OpenLists::follow(const BlockToken& token, std::size_t numbers) {
    if (opens(token)) {
        open_.push_back(lists_.size());
        lists_.push_back({numbers, numbers, token.offset});
        return true;
    }
    if (!closes(token) || open_.empty()) return false;
    lists_[open_.back()].end = numbers;
    open_.pop_back();
    return true;
}

bool begins_with_words(std::string_view first_bytes, const BlockSyntax& syntax,
                       std::initializer_list<std::string_view> words) {
    try {
        const std::string name;
        TextCursor cursor(without_byte_order_mark(first_bytes), name);
        const Limits limits;
        BlockLexer lexer(cursor, syntax, limits);
        return std::ranges::all_of(words, [&](std::string_view word) {
            const BlockToken token = lexer.next();
            return word.empty() ? token.is_name()
                                : token.kind != BlockToken::Kind::quoted &&
                                      equals_ignoring_case(token.text, word);
        });
    } catch (const ParseError&) {
        return false;
    }
}

std::string block_quoted(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

std::string block_list(const std::vector<std::string>& words) {
    std::string text = "(";
    for (const std::string& word : words) text += (text.size() == 1 ? "" : ", ") + word;
    return text + ")";
}

std::optional<std::string> block_unquoted(std::string_view quoted) {
    if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') return std::nullopt;
    const std::string_view inside = quoted.substr(1, quoted.size() - 2);
    std::string text = BlockLexer::text_of({BlockToken::Kind::quoted, inside, 0});
    return block_quoted(text) == quoted ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace pgm::io::detail

#include <io/bif/detail/bif_lexer.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr const char* save_as_utf8 =
    "save the file as UTF-8; if it is Latin-1, 'iconv -f latin1 -t utf-8' does so";

bool ends_comment(char c) {
    return c == '\n' || c == '\r' || c == '\0';
}

bool begins_comment(const char* at, const char* end) {
    return *at == '/' && at + 1 != end && (at[1] == '/' || at[1] == '*');
}

/// Has no branch per byte, since nearly all names are printable ASCII.
bool is_printable_ascii(std::string_view text) {
    bool printable = true;
    for (const char c : text) printable &= c >= 0x20 && c < 0x7F;
    return printable;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_bif_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_bif_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// True if the text begins with an escaped quote or backslash.
bool is_escape(std::string_view text) {
    return text.starts_with("\\\"") || text.starts_with("\\\\");
}

bool is_one_quoted_text(std::string_view text) {
    if (text.size() < 2 || text.front() != '"') return false;
    std::size_t closing = 1;
    while (closing < text.size() && text[closing] != '"' && !ends_comment(text[closing]))
        closing += is_escape(text.substr(closing)) ? 2 : 1;
    return closing == text.size() - 1 && text.back() == '"';
}

}  // namespace

void BifLexer::count_comment(std::size_t offset) {
    if (offset < end_of_comments_) return;  // read a second time
    ++comment_count_;
    end_of_comments_ = offset + 1;
}

bool BifLexer::skip_comment() {
    const std::string_view rest(cursor_->at(), cursor_->left());
    const std::size_t offset = cursor_->offset();
    if (rest.starts_with("//")) {
        count_comment(offset);
        cursor_->skip(std::min(rest.find_first_of("\r\n"), rest.size()));
        return true;
    }
    if (!rest.starts_with("/*")) return false;
    const std::size_t close = rest.find("*/", 2);
    if (close == std::string_view::npos)
        cursor_->fail(offset, "this comment is never closed", "expected */");
    count_comment(offset);
    cursor_->skip(close + 2);
    return true;
}

BifToken BifLexer::next() {
    skip_space();
    const std::size_t offset = cursor_->offset();
    const char* const begin = cursor_->at();
    const char* const end = cursor_->end();
    if (begin == end) return {BifToken::Kind::end, offset, {}};
    if (is_bif_punctuation(*begin)) {
        cursor_->skip();
        return {BifToken::Kind::punctuation, offset, {begin, 1}};
    }
    if (*begin == '"') return quoted();
    if (!is_bif_word_byte(*begin))
        cursor_->fail(offset, "a control character does not belong in a BIF text");
    const char* at = begin;
    while (at != end &&
           (is_plain_bif_word_byte(*at) || (is_bif_word_byte(*at) && !begins_comment(at, end))))
        ++at;
    cursor_->move_to(at);
    return {BifToken::Kind::word, offset, {begin, static_cast<std::size_t>(at - begin)}};
}

BifToken BifLexer::quoted() {
    const std::size_t offset = cursor_->offset();
    cursor_->skip();
    const char* const begin = cursor_->at();
    while (cursor_->peek() != '"') {
        if (ends_comment(cursor_->peek()))
            cursor_->fail(offset, "this quoted name is not closed on its line",
                          "expected a second \"");
        cursor_->skip(is_escape({cursor_->at(), cursor_->end()}) ? 2 : 1);
    }
    const std::string_view text(begin, static_cast<std::size_t>(cursor_->at() - begin));
    cursor_->skip();
    return {BifToken::Kind::quoted, offset, text};
}

BifToken BifLexer::peek() {
    const char* const at = cursor_->at();
    const BifToken token = next();
    cursor_->move_to(at);
    return token;
}

BifToken BifLexer::next_in_type() {
    BifToken token = next();
    if (token.kind != BifToken::Kind::word) return token;
    const std::size_t bracket = token.text.find_first_of("[]");
    if (bracket == std::string_view::npos) return token;
    if (bracket == 0) token.kind = BifToken::Kind::punctuation;
    token.text = token.text.substr(0, std::max<std::size_t>(bracket, 1));
    cursor_->seek(token.offset + token.text.size());
    return token;
}

std::string BifLexer::name_of(const BifToken& token) {
    std::string name =
        token.kind == BifToken::Kind::quoted ? bif_unescaped(token.text) : std::string(token.text);
    if (is_printable_ascii(name)) return name;
    if (!is_utf8(name))
        cursor_->fail(token.offset, "the name " + shown(name) + " is not UTF-8", save_as_utf8);
    if (has_control_character(name))
        cursor_->fail(token.offset, "the name " + shown(name) + " holds a control character");
    return name;
}

bool BifLexer::statement_begins() const {
    const char* word_end = cursor_->at();
    while (word_end != cursor_->end() && is_bif_word_byte(*word_end)) ++word_end;
    const BifToken word{BifToken::Kind::word,
                        0,
                        {cursor_->at(), static_cast<std::size_t>(word_end - cursor_->at())}};
    return cursor_->peek() == '}' || cursor_->peek() == '(' || word.is_keyword("property") ||
           word.is_keyword("type") || word.is_keyword("table") || word.is_keyword("default");
}

void BifLexer::skip_quoted_part_of_property() {
    const char* closing = cursor_->at() + 1;
    while (closing != cursor_->end() && *closing != '"' && !ends_comment(*closing))
        closing += is_escape({closing, cursor_->end()}) ? 2 : 1;
    if (closing != cursor_->end() && *closing == '"') cursor_->move_to(closing);
    cursor_->skip();
}

std::string_view BifLexer::property_text() {
    const std::size_t begin = cursor_->offset();
    for (std::size_t open_braces = 0;;) {
        const char c = cursor_->peek();
        if (c == ';' || (c == '}' && open_braces == 0)) break;
        if (c == '\0') cursor_->fail(begin, "this property is never closed", "expected ';'");
        if (c == '"') {
            skip_quoted_part_of_property();
        } else if (c == '\n' || c == '\r') {
            while (is_bif_blank(cursor_->peek())) cursor_->skip();
            if (open_braces == 0 && statement_begins()) break;
        } else {
            if (c == '{') ++open_braces;
            if (c == '}') --open_braces;
            cursor_->skip(is_escape({cursor_->at(), cursor_->end()}) ? 2 : 1);
        }
    }
    return trimmed(cursor_->text().substr(begin, cursor_->offset() - begin));
}

std::string BifLexer::property() {
    const std::string_view text = property_text();
    const std::size_t begin = static_cast<std::size_t>(text.data() - cursor_->text().data());
    if (!accept(';')) miss_semicolon(begin + text.size());
    std::string line = is_one_quoted_text(text) ? bif_unescaped(text.substr(1, text.size() - 2))
                                                : std::string(text);
    if (!is_utf8(line))
        cursor_->fail(begin, "the property " + shown(line) + " is not UTF-8", save_as_utf8);
    return line;
}

bool BifLexer::skip_plain_head() {
    const char* at = cursor_->at();
    const char* const end = cursor_->end();
    while (at != end && is_bif_head_byte(*at)) ++at;
    if (at == end || *at != '{') return false;
    cursor_->move_to(at + 1);
    return true;
}

bool BifLexer::skip_block() {
    // Most blocks contain no quotes, comments or braces and end at the next brace, which find(char)
    // finds fast.
    const std::string_view rest(cursor_->at(), cursor_->left());
    const std::string_view block = rest.substr(0, rest.find('}'));
    const auto has_none = [&](char c) { return block.find(c) == std::string_view::npos; };
    if (block.size() < rest.size() && has_none('"') && has_none('/') && has_none('{')) {
        cursor_->skip(block.size() + 1);
        return true;
    }
    bool in_key = false;  // a state may be called `property`
    for (;;) {
        const BifToken token = next();
        if (token.is('}') || token.kind == BifToken::Kind::end) return token.is('}');
        if (token.is('(') || token.is(')')) in_key = token.is('(');
        if (token.is_keyword("property") && !in_key) property_text();
    }
}

void BifLexer::fail_expected(const std::string& what, const BifToken& found, std::string hint) {
    const std::string piece =
        found.kind == BifToken::Kind::end ? "the end of the text" : shown(found.text);
    cursor_->fail(found.offset, "expected " + what + ", found " + piece, std::move(hint));
}

}  // namespace pgm::io::detail

#include <io/format/block/detail/bif_lexer.hpp>

#include <io/format/block/detail/bif_name.hpp>
#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/words.hpp>

#include <string_view>

namespace pgm::io::detail {
namespace {

constexpr BlockSyntax bif_syntax{.to_end_of_line = "//",
                                 .block_comments = "*",
                                 .marks = "{}(),;|",
                                 .quotes_end_with_line = true};

constexpr const char* save_as_utf8 =
    "save the file as UTF-8; if it is Latin-1, 'iconv -f latin1 -t utf-8' does so";

/// True if the text begins with an escaped quote or backslash.
bool is_escape(std::string_view text) {
    return text.starts_with("\\\"") || text.starts_with("\\\\");
}

/// Of the quoted text that begins there, the closing quote, or the end of its line.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n' && text[at] != '\r';)
        at += is_escape(text.substr(at)) ? 2 : 1;
    return std::min(at, text.size());
}

bool is_one_quoted_text(std::string_view text) {
    return text.size() > 1 && text.front() == '"' && text.back() == '"' &&
           end_of_quoted(text, 0) == text.size() - 1;
}

/// True if a token ends a list of numbers whose ';' is missing.
bool ends_numbers(const BlockToken& token) {
    return token.kind == BlockToken::Kind::end || token.is('}') || token.is('(') ||
           token.is_word("table") || token.is_word("default") || token.is_word("property");
}

}  // namespace

BifLexer::BifLexer(TextCursor& cursor, const Limits& limits)
    : BlockLexer(cursor, bif_syntax, limits), limits_(limits) {}

std::string BifLexer::name_of(const BlockToken& token) {
    if (token.text.size() > limits_.max_name_bytes)
        throw TooLargeError("a name of " + std::to_string(token.text.size()) +
                                " bytes is longer than the limit of " +
                                std::to_string(limits_.max_name_bytes),
                            cursor().locate(token.offset),
                            "a quote or a blank may be missing; or raise Limits::max_name_bytes");
    std::string name = token.kind == BlockToken::Kind::quoted ? bif_unescaped(token.text)
                                                              : std::string(token.text);
    if (!is_utf8(name))
        cursor().fail(token.offset, "the name " + shown(name) + " is not UTF-8", save_as_utf8);
    if (has_control_character(name))
        cursor().fail(token.offset, "the name " + shown(name) + " holds a control character");
    return name;
}

void BifLexer::miss_semicolon(std::size_t offset) {
    constexpr std::size_t most_kept = 3;
    if (missing_.size() < most_kept) missing_.push_back(offset);
    ++missing_count_;
}

void BifLexer::end_statement(std::size_t end) {
    if (!take(';')) miss_semicolon(end);
}

/// Takes the numbers that come next while they are short and have at most one comma before them,
/// which nearly all are and have: no token is made of them.
void BifLexer::take_short_numbers(WrittenNumbers& found, bool is_first) {
    const char* const begin = cursor().text().data();
    const char* const end = cursor().end();
    for (;; is_first = false) {
        const char* at = cursor().at();
        while (at != end && is_bif_blank(*at)) ++at;
        if (!is_first && at != end && *at == ',') ++at;
        while (at != end && is_bif_blank(*at)) ++at;
        const ScannedDecimal number = scan_short_decimal(at, end);
        if (!number.end || number.end == end || is_bif_word_byte(*number.end)) return;
        found.add(number.value, static_cast<std::size_t>(at - begin));
        cursor().move_to(number.end);
    }
}

std::size_t BifLexer::numbers(WrittenNumbers& found) {
    const std::size_t before = found.values.size();
    std::size_t end = cursor().offset();
    bool is_open = false;  // behind a comma
    for (;;) {
        if (!is_open) {
            take_short_numbers(found, found.values.size() == before);
            if (found.values.size() > before) end = cursor().offset();
        }
        const BlockToken token = next();
        const char* const token_end = token.text.data() + token.text.size();
        const ScannedDecimal number = token.kind == BlockToken::Kind::word
                                          ? scan_decimal(token.text.data(), token_end)
                                          : ScannedDecimal();
        if (number.end != nullptr && number.end == token_end) {
            found.add(number.value, token.offset);
            end = token.offset + token.text.size();
            is_open = false;
            continue;
        }
        if (token.is(';')) break;
        const bool is_first = found.values.size() == before;
        if ((token.is(',') && (is_open || is_first)) ||
            (is_open && token.kind == BlockToken::Kind::end))
            fail_expected("a number", token);
        if (ends_numbers(token)) {
            back_to(token.offset);
            miss_semicolon(end);
            break;
        }
        if (!token.is(',') && is_beyond_double(token.text))
            cursor().fail(token.offset, "the number " + shown(token.text) +
                                            " is too large or too small for a double");
        if (!token.is(',')) fail_expected("a number or ';'", token);
        is_open = true;
    }
    return found.values.size() - before;
}

/// True if what stands at the cursor ends a property whose ';' is missing.
bool BifLexer::statement_begins() {
    const std::string_view rest(cursor().at(), cursor().left());
    std::size_t length = 0;
    while (length < rest.size() && is_bif_word_byte(rest[length])) ++length;
    const BlockToken word{BlockToken::Kind::word, rest.substr(0, length)};
    return rest.starts_with('}') || rest.starts_with('(') || word.is_word("property") ||
           word.is_word("type") || word.is_word("table") || word.is_word("default");
}

std::string_view BifLexer::property_text() {
    const std::string_view text = cursor().text();
    const std::size_t begin = cursor().offset();
    std::size_t open_braces = 0;
    for (std::size_t at = begin;;) {
        cursor().seek(at);
        const char c = cursor().peek();
        if (c == ';' || (c == '}' && open_braces == 0)) break;
        if (c == '\0') cursor().fail(begin, "this property is never closed", "expected ';'");
        if (c == '"') {
            const std::size_t end = end_of_quoted(text, at);
            const bool is_closed = end < text.size() && text[end] == '"';
            at = is_closed ? end + 1 : at + 1;
        } else if (c == '\n' || c == '\r') {
            while (is_bif_blank(cursor().peek())) cursor().skip();
            if (open_braces == 0 && statement_begins()) break;
            at = cursor().offset();
        } else {
            if (c == '{') ++open_braces;
            if (c == '}') --open_braces;
            at += is_escape(text.substr(at)) ? 2 : 1;
        }
    }
    std::string_view found = text.substr(begin, cursor().offset() - begin);
    while (!found.empty() && is_bif_blank(found.front())) found.remove_prefix(1);
    while (!found.empty() && is_bif_blank(found.back())) found.remove_suffix(1);
    return found;
}

std::string BifLexer::property() {
    const std::string_view text = property_text();
    const auto begin = static_cast<std::size_t>(text.data() - cursor().text().data());
    end_statement(begin + text.size());
    std::string line = is_one_quoted_text(text) ? bif_unescaped(text.substr(1, text.size() - 2))
                                                : std::string(text);
    if (!is_utf8(line))
        cursor().fail(begin, "the property " + shown(line) + " is not UTF-8", save_as_utf8);
    return line;
}

bool BifLexer::skip_block() {
    // Nearly all blocks have no quotes, comments or braces and end at the next brace.
    const std::string_view rest(cursor().at(), cursor().left());
    const std::string_view block = rest.substr(0, rest.find('}'));
    const auto has_none = [&](char c) { return block.find(c) == block.npos; };
    if (block.size() < rest.size() && has_none('"') && has_none('/') && has_none('{')) {
        cursor().skip(block.size() + 1);
        return true;
    }
    bool in_key = false;  // a state may be called `property`
    for (;;) {
        const BlockToken token = next();
        if (token.is('}') || token.kind == BlockToken::Kind::end) return token.is('}');
        if (token.is('(') || token.is(')')) in_key = token.is('(');
        if (token.is_word("property") && !in_key) property_text();
    }
}

std::string keyword_meant(const BlockToken& token, std::span<const std::string> keywords) {
    const std::string meant = nearest_name(token.text, keywords);
    return meant.empty() ? "" : "did you mean '" + meant + "'?";
}

}  // namespace pgm::io::detail

#include <io/format/record/detail/json_reader.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/words.hpp>

#include <charconv>

namespace pgm::io::detail {
namespace {

constexpr bool ends_value(char c) {
    return is_blank(c) || c == ',' || c == ']' || c == '}' || c == '\0';
}

/// The text at the cursor, for messages.
std::string found_at(const TextCursor& cursor) {
    if (cursor.left() == 0) return "the end of the text";
    const char* end = cursor.at() + 1;
    while (end != cursor.end() && !ends_value(*end)) ++end;
    return shown({cursor.at(), static_cast<std::size_t>(end - cursor.at())});
}

/// True for what a text, a list or an object has around it.
constexpr bool begins_or_ends(char c) {
    return c == '"' || (c | ' ') == '{' || (c | ' ') == '}';
}

constexpr bool is_high_surrogate(char32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}
constexpr bool is_low_surrogate(char32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

}  // namespace

void JsonReader::skip_blanks() {
    const char* at = cursor_.at();
    while (at != cursor_.end() && is_blank(*at)) ++at;
    cursor_.move_to(at);
}

std::size_t JsonReader::next_offset() {
    skip_blanks();
    return cursor_.offset();
}

bool JsonReader::is_next(char first) {
    skip_blanks();
    return cursor_.peek() == first;
}

void JsonReader::fail_expected(std::string_view what) {
    skip_blanks();
    cursor_.fail(cursor_.offset(),
                 "expected " + std::string(what) + ", found " + found_at(cursor_));
}

void JsonReader::fail_repeated(const WrittenName& name) {
    cursor_.fail(name.offset, "the member " + shown(name.text) + " is given twice");
}

void JsonReader::fail_unknown(const WrittenName& name, std::string_view what,
                              const std::vector<std::string>& known) {
    cursor_.fail(name.offset, std::string(what) + " has no member " + shown(name.text),
                 did_you_mean(name.text, known));
}

void JsonReader::fail_missing(std::size_t offset, std::string_view what, std::string_view member) {
    const std::string object(what.substr(what.find(' ') + 1));
    cursor_.fail(offset, "the " + object + " has no member '" + std::string(member) + "'");
}

void JsonReader::fail_nested() {
    throw TooLargeError(
        "more than " + std::to_string(options_.limits.max_nesting) + " brackets are open",
        cursor_.locate(cursor_.offset()), "raise Limits::max_nesting");
}

bool JsonReader::begins(char open, char close, std::string_view what) {
    if (!is_next(open)) fail_expected(std::string(what) + " in '" + open + "' and '" + close + "'");
    enter(++depth_);
    cursor_.skip();
    if (!is_next(close)) return true;
    leave(close);
    return false;
}

bool JsonReader::goes_on(char close) {
    if (is_next(',')) {
        cursor_.skip();
        return true;
    }
    leave(close);
    return false;
}

void JsonReader::leave(char close) {
    if (!is_next(close)) fail_expected(std::string("',' or '") + close + "'");
    cursor_.skip();
    --depth_;
}

void JsonReader::colon() {
    if (!is_next(':')) fail_expected("':' after the name of a member");
    cursor_.skip();
}

WrittenName JsonReader::text(std::string_view what) {
    if (!is_next('"')) fail_expected(std::string(what) + " in quotes");
    WrittenName found{{}, cursor_.offset()};
    cursor_.skip();
    while (true) {
        const char* const begin = cursor_.at();
        const char* at = begin;
        while (at != cursor_.end() && *at != '"' && *at != '\\' &&
               static_cast<unsigned char>(*at) >= 0x20)
            ++at;
        found.text.append(begin, static_cast<std::size_t>(at - begin));
        cursor_.move_to(at);
        if (cursor_.peek() == '"') break;
        if (cursor_.peek() == '\\') {
            append_escaped(found.text);
        } else if (cursor_.left() == 0) {
            cursor_.fail(found.offset, "the quoted text does not end");
        } else {
            cursor_.fail(cursor_.offset(), "a control character in a quoted text",
                         "write it as \\n, \\t or \\u00XX");
        }
    }
    cursor_.skip();
    return found;
}

/// Four hexadecimal digits.
char32_t JsonReader::code_unit() {
    std::uint32_t unit = 0;
    const char* const begin = cursor_.at();
    const char* const end = begin + std::min<std::size_t>(4, cursor_.left());
    const auto result = std::from_chars(begin, end, unit, 16);
    if (result.ptr != begin + 4)
        cursor_.fail(cursor_.offset(), "expected four hexadecimal digits after '\\u'");
    cursor_.skip(4);
    return unit;
}

void JsonReader::append_escaped(std::string& text) {
    const std::size_t offset = cursor_.offset();
    constexpr std::string_view names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    cursor_.skip();
    const char name = cursor_.peek();
    if (const std::size_t found = names.find(name); name != '\0' && found != names.npos) {
        text += meanings[found];
        return cursor_.skip();
    }
    if (name != 'u') cursor_.fail(offset, "an escape that JSON does not have", "write \\\\ for \\");
    cursor_.skip();
    char32_t character = code_unit();
    if (is_high_surrogate(character) && cursor_.peek() == '\\' && cursor_.peek(1) == 'u') {
        cursor_.skip(2);
        const char32_t low = code_unit();
        if (!is_low_surrogate(low)) cursor_.fail(offset, "half a character of UTF-16");
        character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
    } else if (is_high_surrogate(character) || is_low_surrogate(character)) {
        cursor_.fail(offset, "half a character of UTF-16");
    }
    append_code_point(text, character);
}

double JsonReader::value(std::string_view what) {
    const char first = cursor_.peek();
    if (first != '-' && (first < '0' || first > '9')) fail_expected(what);
    const ScannedDecimal found = scan_decimal(cursor_.at(), cursor_.end());
    if (!found.end || (found.end != cursor_.end() && !ends_value(*found.end)))
        cursor_.fail(cursor_.offset(), found_at(cursor_) + " is not a finite number");
    cursor_.move_to(found.end);
    return found.value;
}

double JsonReader::number(std::string_view what) {
    skip_blanks();
    return value(what);
}

void JsonReader::read(std::string_view what, WrittenNumbers& numbers) {
    if (numbers.begin == 0) numbers.begin = next_offset();
    array(what, [&] {
        const std::size_t offset = next_offset();
        numbers.add(value(what), offset);
    });
}

std::uint64_t JsonReader::count(std::string_view what, std::uint64_t most) {
    skip_blanks();
    std::uint64_t found = 0;
    const auto result = std::from_chars(cursor_.at(), cursor_.end(), found);
    const bool is_whole =
        result.ec == std::errc{} && (result.ptr == cursor_.end() || ends_value(*result.ptr));
    if (!is_whole) fail_expected(std::string(what) + ", a whole number below 2^64");
    if (found > most) cursor_.fail(cursor_.offset(), std::string(what) + " is too large");
    cursor_.move_to(result.ptr);
    return found;
}

bool JsonReader::truth(std::string_view what) {
    skip_blanks();
    const std::string_view rest(cursor_.at(), cursor_.left());
    for (const std::string_view word : {"true", "false"}) {
        if (!rest.starts_with(word) || !ends_value(cursor_.peek(word.size()))) continue;
        cursor_.skip(word.size());
        return word == "true";
    }
    fail_expected(std::string(what) + ", true or false");
}

void JsonReader::skip_text() {
    const std::size_t offset = cursor_.offset();
    const char* at = cursor_.at() + 1;
    while (at != cursor_.end() && *at != '"') at += *at == '\\' && at + 1 != cursor_.end() ? 2 : 1;
    if (at == cursor_.end()) cursor_.fail(offset, "the quoted text does not end");
    cursor_.move_to(at + 1);
}

void JsonReader::skip() {
    const std::size_t offset = next_offset();
    std::size_t depth = 0;
    do {
        const char c = cursor_.peek();
        if (cursor_.left() == 0) {
            if (depth == 0) fail_expected("a value");
            cursor_.fail(offset, "the value that begins here does not end");
        }
        if (c == '"') {
            skip_text();
        } else if (c == '[' || c == '{') {
            enter(depth_ + ++depth);
            cursor_.skip();
        } else if (c == ']' || c == '}') {
            if (depth == 0) fail_expected("a value");
            --depth;
            cursor_.skip();
        } else {
            if (depth == 0 && ends_value(c)) fail_expected("a value");
            const char* at = cursor_.at() + 1;
            while (at != cursor_.end() && !(depth == 0 ? ends_value(*at) : begins_or_ends(*at)))
                ++at;
            cursor_.move_to(at);
        }
    } while (depth > 0);
}

void JsonReader::end() {
    skip_blanks();
    if (cursor_.left() > 0) fail_expected("nothing after the end of the object");
}

}  // namespace pgm::io::detail

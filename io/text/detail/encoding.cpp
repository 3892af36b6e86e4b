#include <io/text/detail/encoding.hpp>

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace pgm::io::detail {
namespace {

/// A converter of the C library, closed when it goes.
class Converter {
public:
    explicit Converter(const std::string& from) : handle_(iconv_open("UTF-8", from.c_str())) {}
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    ~Converter() {
        if (is_open()) iconv_close(handle_);
    }

    bool is_open() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

    /// Converts the front of the input and removes it. False if bytes there are no characters.
    bool convert(std::string_view& input, std::string& output) {
        char buffer[4096];
        while (!input.empty()) {
            char* from = const_cast<char*>(input.data());  // the C interface does not say const
            std::size_t left = input.size(), room = sizeof buffer;
            char* to = buffer;
            const std::size_t result = iconv(handle_, &from, &left, &to, &room);
            output.append(buffer, sizeof buffer - room);
            input.remove_prefix(input.size() - left);
            if (result == static_cast<std::size_t>(-1) && errno != E2BIG) return false;
        }
        return true;
    }

private:
    iconv_t handle_;
};

/// The offset of the first byte that is not UTF-8; the size of the text if there is none.
std::size_t first_invalid(std::string_view text) {
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t ascii = static_cast<std::size_t>(
            std::find_if(rest.begin(), rest.end(), [](char c) { return (c & 0x80) != 0; }) -
            rest.begin());
        rest.remove_prefix(ascii);
        if (rest.empty()) break;
        const std::string_view before = rest;
        take_code_point(rest);
        if (!is_utf8(before.substr(0, before.size() - rest.size())))
            return text.size() - before.size();
    }
    return text.size();
}

}  // namespace

DecodedText::DecodedText(std::string_view bytes, std::string_view declared, const std::string& name,
                         const Limits& limits, Fallback fallback)
    : name_(name), limits_(limits) {
    if (is_utf16(bytes)) {
        convert(bytes, "UTF-16");
    } else if (bytes.starts_with(byte_order_mark) || declared.empty() ||
               equals_ignoring_case(declared, "utf-8") || equals_ignoring_case(declared, "utf8")) {
        text_ = prepare_text(bytes, name, limits);
    } else {
        convert(bytes, std::string(declared));
    }
    check(fallback);
}

void DecodedText::convert(std::string_view bytes, const std::string& encoding) {
    TextCursor cursor(bytes, name_);
    Converter converter(encoding);
    if (!converter.is_open())
        cursor.fail(0, "the encoding " + shown(encoding) + " is not known",
                    "convert the file to UTF-8");
    std::string_view rest = bytes;
    if (!converter.convert(rest, converted_))
        cursor.fail(bytes.size() - rest.size(), "this byte is no text in " + encoding,
                    "the file may be in another encoding than it says");
    text_ = prepare_text(converted_, name_, limits_);
}

void DecodedText::check(Fallback fallback) {
    const std::size_t invalid = first_invalid(text_);
    if (invalid == text_.size()) return;
    if (fallback == Fallback::none)
        TextCursor(text_, name_)
            .fail(invalid, "this byte is no text in UTF-8",
                  "the file may be in Latin-1; convert it to UTF-8");
    was_latin1_ = true;
    const std::string_view bytes = text_;
    convert(bytes, "ISO-8859-1");
}

}  // namespace pgm::io::detail

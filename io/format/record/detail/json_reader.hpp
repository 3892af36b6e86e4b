#pragma once

#include <io/text/detail/text_parts.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// A member that an object may have, and how its value is read.
template <class Read>
struct JsonMember {
    std::string_view name;
    Read read;
};
template <class Read>
JsonMember(std::string_view, Read) -> JsonMember<Read>;

/// Reads a text of JSON (RFC 8259) from its beginning to its end, without a tree of its values.
///
/// The caller asks for what it expects and gets it with its place. What stands there instead, a
/// member that is not known or is given twice, and numbers that are no finite doubles throw
/// ParseError; brackets nested deeper than Limits::max_nesting throw TooLargeError. The text must
/// be UTF-8.
///
///     reader.object("a point", JsonMember{"x", [&] { x = reader.number("x"); }},
///                              JsonMember{"y", [&] { y = reader.number("y"); }});
class JsonReader {
public:
    JsonReader(TextCursor& cursor, const Limits& limits) : cursor_(cursor), limits_(limits) {}

    TextCursor& cursor() { return cursor_; }

    /// The offset at which the next value begins.
    std::size_t next_offset();
    /// True if the next value begins with this byte.
    bool is_next(char first);

    /// Reads an object; `what` says in messages what it is.
    template <class... Reads>
    void object(std::string_view what, const JsonMember<Reads>&... members) {
        std::uint64_t seen = 0;
        each_member(what, [&](const WrittenName& name) {
            std::uint64_t bit = 1;
            const auto take = [&](const auto& member) {
                const std::uint64_t own = bit;
                bit <<= 1;
                if (name.text != member.name) return false;
                if (seen & own) fail_repeated(name);
                seen |= own;
                member.read();
                return true;
            };
            if (!(take(members) || ...)) fail_unknown(name, what, {members.name...});
        });
    }
    /// Reads an object whose members have any names: calls read(name) before each value.
    template <class Read>
    void each_member(std::string_view what, const Read& read) {
        for (bool more = begins('{', '}', what); more; more = goes_on('}')) {
            const WrittenName name = text("the name of a member");
            colon();
            read(name);
        }
    }
    /// Reads an array: calls read() before each element.
    template <class Read>
    void array(std::string_view what, const Read& read) {
        for (bool more = begins('[', ']', what); more; more = goes_on(']')) read();
    }

    WrittenName text(std::string_view what);
    std::vector<WrittenName> texts(std::string_view what);
    std::vector<std::string> strings(std::string_view what);
    double number(std::string_view what);
    std::vector<double> numbers(std::string_view what);
    /// Appends to the numbers, whose `begin` is at or before the array.
    void append_numbers(std::string_view what, WrittenNumbers& numbers);
    /// A number without sign, point and exponent.
    std::uint64_t count(std::string_view what);
    bool truth(std::string_view what);

    /// Passes over a value of any kind, which is read later: only brackets and quotes are followed.
    void skip();
    /// Throws ParseError unless nothing follows.
    void end();

    [[noreturn]] void fail_expected(std::string_view what);

private:
    void skip_blanks();
    bool begins(char open, char close, std::string_view what);
    bool goes_on(char close);
    void colon();
    void leave(char close);
    double value(std::string_view what);
    void append_escaped(std::string& text);
    char32_t code_unit();
    void skip_text();
    void enter(std::size_t depth);
    [[noreturn]] void fail_repeated(const WrittenName& name);
    [[noreturn]] void fail_unknown(const WrittenName& name, std::string_view what,
                                   std::initializer_list<std::string_view> known);

    TextCursor& cursor_;
    const Limits& limits_;
    std::size_t depth_ = 0;
};

}  // namespace pgm::io::detail

#pragma once

#include <io/format/record/detail/fields.hpp>
#include <io/options/read_options.hpp>
#include <io/text/detail/text_parts.hpp>
#include <io/text/text_cursor.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads a text of JSON (RFC 8259) from its beginning to its end, without a tree of its values.
///
/// The caller asks for what it expects and gets it with its place. What stands there instead, a
/// member that is not known or is given twice, and numbers that are no finite doubles throw
/// ParseError; brackets nested deeper than Limits::max_nesting throw TooLargeError. The text must
/// be UTF-8.
///
///     reader.array("the limbs", [&] { limbs.push_back(reader.count("a limb")); });
///
/// read() goes by the type of the value: objects are read by their fields (fields.hpp), of which
/// required ones that are not there throw ParseError, too; and other types by a free function
/// read_value(reader, what, value).
class JsonReader {
public:
    /// Warnings of the networks in the text are appended to `remarks`.
    JsonReader(TextCursor& cursor, const ReadOptions& options, std::vector<Problem>& remarks)
        : cursor_(cursor), options_(options), remarks_(remarks) {}

    TextCursor& cursor() { return cursor_; }
    const ReadOptions& options() const { return options_; }
    std::vector<Problem>& remarks() { return remarks_; }

    /// The offset at which the next value begins.
    std::size_t next_offset();
    /// True if the next value begins with this byte.
    bool is_next(char first);

    /// Reads an object whose members have any names: calls read(name) before each value, and goes
    /// no further where it says false.
    template <class Read>
    void each_member(std::string_view what, const Read& read) {
        for (bool more = begins('{', '}', what); more; more = goes_on('}')) {
            const WrittenName name = text("the name of a member");
            colon();
            if constexpr (std::same_as<decltype(read(name)), bool>) {
                if (!read(name)) return;
            } else {
                read(name);
            }
        }
    }
    /// Reads an array: calls read() before each element.
    template <class Read>
    void array(std::string_view what, const Read& read) {
        for (bool more = begins('[', ']', what); more; more = goes_on(']')) read();
    }

    WrittenName text(std::string_view what);
    double number(std::string_view what);
    /// A number without sign, point and exponent.
    std::uint64_t count(std::string_view what,
                        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    bool truth(std::string_view what);

    void read(std::string_view what, WrittenName& value) { value = text(what); }
    void read(std::string_view what, std::string& value) { value = text(what).text; }
    void read(std::string_view what, double& value) { value = number(what); }
    void read(std::string_view what, bool& value) { value = truth(what); }
    /// Appends to the numbers that are there.
    void read(std::string_view what, WrittenNumbers& numbers);
    template <std::unsigned_integral Count>
    void read(std::string_view what, Count& value) {
        value = static_cast<Count>(count(what, std::numeric_limits<Count>::max()));
    }
    template <class T>
    void read(std::string_view what, std::optional<T>& value) {
        read(what, value.emplace());
    }
    template <class T>
    void read(std::string_view what, Stored<T>& stored) {
        read(what, stored.value);
    }
    template <class T>
    void read(std::string_view what, std::vector<T>& list) {
        array(what, [&] { read(what, list.emplace_back()); });
    }
    template <class T>
    void read(std::string_view what, std::vector<Named<T>>& list) {
        each_member(what, [&](const WrittenName& name) {
            list.emplace_back().name = name;
            read(what, list.back().value);
        });
    }
    template <class T>
    void read(std::string_view what, Sequence<T>& list) {
        array(what, [&] {
            read(what, list.element);
            list.take(list.element);
            if constexpr (requires { list.element.reset(); })
                list.element.reset();
            else
                list.element = T{};
        });
    }
    template <class T>
    void read(std::string_view, Deferred<T>& deferred) {
        deferred.offset = next_offset();
        skip();
    }
    template <HasFields T>
    void read(std::string_view what, T& object);
    template <class T>
    void read(std::string_view what, T& value) {
        read_value(*this, what, value);
    }

    /// The result of `make`, of parts that stand at this place and may contradict each other
    /// (ArgumentError), which is a fault of the text.
    template <class Make>
    auto checked(std::size_t offset, const Make& make) -> decltype(make()) {
        try {
            return make();
        } catch (const ArgumentError& error) {
            cursor_.fail(offset, error.message(), error.hint());
        }
    }

    /// Passes over a value of any kind, which is read later: only brackets and quotes are followed.
    void skip();
    /// Throws ParseError unless nothing follows.
    void end();

    [[noreturn]] void fail_expected(std::string_view what);

private:
    template <class T>
    bool read_member(const WrittenName& name, T& object, std::uint64_t& seen);
    /// The first required member that was not seen; empty if there is none.
    template <class T>
    static std::string_view missing_member(const T& object, std::uint64_t seen);
    template <class T>
    [[noreturn]] void fail_unknown(const WrittenName& name, const T& object);

    void skip_blanks();
    bool begins(char open, char close, std::string_view what);
    bool goes_on(char close);
    void colon();
    void leave(char close);
    double value(std::string_view what);
    void append_escaped(std::string& text);
    char32_t code_unit();
    void skip_text();
    void enter(std::size_t depth) {
        if (depth > options_.limits.max_nesting) fail_nested();
    }
    [[noreturn]] void fail_nested();
    [[noreturn]] void fail_repeated(const WrittenName& name);
    [[noreturn]] void fail_unknown(const WrittenName& name, std::string_view what,
                                   const std::vector<std::string>& known);
    [[noreturn]] void fail_missing(std::size_t offset, std::string_view what,
                                   std::string_view member);

    TextCursor& cursor_;
    const ReadOptions& options_;
    std::vector<Problem>& remarks_;
    std::size_t depth_ = 0;
};

template <HasFields T>
void JsonReader::read(std::string_view, T& object) {
    const std::size_t offset = next_offset();
    std::uint64_t seen = 0;
    each_member(noun<T>, [&](const WrittenName& name) {
        if (!read_member(name, object, seen)) fail_unknown(name, object);
    });
    const std::string_view missing = missing_member(object, seen);
    if constexpr (requires { object.offset; }) object.offset = offset;
    if constexpr (requires { object.missing; })
        object.missing = missing;
    else if (!missing.empty())
        fail_missing(offset, noun<T>, missing);
    if (const std::string_view fault = fault_of<T>(object); !fault.empty())
        cursor_.fail(offset, std::string(fault));
}

/// False if the object has no member of this name.
template <class T>
bool JsonReader::read_member(const WrittenName& name, T& object, std::uint64_t& seen) {
    bool is_known = false;
    std::uint64_t own = 1;
    const auto visit = [&](const Field& field, auto& value) {
        if (!is_known && field.name == name.text) {
            is_known = true;
            if (seen & own) fail_repeated(name);
            seen |= own;
            read(field.what, value);
        }
        own <<= 1;
    };
    fields(visit, object);
    return is_known;
}

template <class T>
std::string_view JsonReader::missing_member(const T& object, std::uint64_t seen) {
    std::string_view missing;
    std::uint64_t own = 1;
    const auto visit = [&](const Field& field, const auto&) {
        const bool is_missing = field.presence == Presence::required && !(seen & own);
        if (is_missing && missing.empty()) missing = field.name;
        own <<= 1;
    };
    fields(visit, object);
    return missing;
}

template <class T>
void JsonReader::fail_unknown(const WrittenName& name, const T& object) {
    std::vector<std::string> known;
    const auto visit = [&](const Field& field, const auto&) { known.emplace_back(field.name); };
    fields(visit, object);
    fail_unknown(name, noun<T>, known);
}

}  // namespace pgm::io::detail

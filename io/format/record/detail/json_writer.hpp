#pragma once

#include <io/format/record/detail/fields.hpp>
#include <pgm/core/text/number_text.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// Writes a text of JSON (RFC 8259), members and elements each on a line of its own, but for rows
/// and lists of numbers and texts, which are on one.
///
/// write() goes by the type of the value: objects are written by their fields (fields.hpp), and
/// other types by a free function write_value(writer, value).
class JsonWriter {
public:
    JsonWriter() = default;

    /// A writer for texts that programs read: all on one line, without blanks.
    static JsonWriter compact() {
        JsonWriter writer;
        writer.has_blanks_ = false;
        writer.on_one_line_ = 1;
        return writer;
    }

    /// The text so far, to which may be added.
    std::string& text() { return text_; }

    void write(std::string_view text);
    void write(const std::string& text) { write(std::string_view(text)); }
    void write(const WrittenName& name) { write(name.text); }
    void write(double number) { text_ += to_text(number); }
    void write(bool truth) { text_ += truth ? "true" : "false"; }
    void write(const WrittenNumbers& numbers) { write(numbers.values); }
    template <std::integral Count>
    void write(const Count& count) {
        text_ += std::to_string(count);
    }
    template <class T>
    void write(const std::optional<T>& value) {
        write(*value);
    }
    template <class T>
    void write(const Stored<T>& stored) {
        write(*stored.written);
    }
    template <class T>
    void write(const Deferred<T>& deferred) {
        write(*deferred.value);
    }
    template <class T>
    void write(const std::vector<T>& list) {
        in_brackets("[]", !HasFields<T>, [&] {
            for (const T& element : list) write_element(element);
        });
    }
    template <class T>
    void write(const std::vector<Named<T>>& list) {
        in_brackets("{}", false, [&] {
            for (const Named<T>& element : list) write_member(element.name.text, element.value);
        });
    }
    template <class T>
    void write(const Sequence<T>& list) {
        in_brackets("[]", false, [&] {
            for (std::size_t i = 0; i < list.size; ++i) {
                T element;
                list.make(i, element);
                write_element(element);
            }
        });
    }
    template <HasFields T>
    void write(const T& object) {
        const auto visit = [&](const Field& field, const auto& value) {
            if (field.presence == Presence::if_any && is_empty(value)) return;
            write_member(field.name, value);
        };
        in_brackets("{}", is_on_one_line<T>, [&] { fields(visit, object); });
    }
    template <class T>
    void write(const T& value) {
        write_value(*this, value);
    }

private:
    template <class Write>
    void in_brackets(std::string_view brackets, bool one_line, const Write& write_contents) {
        on_one_line_ += one_line;
        text_ += brackets.front();
        ++depth_;
        is_first_ = true;
        write_contents();
        --depth_;
        if (!is_first_ && on_one_line_ == 0) text_.append("\n").append(2 * depth_, ' ');
        text_ += brackets.back();
        is_first_ = false;
        on_one_line_ -= one_line;
    }

    template <class T>
    void write_element(const T& value) {
        begin_element();
        write(value);
    }

    template <class T>
    void write_member(std::string_view name, const T& value) {
        begin_element();
        write(name);
        text_ += has_blanks_ ? ": " : ":";
        write(value);
    }

    template <class T>
    static bool is_empty(const T& value) {
        if constexpr (std::same_as<T, bool>)
            return !value;
        else if constexpr (requires { value.text.empty(); })
            return value.text.empty();
        else if constexpr (requires { value.empty(); })
            return value.empty();
        else if constexpr (requires { value.has_value(); })
            return !value.has_value();
        else
            return false;
    }

    void begin_element();

    std::string text_;
    std::size_t depth_ = 0, on_one_line_ = 0;
    bool is_first_ = true, has_blanks_ = true;
};

}  // namespace pgm::io::detail

#pragma once

#include <io/format/record/detail/fields.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// Something as three flat columns, without pointers or nested objects, which is all that a native
/// file stores: counts and choices, numbers, and texts one after the other. Who writes a record
/// says in which order; the reader asks for the same things in the same order.
struct FlatRecord {
    std::vector<std::uint64_t> numbers;
    std::vector<double> values;
    std::string text;
    std::uint32_t version = 0;  ///< of its form; 0 if there is only one
    /// The records that follow it in a file: the networks of a classifier.
    std::vector<FlatRecord> others;

    friend bool operator==(const FlatRecord&, const FlatRecord&) = default;
};

/// Writes a record. write() goes by the type of the value: objects are written by their fields
/// (fields.hpp) in the order in which these are listed, lists with their number before them, values
/// that may be absent with 1 or 0 before them, and types that have another form by a free function
/// write_value(writer, value).
class FlatWriter {
public:
    explicit FlatWriter(FlatRecord& record) : record_(record) {}

    FlatRecord& record() { return record_; }
    void number(std::uint64_t value) { record_.numbers.push_back(value); }
    void value(double value) { record_.values.push_back(value); }
    void values(std::span<const double> more) {
        record_.values.insert(record_.values.end(), more.begin(), more.end());
    }
    /// Appends the length to the numbers, the bytes to the texts. A text is UTF-8.
    void text(const std::string& piece) { bytes(piece); }
    void bytes(const std::string& piece);
    void write(const std::string& piece) { text(piece); }
    void write(double number) { value(number); }
    void write(const std::vector<double>& numbers);
    template <std::unsigned_integral Count>
    void write(const Count& count) {
        number(count);
    }
    template <class T>
    void write(const std::optional<T>& value) {
        number(value ? 1 : 0);
        if (value) write(*value);
    }
    template <class T>
    void write(const Stored<T>& stored) {
        number(stored.written ? 1 : 0);
        if (stored.written) write(*stored.written);
    }
    template <class T>
    void write(const Named<T>& element) {
        write(element.name.text);
        write(element.value);
    }
    template <HasFields T>
    void write(const T& object) {
        if constexpr (is_choice<T>)
            write_choice(object);
        else
            write_fields(object, 1);
    }
    template <class T>
    void write(const T& value) {
        write_value(*this, value);
    }
    /// The fields that were added to files in this version.
    template <HasFields T>
    void write_fields(const T& object, std::uint32_t version) {
        const auto visit = [&](const Field& field, const auto& member) {
            if (field.since == version) write(member);
        };
        fields(visit, object);
    }

private:
    template <class T>
    void write_choice(const T& object) {
        std::uint64_t own = 0;
        const auto visit = [&](const Field&, const auto& member) {
            if (member) number(own);
            if (member) write(*member);
            ++own;
        };
        fields(visit, object);
    }

    FlatRecord& record_;
};

template <class T>
void write_value(FlatWriter& writer, const std::vector<T>& list) {
    writer.number(list.size());
    for (const T& element : list) writer.write(element);
}

/// Takes a record apart, in the order in which FlatWriter has written it; types that have another
/// form are read by a free function read_value(reader, what, value). Every count is compared with
/// what is left before it is believed; what does not fit throws ParseError with the file's name.
/// The record and the name must live as long.
class FlatReader {
public:
    /// A record of this version of its form.
    FlatReader(const FlatRecord& record, const std::string& name, const Limits& limits = {},
               std::uint32_t version = 0)
        : record_(record), name_(name), limits_(limits), version_(version) {}

    const std::string& name() const { return name_; }
    const Limits& limits() const { return limits_; }
    std::uint32_t version() const { return version_; }
    /// Warnings of the networks that have been read.
    std::vector<Problem>& remarks() { return remarks_; }

    [[noreturn]] void fail(const std::string& reason) const;
    /// The result of `make`, of parts that may contradict each other (ArgumentError).
    template <class Make>
    auto checked(const Make& make) -> decltype(make()) {
        try {
            return make();
        } catch (const ArgumentError& error) {
            fail(error.what());
        }
    }

    std::uint64_t number();
    /// Takes the next number if it is 0.
    bool take_zero();
    /// The next of the records that follow in the file.
    const FlatRecord& other();
    /// A count of things that take at least one more number each.
    std::size_t count(std::string_view what);
    /// A number that says 0 or 1.
    bool flag();
    std::span<const double> values(std::size_t count);
    double value() { return values(1).front(); }
    /// Throws unless it is UTF-8, as names and sentences are.
    std::string text();
    /// Bytes that were written as a text and need not be UTF-8.
    std::string bytes();

    void read(std::string_view, std::string& piece) { piece = text(); }
    void read(std::string_view, double& number) { number = value(); }
    void read(std::string_view, bool& truth) { truth = flag(); }
    void read(std::string_view, std::vector<double>& numbers);
    template <std::unsigned_integral Count>
    void read(std::string_view what, Count& value) {
        const std::uint64_t found = number();
        if (found > std::numeric_limits<Count>::max()) fail(std::string(what) + " is too large");
        value = static_cast<Count>(found);
    }
    template <class T>
    void read(std::string_view what, std::optional<T>& value) {
        if (flag()) read(what, value.emplace());
    }
    template <class T>
    void read(std::string_view what, Stored<T>& stored) {
        read(what, stored.value);
    }
    template <class T>
    void read(std::string_view what, Named<T>& element) {
        element.name.text = text();
        read(what, element.value);
    }
    template <HasFields T>
    void read(std::string_view, T& object) {
        if constexpr (is_choice<T>)
            read_choice(object);
        else
            read_fields(object, 1);
    }
    template <class T>
    void read(std::string_view what, T& value) {
        read_value(*this, what, value);
    }
    template <HasFields T>
    void read_fields(T& object, std::uint32_t version) {
        const auto visit = [&](const Field& field, auto& member) {
            if (field.since == version) read(field.what, member);
        };
        fields(visit, object);
        require_right(object);
    }

    std::size_t values_left() const { return record_.values.size() - next_value_; }
    std::size_t numbers_left() const { return record_.numbers.size() - next_number_; }
    /// Throws unless everything has been read.
    void require_end() const;

private:
    template <class T>
    void read_choice(T& object) {
        std::uint64_t left = number();
        const auto visit = [&](const Field& field, auto& member) {
            if (left-- == 0) read(field.what, member.emplace());
        };
        fields(visit, object);
        require_right(object);
    }
    template <class T>
    void require_right(const T& object) {
        const std::string_view fault = fault_of<T>(object);
        if (!fault.empty()) fail(std::string(fault));
    }

    const FlatRecord& record_;
    const std::string& name_;
    Limits limits_;
    std::uint32_t version_;
    std::vector<Problem> remarks_;
    std::size_t next_number_ = 0;
    std::size_t next_value_ = 0;
    std::size_t next_byte_ = 0;
    std::size_t next_other_ = 0;
};

/// `what` is an element of the list in messages.
template <class T>
void read_value(FlatReader& reader, std::string_view what, std::vector<T>& list) {
    for (std::size_t left = reader.count(what); left > 0; --left)
        reader.read(what, list.emplace_back());
}

}  // namespace pgm::io::detail

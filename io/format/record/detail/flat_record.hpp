#pragma once

#include <io/format/record/detail/fields.hpp>

#include <concepts>
#include <cstdint>
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

    friend bool operator==(const FlatRecord&, const FlatRecord&) = default;
};

/// Writes a record. write() goes by the type of the value: objects are written by their fields
/// (fields.hpp) in the order in which these are listed, lists with their number before them, and
/// values that may be absent with 1 or 0 before them.
class FlatWriter {
public:
    explicit FlatWriter(FlatRecord& record) : record_(record) {}

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
    void write(const Named<T>& element) {
        write(element.name.text);
        write(element.value);
    }
    template <class T>
    void write(const std::vector<T>& list) {
        number(list.size());
        for (const T& element : list) write(element);
    }
    template <HasFields T>
    void write(const T& object) {
        write_fields(object, 1);
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
    FlatRecord& record_;
};

/// Takes a record apart, in the order in which FlatWriter has written it. Every count is compared
/// with what is left before it is believed; what does not fit throws ParseError with the file's
/// name. The record and the name must live as long.
class FlatReader {
public:
    FlatReader(const FlatRecord& record, const std::string& name) : record_(record), name_(name) {}

    [[noreturn]] void fail(const std::string& reason) const;

    std::uint64_t number();
    /// A count of things that take at least one more number each.
    std::size_t count(const std::string& what);
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
    void read(std::string_view, Count& value) {
        value = static_cast<Count>(number());
    }
    template <class T>
    void read(std::string_view what, std::optional<T>& value) {
        if (flag()) read(what, value.emplace());
    }
    template <class T>
    void read(std::string_view what, Named<T>& element) {
        element.name.text = text();
        read(what, element.value);
    }
    /// `what` is an element of the list in messages.
    template <class T>
    void read(std::string_view what, std::vector<T>& list) {
        for (std::size_t left = count(std::string(what)); left > 0; --left)
            read(what, list.emplace_back());
    }
    template <HasFields T>
    void read(std::string_view, T& object) {
        read_fields(object, 1);
    }
    template <HasFields T>
    void read_fields(T& object, std::uint32_t version) {
        const auto visit = [&](const Field& field, auto& member) {
            if (field.since == version) read(field.what, member);
        };
        fields(visit, object);
        const std::string_view fault = fault_of<T>(object);
        if (!fault.empty()) fail(std::string(fault));
    }

    std::size_t values_left() const { return record_.values.size() - next_value_; }
    std::size_t numbers_left() const { return record_.numbers.size() - next_number_; }
    /// Throws unless everything has been read.
    void require_end() const;

private:
    const FlatRecord& record_;
    const std::string& name_;
    std::size_t next_number_ = 0;
    std::size_t next_value_ = 0;
    std::size_t next_byte_ = 0;
};

}  // namespace pgm::io::detail

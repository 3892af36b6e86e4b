#pragma once

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
};

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
    /// Appends the number of texts, then each.
    void texts(const std::vector<std::string>& pieces);

private:
    FlatRecord& record_;
};

/// Takes a record apart. Every count is compared with what is left before it is believed; what does
/// not fit throws ParseError with the file's name. The record and the name must live as long.
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
    std::vector<std::string> texts();

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

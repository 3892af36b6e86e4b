#include <io/format/record/detail/flat_record.hpp>

#include <pgm/core/text/characters.hpp>

namespace pgm::io::detail {

void FlatWriter::bytes(const std::string& piece) {
    number(piece.size());
    record_.text += piece;
}

void FlatWriter::write(const std::vector<double>& numbers) {
    number(numbers.size());
    values(numbers);
}

void FlatReader::fail(const std::string& reason) const {
    throw ParseError("the native model file contradicts itself", {.file = name_}, reason);
}

std::uint64_t FlatReader::number() {
    if (numbers_left() == 0) fail("a count is missing");
    return record_.numbers[next_number_++];
}

bool FlatReader::take_zero() {
    if (numbers_left() > 0 && record_.numbers[next_number_] != 0) return false;
    return number() == 0;
}

const FlatRecord& FlatReader::other() {
    if (next_other_ == record_.others.size()) fail("a network is missing");
    return record_.others[next_other_++];
}

std::size_t FlatReader::count(std::string_view what) {
    const std::uint64_t count = number();
    if (count > numbers_left()) fail(std::string(what) + " is missing");
    return count;
}

bool FlatReader::flag() {
    const std::uint64_t choice = number();
    if (choice > 1) fail("a choice of two is neither 0 nor 1");
    return choice == 1;
}

std::span<const double> FlatReader::values(std::size_t count) {
    if (count > values_left()) fail("a table is missing");
    next_value_ += count;
    return std::span(record_.values).subspan(next_value_ - count, count);
}

std::string FlatReader::bytes() {
    const std::uint64_t length = number();
    if (length > record_.text.size() - next_byte_) fail("a name is missing");
    next_byte_ += length;
    return record_.text.substr(next_byte_ - length, length);
}

std::string FlatReader::text() {
    std::string piece = bytes();
    if (!is_utf8(piece)) fail("a name is not UTF-8");
    return piece;
}

void FlatReader::read(std::string_view, std::vector<double>& numbers) {
    const std::span<const double> found = values(number());
    numbers.assign(found.begin(), found.end());
}

void FlatReader::require_end() const {
    if (numbers_left() != 0 || values_left() != 0 || next_byte_ != record_.text.size())
        fail("it holds more than its counts say");
    if (next_other_ != record_.others.size()) fail("it holds more networks than it says");
}

}  // namespace pgm::io::detail

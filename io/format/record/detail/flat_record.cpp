#include <io/format/record/detail/flat_record.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>

namespace pgm::io::detail {

void FlatWriter::bytes(const std::string& piece) {
    number(piece.size());
    record_.text += piece;
}

void FlatWriter::texts(const std::vector<std::string>& pieces) {
    number(pieces.size());
    for (const std::string& piece : pieces) text(piece);
}

void FlatReader::fail(const std::string& reason) const {
    throw ParseError("the native model file contradicts itself", {.file = name_}, reason);
}

std::uint64_t FlatReader::number() {
    if (numbers_left() == 0) fail("a count is missing");
    return record_.numbers[next_number_++];
}

std::size_t FlatReader::count(const std::string& what) {
    const std::uint64_t count = number();
    if (count > numbers_left()) fail(what + " is missing");
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

std::vector<std::string> FlatReader::texts() {
    const std::size_t pieces = count("a name");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < pieces; ++i) all.push_back(text());
    return all;
}

void FlatReader::require_end() const {
    if (numbers_left() != 0 || values_left() != 0 || next_byte_ != record_.text.size())
        fail("it holds more than its counts say");
}

}  // namespace pgm::io::detail

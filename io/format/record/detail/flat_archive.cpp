#include <io/format/record/detail/flat_archive.hpp>

#include <io/format/record/detail/envelope.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/array_wrapper.hpp>

#include <streambuf>

namespace pgm::io::detail {
namespace {

/// Neither signature nor library version: the envelope has its own, and the archive's would be read
/// before anything could check its length.
constexpr unsigned archive_flags = boost::archive::no_header | boost::archive::no_codecvt;

/// Bytes in memory as a stream buffer to read from.
class MemoryBuffer : public std::streambuf {
public:
    explicit MemoryBuffer(std::string_view bytes) {
        char* const begin = const_cast<char*>(bytes.data());  // the get area is never written to
        setg(begin, begin, begin + bytes.size());
    }
    std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

/// Appends to a string, which grows no further than what is reserved.
class AppendingBuffer : public std::streambuf {
public:
    explicit AppendingBuffer(std::string& bytes) : bytes_(bytes) {}

protected:
    std::streamsize xsputn(const char* bytes, std::streamsize count) override {
        bytes_.append(bytes, static_cast<std::size_t>(count));
        return count;
    }
    int_type overflow(int_type byte) override {
        if (!traits_type::eq_int_type(byte, traits_type::eof()))
            bytes_ += traits_type::to_char_type(byte);
        return traits_type::not_eof(byte);
    }

private:
    std::string& bytes_;
};

/// The size of a record, the lengths of its columns included.
std::size_t packed_bytes(const FlatRecord& record) {
    return 3 * sizeof(std::uint64_t) + record.numbers.size() * sizeof record.numbers[0] +
           record.values.size() * sizeof record.values[0] + record.text.size();
}

template <class Container>
void save_column(boost::archive::binary_oarchive& archive, const Container& column) {
    const std::uint64_t count = column.size();
    archive << count << boost::serialization::make_array(column.data(), column.size());
}

template <class Container>
void load_column(boost::archive::binary_iarchive& archive, const MemoryBuffer& buffer,
                 Container& column) {
    std::uint64_t count = 0;
    archive >> count;
    const std::optional<std::size_t> bytes = checked_mul(count, sizeof column[0]);
    if (!bytes || *bytes > buffer.left())
        throw boost::archive::archive_exception(
            boost::archive::archive_exception::input_stream_error);
    column.resize(count);
    archive >> boost::serialization::make_array(column.data(), column.size());
}

}  // namespace

std::string packed(const std::vector<const FlatRecord*>& records) {
    std::size_t size = header_bytes;
    for (const FlatRecord* record : records) size += packed_bytes(*record);
    std::string bytes;
    bytes.reserve(size);
    AppendingBuffer buffer(bytes);
    {
        boost::archive::binary_oarchive archive(buffer, archive_flags);
        for (const FlatRecord* record : records) {
            save_column(archive, record->numbers);
            save_column(archive, record->values);
            save_column(archive, record->text);
        }
    }
    return bytes;
}

std::vector<FlatRecord> unpacked(std::string_view contents, std::size_t most,
                                 const std::string& name) {
    MemoryBuffer buffer(contents);
    std::vector<FlatRecord> records;
    try {
        boost::archive::binary_iarchive archive(buffer, archive_flags);
        do {
            FlatRecord& record = records.emplace_back();
            load_column(archive, buffer, record.numbers);
            load_column(archive, buffer, record.values);
            load_column(archive, buffer, record.text);
        } while (buffer.left() != 0 && records.size() < most);
    } catch (const boost::archive::archive_exception&) {
        throw ParseError("the native model file contradicts itself", {.file = name},
                         "a count exceeds what the file holds");
    }
    if (buffer.left() != 0)
        throw ParseError("the native model file contradicts itself", {.file = name},
                         "it holds more than its counts say");
    return records;
}

}  // namespace pgm::io::detail

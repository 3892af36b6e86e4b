#include <io/archive.hpp>

#include <io/envelope.hpp>
#include <io/network_record.hpp>
#include <pgm/core/checked.hpp>

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/array_wrapper.hpp>

#include <ostream>
#include <sstream>
#include <streambuf>

namespace pgm::io {
namespace {

constexpr std::uint32_t newest_version = 2;

/// Neither signature nor library version: the envelope has its own, and the archive's would be read before anything could check its length.
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

template <class Container>
void save_column(boost::archive::binary_oarchive& archive, const Container& column) {
    const std::uint64_t count = column.size();
    archive << count << boost::serialization::make_array(column.data(), column.size());
}

template <class Container>
void load_column(boost::archive::binary_iarchive& archive, const MemoryBuffer& buffer, Container& column) {
    std::uint64_t count = 0;
    archive >> count;
    const std::optional<std::size_t> bytes = checked_mul(count, sizeof column[0]);
    if (!bytes || *bytes > buffer.left()) throw boost::archive::archive_exception(boost::archive::archive_exception::input_stream_error);
    column.resize(count);
    archive >> boost::serialization::make_array(column.data(), column.size());
}

NetworkRecord load_record(const Envelope& envelope, const std::string& name) {
    MemoryBuffer buffer(envelope.contents);
    NetworkRecord record{.version = envelope.version};
    try {
        boost::archive::binary_iarchive archive(buffer, archive_flags);
        load_column(archive, buffer, record.numbers);
        load_column(archive, buffer, record.values);
        load_column(archive, buffer, record.text);
    } catch (const boost::archive::archive_exception&) {
        throw ParseError("the native model file contradicts itself", {.file = name}, "a count exceeds what the file holds");
    }
    if (buffer.left() != 0) throw ParseError("the native model file contradicts itself", {.file = name}, "it holds more than its counts say");
    return record;
}

}  // namespace

ReadResult read_archive(std::string_view bytes, const ReadOptions& options) {
    if (bytes.size() > options.limits.max_file_bytes) {
        throw TooLargeError("the file has more than " + std::to_string(options.limits.max_file_bytes) + " bytes, the limit", {.file = options.name},
                            "raise Limits::max_file_bytes");
    }
    const Envelope envelope = opened(bytes, newest_version, options.name);
    ReadResult result;
    result.network = network_of(load_record(envelope, options.name), options.limits, options.name, result.remarks);
    return result;
}

void write_archive(const BayesianNetwork& network, std::ostream& out) {
    const NetworkRecord record = record_of(network);
    std::stringbuf buffer(std::ios::out);
    {
        boost::archive::binary_oarchive archive(buffer, archive_flags);
        save_column(archive, record.numbers);
        save_column(archive, record.values);
        save_column(archive, record.text);
    }
    out << sealed(record.version, buffer.view());
}

bool is_archive(std::string_view bytes) {
    return is_envelope(bytes);
}

}  // namespace pgm::io

#include <io/file/gzip.hpp>

#include <pgm/core/error.hpp>

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

namespace pgm::io {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;

uInt as_much_as_fits(std::size_t bytes) {
    return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

/// zlib asks for pointers to non-const input that it does not write to.
Bytef* input(std::string_view bytes) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

/// Unpacks one gzip file, member by member.
class Inflater {
public:
    Inflater(std::string_view bytes, std::size_t max_bytes, const std::string& name) : rest_(bytes), max_bytes_(max_bytes), name_(name) {
        if (inflateInit2(&stream_, gzip_window_bits) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    std::string run() {
        do {
            member();
            inflateReset(&stream_);
        } while (!rest_.empty());
        return std::move(contents_);
    }

private:
    void member() {
        for (int status = Z_OK; status != Z_STREAM_END;) {
            char buffer[chunk];
            stream_.next_in = input(rest_);
            stream_.avail_in = as_much_as_fits(rest_.size());
            stream_.next_out = reinterpret_cast<Bytef*>(buffer);
            stream_.avail_out = chunk;
            const uInt given = stream_.avail_in;
            status = inflate(&stream_, Z_NO_FLUSH);
            rest_.remove_prefix(given - stream_.avail_in);
            if (status == Z_MEM_ERROR) throw std::bad_alloc();
            if (status == Z_BUF_ERROR) fail("the gzip data end before their end mark", "the file was cut short");
            if (status != Z_OK && status != Z_STREAM_END) fail("the gzip data are damaged", stream_.msg ? stream_.msg : "");
            append({buffer, chunk - stream_.avail_out});
        }
    }

    void append(std::string_view piece) {
        if (piece.size() > max_bytes_ - contents_.size()) {
            throw TooLargeError("the file unpacks to more than " + std::to_string(max_bytes_) + " bytes, the limit", {.file = name_},
                                "raise Limits::max_file_bytes");
        }
        contents_ += piece;
    }

    [[noreturn]] void fail(const std::string& message, const std::string& reason) { throw ParseError(message, {.file = name_}, reason); }

    z_stream stream_{};
    std::string_view rest_;
    std::size_t max_bytes_;
    const std::string& name_;
    std::string contents_;
};

}  // namespace

bool is_gzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

std::string gunzip(std::string_view bytes, std::size_t max_bytes, const std::string& name) {
    return Inflater(bytes, max_bytes, name).run();
}

std::string gzip(std::string_view contents) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_streamp)> closed_at_the_end(&stream, deflateEnd);
    std::string packed;
    int status = Z_OK;
    while (status == Z_OK) {
        char buffer[chunk];
        stream.next_in = input(contents);
        stream.avail_in = as_much_as_fits(contents.size());
        stream.next_out = reinterpret_cast<Bytef*>(buffer);
        stream.avail_out = chunk;
        const uInt given = stream.avail_in;
        status = deflate(&stream, given == contents.size() ? Z_FINISH : Z_NO_FLUSH);
        contents.remove_prefix(given - stream.avail_in);
        packed.append(buffer, chunk - stream.avail_out);
    }
    return packed;
}

}  // namespace pgm::io

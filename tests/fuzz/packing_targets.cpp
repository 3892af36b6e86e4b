#include <tests/fuzz/fuzz_target.hpp>

#include <io/file/detail/gzip.hpp>
#include <io/file/detail/packing.hpp>
#include <pgm/core/error.hpp>

namespace pgm::tests {
namespace {

/// What was unpacked is the same after another round.
std::string_view check_gzip(std::string_view bytes, bool& accepted) {
    accepted = false;
    try {
        const std::string contents = io::detail::gunzip(bytes, fuzz_limits.max_file_bytes, "f");
        accepted = true;
        const std::string packed = io::detail::gzip(contents);
        return io::detail::gunzip(packed, fuzz_limits.max_file_bytes, "f") == contents
                   ? ""
                   : "what was packed unpacks to something else";
    } catch (const Error& error) {
        return accepted ? "what was packed cannot be unpacked" : complaint_about(error);
    }
}

std::string packed_by_zstd(std::string_view contents) {
    std::string packed;
    const auto packer = io::detail::packer(io::detail::Packing::zstd,
                                           [&](std::string_view bytes) { packed += bytes; });
    packer->write(contents);
    packer->finish();
    return packed;
}

/// Throws TooLargeError for more than the limit.
std::string unpacked_by_zstd(std::string_view packed) {
    const auto unpacker = io::detail::unpacker(
        io::detail::Packing::zstd,
        [&](std::span<char> piece) {
            const std::size_t count = packed.copy(piece.data(), piece.size());
            packed.remove_prefix(count);
            return count;
        },
        "f");
    std::string contents, piece(1000, '\0');
    while (const std::size_t count = unpacker->read(piece)) {
        contents.append(piece, 0, count);
        if (contents.size() > fuzz_limits.max_file_bytes) throw TooLargeError("too long");
    }
    return contents;
}

/// True if the first frame asks for a window of more than 128 KiB (RFC 8878, section 3.1.1.1). To
/// give it and take it back is a matter of the allocator, and takes a sanitizer a millisecond.
bool has_large_window(std::string_view frame) {
    constexpr std::size_t after_magic = 4;
    if (frame.size() < after_magic + 2) return false;
    const auto descriptor = static_cast<unsigned char>(frame[after_magic]);
    const auto window = static_cast<unsigned char>(frame[after_magic + 1]);
    const bool is_single_segment = (descriptor >> 5 & 1) != 0;
    return is_single_segment ? descriptor >> 6 > 1 : 10 + (window >> 3) > 17;
}

std::string_view check_zstd(std::string_view bytes, bool& accepted) {
    accepted = false;
    try {
        const std::string contents = unpacked_by_zstd(bytes);
        accepted = true;
        return unpacked_by_zstd(packed_by_zstd(contents)) == contents
                   ? ""
                   : "what was packed unpacks to something else";
    } catch (const Error& error) {
        return accepted ? "what was packed cannot be unpacked" : complaint_about(error);
    }
}

std::vector<std::string> packed_texts() {
    return {io::detail::gzip(""), io::detail::gzip("one line\n"),
            io::detail::gzip(std::string(1000, 'x')) + io::detail::gzip("a second member")};
}

std::vector<std::string> frames_of_zstd() {
    return {packed_by_zstd(""), packed_by_zstd("one line\n"),
            packed_by_zstd(std::string(1000, 'x')) + packed_by_zstd("a second frame")};
}

}  // namespace

std::vector<FuzzTarget> packing_targets() {
    return {{"gzip", check_gzip, packed_texts},
            {.name = "zstd",
             .check = check_zstd,
             .generated_seeds = frames_of_zstd,
             .is_slow = has_large_window}};
}

}  // namespace pgm::tests

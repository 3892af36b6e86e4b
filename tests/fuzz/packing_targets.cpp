#include <tests/fuzz/fuzz_target.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/packings.hpp>

namespace pgm::tests {
namespace {

using io::detail::Packing;

/// What was unpacked is the same after another round.
template <Packing packing>
std::string_view check(std::string_view bytes, bool& accepted) {
    const auto contents_of = [](std::string_view of) {
        return unpacked(packing, of, 1000, fuzz_limits.max_file_bytes);
    };
    accepted = false;
    try {
        const std::string contents = contents_of(bytes);
        accepted = true;
        return contents_of(packed(packing, contents)) == contents
                   ? ""
                   : "what was packed unpacks to something else";
    } catch (const Error& error) {
        return accepted ? "what was packed cannot be unpacked" : complaint_about(error);
    }
}

template <Packing packing>
std::vector<std::string> packed_texts() {
    return {packed(packing, ""), packed(packing, "one line\n"),
            packed(packing, std::string(1000, 'x')) + packed(packing, "a second part")};
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

}  // namespace

std::vector<FuzzTarget> packing_targets() {
    return {{"gzip", check<Packing::gzip>, packed_texts<Packing::gzip>},
            {.name = "zstd",
             .check = check<Packing::zstd>,
             .generated_seeds = packed_texts<Packing::zstd>,
             .is_slow = has_large_window}};
}

}  // namespace pgm::tests

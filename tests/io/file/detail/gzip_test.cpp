#include <io/file/detail/packing.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <pthread.h>

#include <tests/support/catch.hpp>
#include <tests/support/packings.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

namespace {

std::string some_text(std::size_t bytes) {
    Rng rng(bytes);
    std::string text;
    while (text.size() < bytes) text += "0123456789abcdef"[rng.below(16)];
    return text;
}

std::string gzip(std::string_view text) {
    return tests::packed(Packing::gzip, text);
}

std::string gunzip(std::string_view packed) {
    return tests::unpacked(Packing::gzip, packed);
}

}  // namespace

TEST_CASE("gzip: what is packed unpacks to the same bytes", "[io]") {
    for (const std::size_t bytes : {0u, 1u, 65'535u, 65'536u, 300'000u}) {
        const std::string text = some_text(bytes);
        const std::string packed = gzip(text);
        CHECK(packing_of(packed, "f") == Packing::gzip);
        CHECK(gunzip(packed) == text);
        CHECK(gzip(text) == packed);
    }
}

TEST_CASE("gzip: a file may have several members", "[io]") {
    CHECK(gunzip(gzip("one ") + gzip("") + gzip("two")) == "one two");
}

TEST_CASE("gzip: a file made by the gzip program is read", "[io]") {
    // printf 'hello\n' | gzip -n | xxd -i
    constexpr unsigned char bytes[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                       0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xe7, 0x02, 0x00,
                                       0x20, 0x30, 0x3a, 0x36, 0x06, 0x00, 0x00, 0x00};
    CHECK(gunzip({reinterpret_cast<const char*>(bytes), sizeof bytes}) == "hello\n");
}

TEST_CASE("gzip: a file cut anywhere is an error", "[io]") {
    const std::string packed = gzip(some_text(500));
    for (std::size_t bytes = 0; bytes < packed.size(); ++bytes) {
        INFO(bytes);
        CHECK_THROWS_AS(gunzip(packed.substr(0, bytes)), ParseError);
    }
    CHECK_THROWS_WITH(gunzip(packed.substr(0, packed.size() / 2)),
                      "f: the gzip data end before their end mark (the file was cut short)");
}

TEST_CASE("gzip: a flipped bit is an error, or means nothing", "[io]") {
    const std::string text = some_text(500);
    const std::string packed = gzip(text);
    std::size_t harmless = 0;
    for (std::size_t i = 0; i < packed.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = packed;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            try {
                harmless += gunzip(damaged) == text ? 1 : 1000;
            } catch (const Error&) {
                // Noticed.
            }
        }
    }
    CHECK(harmless <=
          // Time and operating system in the header, and the bits that fill the last byte of the
          // data.
          7 * 8);
}

TEST_CASE("gzip: what stands behind the end, and what is no gzip file, is told", "[io]") {
    CHECK_THROWS_WITH(gunzip(gzip("x") + "plain"),
                      "f: the gzip data are damaged (incorrect header check)");
    CHECK_THROWS_WITH(gunzip("plain text"),
                      "f: the gzip data are damaged (incorrect header check)");
}

TEST_CASE("gzip: packing and unpacking need little of a thread's stack", "[io]") {
    // A stack smaller than what zlib reads and writes at a time.
    constexpr std::size_t stack_bytes = 80 * 1024;
    static const std::string text = some_text(300'000);
    static bool same;
    same = false;
    pthread_attr_t attributes;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, stack_bytes) == 0);
    pthread_t thread;
    const auto work = [](void*) -> void* {
        same = gunzip(gzip(text)) == text;
        return nullptr;
    };
    REQUIRE(pthread_create(&thread, &attributes, work, nullptr) == 0);
    REQUIRE(pthread_join(thread, nullptr) == 0);
    pthread_attr_destroy(&attributes);
    CHECK(same);
}

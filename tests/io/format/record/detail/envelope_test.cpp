#include <io/format/record/detail/envelope.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

namespace {

std::string sealed(std::uint32_t version, std::string contents) {
    seal(contents, version);
    return contents;
}

}  // namespace

TEST_CASE("Envelope: what was sealed is opened", "[io]") {
    for (const char* contents : {"", "x", "some contents"}) {
        const std::string bytes = sealed(3, contents);
        CHECK(is_envelope(bytes));
        const Envelope envelope = opened(bytes, 3, "f");
        CHECK(envelope.version == 3);
        CHECK(envelope.contents == contents);
    }
}

TEST_CASE("Envelope: every flipped bit is noticed", "[io]") {
    const std::string bytes = sealed(1, "some contents of a model");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            INFO(i << ":" << bit);
            CHECK_THROWS_AS(opened(damaged, 1, "f"), ParseError);
        }
    }
}

TEST_CASE("Envelope: the message says what is wrong", "[io]") {
    const std::string bytes = sealed(1, "contents");
    CHECK_THROWS_WITH(opened("network asia {}", 1, "f"),
                      "f: not a native model file (it does not begin with the mark of one)");
    CHECK_THROWS_WITH(opened("", 1, "f"), "f: not a native model file (it was cut short)");
    CHECK_THROWS_WITH(opened(bytes.substr(0, 20), 1, "f"),
                      "f: the native model file is damaged (it was cut short)");
    CHECK_THROWS_WITH(
        opened(bytes.substr(0, bytes.size() - 1), 1, "f"),
        "f: the native model file is damaged (it was cut short: 7 of 8 bytes are there)");
    CHECK_THROWS_WITH(
        opened(bytes + "x", 1, "f"),
        "f: the native model file is damaged (it is too long: 9 of 8 bytes are there)");
    CHECK_THROWS_WITH(opened(sealed(2, ""), 1, "f"),
                      "f: the native model file has version 2, this program reads versions up to 1 "
                      "(it was written by a newer program, or is damaged)");
    CHECK_THROWS_WITH(opened(sealed(0, ""), 1, "f"),
                      "f: the native model file has version 0, which does not exist");
    std::string damaged = bytes;
    damaged.back() ^= 1;
    CHECK_THROWS_WITH(opened(damaged, 1, "f"),
                      "f: the native model file is damaged (its checksum is wrong)");
}

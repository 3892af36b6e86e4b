#include <pgm/core/leading_bytes.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using pgm::leading_bytes;

TEST_CASE("leading bytes are the text in base 256, the first byte highest, zeros behind a short text") {
    CHECK(leading_bytes("") == 0);
    CHECK(leading_bytes("A") == 0x4100000000000000);
    CHECK(leading_bytes("ABCDEFGH") == 0x4142434445464748);
    CHECK(leading_bytes("ABCDEFGHI") == 0x4142434445464748);
    CHECK(leading_bytes("\xC3\xA9") == 0xC3A9000000000000);
}

TEST_CASE("leading bytes never contradict the order of texts") {
    const std::vector<std::string> in_order = {"",        std::string(1, '\0'), "A", "AB", "ABCDEFGH", "ABCDEFGHA", "ABCDEFGI", "a", "\x7F", "\x80",
                                               "\xFF\xFF"};
    for (std::size_t i = 1; i < in_order.size(); ++i) {
        CHECK(in_order[i - 1] < in_order[i]);
        CHECK(leading_bytes(in_order[i - 1]) <= leading_bytes(in_order[i]));
    }
}

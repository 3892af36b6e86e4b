#include <io/format/record/detail/checksum.hpp>

#include <tests/support/catch.hpp>

#include <numeric>
#include <string>

using pgm::io::detail::crc32c;

TEST_CASE("The checksum gives the test vectors of RFC 3720, appendix B.4", "[io]") {
    CHECK(crc32c(std::string(32, '\0')) == 0x8A9136AA);
    CHECK(crc32c(std::string(32, '\xFF')) == 0x62A8AB43);
    std::string ascending(32, '\0');
    std::iota(ascending.begin(), ascending.end(), '\0');
    CHECK(crc32c(ascending) == 0x46DD794E);
    CHECK(crc32c(std::string(ascending.rbegin(), ascending.rend())) == 0x113FDB5C);
    CHECK(crc32c("123456789") == 0xE3069283);
    CHECK(crc32c("") == 0);
}

TEST_CASE("The checksum of a text may be taken in pieces", "[io]") {
    const std::string text = "The quick brown fox jumps over the lazy dog";
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
        CHECK(crc32c(text.substr(cut), crc32c(text.substr(0, cut))) == crc32c(text));
}

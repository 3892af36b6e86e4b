#include <io/scene/detail/text_width.hpp>

#include <pgm/core/text/characters.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

TEST_CASE("Text has the room that it takes in the broadest typeface of viewers") {
    // The widths of DejaVu Sans and DejaVu Sans Bold, as their files have them.
    CHECK_THAT(text_width("0123456789", 1000), Catch::WithinAbs(6370, 5));
    CHECK_THAT(text_width("Illinois", 1000), Catch::WithinAbs(3174, 8));
    CHECK_THAT(text_width("Illinois", 1000, FontWeight::bold), Catch::WithinAbs(3741, 8));
    CHECK_THAT(text_width("WMm", 1000), Catch::WithinAbs(2827, 3));
    for (const char* word : {"Ωρίων", "Щука", "Größe", "naïve…", "年齢"})
        CHECK(text_width(word, 1) > 0.6 * static_cast<double>(display_columns(word)) - 0.4);
    CHECK(text_width("\u0301", 10) == 0);
}

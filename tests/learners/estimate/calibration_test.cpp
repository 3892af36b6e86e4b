#include <learners/estimate/calibration.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("The words for calibration are read and written back", "[learners]") {
    for (const char* word : {"none", "temperature"}) CHECK(format(parse_calibration(word)) == word);
    CHECK_THROWS_WITH(parse_calibration("temprature"),
                      "there is no calibration 'temprature' (did you mean 'temperature'? known: "
                      "none, temperature)");
    CHECK_THROWS_AS(parse_calibration(""), ArgumentError);
}

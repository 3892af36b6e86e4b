#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Alarm: the numbers that Russell and Norvig print, as fractions", "[examples]") {
    const InferenceEngine engine(examples::alarm_network());
    const Expectation expected[] = {
        {"P(JohnCalls=true, MaryCalls=true, Alarm=true, Burglary=false, Earthquake=false)",
         31405563.0 / 50'000'000'000},
        {"P(Burglary=true | JohnCalls=true, MaryCalls=true)", 592242590.0 / 2084100239},
        {"P(Earthquake=true | JohnCalls=true, MaryCalls=true)", 366940940.0 / 2084100239},
        {"P(Alarm=true)", 1258221.0 / 500'000'000},
        {"P(Burglary=true | JohnCalls=true)", 8490170.0 / 521389757},
        {"P(Burglary=true | Alarm=true)", 156670.0 / 419407},
        {"P(Burglary=true | Alarm=true, Earthquake=true)", 95.0 / 29066},
    };
    check_answers(engine, expected);
}

TEST_CASE("Alarm: the most probable story behind two calls is a false alarm", "[examples]") {
    const InferenceEngine engine(examples::alarm_network());
    CHECK(most_probable(engine,
                        "argmax(Burglary, Earthquake, Alarm | JohnCalls=true, MaryCalls=true)") ==
          "Burglary=false, Earthquake=false, Alarm=true");
    CHECK(separated(engine.network(), "Burglary _||_ Earthquake"));
    CHECK_FALSE(separated(engine.network(), "Burglary _||_ Earthquake | JohnCalls"));
    CHECK(separated(engine.network(), "JohnCalls, MaryCalls _||_ Burglary, Earthquake | Alarm"));
}

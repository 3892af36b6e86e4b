#include <io/scene/detail/axis_ticks.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io::detail;

TEST_CASE("Ticks stand at multiples of 1, 2 or 5 times a power of ten") {
    CHECK(tick_positions(0, 1) == std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1});
    CHECK(tick_positions(-3, 12) == std::vector<double>{-2, 0, 2, 4, 6, 8, 10, 12});
    CHECK(tick_positions(0, 80) == std::vector<double>{0, 10, 20, 30, 40, 50, 60, 70, 80});
    CHECK(tick_positions(1e6, 1.00002e6, 4) ==
          std::vector<double>{1000000, 1000005, 1000010, 1000015, 1000020});
    CHECK(tick_positions(0.0031, 0.0032, 2).size() <= 3);
}

TEST_CASE("Numbers at ticks have the digits that tell neighbours apart") {
    CHECK(tick_labels({0, 0.2, 0.4, 0.6000000000000001}) ==
          std::vector<std::string>{"0", "0.2", "0.4", "0.6"});
    CHECK(tick_labels({1234567850, 1234567900, 1234567950}) ==
          std::vector<std::string>{"1234567850", "1234567900", "1234567950"});
    CHECK(tick_labels({-2e-9, 0, 2e-9}) == std::vector<std::string>{"-2e-09", "0", "2e-09"});
    CHECK(tick_labels({100.00001, 100.00002}) ==
          std::vector<std::string>{"100.00001", "100.00002"});
    CHECK(tick_labels({0}) == std::vector<std::string>{"0"});
    CHECK(tick_labels({}).empty());
}

TEST_CASE("There are only as many ticks as have room for their labels") {
    CHECK(ticks_with_room(0, 10, 5, 200, 10) == std::vector<double>{0, 2, 4, 6, 8, 10});
    CHECK(ticks_with_room(0, 10, 5, 60, 10) == std::vector<double>{0, 5, 10});
    CHECK(ticks_with_room(-3.97, -3.05, 5, 140, 10.5).size() >= 2);
    CHECK(ticks_with_room(1e9, 1e9 + 10, 5, 50, 10).size() == 1);
    const std::vector<double> ticks = ticks_with_room(0.101, 0.899, 8, 120, 12);
    REQUIRE(ticks.size() >= 2);
    CHECK((ticks[1] - ticks[0]) / 0.798 * 120 > 1.5 * 12 + 10);  // 0.2 is 1.5 letters wide
}

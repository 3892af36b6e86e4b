#include <pgm/core/overloaded.hpp>

#include <tests/support/catch.hpp>

#include <string>

using pgm::Boxed;

TEST_CASE("A boxed value is copied with what it holds, and one that holds nothing is a pointer") {
    Boxed<std::string> none, a(std::string("x"));
    CHECK_FALSE(none);
    CHECK(none == Boxed<std::string>());
    CHECK_FALSE(none == a);
    Boxed<std::string> b = a;
    CHECK(b == a);
    b.make() += "y";
    CHECK(*a == "x");
    CHECK(*b == "xy");
    CHECK_FALSE(a == b);
    none = b;
    b = Boxed<std::string>();
    CHECK(*none == "xy");
    CHECK_FALSE(b);
    CHECK(b.make().empty());
    CHECK(sizeof(Boxed<std::string>) == sizeof(void*));
}

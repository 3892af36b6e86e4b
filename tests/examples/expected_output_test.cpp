#include <examples/examples.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <set>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;

// The numbers are proved in the tests beside this one; here it is only seen that the pages print
// them as they are kept.
TEST_CASE("Every example prints the page that is kept in examples/expected", "[examples]") {
    for (const examples::Example& example : examples::textbook_examples()) {
        INFO(example.name);
        std::ostringstream page;
        example.run(page);
        CHECK(page.str() ==
              read_file(source_file("examples/expected/" + std::string(example.name) + ".txt")));
    }
}

TEST_CASE("Examples have distinct names and a title each", "[examples]") {
    std::set<std::string> names;
    for (const examples::Example& example : examples::textbook_examples()) {
        CHECK(names.insert(example.name).second);
        CHECK_FALSE(std::string(example.title).empty());
    }
    CHECK(names.size() == 27);
}

#include <examples/explore/page_to_click.hpp>

#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::examples;
using Catch::Contains;

namespace {

const Example& example(std::string_view name) {
    return *std::ranges::find(textbook_examples(), name, &Example::name);
}

}  // namespace

TEST_CASE("Page to click: a network, a classifier and a diagram each have a page", "[examples]") {
    for (const char* name : {"sprinkler", "heart", "waste", "oil"}) {
        INFO(name);
        const std::string page = page_to_click(example(name));
        CHECK_THAT(page, Contains("<title>") && Contains("</html>"));
        CHECK_THAT(page, Contains(example(name).title));
    }
}

TEST_CASE("Page to click: a classifier that averages networks has no page", "[examples]") {
    const Example averaging{.name = "averaging", .title = "", .run = nullptr, .model = [] {
                                return ExampleModel(learners::fit(table("weather.csv"), "play",
                                                                  learners::parse_learner("aode")));
                            }};
    CHECK_THROWS_WITH(page_to_click(averaging), Contains("averages") && Contains("networks"));
}

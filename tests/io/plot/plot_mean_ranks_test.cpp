#include <io/plot/plot.hpp>

#include <io/scene/detail/text_width.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

pugi::xml_document drawn(const std::vector<std::string>& labels, const MeanRanks& ranks) {
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(mean_ranks_plot("Flowers", labels, ranks)).c_str()));
    return document;
}

std::size_t bars(const pugi::xml_document& document) {
    return document.select_nodes("//line[@stroke-width='4' or @stroke-width='4.00']").size();
}

}  // namespace

TEST_CASE("A critical-difference diagram names every classifier and joins those that are near") {
    const MeanRanks ranks{{2.6, 1.2, 2.2}, 0.01, 1.05, 10};
    const pugi::xml_document document = drawn({"nb", "lda", "tan<1>"}, ranks);
    CHECK(document.select_nodes("//text[starts-with(., 'lda')]").size() == 1);
    CHECK(document.select_nodes("//text[starts-with(., 'tan<1>')]").size() == 1);
    // lda and tan are 1.0 apart, tan and nb 0.4, lda and nb 1.4.
    CHECK(bars(document) == 2);
    CHECK(bars(drawn({"nb", "lda", "tan"}, {{2.6, 1.2, 2.2}, 0.01, 2, 10})) == 1);
    CHECK(bars(drawn({"nb", "lda", "tan"}, {{2.6, 1.2, 2.2}, 0.01, 0.1, 10})) == 0);
}

TEST_CASE("All of a critical-difference diagram is within the picture") {
    const MeanRanks ranks{{1.2, 1.8}, 0.01, 1.05, 10};
    const std::string lengthy(300, 'W');
    for (const std::vector<std::string>& labels :
         {std::vector<std::string>{"a", "b"}, {"a", lengthy}, {lengthy, "ЖЩШ"}}) {
        const pugi::xml_document document = drawn(labels, ranks);
        const double width = document.select_node("/svg").node().attribute("width").as_double();
        for (const auto& found : document.select_nodes("//text")) {
            const pugi::xml_node text = found.node();
            const bool is_title = text.attribute("font-weight").as_int() == 600;
            const double x = text.attribute("x").as_double(),
                         wide = io::detail::text_width(
                             text.child_value(), text.attribute("font-size").as_double(),
                             is_title ? io::FontWeight::bold : io::FontWeight::normal);
            const std::string anchor = text.attribute("text-anchor").value();
            const double left = anchor == "start" ? x : anchor == "end" ? x - wide : x - wide / 2;
            INFO(text.child_value());
            CHECK(left >= 0);
            CHECK(left + wide <= width);
        }
        CHECK(document.select_nodes("//text[@font-weight='600' and .='Flowers']").size() == 1);
    }
}

TEST_CASE("A critical-difference diagram wants a label for every rank") {
    const std::vector<std::string> labels{"nb"};
    CHECK_THROWS_AS(mean_ranks_plot("Flowers", labels, MeanRanks{{1, 2}, 1, 1, 10}), ArgumentError);
}

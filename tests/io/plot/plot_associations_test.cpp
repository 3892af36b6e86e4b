#include <io/plot/plot.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <pugixml.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("A plot of strengths has a tinted cell for each pair, an empty one where there is none") {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const StrengthMatrix matrix{.rows = {"a & b", "c"},
                                .columns = {"a & b", "c", "d"},
                                .strengths = Eigen::MatrixXd{{none, 0.126, 1}, {0.126, none, 0}}};
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(association_plot("Related", matrix)).c_str()));
    CHECK(document.select_nodes("//rect[@fill-opacity]").size() == 6);
    CHECK(document.select_nodes("//text[.='0.13']").size() == 2);
    CHECK(document.select_nodes("//text[.='1']").size() == 1);
    CHECK(document.select_nodes("//text[.='nan']").empty());
    CHECK(document.select_nodes("//text[.='a & b']").size() == 2);
    CHECK(document.select_nodes("//text[.='Related']").size() == 1);
}

TEST_CASE("A matrix of strengths has labels of its shape, and not too many") {
    StrengthMatrix matrix{.rows = {"a"}, .columns = {"b", "c"}, .strengths = Eigen::MatrixXd{{1}}};
    CHECK_THROWS_AS(association_plot("", matrix), ArgumentError);
    matrix.columns.resize(61);
    CHECK_THROWS_WITH(association_plot("", matrix), Catch::Contains("61 columns is too large"));
}

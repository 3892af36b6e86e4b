#include <io/plot/plot.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("A confusion plot shows every count and the recall of every class") {
    const ConfusionMatrix matrix{
        .classes = {"a & b", "c"}, .counts = Eigen::MatrixXd{{3, 1}, {0, 12}}, .undecided = {0, 0}};
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(confusion_plot("Fruit", matrix)).c_str()));
    CHECK(document.select_nodes("//rect[@fill-opacity]").size() == 4);
    CHECK(document.select_nodes("//text[.='12']").size() == 1);
    CHECK(document.select_nodes("//text[.='75 %']").size() == 1);
    CHECK(document.select_nodes("//text[.='a & b']").size() == 2);
    CHECK(document.select_nodes("//text[.='undecided']").empty());
}

TEST_CASE("Undecided rows get a column, and too many classes are refused") {
    ConfusionMatrix matrix{
        .classes = {"a", "b"}, .counts = Eigen::MatrixXd{{3, 1}, {0, 2}}, .undecided = {0, 2}};
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(confusion_plot("Fruit", matrix)).c_str()));
    CHECK(document.select_nodes("//text[.='undecided']").size() == 1);
    CHECK(document.select_nodes("//text[.='50 %']").size() == 1);
    matrix.classes.resize(61);
    CHECK_THROWS_WITH(confusion_plot("Fruit", matrix),
                      "a confusion matrix of 61 classes is too large to be read as a picture");
}

TEST_CASE("Labels of the columns of a large confusion matrix are slanted, and not cut") {
    ConfusionMatrix matrix;
    for (int k = 0; k < 40; ++k)
        matrix.classes.push_back("a rather long class " + std::to_string(k));
    matrix.counts = Eigen::MatrixXd::Identity(40, 40);
    matrix.undecided.assign(40, 0);
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(confusion_plot("Fruit", matrix)).c_str()));
    CHECK(document.select_nodes("//text[contains(@transform, 'rotate(-45')]").size() == 40);
    CHECK(document.select_nodes("//text[.='a rather long class 39']").size() == 2);
    CHECK(document.select_node("/svg").node().attribute("width").as_double() < 40 * 60 + 400);

    matrix.classes = {"apple", "pear"};
    matrix.counts = Eigen::MatrixXd::Identity(2, 2);
    matrix.undecided.assign(2, 0);
    REQUIRE(document.load_string(svg_text(confusion_plot("Fruit", matrix)).c_str()));
    CHECK(document.select_nodes("//text[contains(@transform, 'rotate(-45')]").empty());
}

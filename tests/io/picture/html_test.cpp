#include <io/picture/picture.hpp>

#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("html: the page has the drawing, needs nothing from elsewhere and keeps names as text") {
    NetworkBuilder builder("a & b");
    builder.variable("</script><script>alert(1)", {"0", "1"});
    builder.cpt("</script><script>alert(1)").values({0.5, 0.5});
    const BayesianNetwork network = builder.build();
    const std::string page = html_text(network);
    CHECK(page.starts_with("<!DOCTYPE html>"));
    CHECK(page.find("<title>a &amp; b</title>") != std::string::npos);
    const std::string svg = svg_text(network);
    CHECK(page.find(svg.substr(svg.find("<svg"))) != std::string::npos);
    CHECK(page.find("<?xml") == std::string::npos);
    CHECK(page.find("<script>alert") == std::string::npos);
    for (const char* outside : {"src=", "href=", "@import", "url(http"})
        CHECK(page.find(outside) == std::string::npos);
    std::size_t scripts = 0;
    for (std::size_t at = 0; (at = page.find("<script", at)) != std::string::npos; ++at) ++scripts;
    CHECK(scripts == 1);
}

TEST_CASE("html: the field to search stands above the drawing, and a network has its file's name") {
    NetworkBuilder builder("unknown");
    builder.variable("A", {"0", "1"});
    builder.cpt("A").values({0.5, 0.5});
    const BayesianNetwork network = builder.build();
    const std::string page = html_text(network, {.title = "alarm"});
    CHECK(page.find("<title>alarm</title>") != std::string::npos);
    CHECK(html_text(network).find("<title>network</title>") != std::string::npos);
    CHECK(page.find("position: fixed") == std::string::npos);
    CHECK(page.find("flex-direction: column") != std::string::npos);
}

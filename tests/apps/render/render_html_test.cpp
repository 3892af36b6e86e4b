#include <apps/pgm/render/render.hpp>

#include <tests/support/catch.hpp>

#include <regex>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::apps;
using Catch::Contains;

namespace {

std::string page_of(const Report& report) {
    std::string page;
    render_html(report, [&page](std::string_view piece) { page += piece; });
    return page;
}

std::string body_of(const Report& report) {
    const std::string page = page_of(report);
    return page.substr(page.find("<body>"));
}

/// True if every element that is opened is closed, in the opposite order.
bool is_balanced(const std::string& page) {
    std::vector<std::string> open;
    const std::regex tag("<(/?)([a-z0-9]+)[^>]*?(/?)>");
    for (std::sregex_iterator at(page.begin(), page.end(), tag), end; at != end; ++at) {
        const std::string name = (*at)[2];
        if (name == "meta" || (*at)[3] == "/") continue;
        if ((*at)[1] != "/") {
            open.push_back(name);
        } else {
            if (open.empty() || open.back() != name) return false;
            open.pop_back();
        }
    }
    return open.empty();
}

Report table_of(const std::vector<std::string>& numbers) {
    return {Section{.title = "", .rows = rows_of(numbers, [](const std::string& number) {
                                     return Report{Shown{"n", number, Align::right}};
                                 })}};
}

}  // namespace

TEST_CASE("a page of HTML escapes every text and needs nothing else") {
    const std::string evil = "<script>alert('&\"')</script>";
    const Report report{Heading{evil, 1},
                        Heading{"part " + evil},
                        Sentence{evil},
                        Shown{evil, evil},
                        Section{evil, std::vector{Report{Shown{evil, evil}}}},
                        Figure{evil, io::Scene{.size = {9, 9}, .title = evil}}};
    std::string page = page_of(report);
    const std::string name_space = "http://www.w3.org/2000/svg";  // a name alone
    page.erase(page.find(name_space), name_space.size());
    CHECK_THAT(page, Catch::StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
    CHECK_THAT(page, !Contains("<script"));
    CHECK_THAT(page, Contains("<title>&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;"));
    CHECK_THAT(page, Contains("Content-Security-Policy"));
    for (const char* const outside : {"http://", "https://", " src=", "@import", "<link"})
        CHECK_THAT(page, !Contains(outside));
    CHECK(is_balanced(page.substr(page.find("<html"))));
}

TEST_CASE("numbers at the right of a table stand with their points below each other") {
    const std::string figure = "\u2007", point = "\u2008";
    const std::string page = body_of(table_of({"1.25", "10", "-0.5", "<0.001", "-"}));
    CHECK_THAT(page, Contains("<td class=\"n\">1.25" + figure + "</td>"));
    CHECK_THAT(page, Contains("<td class=\"n\">10" + point + figure + figure + figure + "</td>"));
    CHECK_THAT(page, Contains("<td class=\"n\">-0.5" + figure + figure + "</td>"));
    CHECK_THAT(page, Contains("<td class=\"n\">&lt;0.001</td>"));
    CHECK_THAT(body_of(table_of({"10", "7"})), Contains("<td class=\"n\">7</td>"));
}

TEST_CASE("the ids of pictures on one page differ, and texts stay as they are") {
    io::Scene scene{.size = {9, 9}};
    scene.marks.push_back({io::MarkGroup{.clip = io::MarkGroup::Clip{"clip", {0, 0}, {9, 9}}}});
    scene.marks.push_back({io::TextMark{{1, 8}, "id=\"x\" url(#y)"}});
    const std::string page = body_of({Figure{"first", scene}, Figure{"second", scene}});
    for (const std::string id : {"f1-clip", "f2-clip"}) {
        CHECK_THAT(page, Contains(" id=\"" + id + "\""));
        CHECK_THAT(page, Contains(" clip-path=\"url(#" + id + ")\""));
    }
    CHECK_THAT(page, Contains(">id=&quot;x&quot; url(#y)</text>"));
    CHECK_THAT(page, !Contains("<?xml"));
}

TEST_CASE("links to the parts of a page stand before the first, and rows left out are counted") {
    const std::vector<std::string> rows(5, "1");
    Report report{Heading{"Page", 1}, Sentence{"before"}, Heading{"One"}, Heading{"Two"}};
    report.add(Section{.title = "five",
                       .rows = rows_of(rows,
                                       [](const std::string& row) {
                                           return Report{Shown{"", row}};
                                       }),
                       .most = 2});
    const std::string page = body_of(report);
    CHECK_THAT(page,
               Contains("<p>before</p>\n<nav>\n<a href=\"#s1\">One</a>\n<a href=\"#s2\">Two"));
    CHECK_THAT(page, Contains("<h2 id=\"s2\">Two</h2>"));
    CHECK_THAT(page, Contains("and 3 more"));
    CHECK_THAT(page, !Contains("<thead>"));
    CHECK_THAT(body_of({Heading{"One"}}), !Contains("<nav>"));
    CHECK_THAT(body_of({Section{"none", std::vector<Report>()}}), !Contains("<table"));
}

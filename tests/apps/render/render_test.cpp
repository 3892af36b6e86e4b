#include <apps/pgm/render/render.hpp>

#include <pgm/core/numbers.hpp>

#include <tests/support/catch.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::apps;

namespace {

std::string json_of(const Value& value) {
    std::string text;
    render_json(value, [&text](std::string_view piece) { text += piece; });
    return text;
}

std::string text_of(const Report& report) {
    std::string text;
    render_text(report, [&text](std::string_view piece) { text += piece; });
    return text;
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("a fact is a member for programs and a line for people, or one of the two") {
    const Report report{{"rows", "rows", std::size_t{150}},
                        {"p", 0.123456789, Shown{"p value", "0.12"}},
                        {"algorithm", "hc"},
                        Shown{"note", "for people"},
                        {"done", true, Sentence{"all is done"}}};
    CHECK(json_of(report) == R"({"rows":150,"p":0.123456789,"algorithm":"hc","done":true})");
    CHECK(text_of(report) ==
          "rows     150\n"
          "p value  0.12\n"
          "note     for people\n"
          "all is done\n");
    CHECK(json_of(Report()) == "{}");
    CHECK(text_of(Report()).empty());
}

TEST_CASE("values of JSON: all digits, counts without exponent, null for what is no number") {
    CHECK(json_of(0.1) == "0.1");
    CHECK(json_of(1e300) == "1e+300");
    CHECK(json_of(-0.0) == "-0");
    CHECK(json_of(Count{1e15}) == "1000000000000000");
    CHECK(json_of(Count{0.5}) == "0.5");
    CHECK(json_of(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    for (const double number : {infinity, -infinity, not_a_number}) {
        CHECK(json_of(number) == "null");
        CHECK(json_of(Count{number}) == "null");
        CHECK(json_of(std::vector{1.0, number}) == "[1,null]");
    }
    CHECK(json_of({}) == "null");
    CHECK(json_of(std::optional<double>()) == "null");
    CHECK(json_of(std::optional(2.5)) == "2.5");
    CHECK(json_of(or_null("")) == "null");
    CHECK(json_of(or_null("a")) == "\"a\"");
    CHECK(json_of(std::vector<std::vector<std::string>>{{"a", "b"}, {}}) == R"([["a","b"],[]])");
    CHECK(json_of(counts({1, 2.5})) == "[1,2.5]");
    CHECK(json_of(Report{{"b", Report{{"z", 1.0}, {"a", false}}}}) == R"({"b":{"z":1,"a":false}})");
}

TEST_CASE("a value shown without words of its own has six digits, or is '-'") {
    CHECK(shown_text(1.0 / 3) == "0.333333");
    CHECK(shown_text(Count{1e15}) == "1000000000000000");
    CHECK(shown_text(std::optional<double>()) == "-");
    CHECK(shown_text("a name") == "a name");
    CHECK(shown_text(std::string(200, 'n')).size() < 70);
}

TEST_CASE("words follow a value for people, and programs read the value alone") {
    const Report report{{"free_parameters", "parameters", Count{18}, " free"}};
    CHECK(json_of(report) == R"({"free_parameters":18})");
    CHECK(text_of(report) == "parameters  18 free\n");
}

TEST_CASE("an answer that is a number has its query and all digits, for people six") {
    const Report report = value_report("E[X]", 2.0 / 3);
    CHECK(json_of(report) == R"({"query":"E[X]","value":0.6666666666666666})");
    CHECK(text_of(report) == "E[X] = 0.666667\n");
    CHECK(json_of(value_report("H[X]", infinity)) == R"({"query":"H[X]","value":null})");
    CHECK(text_of(value_report("H[X]", infinity)) == "H[X] = inf\n");
    CHECK(text_of(value_report("E[X]", not_a_number)) == "E[X] = undefined\n");
    CHECK(text_of(value_report("\x1b", 1)) == "\\x1b = 1\n");
}

TEST_CASE("hostile names: whole and escaped in JSON, visible and short for people") {
    const std::string hostile = "a\"\\\n\x1b[31m\x07\xe2\x80\xae" + std::string(100, 'n') + "\xff";
    const Report report{{hostile, "name", hostile},
                        {"rows", Section{"the " + hostile.substr(0, 8),
                                         std::vector{Report{{hostile, "column", hostile}}}}},
                        Sentence{hostile.substr(0, 10)}};
    const std::string json = json_of(report), text = text_of(report);
    const nlohmann::json read = nlohmann::json::parse(json);
    const std::string whole = hostile.substr(0, hostile.size() - 1) + "\xef\xbf\xbd";
    CHECK(read[whole] == whole);
    CHECK(read["rows"][0][whole] == whole);
    for (const std::string& form : {json, text}) {
        CHECK(form.find('\x1b') == std::string::npos);
        CHECK(form.find('\x07') == std::string::npos);
        CHECK(form.find("\xe2\x80\xae") == std::string::npos);
    }
    CHECK(json.find('\n') == std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') == 5);
    CHECK(text.starts_with(R"(name  a"\\n\x1b[31m\x07\u202ennn)"));
    CHECK(text.find(std::string(60, 'n')) == std::string::npos);
}

TEST_CASE("rows are a list of objects, and a table with the labels as headings") {
    const std::vector<Report> rows{
        {{"name", "column", "x"}, {"missing", std::size_t{7}, Shown{"missing", "7", Align::right}}},
        {{"name", "column", "a long name"},
         {"missing", std::size_t{0}, Shown{"missing", "", Align::right}},
         {"cuts", std::vector{1.5}}}};
    const Report report{{"schema", Section{"columns of it", rows}}};
    CHECK(
        json_of(report) ==
        R"({"schema":[{"name":"x","missing":7},{"name":"a long name","missing":0,"cuts":[1.5]}]})");
    CHECK(text_of(report) ==
          "columns of it\n"
          "  column       missing\n"
          "  x                  7\n"
          "  a long name\n");
    CHECK(text_of({Section{.title = "", .rows = rows, .indent = 0, .most = 1}}) ==
          "column  missing\n"
          "x             7\n"
          "and 1 more\n");
    CHECK(text_of({Section{"none", std::vector<Report>()}}) == "none\n");
    CHECK(json_of(ReportRows(std::vector<Report>())) == "[]");
}

TEST_CASE("rows are made while they are rendered, one at a time") {
    std::size_t made = 0;
    const ReportRows rows = [&made](const ReportRows::Visit& visit) {
        for (std::size_t i = 0; i < 3; ++i, ++made) visit({{"i", "", i}});
    };
    CHECK(made == 0);
    std::vector<std::string> pieces;
    render_json(Report{{"rows", rows}},
                [&](std::string_view piece) { pieces.emplace_back(piece); });
    CHECK(made == 3);
    CHECK(pieces ==
          std::vector<std::string>{R"({"rows":[{"i":0})", R"(,{"i":1})", R"(,{"i":2})", "]}"});
    CHECK(text_of({Section{"", rows}}) == "  0\n  1\n  2\n");
    CHECK(made == 9);  // once more for the widths
}

TEST_CASE("the same rows are an object of many members, and a table") {
    const std::vector<std::string> names{"a", "b"};
    const ReportRows rows = rows_over(names, [](const std::string& name) -> Report {
        return {Shown{"", "variable " + name}, {name, "", name + name}};
    });
    const Report report{{"assignment", Members{rows}, Section{"given:", rows}}};
    CHECK(json_of(report) == R"({"assignment":{"a":"aa","b":"bb"}})");
    CHECK(text_of(report) ==
          "given:\n"
          "  variable a  aa\n"
          "  variable b  bb\n");
    CHECK(json_of(Members{ReportRows(std::vector<Report>())}) == "{}");
}

TEST_CASE("lines of an object are lines of the report that holds it, unless it is shown itself") {
    const Report object{{"a", "first", 1.0}, {"b", 2.0}};
    CHECK(text_of({{"object", object}, {"c", "third", 3.0}}) == "first  1\nthird  3\n");
    CHECK(text_of({{"object", object, Shown{"all", "two"}}}) == "all  two\n");
    CHECK(json_of(Report{{"object", object}}) == R"({"object":{"a":1,"b":2}})");
}

TEST_CASE("people see lines in an order of their own, then tables and sentences") {
    Report report{{"model", "m", Shown{"written", "m"}},
                  Sentence{"an end"},
                  {"rows", "rows", std::size_t{3}},
                  {"x", Value(), Shown{"", "more of rows"}},
                  {"note", "note", "n"}};
    report.order_lines({"rows", "note", "written"});
    CHECK(text_of(report) ==
          "rows     3\n"
          "         more of rows\n"
          "note     n\n"
          "written  m\n"
          "an end\n");
    CHECK(json_of(report) == R"({"model":"m","rows":3,"x":null,"note":"n"})");
}

TEST_CASE("a list whose elements come one after the other") {
    std::string text;
    const auto sink = [&text](std::string_view piece) { text += piece; };
    JsonList answers(sink);
    answers.add(Report{{"a", 1.0}});
    CHECK(text == R"([{"a":1})");
    answers.add(Value());
    answers.finish();
    CHECK(text == "[{\"a\":1},null]\n");
    text.clear();
    JsonList rows(sink, "rows");
    rows.add(1.0);
    rows.finish({{"undecided", std::size_t{0}}});
    CHECK(text == "{\"rows\":[1],\"undecided\":0}\n");
}

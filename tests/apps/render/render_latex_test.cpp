#include <apps/pgm/render/render.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm::apps;

namespace {

/// The text between the beginning and the end of the document.
std::string latex_body_of(const Report& report) {
    const std::string begin = "\\begin{document}\n", end = "\\end{document}\n";
    const std::string text = rendered_page(report, PageForm::latex).bytes;
    const std::size_t first = text.find(begin) + begin.size();
    REQUIRE(text.ends_with(end));
    return text.substr(first, text.size() - end.size() - first);
}

}  // namespace

TEST_CASE("a report in LaTeX: headings, paragraphs, tables, and hidden text") {
    const Report row{Shown{"column", "age"}, Shown{"mean", "41.5", Align::right}};
    const Report report{Heading{"Page", 1}, Sentence{"  Some words."},
                        Shown{"seed", "1"}, Section{"Means", std::vector{row, row}, 2, 1},
                        Heading{"Part"},    HiddenText{"Answer", {"Yes.", "No."}}};
    CHECK(latex_body_of(report) ==
          "\\section*{Page}\n\nSome words.\n\n"
          "\\noindent\\begin{tabular}{ll}\nseed & 1 \\\\\n\\end{tabular}\n\n\\medskip\n\n"
          "\\noindent\\textbf{Means}\\nopagebreak\n\n"
          "\\noindent\\begin{tabular}{lr}\n{}column & {}mean \\\\\n\\hline\n"
          "{}age & {}41.5 \\\\\n\\multicolumn{2}{l}{and 1 more} \\\\\n\\end{tabular}\n\n"
          "\\medskip\n\n\\subsection*{Part}\n\n\\paragraph{Answer}\nYes.\n\nNo.\n\n");
    CHECK(latex_body_of({}).empty());
}

TEST_CASE("LaTeX has what would be more than text as text") {
    CHECK(latex_body_of({Sentence{"50 % of a_b & c#d {x} $5 ^ ~ \\ P(a | b) \"q\" <>"}}) ==
          "50 \\% of a\\_b \\& c\\#d \\{x\\} \\$5 \\textasciicircum{} \\textasciitilde{} "
          "\\textbackslash{} P(a \\textbar{} b) \\char`\\\"{}q\\char`\\\"{} "
          "\\textless{}\\textgreater{}\n\n");
    // A bracket after the end of a row would be its argument.
    const Report row{Shown{"[1]", "[2]"}};
    CHECK(latex_body_of({Section{"", std::vector{row, row}}}) ==
          "\\noindent\\begin{tabular}{l}\n{}[1] \\\\\n\\hline\n{}[2] \\\\\n{}[2] \\\\\n"
          "\\end{tabular}\n\n\\medskip\n\n");
}

TEST_CASE("hidden text is a closed element of HTML, and plain text elsewhere") {
    const Report report{HiddenText{"Answer", {"It is <b>.", "So."}}};
    CHECK_THAT(rendered_page(report, PageForm::html).bytes,
               Catch::Contains("<details>\n<summary>Answer</summary>\n<p>It is &lt;b&gt;.</p>\n"
                               "<p>So.</p>\n</details>\n"));
    CHECK(rendered_page(report, PageForm::markdown).bytes ==
          "**Answer**\n\nIt is &lt;b\\>.\n\nSo.\n");
    CHECK(rendered_page(report, PageForm::text).bytes == "Answer\n    It is <b>.\n    So.\n");
    CHECK_THAT(rendered_page(report, PageForm::pdf).bytes, Catch::StartsWith("%PDF"));
    CHECK(page_form_of("sheet.tex") == PageForm::latex);
    CHECK(page_form_of("sheet.txt") == PageForm::text);
}

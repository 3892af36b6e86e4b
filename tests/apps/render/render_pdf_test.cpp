#include <apps/pgm/render/render.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::apps;
using Catch::Contains;

TEST_CASE("a page of PDF has every text, and pictures") {
    io::Scene scene{.size = {50, 20}};
    scene.marks.push_back({io::TextMark{{1, 8}, "in the picture"}});
    const Report report{Heading{"Page \u4e2d", 1}, Shown{"label", "a \u2192 b"},
                        Section{"a table", std::vector{Report{Shown{"column", "\u2003cell"}}}},
                        Sentence{"a note (of it)"}, Figure{"a caption", scene}};
    const io::PdfDocument document = render_pdf(report);
    CHECK_THAT(document.bytes, Catch::StartsWith("%PDF-1.6"));
    for (const char* const text : {"(label)", "(a -> b)", "(a table)", "(column)",
                                   "(\xA0\xA0\xA0"
                                   "cell)",
                                   "(a note \\(of it\\))", "(a caption)", "(in the picture)"})
        CHECK_THAT(document.bytes, Contains(text));
    CHECK(document.replaced == std::vector<std::string>{"Page \u4e2d"});
    CHECK(render_pdf(report).bytes == document.bytes);
}

#include <io/scene/scene.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io;

namespace {

/// A scene of every kind of mark.
Scene marks_of_all_kinds() {
    Scene scene{.size = {200, 100}, .title = "Größe"};
    scene.marks.push_back({TextMark{{100, 50}, "a (b) \\ ä", 10, Anchor::end}});
    scene.marks.push_back({LineMark{{0, 0}, {10, 10}, {Stroke{"#ff0000"}, Dashes{{4, 2}}}}});
    scene.marks.push_back({RectangleMark{{5, 5}, {20, 10}, {Fill{"#00ff00"}}, 3.0}});
    scene.marks.push_back({CircleMark{{50, 50}, 4, {FillOpacity{0.5}}}});
    MarkGroup group{.style = {Fill{"none"}, Stroke{"#0000ff"}, ArrowHead{"#0000ff"}},
                    .shift = Point{7, 8},
                    .clip = MarkGroup::Clip{"clip", {0, 0}, {30, 30}}};
    group.marks.push_back({polyline({{0, 0}, {10, 0}, {10, 10}})});
    scene.marks.push_back({std::move(group)});
    return scene;
}

}  // namespace

TEST_CASE("PDF: every object stands where the table of references says") {
    const std::string bytes = pdf_document(marks_of_all_kinds()).bytes;
    CHECK(bytes.starts_with("%PDF-1.6\n"));
    CHECK(bytes.ends_with("%%EOF\n"));
    const std::size_t start = bytes.rfind("startxref\n") + 10;
    const std::size_t table = std::stoul(bytes.substr(start));
    REQUIRE(bytes.substr(table, 7) == "xref\n0 ");
    const std::size_t count = std::stoul(bytes.substr(table + 7));
    REQUIRE(count == 10);
    const std::size_t first = bytes.find('\n', table + 5) + 1;
    for (std::size_t i = 1; i < count; ++i) {
        const std::string entry = bytes.substr(first + 20 * i, 20);
        const std::string begin = std::to_string(i) + " 0 obj\n";
        CHECK(entry.substr(10) == " 00000 n \n");
        CHECK(bytes.substr(std::stoul(entry), begin.size()) == begin);
    }
    const std::size_t length = bytes.find("/Length ") + 8, stream = bytes.find("stream\n") + 7;
    CHECK(bytes.substr(stream + std::stoul(bytes.substr(length)), 11) == "\nendstream\n");
}

TEST_CASE("PDF: marks are operations of the page, in the paint of their groups") {
    const PdfDocument document = pdf_document(marks_of_all_kinds());
    const std::string& bytes = document.bytes;
    CHECK(document.replaced.empty());
    CHECK(bytes.find("/MediaBox [0 0 200 100]") != std::string::npos);
    CHECK(bytes.find("1 0 0 -1 0 100 cm") != std::string::npos);
    CHECK(bytes.find("(a \\(b\\) \\\\ \xE4) Tj") != std::string::npos);
    CHECK(bytes.find("1 0 0 RG\n1 w [4 2 ] 0 d 0 j\n0 0 m\n10 10 l\nS") != std::string::npos);
    CHECK(bytes.find("/ca 0.5") != std::string::npos);
    CHECK(bytes.find("1 0 0 1 7 8 cm\n0 0 30 30 re W n") != std::string::npos);
    CHECK(bytes.find("/Title <FEFF004700720") != std::string::npos);
    CHECK(bytes.find("/F2 7 0 R") != std::string::npos);
    CHECK(bytes.find("7 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /") !=
          std::string::npos);
    CHECK(pdf_document({.size = {100, 100}}).bytes.find("/Title") == std::string::npos);
}

TEST_CASE("PDF: a text ends where it should, by the widths of Helvetica") {
    Scene scene{.size = {100, 100}};
    scene.marks.push_back({TextMark{{50, 20}, "Hello", 10, Anchor::end}});
    scene.marks.push_back({TextMark{{50, 40}, "Hello", 10, Anchor::end, {FontWeight::bold}}});
    const std::string bytes = pdf_document(scene).bytes;
    // 50 - 10 (722 + 556 + 222 + 222 + 556) / 1000, and bold (722 + 556 + 278 + 278 + 611) / 1000.
    CHECK(bytes.find("1 0 0 -1 27.22 20 Tm") != std::string::npos);
    CHECK(bytes.find("1 0 0 -1 25.55 40 Tm") != std::string::npos);
}

TEST_CASE("PDF: what the standard fonts do not have is a question mark, and is named") {
    Scene scene{.size = {100, 100}};
    for (const char* text : {"plain", "Größe … €", "Ωρίων", "年"})
        scene.marks.push_back({TextMark{{50, 20}, text}});
    const PdfDocument document = pdf_document(scene);
    CHECK(document.replaced == std::vector<std::string>{"Ωρίων", "年"});
    CHECK(document.bytes.find("(????"
                              "?) Tj") != std::string::npos);
    CHECK(document.bytes.find("(Gr\xF6\xDF"
                              "e \x85 \x80) Tj") != std::string::npos);
}

TEST_CASE("PDF: a page that is larger than a page may be has larger units") {
    const std::string bytes = pdf_document(Scene{.size = {40000, 10000}}).bytes;
    CHECK(bytes.find("/UserUnit 3 ") != std::string::npos);
    CHECK(bytes.find("/MediaBox [0 0 13333.33 3333.33]") != std::string::npos);
    CHECK(bytes.find("0.333333333 0 0 -0.333333333 0 3333.33 cm") != std::string::npos);
}

#include <io/scene/scene.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::io;

namespace {

Scene scene_of(Mark mark) {
    Scene scene{.size = {100, 50}};
    scene.marks.push_back(std::move(mark));
    return scene;
}

}  // namespace

TEST_CASE("TikZ: a document can be compiled as it is, a picture is the environment alone") {
    const Scene scene = scene_of({CircleMark{{5, 5}, 2, {Fill{"#1f2937"}}}});
    const std::string document = tikz_text(scene, TikzForm::document),
                      picture = tikz_text(scene, TikzForm::picture);
    CHECK_THAT(document, Catch::StartsWith("\\documentclass[tikz]{standalone}\n"));
    CHECK_THAT(document, Catch::EndsWith("\\end{tikzpicture}\n\\end{document}\n"));
    CHECK_THAT(picture, Catch::StartsWith("\\definecolor{pgm1f2937}{HTML}{1F2937}\n"
                                          "\\begin{tikzpicture}[x=1bp, y=-1bp]\n"));
    CHECK(document.find(picture) != std::string::npos);
}

TEST_CASE("TikZ: what LaTeX takes as a command is text") {
    const std::string text =
        tikz_text(scene_of({TextMark{{1, 2}, "a_b{c}$&#%^~\\<|>\"", 10}}), TikzForm::picture);
    CHECK_THAT(text,
               Catch::Contains("{a\\_b\\{c\\}\\$\\&\\#\\%\\textasciicircum{}\\textasciitilde{}"
                               "\\textbackslash{}\\textless{}\\textbar{}\\textgreater{}"
                               "\\char`\\\"{}};"));
}

TEST_CASE("TikZ: marks have the paint of their groups") {
    MarkGroup group{.style = {Fill{"none"}, Stroke{"#0000ff"}, ArrowHead{"#ff0000"}},
                    .shift = Point{7, 8}};
    group.marks.push_back({polyline({{0, 0}, {10, 0}}, {Dashes{{4, 2}}})});
    const std::string text = tikz_text(scene_of({std::move(group)}), TikzForm::picture);
    CHECK_THAT(text, Catch::Contains("\\begin{scope}[shift={(7,8)}]\n"
                                     "\\path[draw=pgm0000ff, line width=1bp, "
                                     "dash pattern=on 4bp off 2bp] (0,0) -- (10,0);\n"
                                     "\\path[fill=pgmff0000] (10.8,0) -- "));
}

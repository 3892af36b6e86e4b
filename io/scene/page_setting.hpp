#pragma once

#include <io/scene/scene.hpp>

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pgm::io {

/// Level 1 is the title of a document.
struct HeadingBlock {
    std::string text;
    std::size_t level = 2;
};
struct ParagraphBlock {
    std::string text;
    bool is_quiet = false;  ///< small and grey, for a note
};
struct TableBlock {
    std::string title = {};
    std::vector<std::string> headings = {};  ///< of the columns; empty: none
    std::vector<std::vector<std::string>> rows;
    std::vector<Anchor> sides = {};  ///< of the texts of the columns; the start where there is none
};
struct PictureBlock {
    Scene scene;
    std::string caption;
};
using PageBlock = std::variant<HeadingBlock, ParagraphBlock, TableBlock, PictureBlock>;

/// Sets blocks below each other on pages of A4, for pdf_document(). Unlike a scene, whose marks
/// have their places, these find theirs: texts break at blanks, or within a word that is too long;
/// columns are as wide as their texts, or share the width of the page; rows and pictures stay
/// whole, and the headings of a table come again on every page. A picture is no larger than it is,
/// than the page is wide, and than two fifths of its height. Several pages are numbered. Text is in
/// Helvetica, with the widths that PDF has for it.
std::vector<Scene> set_on_pages(std::span<const PageBlock> blocks, const std::string& title);

}  // namespace pgm::io

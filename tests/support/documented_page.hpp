#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

/// One block of code of a Markdown page: between fences, or indented by four blanks.
struct DocumentedBlock {
    std::string language;  ///< the first word behind the opening fence: "cpp"; empty when indented
    std::string name;      ///< the rest of that line: the path of the file that the block is
    std::string text;      ///< without fences and without what all of it is indented by
    std::size_t line = 0;  ///< of the page, from 1, where the text begins
};

/// The blocks of a page in their order. Throws std::runtime_error for a fence that is never closed.
std::vector<DocumentedBlock> documented_blocks(std::string_view page);

/// The blocks of one language.
std::vector<DocumentedBlock> documented_blocks(std::string_view page, std::string_view language);

/// README.md and the pages of docs/ and its folders, as paths from the source tree, in order.
std::vector<std::string> documented_pages(const std::string& source);

/// One change of one file, as a block "```diff" shows it.
struct DocumentedChange {
    std::string file;    ///< behind "+++ b/"
    std::string before;  ///< whole lines, those that stay and those that go
    std::string after;   ///< those that stay and those that come
};

/// The changes of a block "```diff". They are found by their lines alone, so a line "@@" that
/// separates two changes of one file needs no numbers. Throws std::runtime_error for a line that is
/// no diff's.
std::vector<DocumentedChange> documented_changes(const DocumentedBlock& diff);

/// The text after the change. Throws std::runtime_error unless the lines before occur exactly once.
std::string changed_text(const std::string& text, const DocumentedChange& change);

}  // namespace pgm::tests

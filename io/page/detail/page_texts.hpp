#pragma once

#include <string_view>

namespace pgm::io::detail {

// The texts that browsers run, from the files of io/page/. They are the same on every page, so that
// a page can name their digests, and its browser runs nothing else.

/// The interpreter of compiled networks: program.js.
extern const std::string_view program_script;
/// What a module exports: module.js.
extern const std::string_view module_script;

/// A text with its SHA-256, 64 hexadecimal digits.
struct PageText {
    std::string_view text, digest;
};

/// The interpreter, and all other scripts of a page.
extern const PageText page_script;
/// Unpacks that script on a page and runs it: start.js.
extern const PageText page_start;
extern const PageText page_style;
/// The elements of a page, which its script fills.
extern const std::string_view page_body;

}  // namespace pgm::io::detail

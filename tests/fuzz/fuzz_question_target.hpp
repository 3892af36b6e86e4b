#pragma once

#include <string_view>

namespace pgm::tests {

/// Any text as a question about a network of ten variables, as a statement of d-separation and as
/// evidence, with an engine of little memory: an answer that is sound, or an error that says
/// something. Returns what is wrong, "" when all is well; lets every exception that is no
/// pgm::Error pass. `answered` tells whether the text was a question.
std::string_view fuzz_question(std::string_view text, bool& answered);

}  // namespace pgm::tests

#pragma once

#include <io/bif/detail/bif_grammar.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// How words without commas between them are split into names of variables.
struct BifNameSplit {
    std::vector<std::size_t> lengths;  ///< the number of words of each name
    bool is_ambiguous = false;
};

/// Splits the words of a head. All words together are one name if a variable was declared with
/// these words, without quotes. Otherwise each name is one word, or the words of such a variable;
/// if there are several ways, is_ambiguous is true. Words at the end that cannot be split become
/// one name, which no variable has. Takes time linear in the number of words, for outlines whose
/// names have a bounded number of words.
BifNameSplit split_into_names(const BifOutline& outline, std::span<const BifToken> words);

/// The words with one blank between any two.
std::string joined_words(std::span<const BifToken> words);

}  // namespace pgm::io::detail

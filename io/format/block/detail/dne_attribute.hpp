#pragma once

#include <io/text/detail/block_lexer.hpp>

#include <cstddef>
#include <string_view>

namespace pgm::io::detail {

inline constexpr BlockSyntax dne_comments{"//"};

/// The comment that every file begins with.
inline constexpr std::string_view dne_identifier = "// ~->[DNET-1]->~";

/// True for the attributes that are kept as they are. All others are fields of `user`, so that a
/// network has the same annotations in the same order when it is written and read again.
bool is_dne_attribute(std::string_view name);

/// The number of levels in the value of `levels`, as BlockLexer::value() gives it.
std::size_t count_of_levels(std::string_view value);

/// A continuous node has the levels at both ends of its intervals, a discrete one those of its
/// states.
constexpr std::size_t levels_of(std::size_t states, bool is_discrete) {
    return is_discrete ? states : states + 1;
}

}  // namespace pgm::io::detail

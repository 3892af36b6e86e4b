#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// With what a plain name may begin.
enum class FirstByte : std::uint8_t { letter, letter_or_digit };

/// Names of ASCII letters, digits and underscores, none of them a keyword of BIF in any letter
/// case: the names that every program reads without quotes. They differ from the spellings of
/// bif_name.hpp, which keep every name and which some programs refuse.
///
/// A name that is plain stays as it is, and the others keep as much of their meaning as they can:
/// `<=2.5` becomes `le_2_5`, `>60` `gt_60`, `-1` `m1`, `80-89` `80_89`, and where two would be
/// called alike, as `a-b` and `a+b` may, the later one gets a number. The names must be distinct,
/// and the plain names then are distinct, too.
std::vector<std::string> plain_names(const std::vector<std::string>& names, FirstByte first);

}  // namespace pgm::io::detail

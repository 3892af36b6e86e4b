#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm {

/// A count with what is counted, for people: "1 row", "2 rows", "0 classes". The noun is given in
/// the singular, and its plural ends in s, or es after s.
std::string counted(std::size_t count, std::string_view noun);

/// Takes a count that is a text, such as "9.3e+40".
std::string counted(std::string_view count, std::string_view noun);

}  // namespace pgm

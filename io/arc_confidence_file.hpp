#pragma once

#include <io/file/byte_source.hpp>
#include <io/picture/picture.hpp>
#include <pgm/core/limits.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Reads how sure arcs are from CSV, an arc a line, its ends by name:
///
///     from,to,confidence
///     smoke,lung,0.96
///     lung,smoke,0.04
///
/// The confidence is a number from 0 to 1. The two directions of an edge are different arcs, and
/// together have a confidence of at most 1. `names` are those of the variables, by id.
///
/// Throws IoError, and ParseError with line and column for another header, a name that is no
/// variable (with a suggestion), a number that is none or out of range, an arc that is listed
/// twice, and two directions that exceed 1 together.
std::vector<SureArc> read_arc_confidence(const std::string& path,
                                         const std::vector<std::string>& names,
                                         const Limits& limits = {},
                                         Encoding encoding = Encoding::utf8);

/// Reads the confidences from text; `name` is what errors call it.
std::vector<SureArc> parse_arc_confidence(std::string_view text, const std::string& name,
                                          const std::vector<std::string>& names,
                                          const Limits& limits = {});

/// Text of such a file, the arcs in the order given. Numbers read back as the same, bit for bit.
std::string arc_confidence_text(std::span<const SureArc> arcs,
                                const std::vector<std::string>& names);

}  // namespace pgm::io

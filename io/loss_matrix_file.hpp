#pragma once

#include <io/file/byte_source.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/core/limits.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Reads a loss matrix from CSV: a header with the names of the classes, in any order, then a line
/// per action with its name and its loss under each class.
///
///     action,ill,well
///     treat,0,1
///     wait,10,0
///
/// The first cell of the header is ignored and may be missing. Lines may consist of numbers alone
/// if there are as many as classes; the actions are then the classes in the order of the header.
/// The columns of the result are in the order of `classes`, the states of the class.
///
/// Throws IoError, and ParseError with line and column for a class that is missing or unknown, an
/// action that is repeated, or a cell that is not a number.
LossMatrix read_loss_matrix(const std::string& path, const std::vector<std::string>& classes,
                            const Limits& limits = {}, Encoding encoding = Encoding::utf8);

/// Reads the matrix from text; `name` is what errors call it.
LossMatrix parse_loss_matrix(std::string_view text, const std::string& name,
                             const std::vector<std::string>& classes, const Limits& limits = {});

}  // namespace pgm::io

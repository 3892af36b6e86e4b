#pragma once

#include <io/text/detail/text_parts.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace pgm::io::detail {

/// The numbers with the last probabilities of rows that are without them: 1 minus the others. Of
/// three states, these are the same table:
///
///     probs = (0.2, 0.3, 0.5,  0.1, 0.4, 0.5);
///     probs = (0.2, 0.3,  0.1, 0.4);
///     probs = ((0.2, 0.3, 0.5), (0.1, 0.4));
///
/// Either all rows are without theirs, or those whose list in brackets is. `rows` is the number of
/// rows, null if it is too large to count. Numbers that are no such rows stay as they are, so that
/// their count is reported with the family.
WrittenNumbers with_last_probabilities(WrittenNumbers numbers, const std::vector<NumberList>& lists,
                                       std::size_t states, std::optional<std::size_t> rows);

/// Makes rows uniform that are NaN, those of impossible configurations of the parents, in a table
/// with the child fastest. Returns their number; null for a row that is NaN in part.
std::optional<std::size_t> fill_impossible_rows(WrittenNumbers& numbers, std::size_t states);

}  // namespace pgm::io::detail

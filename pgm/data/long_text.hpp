#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <string>
#include <vector>

namespace pgm {

/// Columns of texts, such as remarks or documents, have cells that are longer than the name of a
/// state may be. No model can hold them as states, and hardly one of them would come again in
/// another row: commands that learn leave such columns out and say so.
///
/// The remarks on all columns that have such a text, "'text' has a text of 5001 bytes, and the name
/// of a state has at most 4096".
std::vector<std::string> long_text_remarks(const Dataset& data, const Limits& limits = {});

/// The table without these columns.
Dataset without_long_texts(const Dataset& data, const Limits& limits = {});

}  // namespace pgm

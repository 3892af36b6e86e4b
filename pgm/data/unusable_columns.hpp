#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Columns without any value, as exports have them: every cell is missing, whatever the type of the
/// column. They have no distribution, so learners leave them out with a remark.
///
/// "'name' has no value at all"
std::string empty_column_remark(std::string_view column);

/// The remarks on all columns of a table that have no value. None of a table without rows.
std::vector<std::string> empty_column_remarks(const Dataset& data);

/// The table without these columns.
Dataset without_empty_columns(const Dataset& data);

/// True of a continuous column with the same number in every row that has one: no density of it can
/// be scored, and nothing depends on it, so learners of structures leave it out.
bool is_constant_number(const Column& column);

/// A column that identifies rows, such as the name of a patient or the number of an order, has
/// nearly as many values as there are rows. In a table of counts it predicts every other column
/// perfectly and does not generalise, so learners give it no arcs to other features.
///
/// A discrete column counts as one if it has more than 20 different values and these are more than
/// half as many as there are rows. Continuous columns never do: their values are close to each
/// other, and that means something.
bool identifies_rows(std::size_t different_values, std::uint64_t rows);

/// "'name' has 3178 different values in 3190 rows: it identifies rows"
std::string identifier_remark(std::string_view column, std::size_t different_values,
                              std::uint64_t rows);

/// The remarks on all columns of a table that identify rows, but for the class.
std::vector<std::string> identifier_remarks(const Dataset& data, std::string_view class_name = {});

/// The remark on a class that would identify rows were it no class, null on others: "the class
/// 'price' has 100 different numbers in 100 rows, each a class of its own" where all states are
/// numbers, which is what a continuous target looks like, else "... different values ...".
std::optional<std::string> class_remark(const Column& target);

/// Likewise of a class of which so many values occur in so many rows.
std::optional<std::string> class_remark(const Variable& target, std::size_t values,
                                        std::uint64_t rows);

/// Columns of texts, such as remarks or documents, have cells that are longer than the name of a
/// state may be. No model can hold them as states, and hardly one of them would come again in
/// another row: commands that learn leave such columns out with a remark.
///
/// The remarks on all columns that have such a text, "'text' has a text of 5001 bytes, and the name
/// of a state has at most 4096".
std::vector<std::string> long_text_remarks(const Dataset& data, const Limits& limits = {});

/// The table without these columns.
Dataset without_long_texts(const Dataset& data, const Limits& limits = {});

}  // namespace pgm

#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
/// perfectly and does not generalise, so learners give it no arcs to other features, and commands
/// that learn leave it out with a remark (without_identifiers()).
///
/// A discrete column counts as one if it has more than 20 different values and these are more than
/// half as many as there are rows with a value.
bool identifies_rows(std::size_t different_values, std::uint64_t rows);

/// True of a column that identifies rows, which may be continuous: n > 20 numbers, all whole, of
/// which none comes twice, and R, the distance of the least and the greatest in units of their
/// greatest common step, is
///
///     R <= n^2 / 10                    random numbers of that range would have a pair of equal
///                                      ones, with a probability over 1 - e^-5 (the birthday
///                                      problem): these are numbered, without or with gaps; or
///     R >= 1000, n >= 50, and even     as drawn numbers are: the distance of Kolmogorov and
///                                      Smirnov to a uniform distribution is under 1.3 / sqrt(n).
///
/// Measurements have fractions, come again, as ages and years do, or are crowded about a middle.
bool identifies_rows(const Column& column);

/// "'name' has 3178 different values in 3190 rows: it identifies rows"
std::string identifier_remark(std::string_view column, std::size_t different_values,
                              std::uint64_t rows);

/// The remark on a column that identifies rows, null on others; "whole numbers" of numbers.
std::optional<std::string> identifier_remark(const Column& column);

/// A table without some columns, and a remark on each.
struct NarrowedTable {
    Dataset data;
    std::vector<std::string> remarks;
};

/// The table without the columns that identify rows, but for those of the names `kept`, such as the
/// class and what a user has named. Where fewer than two columns would be left, which is too little
/// to learn from, all stay.
NarrowedTable without_identifiers(const Dataset& data, std::span<const std::string> kept = {});

/// The remark on a class of numbers that has more than 20 values, which is what a continuous target
/// looks like: "the class 'price' has 100 different numbers in 400 rows, each a class of its own";
/// and on one of other values that would identify rows were it no class, "... different values
/// ...". Null on others.
std::optional<std::string> class_remark(const Column& target);

/// The remark about a class with so many values in so many rows.
std::optional<std::string> class_remark(const Variable& target, std::size_t values,
                                        std::uint64_t rows);

/// Continuous columns with 2 to 10 different numbers, all of them whole, each of which comes twice
/// on average. They may be codes, such as 0, 1 and 2 of wards, that stand for states; learners take
/// them as numbers, which commands that learn say.
class CodeColumns {
public:
    CodeColumns() = default;
    /// Inspects a whole table.
    CodeColumns(const Dataset& data) { add(data); }

    /// The next rows of a table that is read in parts, which have the same columns.
    void add(const Dataset& part);
    /// The names of the columns, but for those in `kept`.
    std::vector<std::string> names(std::span<const std::string> kept = {}) const;

private:
    struct CodeCandidate {
        std::string name;
        std::vector<double> different;  ///< at most 10
        std::size_t known = 0;          ///< cells with a number
        bool is_possible = true;

        void add(std::span<const double> numbers);
    };

    std::vector<CodeCandidate> columns_;  ///< the continuous ones
};

/// "'ward' and 'plan' have at most 10 different whole numbers and are taken as numbers", of one or
/// more names, of which at most eight are shown.
std::string codes_remark(std::span<const std::string> columns);

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

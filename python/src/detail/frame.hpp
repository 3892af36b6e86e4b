#pragma once

#include <pgm/data/dataset.hpp>
#include <python/src/detail/bindings.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pgm::python {

/// A data set that Python gives: the columns, and the arrays that they are views of, which it
/// keeps alive. Numbers are viewed, codes of states and texts are taken over, so that an array that
/// is written to meanwhile cannot make a code that is no state.
class Frame {
public:
    /// Each column is (name, cells, states): an array of doubles, NaN where missing, and None, or
    /// "dates" if they are days since 1970-01-01; an array of codes, all bits one where missing,
    /// and the states; an array of objects and None, texts or numbers; or a PyCapsule of an Arrow
    /// stream and None. Weights are an array of doubles or None.
    Frame(const nb::typed<nb::list, nb::any>& columns, nb::handle weights);

    /// A table of the library, which owns its cells.
    explicit Frame(Dataset data) : data_(std::move(data)) {}

    const Dataset& data() const { return data_; }
    /// The names of the columns of dates, whose days identify no rows.
    const std::vector<std::string>& dates() const { return dates_; }

private:
    Column column_of(const std::string& name, nb::handle cells, nb::handle states);
    Column column_of(const std::string& name, nb::handle cells, nb::handle states, bool& are_dates);

    Dataset data_;
    std::vector<std::string> dates_;
    nb::list kept_;
};

/// The cells of an array of Python objects: numbers where all that are not missing are such, else
/// texts, whose states have their usual order (sort_states()). None, NaN, NA, NaT and empty texts
/// are missing. `are_dates` becomes true, and the cells days since 1970-01-01, where all are dates
/// of Python.
Column object_column(std::string name, std::span<PyObject* const> cells, bool& are_dates);

/// The remark on columns of numbers that may be codes of states, but for the class; none where no
/// column is one.
std::vector<std::string> remarks_on_codes(const Dataset& data, std::string_view class_name = {});

/// The different texts of a column, numbered in order of first mention; the empty one is a missing
/// cell, as in a CSV file, and has the number -1.
class DifferentTexts {
public:
    std::int64_t number_of(std::string_view text);
    std::vector<std::string> texts() && { return std::move(texts_); }

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };

    std::unordered_map<std::string, std::int64_t, TextHash, std::equal_to<>> numbers_;
    std::vector<std::string> texts_;
};

/// The order of the states of a column: as they are given, or sort_states().
enum class StateOrder { given, usual };

/// A discrete column whose cells are numbers of texts, its states, or -1 where missing. Without
/// texts it is a column of missing numbers.
Column coded_column(std::string name, std::span<const std::int64_t> cells,
                    std::vector<std::string> texts, StateOrder order);

/// The column of an Arrow stream (PyCapsule "arrow_array_stream"), which is used up. Numbers in one
/// piece without a null are viewed; `kept` then gets what keeps them alive. The states of a
/// dictionary stay in its order; those of several have the usual one. Dates and times become days
/// since 1970-01-01, and `are_dates` true. Throws ArgumentError for a type that has neither numbers
/// nor texts nor dates.
Column arrow_column(std::string name, nb::handle capsule, nb::list& kept, bool& are_dates);

}  // namespace pgm::python

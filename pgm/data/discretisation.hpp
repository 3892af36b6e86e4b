#pragma once

#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm {

/// Cut points of the real line. Cuts c_1 < ... < c_n make n + 1 states,
///
///     state 0 = (-inf, c_1),   state i = [c_i, c_{i+1}),   state n = [c_n, inf):
///
/// a value on a cut belongs to the interval that begins there, as decades do (cuts at 30 and 40
/// make 30 to 39 one state). They are called "<30", "[30,40)", ">=40" (pgm/model/state_lookup.hpp),
/// names from which the cuts can be read back, so that questions like P(c | age=35) and P(age < 40)
/// work on the result. No cuts make one state, called "any".
struct CutPoints {
    std::vector<double> cuts;

    std::size_t states() const { return cuts.size() + 1; }
    /// The state of a number that is not NaN.
    StateId state(double value) const;
    /// The discrete variable that takes the place of the continuous one.
    Variable variable(std::string name) const;

    friend bool operator==(const CutPoints&, const CutPoints&) = default;
};

/// Cut points per column name, which make continuous columns discrete. A value; learned on training
/// rows, kept in the classifier, applied to whatever it predicts. Columns it does not name stay as
/// they are.
class Discretisation {
public:
    Discretisation() = default;

    /// Throws ArgumentError when the cuts are not finite and increasing, or the column has been
    /// given before.
    void add(std::string column, CutPoints cuts);

    bool empty() const { return columns_.empty(); }
    /// The cuts of that column, or null.
    const CutPoints* find(std::string_view column) const;
    const std::map<std::string, CutPoints, std::less<>>& columns() const { return columns_; }

    /// The data with the named continuous columns recoded; missing values stay missing. A named
    /// column that is not there, or that has exactly the states of the cuts already, is left alone;
    /// one that is discrete in any other way throws ArgumentError.
    Dataset apply(const Dataset& data) const;
    /// One column, cut in this way.
    Column apply(const Column& column) const;
    /// The description of such data after the cut.
    std::vector<Variable> apply(std::vector<Variable> schema) const;

    friend bool operator==(const Discretisation&, const Discretisation&) = default;

private:
    std::map<std::string, CutPoints, std::less<>> columns_;
};

/// A missing value is one more state of its variable, the last one, which has this name.
struct MissingState {
    std::string name;

    friend bool operator==(const MissingState&, const MissingState&) = default;
};

/// The replacement of a missing value: one of the column's states, a number, or a state of its
/// own.
using Replacement = std::variant<StateId, double, MissingState>;

/// Replacements of the missing values of a table for a network: a replacement per column name. A
/// value; learned on training rows, kept in the classifier, applied to whatever it predicts.
/// Missing values of columns that it does not name stay missing, so that the engine sums them out.
///
/// It is Discretisation's neighbour: that one replaces numbers, this one missing values. Numbers
/// are filled in before the column is cut; a state of its own is added to the states that the cuts
/// make.
class Replacements {
public:
    /// Throws ArgumentError when the number is not finite, the state has no name, or the column has
    /// been given before.
    void add(std::string column, Replacement replacement);

    bool empty() const { return columns_.empty(); }
    const std::map<std::string, Replacement, std::less<>>& columns() const { return columns_; }
    /// The replacement for that column, or null.
    const Replacement* find(std::string_view column) const;

    friend bool operator==(const Replacements&, const Replacements&) = default;

private:
    std::map<std::string, Replacement, std::less<>> columns_;
};

/// A column as a network uses it: cut where the discretisation names it, missing values replaced.
/// What has happened to it already is not done again. Throws ArgumentError when the column has
/// states and is to be cut, when its replacement is a state or a number and the column is of the
/// other kind, and for a state of its own of a column of numbers.
Column prepared(const Column& column, const Discretisation& cuts, const Replacements& replacements);

/// Prepares every column of a table, which keeps its weights, on so many threads (0 = one per
/// core).
Dataset prepared(const Dataset& data, const Discretisation& cuts, const Replacements& replacements,
                 std::size_t threads = 1);

/// The description of a prepared table: the variables that a network has.
std::vector<Variable> prepared(std::vector<Variable> schema, const Discretisation& cuts,
                               const Replacements& replacements);

/// The name of a state of its own for the missing values of a variable with these states: "?", or
/// if there is such a state the first of "??", "???", ... that is none.
MissingState missing_state_beside(const Variable& variable);

}  // namespace pgm

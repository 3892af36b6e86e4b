#pragma once

#include <pgm/data/dataset.hpp>

#include <map>
#include <string>
#include <vector>

namespace pgm {

/// Cut points of the real line. Cuts c_1 < ... < c_n make n + 1 states,
///
///     state 0 = (-inf, c_1),   state i = [c_i, c_{i+1}),   state n = [c_n, inf):
///
/// a value on a cut belongs to the interval that begins there, as decades do (cuts at 30 and 40
/// make 30 to 39 one state). They are called "<30", "[30,40)", ">=40" (pgm/model/cut_states.hpp),
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

/// How continuous columns become discrete ones: cut points per column name. A value; learned on
/// training rows, kept in the classifier, applied to whatever it predicts. Columns it does not name
/// stay as they are.
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

    /// The data with the named continuous columns recoded; missing cells stay missing. A named
    /// column that is not there, or that has exactly the states of the cuts already, is left alone;
    /// one that is discrete in any other way throws ArgumentError.
    Dataset apply(const Dataset& data) const;
    /// Likewise for one column.
    Column apply(Column column) const;
    /// Likewise for the description of data.
    std::vector<Variable> apply(std::vector<Variable> schema) const;

    friend bool operator==(const Discretisation&, const Discretisation&) = default;

private:
    std::map<std::string, CutPoints, std::less<>> columns_;
};

}  // namespace pgm

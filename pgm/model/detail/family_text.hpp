#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/model/cpd/cpd_family.hpp>
#include <pgm/model/variable.hpp>

#include <functional>
#include <span>
#include <string>

namespace pgm::detail {

/// How messages name a family, its rows and its cells: "P(Wet | Rain, Sprinkler)", "P(Wet |
/// Rain=yes, Sprinkler=off)", "P(Rain=yes | Cloudy=no)".
class FamilyText {
public:
    FamilyText(std::span<const Variable> variables, VariableId child,
               std::span<const VariableId> parents)
        : variables_(variables), child_(child), parents_(parents) {}
    /// For a distribution whose rows are not those of a table.
    FamilyText(std::span<const Variable> variables, VariableId child,
               std::span<const VariableId> parents,
               std::function<RowCondition(std::size_t row)> condition)
        : variables_(variables),
          child_(child),
          parents_(parents),
          condition_(std::move(condition)) {}

    VariableId child() const { return child_; }
    /// P(child | parents)
    std::string family() const;
    /// "Rain=yes, Sprinkler=off", or "" for a variable without parents. `row` numbers the parent
    /// configurations with the last parent fastest.
    std::string row_key(std::size_t row) const;
    /// P(child | row_key)
    std::string row(std::size_t row) const;
    /// P(child=state | row_key)
    std::string cell(std::size_t row, std::size_t state) const;

private:
    const Variable& variable(VariableId id) const { return variables_[id.index()]; }
    RowCondition condition(std::size_t row) const;

    std::span<const Variable> variables_;
    VariableId child_;
    std::span<const VariableId> parents_;
    std::function<RowCondition(std::size_t)> condition_;  ///< empty: the rows of a table
};

}  // namespace pgm::detail

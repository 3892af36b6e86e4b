#pragma once

#include <pgm/table/calculation_step.hpp>
#include <pgm/table/table.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// Tables and what was made of them, in order, nothing forgotten: the sheet of paper beside an
/// algorithm. Each operation appends the table that it makes and the step that made it, so that a
/// reader of the steps can compute every number again (pgm/explain/derivation.hpp).
///
/// It differs from product() and sum_out() in its memory: that of all tables together.
///
///     Calculation sheet;
///     const std::size_t rain = sheet.add(p_rain), wet = sheet.add(p_wet_given_rain);
///     const std::size_t joint = sheet.multiply({rain, wet});
///     sheet.table(sheet.sum_out(joint, {rain_id}));  // P(Wet)
///
/// Tables are named by number, from 0. Operations throw as those of Table do, and ArgumentError for
/// a number that no table has.
class Calculation {
public:
    /// A table that is given.
    std::size_t add(Table table);

    /// Without those of the variables that the table does not have; with none of them the table
    /// itself, and no step.
    std::size_t select(std::size_t table, std::span<const VariableId> variables,
                       std::span<const StateId> states);
    /// The axes are those of the first table, then those that the second one adds, and so on. One
    /// table is its own product, which is no step; none make the number 1.
    std::size_t multiply(std::vector<std::size_t> tables);
    std::size_t sum_out(std::size_t table, std::vector<VariableId> variables);
    std::size_t max_out(std::size_t table, std::vector<VariableId> variables);
    /// A table whose cells sum to 0 stays as it is.
    std::size_t normalise(std::size_t table);

    std::size_t size() const { return tables_.size(); }
    const Table& table(std::size_t number) const;
    std::span<const CalculationStep> steps() const { return steps_; }
    /// The step that made a table; null if it was given.
    const CalculationStep* maker(std::size_t table) const;

private:
    std::size_t append(CalculationStep step, Scope scope);

    std::vector<Table> tables_;
    std::vector<CalculationStep> steps_;
    std::vector<std::size_t> maker_;  ///< by table: one more than the number of its step, or 0
};

}  // namespace pgm

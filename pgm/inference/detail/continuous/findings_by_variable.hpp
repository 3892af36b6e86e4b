#pragma once

#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/model/network.hpp>
#include <pgm/table/table.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// States of discrete variables, by variable of the network; null where it is not known.
using StatesByVariable = std::span<const std::optional<StateId>>;

/// Finds the cell of a scope, as the row of a family, from the states of another scope. Variables
/// that the other one does not have are known.
class CellFinder {
public:
    CellFinder() = default;
    CellFinder(const Scope& of, const Scope& from) : strides_(from.size(), 0) {
        for (std::size_t axis = 0; axis < of.size(); ++axis) {
            const VariableId variable = of.variables()[axis];
            if (const std::optional<std::size_t> at = from.axis(variable))
                strides_[*at] = of.strides()[axis];
            else
                known_.emplace_back(variable, of.strides()[axis]);
        }
    }

    bool needs_known_states() const { return !known_.empty(); }

    /// `at` has the state of each axis of the other scope.
    template <class States>
    std::size_t cell(const States& at, StatesByVariable known) const {
        std::size_t cell = 0;
        for (std::size_t axis = 0; axis < strides_.size(); ++axis)
            cell += at[axis] * strides_[axis];
        for (const auto& [variable, stride] : known_)
            cell += known[variable.index()]->index() * stride;
        return cell;
    }

private:
    std::vector<std::size_t> strides_;  ///< by axis of the other scope
    std::vector<std::pair<VariableId, std::size_t>> known_;
};

/// The cells of a scope by the cells of another.
inline std::vector<std::size_t> cells_of(const Scope& of, const Scope& from,
                                         StatesByVariable known = {}) {
    const CellFinder finder(of, from);
    std::vector<std::size_t> cells(from.cells()), at(from.size(), 0);
    for (std::size_t& cell : cells) {
        cell = finder.cell(at, known);
        next_cell(at, from.cardinalities());
    }
    return cells;
}

/// Values of continuous variables in many rows (or one), as densities read them. All spans have one
/// entry per variable of the network.
struct ObservedBlock {
    std::size_t rows = 1;
    /// The values of each variable, `rows` of them; null where it is not known. A NaN is a missing
    /// cell, see ContinuousEvidence.
    std::span<const double* const> values;
    /// The role of each continuous variable in this block, and of the discrete variables with
    /// continuous parents that matter.
    std::span<const Role> roles;
    /// States known in all rows alike; empty when none is. Cells that contradict them get -inf and
    /// cost nothing.
    StatesByVariable states{};
    /// The intervals of the bounded variables; empty when there are none.
    std::span<const Interval> intervals{};
};

/// Evidence as densities read it: one entry per variable of the network. One object is for many
/// evidences, one after the other: its memory is kept.
class FindingsByVariable {
public:
    void assign(const CheckedEvidence& evidence, std::size_t variables);

    /// The roles of continuous variables; free for all others.
    std::span<const Role> roles() const { return roles_; }
    /// Null where no value is known.
    const double* value(VariableId variable) const { return places_[variable.index()]; }
    StatesByVariable states() const { return states_; }
    /// The evidence as a block of one row, with these roles.
    ObservedBlock block(std::span<const Role> roles) const {
        return {.values = places_, .roles = roles, .states = states_, .intervals = intervals_};
    }
    ObservedBlock block() const { return block(roles_); }

    /// Roles for continuous_components(): those above, and of discrete variables with continuous
    /// parents, which matter where they, or what depends on them, are known or among the ancestors
    /// of the targets. All others are summed out, and would only make components larger.
    std::vector<Role> roles_for(const BayesianNetwork& network, std::span<const VariableId> targets,
                                const CheckedEvidence& evidence) const;

private:
    std::vector<Role> roles_;
    std::vector<double> values_;
    std::vector<const double*> places_;  ///< of values_
    std::vector<std::optional<StateId>> states_;
    std::vector<Interval> intervals_;
};

}  // namespace pgm::detail

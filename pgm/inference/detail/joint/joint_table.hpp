#pragma once

#include <pgm/inference/detail/cost/task.hpp>
#include <pgm/inference/detail/joint/joint_fold.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/inference/predicted_cost.hpp>
#include <pgm/model/detail/checked_evidence.hpp>
#include <pgm/table/table.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace pgm::detail {

/// Sums of the joint distribution under some evidence: P(e), and P(X = x, e) of every state of
/// every variable.
struct JointSums {
    double evidence;

    /// log P(e)
    double log_evidence(const CheckedEvidence& of) const {
        return of.log_evidence([&] { return std::log(evidence); });
    }

    alignas(
        64) std::array<double, JointFold::most_states> of_states;  ///< by JointTable::first_state
};

/// P(x_1, ..., x_n) of every assignment of a small network, by which questions about it are
/// answered as the textbooks define them:
///
///     P(X = x | e) = sum of the cells that agree with X = x and e
///                  / sum of the cells that agree with e
///
/// Where a table has 256 cells, adding up vectors of eight of them takes a third of the time of a
/// Plan, whose contractions of a few cells each are all overhead; and nothing is compiled. Findings
/// are rows left out or multiplied. Interventions need a joint without the table of their variable:
/// those are questions for a Plan.
///
/// The axes are in a topological order, variables of many states as early as it allows. The
/// innermost ones that have at most eight combinations together are the lanes of a row, the others
/// number the rows.
class JointTable {
public:
    /// The table of a network that is small enough (cost_model.hpp) for these many bytes: nothing
    /// for others, for networks with continuous variables, with rows that do not quite sum to one
    /// (RowSums::keep), or with cells too small for a double.
    static std::optional<JointTable> of(
        const BayesianNetwork& network,
        std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

    /// Sums up the cells that agree with the evidence; for Task::evidence only P(e). False where it
    /// cannot: with interventions, and where something underflowed.
    bool sum(const CheckedEvidence& evidence, Task task, JointSums& sums) const;

    /// An assignment of all variables, by id, with the largest P(x, e). False where sum() cannot
    /// tell either.
    bool explain(const CheckedEvidence& evidence, Explanation& explanation) const;

    /// Adds what a question would cost to what plans would, and takes it where the table can tell.
    void add_to(PredictedCost& prediction, const CheckedEvidence& evidence,
                std::span<const VariableId> variables) const;

    /// The index of a variable's first state in JointSums::of_states.
    std::size_t first_state(VariableId variable) const {
        return places_[variable.index()].first_state;
    }

    /// Cells, and additions it takes to answer without evidence; the zeros that fill up rows
    /// included.
    std::size_t cells() const { return rows_ * JointFold::lanes; }

private:
    static constexpr std::size_t most_variables = 16;

    using Lanes = std::array<double, JointFold::lanes>;

    /// The position of a variable of the network.
    struct AxisPosition {
        std::uint32_t axis, first_state;
    };

    /// The evidence in the form that a fold reads, per axis of the rows and per lane.
    struct Entered {
        std::array<std::uint32_t, most_variables> observed;
        std::array<const double*, most_variables> likelihood{};
        alignas(64) Lanes weight;
    };

    JointTable() = default;
    void enter(const CheckedEvidence& evidence, Entered& entered) const;
    JointFold fold(const Entered& entered) const;
    bool order_axes(const BayesianNetwork& network);
    void divide_into_rows();
    void multiply_in(const BayesianNetwork& network, std::uint32_t axis, std::size_t count);
    void spread_rows();
    void mark_lanes();
    void write_observed(std::span<const std::uint32_t> observed, JointSums& sums) const;
    void weigh_lanes(VariableId variable, const DiscreteFinding& finding, Lanes& weight) const;

    std::array<AxisPosition, most_variables> places_;   ///< per variable of the network
    std::array<VariableId, most_variables> variables_;  ///< per axis
    std::array<FoldAxis, most_variables> axes_;
    std::uint32_t axis_count_ = 0, row_axes_ = 0;  ///< the others are lanes
    std::uint32_t rows_ = 1, lanes_ = 1;
    std::uint32_t row_states_ = 0,
                  lane_states_ = 0;  ///< of all variables of the rows, and of the lanes
    AlignedDoubles cells_;
    alignas(64)
        std::array<double, JointFold::lanes*(JointFold::lanes + most_variables)> lanes_of_state_;
};

}  // namespace pgm::detail

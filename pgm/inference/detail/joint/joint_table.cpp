#include <pgm/inference/detail/joint/joint_table.hpp>

#include <pgm/core/detail/float_flags.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {

static_assert(cost_model::most_joint_cells <= std::size_t{JointFold::lanes} * JointFold::most_rows);

std::optional<JointTable> JointTable::of(const BayesianNetwork& network, std::size_t max_bytes) {
    if (network.size() > most_variables || !network.is_discrete() ||
        network.row_sums() == RowSums::keep)
        return std::nullopt;
    std::optional<JointTable> table = JointTable();
    if (!table->order_axes(network)) return std::nullopt;
    table->divide_into_rows();
    if (table->cells() > std::min(cost_model::most_joint_cells, max_bytes / sizeof(double)))
        return std::nullopt;
    const FloatFlags flags;
    table->cells_.resize(table->cells());
    table->cells_[0] = 1;
    std::size_t made = 1;
    for (std::uint32_t axis = 0; axis < table->axis_count_; ++axis) {
        table->multiply_in(network, axis, made);
        made *= table->axes_[axis].states;
    }
    if (flags.lost_precision()) return std::nullopt;
    table->spread_rows();
    table->mark_lanes();
    return table;
}

/// Parents before children, and among those that could come next the one with most states. False
/// where there are more cells than a joint table may have.
bool JointTable::order_axes(const BayesianNetwork& network) {
    std::array<std::uint32_t, most_variables> parents{};  // sets of variables, a bit each
    std::size_t cells = 1;
    for (std::size_t v = 0; v < network.size(); ++v) {
        cells *= network.cardinality(VariableId(v));
        if (cells > cost_model::most_joint_cells) return false;
        for (const VariableId parent : table_of(network.cpds()[v]).parents())
            parents[v] |= 1u << parent.index();
    }
    std::uint32_t placed = 0, states = 0;
    for (; axis_count_ < network.size(); ++axis_count_) {
        std::size_t next = network.size();
        for (std::size_t v = 0; v < network.size(); ++v) {
            if ((placed >> v & 1) || (parents[v] & ~placed)) continue;
            if (next == network.size() ||
                network.cardinality(VariableId(v)) > network.cardinality(VariableId(next)))
                next = v;
        }
        placed |= 1u << next;
        variables_[axis_count_] = VariableId(next);
        axes_[axis_count_].states =
            static_cast<std::uint32_t>(network.cardinality(VariableId(next)));
        places_[next] = {axis_count_, states};
        states += axes_[axis_count_].states;
    }
    return true;
}

void JointTable::divide_into_rows() {
    row_axes_ = axis_count_;
    for (; row_axes_ > 0 && lanes_ * axes_[row_axes_ - 1].states <= JointFold::lanes; --row_axes_) {
        lanes_ *= axes_[row_axes_ - 1].states;
        lane_states_ += axes_[row_axes_ - 1].states;
    }
    for (std::uint32_t axis = 0; axis < row_axes_; ++axis) {
        row_states_ += axes_[axis].states;
        axes_[axis].before = rows_;
        rows_ *= axes_[axis].states;
    }
}

/// Turns the joint of the axes before, `count` cells, into that with the axis. In place, hence from
/// the back.
void JointTable::multiply_in(const BayesianNetwork& network, std::uint32_t axis,
                             std::size_t count) {
    const TableCpd& cpd = table_of(network.cpds()[variables_[axis].index()]);
    std::array<std::uint32_t, most_variables> stride{};  // in the variable's table, per axis
    std::uint32_t row_stride = axes_[axis].states;
    for (std::size_t parent = cpd.parents().size(); parent-- > 0;) {
        const std::uint32_t of = places_[cpd.parents()[parent].index()].axis;
        stride[of] = row_stride;
        row_stride *= axes_[of].states;
    }
    std::array<std::uint32_t, cost_model::most_joint_cells> row;  // of that table, per cell
    row[0] = 0;
    for (std::uint32_t before = 0, made = 1; before < axis; made *= axes_[before++].states) {
        const std::uint32_t states = axes_[before].states;
        for (std::uint32_t cell = made; cell-- > 0;) {
            for (std::uint32_t state = states; state-- > 0;)
                row[cell * states + state] = row[cell] + state * stride[before];
        }
    }
    const double* const values = cpd.table().values().data();
    const std::uint32_t states = axes_[axis].states;
    for (std::size_t cell = count; cell-- > 0;) {
        const double joint = cells_[cell];
        for (std::uint32_t state = 0; state < states; ++state)
            cells_[cell * states + state] = joint * values[row[cell] + state];
    }
}

/// Moves neighbouring cells to rows of their own, filled up with zeros.
void JointTable::spread_rows() {
    if (lanes_ == JointFold::lanes) return;
    for (std::size_t row = rows_; row-- > 0;) {
        double* const target = cells_.data() + row * JointFold::lanes;
        std::copy_backward(cells_.data() + row * lanes_, cells_.data() + (row + 1) * lanes_,
                           target + lanes_);
        std::fill(target + lanes_, target + JointFold::lanes, 0.0);
    }
}

void JointTable::mark_lanes() {
    double* mark = lanes_of_state_.data();
    std::uint32_t inner = lanes_;
    for (std::uint32_t axis = row_axes_; axis < axis_count_; ++axis) {
        inner /= axes_[axis].states;
        for (std::uint32_t state = 0; state < axes_[axis].states; ++state) {
            for (std::uint32_t lane = 0; lane < JointFold::lanes; ++lane)
                *mark++ = lane < lanes_ && lane / inner % axes_[axis].states == state;
        }
    }
}

void JointTable::weigh_lanes(VariableId variable, const DiscreteFinding& finding,
                             Lanes& weight) const {
    const AxisPosition place = places_[variable.index()];
    const double* const lanes_of_state =
        lanes_of_state_.data() + (place.first_state - row_states_) * weight.size();
    if (const auto* seen = std::get_if<Observed>(&finding)) {
        const double* const lanes = lanes_of_state + seen->state.index() * weight.size();
        for (std::size_t lane = 0; lane < weight.size(); ++lane) weight[lane] *= lanes[lane];
        return;
    }
    const std::span<const double> values = std::get<Likelihood>(finding).values;
    for (std::size_t lane = 0; lane < weight.size(); ++lane) {
        double likelihood = 0;
        for (std::size_t state = 0; state < values.size(); ++state)
            likelihood += values[state] * lanes_of_state[state * weight.size() + lane];
        weight[lane] *= likelihood;
    }
}

void JointTable::write_observed(std::span<const std::uint32_t> observed, JointSums& sums) const {
    double* sum = sums.of_states.data();
    for (std::uint32_t axis = 0; axis < row_axes_; sum += axes_[axis++].states) {
        if (observed[axis] == JointFold::not_observed) continue;
        std::fill_n(sum, axes_[axis].states, 0.0);
        sum[observed[axis]] = sums.evidence;
    }
}

/// There are no interventions, which are questions about another joint.
void JointTable::enter(const CheckedEvidence& evidence, Entered& entered) const {
    entered.weight.fill(1);
    for (std::uint32_t axis = 0; axis < row_axes_; ++axis)
        entered.observed[axis] = axes_[axis].states > 1 ? JointFold::not_observed : 0;
    for (const auto& [variable, finding] : evidence.findings()) {
        const std::uint32_t axis = places_[variable.index()].axis;
        if (axis >= row_axes_) {
            weigh_lanes(variable, finding, entered.weight);
        } else if (const auto* seen = std::get_if<Observed>(&finding)) {
            entered.observed[axis] = seen->state.value;
        } else if (const double* const values = std::get<Likelihood>(finding).values.data();
                   axes_[axis].states > 1) {
            entered.likelihood[axis] = values;
        } else {
            for (double& weight : entered.weight) weight *= values[0];
        }
    }
}

JointFold JointTable::fold(const Entered& entered) const {
    return {.table = cells_.data(),
            .axes = axes_.data(),
            .axis_count = row_axes_,
            .lanes_of_state = lanes_of_state_.data(),
            .lane_states = lane_states_,
            .observed = entered.observed.data(),
            .likelihood = entered.likelihood.data(),
            .weight = entered.weight.data()};
}

bool JointTable::sum(const CheckedEvidence& evidence, Task task, JointSums& sums) const {
    if (evidence.has_intervention()) return false;
    const FloatFlags flags;
    Entered entered;
    enter(evidence, entered);
    const bool marginals = task == Task::marginals;
    sums.evidence =
        joint_kernels().fold(fold(entered), marginals ? sums.of_states.data() : nullptr);
    if (marginals) write_observed(entered.observed, sums);
    return !flags.lost_precision();
}

bool JointTable::explain(const CheckedEvidence& evidence, Explanation& explanation) const {
    if (evidence.has_intervention()) return false;
    const FloatFlags flags;
    Entered entered;
    enter(evidence, entered);
    const JointMaximum best = joint_kernels().maximise(fold(entered));
    if (flags.lost_precision()) return false;
    explanation.set_impossible();
    if (best.evidence == 0) return true;
    explanation.status = PosteriorStatus::ok;
    explanation.log_probability = std::log(best.value);
    explanation.log_evidence = evidence.log_evidence([&] { return std::log(best.evidence); });
    explanation.log_posterior = explanation.log_probability - explanation.log_evidence;
    explanation.states.resize(axis_count_);
    std::uint32_t number = best.lane;
    for (std::uint32_t axis = axis_count_; axis-- > 0;) {
        if (axis + 1 == row_axes_) number = best.row;
        const bool is_known = axis < row_axes_ && entered.observed[axis] != JointFold::not_observed;
        explanation.states[variables_[axis].index()] =
            StateId(is_known ? entered.observed[axis] : number % axes_[axis].states);
        if (!is_known) number /= axes_[axis].states;
    }
    return true;
}

void JointTable::add_to(PredictedCost& prediction, const CheckedEvidence& evidence,
                        std::span<const VariableId> variables) const {
    if (prediction.impossible || evidence.has_intervention()) return;
    const double count = static_cast<double>(cells()),
                 assignments = static_cast<double>(rows_ * lanes_);
    prediction.taken = prediction.candidates.size();
    prediction.candidates.push_back(
        {PlanKind::joint,
         cost_model::joint_seconds_per_cell_made * count,
         cost_model::joint_seconds + cost_model::joint_seconds_per_cell * count,
         assignments,
         {variables.begin(), variables.end()}});
    prediction.run_seconds = prediction.candidates.back().run_seconds;
    prediction.cost = {.multiplications = count,
                       .instructions = row_axes_,
                       .arena_bytes = cells() * sizeof(double),
                       .largest_clique_cells = assignments};
    prediction.graph.reset();
}

}  // namespace pgm::detail

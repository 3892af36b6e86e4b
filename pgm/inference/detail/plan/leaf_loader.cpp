#include <pgm/inference/detail/plan/leaf_loader.hpp>

#include <pgm/core/detail/scaled.hpp>

#include <algorithm>
#include <array>
#include <type_traits>

namespace pgm::detail {
namespace {

/// A number of a query's table in the arena: its logarithm where numbers are wide, for it may be
/// too small for a double.
void assign_from_query(double& cell, double value) {
    cell = value;
}
void assign_from_query(ExtendedNumber& cell, double log) {
    cell = ExtendedNumber::exp(log);
}

/// The cells of each state of the leaf's variable times the weight of the state.
template <class Number>
void multiply_states(const Leaf& leaf, std::span<const double> weights, const Number* from,
                     Number* to) {
    const std::uint32_t stride = leaf.own_extent ? leaf.own_stride : leaf.cells;
    for (Number* const end = to + leaf.cells; to != end;) {
        if (stride == 1) {
            for (const double weight : weights) *to++ = *from++ * Number(weight);
        } else {
            for (const double weight : weights) {
                for (std::uint32_t i = 0; i < stride; ++i) to[i] = from[i] * Number(weight);
                to += stride, from += stride;
            }
        }
    }
}

/// The factor by which a finding multiplies a state.
double weight_of_state(const DiscreteFinding& finding, std::uint32_t state) {
    if (const auto* known = std::get_if<Likelihood>(&finding)) return known->values[state];
    return state_of(finding)->value == state ? 1 : 0;
}

/// Four at a time, for a comparison takes as long as four that do not wait for each other.
double largest_of(std::span<const double> values) {
    std::array<double, 4> largest{};
    std::size_t i = 0;
    for (; i + 4 <= values.size(); i += 4) {
        for (std::size_t k = 0; k < 4; ++k) largest[k] = std::max(largest[k], values[i + k]);
    }
    for (; i < values.size(); ++i) largest[0] = std::max(largest[0], values[i]);
    return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

}  // namespace

void LeafLoader::bind(const Plan& plan, const BayesianNetwork& network) {
    plan_ = &plan;
    network_ = &network;
    with_evidence_.clear();
    leaf_exponent_.assign(plan.leaves.size(), 0);
    std::size_t changeable = 0, changeable_cells = 0, most_states = 1;
    for (std::uint32_t i = 0; i < plan.leaves.size(); ++i) {
        const Leaf& leaf = plan.leaves[i];
        if (leaf.evidence_axes > 0) {
            with_evidence_.push_back(i);
        } else if (plan.roles[leaf.variable] == Role::likelihood) {
            ++changeable;
            changeable_cells += leaf.cells;
        }
        most_states = std::max<std::size_t>(most_states, leaf.own_extent);
    }
    changed_.reserve(changeable);
    changed_before_.reserve(changeable);
    originals_.resize(changeable > 0 ? plan.leaves.size() : 0);
    original_cells_.resize(changeable_cells);
    weights_.resize(most_states);
    values_matter_ = !plan.evidence_axes.empty() || !plan.scalars.empty();
    state_.assign(values_matter_ ? network.size() : 0, 0);
    intervened_.assign(state_.size(), 0);
    clear_all();
}

bool LeafLoader::load(const CheckedEvidence& evidence, const QueryTables& tables, double* arena) {
    return load_with_values(evidence, tables, arena);
}

bool LeafLoader::load(const CheckedEvidence& evidence, const QueryTables& tables,
                      ExtendedNumber* arena) {
    const bool possible = load_with_values(evidence, tables, arena);
    clear_all();
    return possible;
}

template <class Number>
bool LeafLoader::load_with_values(const CheckedEvidence& evidence, const QueryTables& tables,
                                  Number* arena) {
    tables_ = &tables;
    factor_ = ExtendedNumber(1);
    record_values(evidence);
    const bool possible = load_changed(evidence, arena);
    multiply_scalars();
    clear_values(evidence);
    return possible;
}

void LeafLoader::multiply_scalars() {
    for (const LeafTable& scalar : plan_->scalars) {
        if (intervened_[scalar.variable] && plan_->roles[scalar.variable] == Role::likelihood)
            continue;
        const double value = numbers_of<ExtendedNumber>(scalar.variable)[source_of(scalar)];
        factor_ = factor_ * (is_of_query(scalar.variable) ? ExtendedNumber::exp(value)
                                                          : ExtendedNumber(value));
    }
}

std::int64_t LeafLoader::exponent() const {
    std::int64_t exponent = 0;
    for (const std::int32_t taken : leaf_exponent_) exponent += taken;
    return exponent;
}

void LeafLoader::clear_all() {
    std::ranges::fill(originals_, Original{});
    original_cells_used_ = 0;
    changed_.clear();
    to_load_.clear();
    nothing_is_loaded_ = true;
}

/// The leaf without findings; kept from the first one on.
LeafLoader::Original& LeafLoader::original_of(std::uint32_t number, const double* arena) {
    Original& original = originals_[number];
    if (original.first_cell != Plan::none) return original;
    const Leaf& leaf = plan_->leaves[number];
    original.first_cell = static_cast<std::uint32_t>(original_cells_used_);
    original.exponent = leaf_exponent_[number];
    original.is_in_range = true;
    for (std::uint32_t i = 0; i < leaf.cells; ++i) {
        const double cell = arena[leaf.cell + i];
        original_cells_[original_cells_used_++] = cell;
        original.is_in_range &= excess_exponent(cell) == 0;
    }
    return original;
}

/// The leaves that the last evidence changed, and this one does not.
void LeafLoader::restore_originals(double* arena) {
    for (const std::uint32_t number : changed_before_) {
        const Original& original = originals_[number];
        if (original.is_changed) continue;
        const Leaf& leaf = plan_->leaves[number];
        std::copy_n(original_cells_.data() + original.first_cell, leaf.cells, arena + leaf.cell);
        leaf_exponent_[number] = original.exponent;
    }
}

void LeafLoader::record_values(const CheckedEvidence& evidence) {
    if (!values_matter_) return;
    for (const auto& [variable, finding] : evidence.findings()) {
        if (const std::optional<StateId> state = state_of(finding))
            state_[variable.index()] = state->value;
        intervened_[variable.index()] = std::holds_alternative<Intervened>(finding);
    }
}

void LeafLoader::clear_values(const CheckedEvidence& evidence) {
    if (!values_matter_) return;
    for (const CheckedEvidence::Item& item : evidence.findings())
        intervened_[item.variable.index()] = 0;
}

bool LeafLoader::load_changed(const CheckedEvidence& evidence, double* arena) {
    bool possible = true;
    for (std::uint32_t leaf = 0; nothing_is_loaded_ && leaf < plan_->leaves.size(); ++leaf) {
        if (plan_->leaves[leaf].evidence_axes == 0) possible &= load_leaf(leaf, arena);
    }
    nothing_is_loaded_ = false;
    for (const std::uint32_t leaf : to_load_) possible &= load_leaf(leaf, arena);
    to_load_.clear();
    for (const std::uint32_t leaf : with_evidence_) possible &= load_leaf(leaf, arena);
    changed_before_.swap(changed_);
    changed_.clear();
    for (const std::uint32_t leaf : changed_before_) originals_[leaf].is_changed = false;
    for (const CheckedEvidence::Item& item : evidence.findings())
        possible &= enter_finding(item, arena);
    restore_originals(arena);
    return possible;
}

bool LeafLoader::load_changed(const CheckedEvidence& evidence, ExtendedNumber* arena) {
    bool possible = true;
    for (std::uint32_t leaf = 0; leaf < plan_->leaves.size(); ++leaf)
        possible &= load_leaf(leaf, arena);
    for (const CheckedEvidence::Item& item : evidence.findings())
        possible &= enter_finding(item, arena);
    return possible;
}

std::uint32_t LeafLoader::source_of(const LeafTable& leaf) const {
    std::uint32_t source = leaf.base;
    for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
        const EvidenceAxis& axis = plan_->evidence_axes[leaf.first_evidence_axis + i];
        source += state_[axis.variable] * axis.stride;
    }
    return source;
}

template <class Number>
const double* LeafLoader::numbers_of(std::uint32_t variable) const {
    if (!is_of_query(variable)) return table_of(network_->cpds()[variable]).table().values().data();
    const std::vector<double>& cells =
        std::is_same_v<Number, ExtendedNumber> ? tables_->logs : tables_->values;
    return cells.data() + tables_->first_cell[variable - tables_->first_variable];
}

template <class Number>
bool LeafLoader::load_leaf(std::uint32_t number, Number* arena) {
    const Leaf& leaf = plan_->leaves[number];
    const double* const source = numbers_of<Number>(leaf.variable) + source_of(leaf);
    if (leaf.first_cell_offset != Plan::none && !is_of_query(leaf.variable)) {
        const std::uint32_t* const offset = plan_->cell_offsets.data() + leaf.first_cell_offset;
        for (std::uint32_t i = 0; i < leaf.cells; ++i)
            arena[leaf.cell + i] = Number(source[offset[i]]);
    } else {
        copy_leaf(leaf, source, arena + leaf.cell);
    }
    leaf_exponent_[number] = 0;
    return scale_leaf(number, arena + leaf.cell);
}

/// Axis by axis: an iteration of an outer one moves on where reading starts for those within.
template <class Number>
void LeafLoader::copy_leaf(const Leaf& leaf, const double* source, Number* cell) {
    const std::span axes(&plan_->axes[leaf.first_axis], leaf.axes);
    const std::uint32_t* const offsets = plan_->source_offsets.data();
    const bool of_query = is_of_query(leaf.variable);
    const std::size_t inner = axes.size() - 1;
    std::array<const double*, 64> start;  // per axis, given the states of the axes before it
    std::array<std::uint32_t, 64> at;
    start[0] = source;
    for (std::size_t axis = 0;;) {
        for (; axis < inner; ++axis) {
            at[axis] = 0;
            start[axis + 1] = start[axis] + offsets[axes[axis].first_offset];
        }
        const std::uint32_t* const offset = offsets + axes[inner].first_offset;
        if (of_query) {
            for (std::uint32_t s = 0; s < axes[inner].extent; ++s)
                assign_from_query(*cell++, start[inner][offset[s]]);
        } else {
            for (std::uint32_t s = 0; s < axes[inner].extent; ++s)
                *cell++ = Number(start[inner][offset[s]]);
        }
        while (axis > 0 && ++at[axis - 1] == axes[axis - 1].extent) --axis;
        if (axis == 0) return;
        start[axis] = start[axis - 1] + offsets[axes[axis - 1].first_offset + at[axis - 1]];
    }
}

bool LeafLoader::scale_leaf(std::uint32_t number, double* cells) {
    const std::span values(cells, plan_->leaves[number].cells);
    const double largest = largest_of(values);
    const int exponent = excess_exponent(largest);
    if (exponent == 0) return largest > 0;
    scale_down(values, exponent);
    leaf_exponent_[number] += exponent;
    return true;
}

bool LeafLoader::scale_leaf(std::uint32_t number, ExtendedNumber* cells) {
    return std::any_of(cells, cells + plan_->leaves[number].cells,
                       [](ExtendedNumber x) { return !x.is_zero(); });
}

template <class Number>
bool LeafLoader::enter_finding(const CheckedEvidence::Item& item, Number* arena) {
    const DiscreteFinding& finding = item.finding;
    const std::uint32_t v = item.variable.value;
    if (plan_->roles[v] != Role::likelihood)
        // Observed and intervened variables have left the plan: they are evidence axes.
        return true;
    const std::uint32_t number = plan_->leaf_of[v];
    const bool intervened = std::holds_alternative<Intervened>(finding);
    if (plan_->fixed_state[v] != Plan::none) {
        factor_ = factor_ * ExtendedNumber(weight_of_state(finding, plan_->fixed_state[v]));
        if (!intervened || number == Plan::none) return !factor_.is_zero();
    }
    const Leaf& leaf = plan_->leaves[number];
    Number* const cells = arena + leaf.cell;
    const std::span weights(weights_.data(), std::max<std::uint32_t>(leaf.own_extent, 1));
    weights[0] = 1;
    for (std::uint32_t k = 0; k < leaf.own_extent; ++k)
        weights[k] = weight_of_state(finding, plan_->kept_states[leaf.own_first_state + k]);
    if constexpr (std::is_same_v<Number, double>) {
        if (!is_of_query(v) && leaf.evidence_axes == 0) {
            Original& original = original_of(number, arena);
            original.is_changed = true;
            changed_.push_back(number);
            leaf_exponent_[number] = original.exponent;
            if (intervened) std::fill_n(cells, leaf.cells, 1.0);
            multiply_states(leaf, weights,
                            intervened ? cells : original_cells_.data() + original.first_cell,
                            cells);
            const bool keeps_range =
                original.is_in_range && std::holds_alternative<Observed>(finding);
            return keeps_range || scale_leaf(number, cells);
        }
        if (is_of_query(v)) to_load_.push_back(number);  // next time it has other numbers
    }
    if (intervened) std::fill_n(cells, leaf.cells, Number(1));
    multiply_states<Number>(leaf, weights, cells, cells);
    return scale_leaf(number, cells);
}

}  // namespace pgm::detail

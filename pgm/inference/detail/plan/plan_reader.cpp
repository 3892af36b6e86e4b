#include <pgm/inference/detail/plan/plan_reader.hpp>

#include <pgm/table/table.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// The state that a variable has in all of the plan, if it is not one of the plan's own variables.
StateId fixed_state(VariableId variable, const CheckedEvidence& evidence, const Plan& plan) {
    const std::optional<StateId> known = evidence.find_state(variable);
    return known ? *known : StateId(plan.fixed_state[variable.index()]);
}

bool is_kept(const Plan& plan, VariableId variable) {
    return std::ranges::find(plan.kept, variable, &Plan::Kept::variable) != plan.kept.end();
}

/// The offset in the table of the cells that agree with the fixed variables.
std::size_t offset_of_fixed(const Plan& plan, const CheckedEvidence& evidence, const Scope& scope) {
    std::size_t offset = 0;
    for (std::size_t axis = 0; axis < scope.size(); ++axis) {
        const VariableId variable = scope.variables()[axis];
        if (!is_kept(plan, variable))
            offset += fixed_state(variable, evidence, plan).index() * scope.strides()[axis];
    }
    return offset;
}

/// The first cell of the slice of a table that agrees with the evidence.
std::size_t source_of(const LeafTable& leaf, const Plan& plan, const CheckedEvidence& evidence) {
    std::size_t source = leaf.base;
    for (std::uint32_t i = 0; i < leaf.evidence_axes; ++i) {
        const EvidenceAxis& axis = plan.evidence_axes[leaf.first_evidence_axis + i];
        source += evidence.find_state(VariableId(std::size_t{axis.variable}))->index() *
                  std::size_t{axis.stride};
    }
    return source;
}

}  // namespace

void read_assignment(const PlanRun& run, const CheckedEvidence& evidence,
                     std::span<const VariableId> variables, AssignmentScratch& scratch,
                     std::vector<StateId>& states) {
    const Plan& plan = *run.plan();
    run.read_maximum(scratch.chosen);
    scratch.state_of.assign(plan.roles.size(), Plan::none);
    for (std::size_t i = 0; i < plan.kept.size(); ++i)
        scratch.state_of[plan.kept[i].variable.index()] =
            plan.kept_states[plan.kept[i].first_state + scratch.chosen[i]];
    for (const VariableId variable : variables) {
        const std::uint32_t best = scratch.state_of[variable.index()];
        states.push_back(best == Plan::none ? fixed_state(variable, evidence, plan)
                                            : StateId(best));
    }
}

void read_joint(const PlanRun& run, const CheckedEvidence& evidence, Table& table,
                std::vector<std::size_t>& too_small) {
    const Plan& plan = *run.plan();
    const std::size_t offset = offset_of_fixed(plan, evidence, table.scope());
    if (plan.kept.empty()) {
        table[offset] = 1;
        return;
    }
    std::vector<std::size_t> strides, states;
    for (const Plan::Kept& kept : plan.kept) {
        states.push_back(kept.states);
        strides.push_back(table.scope().strides()[*table.scope().axis(kept.variable)]);
    }
    std::vector<std::uint32_t> at(plan.kept.size(), 0);
    run.for_each_of_joint([&](double probability, bool is_positive) {
        std::size_t cell = offset;
        for (std::size_t i = 0; i < at.size(); ++i) {
            cell += plan.kept_states[plan.kept[i].first_state + at[i]] * strides[i];
        }
        table[cell] = probability;
        if (is_positive && probability == 0) too_small.push_back(cell);
        next_cell(at, states);
    });
    std::ranges::sort(too_small);
}

void read_families(const PlanRun& run, const CheckedEvidence& evidence,
                   const BayesianNetwork& network, FamilyPosteriors& posteriors) {
    const Plan& plan = *run.plan();
    auto scalar = plan.scalars.begin();
    for (std::uint32_t v = 0; v < network.size(); ++v) {
        posteriors.first.push_back(posteriors.cells.size());
        while (scalar != plan.scalars.end() && scalar->variable < v) ++scalar;
        if (!network.variable(VariableId(std::size_t{v})).is_discrete()) continue;
        if (const std::uint32_t leaf = plan.leaf_of[v]; leaf != Plan::none) {
            const FamilyOutput& family = plan.families[leaf];
            const std::size_t source = source_of(plan.leaves[leaf], plan, evidence);
            const std::uint32_t* offset = plan.cell_offsets.data() + family.first_offset;
            run.for_each_of_family(family, [&](double probability, bool) {
                if (probability > 0) posteriors.cells.push_back({source + *offset, probability});
                ++offset;
            });
        } else if (scalar != plan.scalars.end() && scalar->variable == v) {
            posteriors.cells.push_back({source_of(*scalar, plan, evidence), 1});
        }
    }
    posteriors.first.push_back(posteriors.cells.size());
}

}  // namespace pgm::detail

#include <pgm/inference/detail/continuous/linear_target.hpp>

#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// Goes from a target to its nearest known or hidden ancestors.
class AncestorLister {
public:
    AncestorLister(const KnownPattern& known, LinearTarget& target)
        : known_(known), target_(target) {}

    /// False where a family on the way, or a core, is not linear Gaussian.
    bool list() {
        constexpr char is_open = 1, is_listed = 2;
        std::vector<char> states(known_.network.size(), 0);
        std::vector<VariableId> stack{target_.variable};
        while (!stack.empty()) {
            const VariableId variable = stack.back();
            char& state = states[variable.index()];
            if (state != 0 || known_.is_known(variable)) {
                stack.pop_back();
                if (std::exchange(state, is_listed) == is_open)
                    target_.families.push_back({variable, {}, {}});
                continue;
            }
            if (known_.cores.place(variable).core != LinearCores::none) {
                if (!add_head(variable)) return false;
                state = is_listed;
                continue;
            }
            const Cpd& cpd = known_.network.cpd(variable);
            if (!is_linear_gaussian(cpd)) return false;
            state = is_open;
            for (const VariableId parent : continuous_parents(cpd)) stack.push_back(parent);
        }
        return true;
    }

private:
    bool add_head(VariableId variable) {
        const LinearCores::CorePlace& place = known_.cores.place(variable);
        auto core = std::ranges::find(target_.cores, place.core, &LinearTarget::Core::core);
        if (core == target_.cores.end())
            core = target_.cores.insert(core, LinearTarget::Core{place.core, {}, {}});
        core->heads.push_back({variable, place.member});
        return known_.cores[place.core].is_linear;
    }

    const KnownPattern& known_;
    LinearTarget& target_;
};

bool is_fixed(const KnownPattern& known, VariableId discrete) {
    return known.states[discrete.index()] != ObservedBlock::no_state;
}

std::vector<VariableId> free_discrete_variables(const KnownPattern& known,
                                                const LinearTarget& target) {
    std::vector<VariableId> found;
    const auto add = [&](const Scope& scope) {
        for (const VariableId variable : scope.variables())
            if (!is_fixed(known, variable)) found.push_back(variable);
    };
    for (const LinearTarget::Core& core : target.cores)
        add(known.densities.scope(known.cores[core.core].factor));
    for (const LinearTarget::Family& family : target.families)
        add(discrete_scope(known.network.cpd(family.child)));
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

/// The strides in another scope of the variables of `scope`, by axis.
std::vector<std::size_t> strides_in(const Scope& other, const Scope& scope) {
    std::vector<std::size_t> strides(scope.size(), 0);
    for (std::size_t axis = 0; axis < other.size(); ++axis)
        if (const std::optional<std::size_t> at = scope.axis(other.variables()[axis]))
            strides[*at] = other.strides()[axis];
    return strides;
}

}  // namespace

void LinearCores::list(const BayesianNetwork& network, const ContinuousEvidence& densities) {
    cores_.clear();
    places_.assign(network.size(), CorePlace());
    for (std::size_t factor = 0; factor < densities.factors(); ++factor) {
        for (std::size_t i = 0; i < densities.components(factor); ++i) {
            const ContinuousComponent& members = densities.members(factor, i);
            if (members.hidden.empty()) continue;
            const bool is_linear =
                !members.axis && std::ranges::all_of(members.hidden, [&](VariableId variable) {
                    return is_linear_gaussian(network.cpd(variable));
                });
            for (std::size_t m = 0; m < members.hidden.size(); ++m)
                places_[members.hidden[m].index()] = {static_cast<std::uint32_t>(cores_.size()),
                                                      static_cast<std::uint32_t>(m)};
            cores_.push_back({factor, i, is_linear});
        }
    }
}

std::optional<LinearTarget> linear_target(const KnownPattern& known, VariableId variable,
                                          std::size_t max_cells) {
    LinearTarget target{variable, {}, {}, {}};
    if (!AncestorLister(known, target).list()) return std::nullopt;
    target.scope = scope_of_configurations(known.network, variable,
                                           free_discrete_variables(known, target), max_cells);
    for (LinearTarget::Core& core : target.cores)
        core.strides =
            strides_in(known.densities.scope(known.cores[core.core].factor), target.scope);
    for (LinearTarget::Family& family : target.families) {
        const Scope& own = discrete_scope(known.network.cpd(family.child));
        family.strides = strides_in(own, target.scope);
        for (std::size_t axis = 0; axis < own.size(); ++axis)
            if (const VariableId parent = own.variables()[axis]; is_fixed(known, parent))
                family.fixed.emplace_back(parent, own.strides()[axis]);
    }
    return target;
}

}  // namespace pgm::detail

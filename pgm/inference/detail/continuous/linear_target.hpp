#pragma once

#include <pgm/inference/detail/continuous/continuous_evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// The components in which something was observed and some variable is hidden, for a pattern of
/// what is known.
class LinearCores {
public:
    struct Core {
        std::size_t factor, component;  ///< of the densities
        bool is_linear;                 ///< all its hidden variables are linear Gaussians
    };
    struct CorePlace {
        std::uint32_t core = none;
        std::uint32_t member = 0;  ///< among the hidden variables
    };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void list(const BayesianNetwork& network, const ContinuousEvidence& densities);

    std::size_t size() const { return cores_.size(); }
    const Core& operator[](std::size_t core) const { return cores_[core]; }
    /// The place of a hidden variable; `core` is none for others.
    const CorePlace& place(VariableId variable) const { return places_[variable.index()]; }

private:
    std::vector<Core> cores_;
    std::vector<CorePlace> places_;  ///< by variable
};

/// An unknown linear Gaussian as a function: of the hidden variables of cores that are its nearest
/// unknown ancestors (the heads), or of itself if it is one of them, and of the families on the way
/// from them.
struct LinearTarget {
    struct UnobservedAncestor {
        VariableId variable;
        std::size_t member;  ///< among the hidden variables of the core
    };
    struct Core {
        std::size_t core;
        std::vector<std::size_t> strides;  ///< of its cell, by axis of the scope
        std::vector<UnobservedAncestor> heads;
    };
    struct Family {
        VariableId child;
        std::vector<std::size_t> strides;  ///< of its row, by axis of the scope
        std::vector<std::pair<VariableId, std::size_t>> fixed;  ///< likewise of known states
    };

    VariableId variable;
    Scope scope;  ///< the discrete variables whose state is not known, ascending
    std::vector<Core> cores;
    std::vector<Family> families;  ///< parents first
};

/// The pattern of known variables of a network; `roles` and `states` have one entry each.
struct KnownPattern {
    const BayesianNetwork& network;
    const ContinuousEvidence& densities;
    const LinearCores& cores;
    std::span<const Role> roles;  ///< of continuous variables
    /// States of discrete variables, or ObservedBlock::no_state. Which state it is does not matter.
    std::span<const std::uint32_t> states;

    bool is_known(VariableId continuous) const {
        const Role role = roles[continuous.index()];
        return role == Role::observed || role == Role::intervened;
    }
};

/// Null where something that the variable, which is unknown, depends on is not linear Gaussian.
/// Throws TooLargeError for a scope of more than `max_cells`.
std::optional<LinearTarget> linear_target(const KnownPattern& known, VariableId variable,
                                          std::size_t max_cells);

}  // namespace pgm::detail

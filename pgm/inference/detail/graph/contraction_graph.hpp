#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/inference/detail/contraction/scope_pool.hpp>
#include <pgm/inference/detail/reduce/relevance.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

namespace pgm::detail {

/// How one axis of a leaf is read from its table: the offset of each state that is kept.
struct LeafAxis {
    std::uint32_t extent;
    std::uint32_t first_offset;  ///< into TableReading::source_offsets
};

/// A member of a family whose state is known only when the evidence is: it moves the place in the
/// table where reading starts.
struct EvidenceAxis {
    std::uint32_t variable;
    std::uint32_t stride;
};

/// The slice of a table of the network that a leaf is: the one that agrees with what is observed,
/// without the states that cannot occur, its axes in the order of elimination.
struct LeafTable {
    std::uint32_t variable;
    std::uint32_t cells;
    std::uint32_t first_axis, axes;
    std::uint32_t first_evidence_axis, evidence_axes;
    std::uint32_t base;             ///< where reading starts, before the evidence axes
    std::uint32_t own_extent;       ///< of the axis of the variable itself; 0 when it has none
    std::uint32_t own_stride;       ///< in the leaf
    std::uint32_t own_first_state;  ///< into TableReading::kept_states
};

/// How a question reads the tables of the network, whatever it is answered by.
struct TableReading {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::vector<LeafTable> scalars;  ///< tables without an axis left: numbers that multiply P(e)
    std::vector<LeafAxis> axes;
    std::vector<EvidenceAxis> evidence_axes;
    std::vector<std::uint32_t> source_offsets;
    std::vector<std::uint32_t> kept_states;

    // By variable of the network.
    std::vector<std::uint32_t> fixed_state;  ///< the state of one that can have no other, or `none`
    std::vector<Role> roles;
};

/// The computation of an answer as symbols: which tables of the network are read, which are
/// multiplied with which, and what is summed out or maximised on the way. The form between planning
/// and the back ends. A plan for single questions (plan_compiler.hpp) and a program for blocks of
/// rows (block_compiler.hpp) are both made from it.
///
/// Values have names, which are numbers in the order in which the values come into being: first the
/// number 1, then the leaves, then one value per node. A node is a contraction
///
///     value = reduce over the axes of (a union b) \ scope   a * b
///
/// that names its operands; where it lies in memory, or whether it lies anywhere, is the business
/// of the back ends. Axes are positions in the order of elimination (ContractionTree). The graph
/// knows scopes and sizes, no numbers; it can be made, printed and tested without any.
///
/// A graph owns the memory of its scopes. It can be moved, and is not copied.
struct ContractionGraph : TableReading {
    using Value = std::uint32_t;

    static constexpr Value one = 0;  ///< the number 1, which has no axes

    /// How a value is made of two others.
    struct Node {
        Value a, b;
        bool maximise;  ///< the axes that are not kept are maximised, instead of summed out
        /// The result is scaled by a power of two, for it is the product of so many tables that
        /// longer ones might underflow.
        bool rescale;
    };

    /// The joint of a variable with the evidence, not normalised.
    struct Marginal {
        std::uint32_t position;
        Value value;
    };

    /// The joint of the variables that a leaf has left with the evidence, not normalised.
    struct Family {
        std::uint32_t leaf;
        Value value;
    };

    explicit ContractionGraph(std::pmr::memory_resource* memory = std::pmr::get_default_resource());
    ContractionGraph(ContractionGraph&&) = default;
    ContractionGraph& operator=(ContractionGraph&&) = delete;

    std::size_t size() const { return scopes.size(); }
    Value leaf(std::size_t number) const { return static_cast<Value>(1 + number); }
    Value made_by(std::size_t node) const { return static_cast<Value>(1 + leaves.size() + node); }
    bool is_made(Value value) const { return value > leaves.size(); }
    const Node& node_of(Value value) const { return nodes[value - 1 - leaves.size()]; }
    PlanScope scope(Value value) const { return scopes[value]; }

    /// Cells of a table over these axes, exact below 2^53.
    double cells(PlanScope axes) const;
    /// The axes that a node sums out, or maximises.
    std::vector<std::uint32_t> reduced(Value value) const;
    /// Appends where the cells of a leaf are in its table, before the base and the evidence axes.
    void append_offsets(const LeafTable& leaf, std::vector<std::uint32_t>& offsets) const;

    // By position in the order of elimination.
    std::pmr::vector<VariableId> variables;
    std::pmr::vector<std::uint32_t> cardinalities;  ///< number of states kept
    std::pmr::vector<std::uint32_t> first_state;    ///< into kept_states

    ScopePool pool;                      ///< where the scopes lie
    std::pmr::vector<PlanScope> scopes;  ///< by value
    std::pmr::vector<Node> nodes;        ///< in the order in which they can be computed
    std::size_t forward = 0;  ///< so many nodes give P(e); the others what else is asked for

    std::pmr::vector<Value> roots;  ///< whose product, with the scalars, is P(e)
    std::pmr::vector<Marginal> marginals;
    std::pmr::vector<Family> families;  ///< of Task::families, one per leaf
    std::uint32_t first_kept = 0;  ///< positions from here on stay in `joint`, or are maximised
    Value joint = one;             ///< over the targets of Task::joint
    std::pmr::vector<Value> maximum_roots;  ///< whose product, with the scalars, is the maximum
    double multiplications = 0;
    std::pmr::vector<LeafTable> leaves;
};

}  // namespace pgm::detail

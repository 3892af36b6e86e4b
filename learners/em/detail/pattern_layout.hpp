#pragma once

#include <pgm/data/family_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The columns of a pattern of missing values, each list ascending.
struct PatternMembers {
    std::vector<ColumnId> hidden_discrete, hidden_continuous;
    std::vector<ColumnId> known_discrete, known_continuous;
};

/// A family with a missing member, as a pattern sees its table: which cells agree with a case, and
/// how they are spread over the joint table of the hidden discrete columns.
struct PatternFamily {
    /// A known member moves the place where reading starts.
    struct KnownMember {
        std::uint32_t slot;  ///< among the known discrete columns
        std::size_t stride;
    };
    /// A hidden member: an axis of the joint table.
    struct Axis {
        std::uint32_t states;
        std::size_t stride;  ///< in the table of the family
        std::size_t local;   ///< in the table over the hidden members alone
    };
    /// A continuous member: a hidden one, or a number of the case.
    struct Continuous {
        bool hidden;
        std::uint32_t slot;
    };

    std::uint32_t family;  ///< which of those given
    ColumnId child;
    std::vector<KnownMember> known;
    /// One per hidden discrete column of the pattern, with strides of 0 where it is no member.
    std::vector<Axis> axes;
    std::size_t local_cells = 1;
    /// The continuous parents in the order of the family, then the child; empty for a table.
    std::vector<Continuous> continuous;
    bool has_hidden_continuous = false;
    bool is_factor = false;  ///< the network has this family, parents in this order

    /// The first cell that a case reads of the table.
    std::size_t first_cell(const std::uint32_t* codes) const {
        std::size_t cell = 0;
        for (const KnownMember& member : known) cell += codes[member.slot] * member.stride;
        return cell;
    }
};

/// The families of a network that a pattern of missing values touches, laid out for it. Made once;
/// the E-step of every iteration follows it.
struct PatternLayout {
    std::vector<std::uint32_t> states;  ///< of the hidden discrete columns, the last one fastest
    /// Cells of the joint table of the hidden discrete columns, infinite where size_t cannot tell.
    double joint_cells = 1;
    std::vector<PatternFamily> factors;  ///< whose product is the joint distribution
    std::vector<PatternFamily> sums;     ///< whose expected sums are wanted
};

/// `touched_factors` and `touched_sums` are the numbers of the families with a hidden member.
PatternLayout lay_out_pattern(const PatternMembers& members, std::span<const Variable> schema,
                              std::span<const Family> factors, std::span<const Family> sums,
                              std::span<const std::uint32_t> touched_factors,
                              std::span<const std::uint32_t> touched_sums);

}  // namespace pgm::learners::detail

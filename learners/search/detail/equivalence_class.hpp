#pragma once

#include <learners/search/constraints.hpp>
#include <learners/search/detail/bit_matrix.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/graph/equivalence.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A partially directed graph as sets of bits; as a rule the CPDAG of an equivalence class of DAGs
/// (pgm/graph/equivalence.hpp). It says of operators on classes whether they are valid, and makes
/// members of the class.
class EquivalenceClass {
public:
    /// The class of a DAG.
    explicit EquivalenceClass(const Dag& member) : EquivalenceClass(cpdag(member)) {}
    /// The members of its class that obey the constraints as it does: arcs whose opposite is not
    /// allowed are directed, with what follows from that (Meek 1995). Under tiers their scores are
    /// equal also where a score allows no arc against the tiers.
    EquivalenceClass(const Dag& member, const AllowedArcs& allowed);

    std::size_t size() const { return size_; }
    BitRow parents(std::size_t v) const { return parents_.row(v); }
    BitRow children(std::size_t v) const { return children_.row(v); }
    /// The vertices at the other end of an edge without direction.
    BitRow neighbours(std::size_t v) const { return neighbours_.row(v); }
    bool adjacent(std::size_t a, std::size_t b) const {
        return parents_.has(a, b) || children_.has(a, b) || neighbours_.has(a, b);
    }
    /// The neighbours of `y` that are adjacent to `x`, NA_{y,x} of Chickering (2002).
    std::vector<std::uint64_t> neighbours_adjacent_to(std::size_t y, std::size_t x) const;
    bool is_clique(BitRow set) const;
    /// True if a path from `from` to `to` against no arrow avoids all of `blocked`.
    bool has_semidirected_path(std::size_t from, std::size_t to, BitRow blocked) const;

    void remove_edge(std::size_t a, std::size_t b);
    void set_arc(std::size_t parent, std::size_t child);

    /// A DAG with these adjacencies, these arcs and no v-structure more, or null when there is
    /// none. Dor and Tarsi (1992): again and again a vertex that can be a sink becomes one and
    /// leaves the graph; here the last one whose turn it is, so vertices of small number come
    /// early in the DAG.
    std::optional<Dag> extension() const;

    friend bool operator==(const EquivalenceClass&, const EquivalenceClass&) = default;

private:
    explicit EquivalenceClass(const Cpdag& graph);
    bool can_be_sink(std::size_t v, BitRow left) const;

    std::size_t size_;
    BitMatrix parents_, children_, neighbours_;
};

/// A member of the class that obeys the constraints, or null when none was found. The edges of
/// which only one direction is allowed get it first. A limit on the number of parents is then asked
/// of one member only.
std::optional<Dag> member_that_obeys(const EquivalenceClass& members, const AllowedArcs& allowed);

}  // namespace pgm::learners::detail

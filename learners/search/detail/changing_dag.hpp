#pragma once

#include <learners/search/detail/bit_matrix.hpp>
#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners::detail {

/// A DAG that a search changes arc by arc, and that knows the ancestors and descendants of every
/// variable, so that it says in constant time whether an arc would close a cycle.
///
/// An added arc p -> c unites the sets of the ancestors of p with those of the descendants of c. A
/// removed one has these sets built again from the neighbours, nearest first. dag() makes the
/// value.
class ChangingDag {
public:
    explicit ChangingDag(const Dag& dag);

    std::size_t size() const { return size_; }
    BitRow parents(std::size_t v) const { return parents_.row(v); }
    BitRow children(std::size_t v) const { return children_.row(v); }
    BitRow descendants(std::size_t v) const { return descendants_.row(v); }
    bool has_arc(std::size_t parent, std::size_t child) const {
        return children_.has(parent, child);
    }
    std::size_t in_degree(std::size_t v) const { return size_of(parents_.row(v)); }

    /// True if the DAG would stay acyclic; the arc is not there, in either direction.
    bool may_add(std::size_t parent, std::size_t child) const {
        return !descendants_.has(child, parent);
    }
    /// True if no other path leads from parent to child.
    bool may_reverse(std::size_t parent, std::size_t child) const {
        return !intersect(children_.row(parent), ancestors_.row(child));
    }

    void add(std::size_t parent, std::size_t child);
    void remove(std::size_t parent, std::size_t child);

    Dag dag() const;

private:
    std::size_t size_;
    BitMatrix parents_, children_, ancestors_, descendants_;
};

}  // namespace pgm::learners::detail

#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <span>

namespace pgm::learners {

/// A score of structures that is a sum over families: score(G) = sum over v of family(v, Pa_G(v)).
///
/// Larger is better. Every search (learners/search) asks for nothing else, so it runs on the scores
/// of a table of data (DataScore) as on any function of families, such as an exact one that is
/// computed from a known network.
///
/// All members may be called from several threads at the same time. The parents are given in
/// ascending order and without repetitions. A family that cannot be scored, such as one whose table
/// is past the limits, has the score minus infinity; a search never chooses it. A score is never
/// NaN.
class DecomposableScore {
public:
    virtual ~DecomposableScore() = default;

    /// The number of variables, whose ids are 0 ... variables() - 1.
    virtual std::size_t variables() const = 0;

    virtual double family(VariableId child, std::span<const VariableId> parents) const = 0;

    /// scores[i] becomes family(child, parents and candidates[i]), to the same bits. No candidate
    /// is the child or one of the parents. Faster than one call per candidate where the counts of
    /// the smaller family can be shared; without an overriding member it is that loop.
    virtual void additions(VariableId child, std::span<const VariableId> parents,
                           std::span<const VariableId> candidates, std::span<double> scores) const;

protected:
    DecomposableScore() = default;
    DecomposableScore(const DecomposableScore&) = default;
    DecomposableScore& operator=(const DecomposableScore&) = default;
};

}  // namespace pgm::learners

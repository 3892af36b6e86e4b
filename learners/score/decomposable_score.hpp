#pragma once

#include <pgm/core/ids.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace pgm::learners {

/// A score of structures that is a sum over families: score(G) = sum over v of family(v, Pa_G(v)).
///
/// Larger is better. Every search (learners/search) needs no more, so it runs on the scores of a
/// table of data (DataScore) as on any function of families, such as an exact one that is computed
/// from a known network.
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

    /// Likewise, and bounds[i] becomes an upper bound of the scores of that family and of all with
    /// more parents, so that exact search need not look at families that cannot be best. A family
    /// for which that is known beforehand, as its bound is at most `worth`, need not be scored:
    /// score and bound may become minus infinity. Without an overriding member there are no
    /// bounds: plus infinity.
    virtual void bounded_additions(VariableId child, std::span<const VariableId> parents,
                                   std::span<const VariableId> candidates, double worth,
                                   std::span<double> scores, std::span<double> bounds) const;

protected:
    DecomposableScore() = default;
    DecomposableScore(const DecomposableScore&) = default;
    DecomposableScore& operator=(const DecomposableScore&) = default;
};

/// A score that remembers the families it was asked for, for searches that come back to them, such
/// as random restarts and what searches arcs and classes in turn.
///
/// Looking a family up costs as much as counting a small one: what asks for hardly any family twice
/// is faster by the score itself.
///
/// It keeps up to `most_families` scores, whatever comes first, and passes on later questions about
/// other families. Families of different children never wait for each other.
class CachedScore final : public DecomposableScore {
public:
    static constexpr std::size_t default_families = std::size_t{1} << 20;

    /// `score` must outlive this.
    explicit CachedScore(const DecomposableScore& score,
                         std::size_t most_families = default_families);

    std::size_t variables() const override { return score_.variables(); }
    double family(VariableId child, std::span<const VariableId> parents) const override;
    void additions(VariableId child, std::span<const VariableId> parents,
                   std::span<const VariableId> candidates, std::span<double> scores) const override;
    /// Those of the score itself: exact search asks for no family twice.
    void bounded_additions(VariableId child, std::span<const VariableId> parents,
                           std::span<const VariableId> candidates, double worth,
                           std::span<double> scores, std::span<double> bounds) const override {
        score_.bounded_additions(child, parents, candidates, worth, scores, bounds);
    }

    /// Number of families whose score is kept.
    std::size_t size() const;

private:
    using Parents = std::vector<VariableId>;
    struct Hash {
        std::size_t operator()(const Parents& parents) const;
    };
    struct Families {
        std::mutex mutex;
        std::unordered_map<Parents, double, Hash> scores;
    };

    void remember(Families& families, Parents parents, double score) const;

    const DecomposableScore& score_;
    std::size_t most_per_child_;
    mutable std::vector<Families> by_child_;  ///< each under its own mutex
};

}  // namespace pgm::learners

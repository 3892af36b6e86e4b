#pragma once

#include <pgm/core/ids.hpp>

#include <array>
#include <bitset>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
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

    /// scores[i] becomes family(child, parents and candidates[i]), bit for bit. No candidate
    /// is the child or one of the parents. Faster than one call per candidate where the counts of
    /// the smaller family can be shared; without an overriding member it is that loop.
    virtual void additions(VariableId child, std::span<const VariableId> parents,
                           std::span<const VariableId> candidates, std::span<double> scores) const;

    /// Scores additions, and bounds[i] becomes an upper bound of the scores of that family and of
    /// all with more parents, so that exact search need not look at families that cannot be best. A
    /// family for which that is known beforehand need not be scored: as its bound is at most
    /// `worth`, or as it and all with more parents score no more than without the candidate. Score
    /// and bound may then become minus infinity. Without an overriding member there are no bounds:
    /// plus infinity.
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
/// The scores of one set of parents and one more each are found together, so that asking again for
/// the additions of all variables costs one look-up. A single family is found as an addition to its
/// parents but one.
///
/// It has memory for about `most_families` scores, shared evenly by the children; what comes first
/// is kept, and later questions about other families are passed on. Families of different children
/// never wait for each other.
class CachedScore final : public DecomposableScore {
public:
    /// About 150 MB, twice that where hardly two families share all parents but one.
    static constexpr std::size_t default_families = std::size_t{1} << 24;

    /// `score` must outlive this.
    explicit CachedScore(const DecomposableScore& score,
                         std::size_t most_families = default_families);

    std::size_t variables() const override { return score_.variables(); }
    double family(VariableId child, std::span<const VariableId> parents) const override;
    void additions(VariableId child, std::span<const VariableId> parents,
                   std::span<const VariableId> candidates, std::span<double> scores) const override;
    /// The bounds of the score itself: exact search asks for no family twice.
    void bounded_additions(VariableId child, std::span<const VariableId> parents,
                           std::span<const VariableId> candidates, double worth,
                           std::span<double> scores, std::span<double> bounds) const override {
        score_.bounded_additions(child, parents, candidates, worth, scores, bounds);
    }

    /// Number of families whose score is kept.
    std::size_t size() const;

private:
    static constexpr std::size_t block_size = 16;

    /// Some scores of one set of parents and one more, in blocks of variables one behind the other.
    class AdditionScores {
    public:
        /// Null where it is not known.
        const double* find(VariableId added) const;
        bool has_block(VariableId added) const;
        void set(VariableId added, double score);
        std::size_t size() const;

    private:
        struct ScoreBlock {
            std::bitset<block_size> known;
            std::array<double, block_size> scores;
        };
        std::vector<std::unique_ptr<ScoreBlock>> blocks_;
    };

    using Parents = std::vector<VariableId>;
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::span<const VariableId> parents) const;
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(std::span<const VariableId> a, std::span<const VariableId> b) const;
    };
    struct Families {
        std::mutex mutex;
        std::optional<double> without_parents;
        std::unordered_map<Parents, AdditionScores, Hash, Equal> additions;  ///< by the other ones
        std::size_t blocks = 0;
    };

    /// The score if it is known, else null; both members need the mutex of the families.
    static std::optional<double> find(const Families& families,
                                      std::span<const VariableId> parents);
    void remember(Families& families, std::span<const VariableId> parents,
                  std::span<const VariableId> added, std::span<const double> scores) const;

    const DecomposableScore& score_;
    std::size_t most_blocks_;                 ///< of each child
    mutable std::vector<Families> by_child_;  ///< each under its own mutex
};

}  // namespace pgm::learners

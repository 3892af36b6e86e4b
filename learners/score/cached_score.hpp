#pragma once

#include <learners/score/decomposable_score.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace pgm::learners {

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

    /// How many families it remembers.
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

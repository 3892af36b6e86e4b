#pragma once

#include <pgm/inference/detail/continuous/linear_posteriors.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The work that questions about continuous variables with the same evidence share: the memory of
/// one thread, for one engine.
class RepeatedEvidence {
public:
    /// True of the evidence of the last start(), with the same bits.
    bool is_same(const Evidence& evidence) const;
    /// New evidence, of which nothing is known until finish().
    void start(const Evidence& evidence);
    /// True if the evidence is possible for its densities, and whether it is all about values and
    /// states, without intervals.
    void finish(bool is_possible, bool is_linear);

    /// Another one for every start(), never 0.
    std::uint64_t number() const { return number_; }
    bool is_possible() const { return is_possible_; }
    bool is_linear() const { return is_linear_; }

    /// P(variables | e), once it was added; null before. Good until the next one is added.
    const JointPosterior* find(std::span<const VariableId> variables) const;
    const JointPosterior& add(std::span<const VariableId> variables, JointPosterior posterior);

    LinearPosteriors posteriors;
    std::vector<DensityComponent> components;  ///< of the last answer

private:
    struct KnownPosterior {
        std::vector<VariableId> variables;
        JointPosterior posterior;
    };

    Evidence evidence_;
    std::uint64_t number_ = 0;
    bool is_known_ = false, is_possible_ = false, is_linear_ = false;
    std::vector<KnownPosterior> known_;
    std::size_t cells_ = 0;  ///< of known_
};

}  // namespace pgm::detail

#pragma once

#include <pgm/inference/detail/continuous/discretised_model.hpp>
#include <pgm/inference/detail/continuous/findings_by_variable.hpp>
#include <pgm/inference/detail/plan/plan_question.hpp>
#include <pgm/inference/detail/plan/query_tables.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace pgm::detail {

/// The summand by which a point mass enters a logarithm of densities: more than densities differ
/// by.
inline constexpr double point_mass_log = 0x1p20;

/// A question about a network with continuous variables, put to its discretised model. The memory
/// of one thread between questions.
struct HybridQuestion {
    std::shared_ptr<const DiscretisedModel> model;
    /// On the model: the discrete findings, and the factors that have something observed in
    /// them.
    CheckedEvidence evidence;
    QueryTables tables;

    FindingsByVariable findings;
    std::vector<Role> roles;                  ///< for continuous_components()
    std::vector<char> pattern, fixed;         ///< of a model with hidden variables
    std::vector<std::uint32_t> point_masses;  ///< by cell of the last factor

    /// The number of the evidence that this is about, see WorkspaceState; then also what was found.
    std::uint64_t number = 0;
    bool is_possible = false;
    double log_scale = 0;               ///< of the tables, before they have run
    std::vector<std::size_t> observed;  ///< the factors that have something observed in them

    /// Scratch by the model that it was for. One that has gone leaves nothing behind that matters:
    /// a scratch fits any model once it has been used for it.
    std::map<const DiscretisedModel*, ContinuousEvidence::Scratch> scratch;

    /// The memory for a model, which a question about the same finds as it left it.
    ContinuousEvidence::Scratch& scratch_for(const DiscretisedModel& model);
};

/// The discretised models of one network, made when they are first needed. Safe to use from many
/// threads.
class DiscretisedModels {
public:
    /// `targets` are the discrete variables that may be asked for and observed, ascending.
    DiscretisedModels(const BayesianNetwork& network, std::vector<VariableId> targets,
                      const EngineOptions& options);

    /// Fills in the question about these targets; false when the evidence is seen to have density
    /// zero. Evidence with the number of the last one, which is not 0, is the same. Throws
    /// EvidenceError and TooLargeError as ContinuousEvidence does.
    bool prepare(const CheckedEvidence& evidence, const Targets& targets, HybridQuestion& question,
                 std::uint64_t number = 0) const;

    /// True if some discrete variable has continuous parents.
    bool has_cut_variables() const { return !thresholds_.empty(); }

    /// The one for all questions without hidden variables: what every batch without missing values
    /// needs.
    const DiscretisedModel& common() const { return *common_; }

private:
    bool has_hidden(const CheckedEvidence& evidence, const HybridQuestion& question) const;
    std::shared_ptr<const DiscretisedModel> model_for(const CheckedEvidence& evidence,
                                                      HybridQuestion& question) const;
    bool reduce(HybridQuestion& question) const;
    bool add_factor(std::size_t factor, const ObservedBlock& block,
                    ContinuousEvidence::Scratch& scratch, HybridQuestion& question) const;

    const BayesianNetwork& network_;
    std::vector<VariableId> targets_;
    std::vector<VariableId> thresholds_;  ///< discrete variables with continuous parents
    EngineOptions options_;
    std::shared_ptr<const DiscretisedModel> common_;
    using Patterns = std::map<std::vector<char>, std::shared_ptr<const DiscretisedModel>>;
    mutable std::mutex mutex_;
    mutable Patterns by_pattern_;  ///< made when they are first needed, under the mutex
};

}  // namespace pgm::detail

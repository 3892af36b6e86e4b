#pragma once

#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine_options.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/inference/predicted_cost.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/inference/workspace.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/model.hpp>
#include <pgm/model/network.hpp>

#include <memory>
#include <span>
#include <vector>

namespace pgm {

struct BatchPosterior;
struct ContinuousBatchPosterior;

namespace detail {
class EngineImplementation;
class MixtureEngine;
}  // namespace detail

/// Exact answers about a model: one network, or a mixture of several over the same variables.
///
/// Immutable after construction: every member is `const` and may be called from many threads at
/// once, each with a Workspace of its own (or none, and one is made for the call). The answers
/// depend only on the network, the question and the evidence: not on the number of threads, nor on
/// what was asked before, to the last bit.
///
///     InferenceEngine engine(network);
///     Posterior posterior = engine.marginals(Evidence{}.observe(network, "Wet", "wet"));
///     posterior.marginal(network.id("Rain"));  // {P(no | wet), P(yes | wet)}
///
/// Method: evidence and zeros in the tables first shrink the network (arc_consistency.hpp,
/// relevance.hpp); what is left is compiled into a Plan, a flat list of table contractions found by
/// greedy triangulation (elimination_order.hpp, contraction_tree.hpp); running it forward gives
/// P(e), backward the derivatives and hence every posterior (Darwiche 2003, "A differential
/// approach to inference in Bayesian networks"). Plans are cached by what is observed, not by the
/// values observed. Networks of a few hundred assignments are answered by adding up cells of their
/// joint table (joint_table.hpp), by the definition.
///
/// Continuous variables (cpd.hpp) may be observed or set to a value. Observed values become
/// factors over discrete variables (continuous_evidence.hpp), log P(e) then contains their log
/// densities; unknown linear Gaussians are integrated out exactly. Most probable assignments are of
/// discrete variables only, and so are "all variables" of marginals() and joint(): a continuous
/// variable has a density, which density() gives.
///
/// Discrete distributions that are no tables (noisy_max_cpd.hpp) become products of tables with
/// hidden variables (expanded_network.hpp), which answers do not contain. A most probable
/// explanation of such a network is a marginal MAP assignment, with the cost of one.
///
/// With several networks (model.hpp) distributions and probabilities are those of the mixture, of
/// the members that take part given the evidence; do(X=x) applies to every member. The most
/// probable assignment of a mixture is not that of any member; it is found in the joint
/// distribution of the variables in question, so a table of more than 2^24 cells is refused.
///
/// Errors: EvidenceError for findings that do not fit the network, ArgumentError for targets that
/// do not, TooLargeError before allocating when the network is too densely connected for exact
/// inference.
class InferenceEngine : public Solver {
public:
    /// Engine of a network, which is a model by itself, or of several.
    explicit InferenceEngine(Model model, EngineOptions options = {});
    ~InferenceEngine() override;
    InferenceEngine(InferenceEngine&&) noexcept;
    InferenceEngine& operator=(InferenceEngine&&) noexcept;

    const Model& model() const { return model_; }
    /// The network of the first member: all members have its variables.
    const BayesianNetwork& network() const override { return model_.network(); }
    /// The network of a model that has one, for what reads its graph or its tables. Throws
    /// ArgumentError for a mixture.
    const BayesianNetwork& only_network() const;
    const EngineOptions& options() const { return options_; }

    /// A workspace also has the time of compiling; no allocation once it was used for a question of
    /// this kind. Throws ArgumentError for the families of a mixture, and TooLargeError for more
    /// components of a density than EngineOptions::max_mixture_components.
    SolverAnswer ask(const Question& question, Workspace& workspace) const override;
    /// An engine with the same options for the model with every network extended.
    std::unique_ptr<const Solver> extended(const NetworkExtension& extension) const override;
    bool is_mixture() const override { return model_.is_mixture(); }

    using Solver::marginals;
    /// One posterior per evidence, computed on `threads` threads (0 = one per core).
    std::vector<Posterior> marginals(std::span<const Evidence> rows, std::size_t threads = 1) const;

    /// Predicted cost of marginals(evidence), and the kinds of plan that compete for it; if it is
    /// answered in parts, those of the longest part. Compiles the plan, allocates no arena. Throws
    /// ArgumentError for a mixture, which has a plan for every member.
    PredictedCost predicted_cost(const Evidence& evidence = {}) const;

    /// P(X | e_r) of a discrete variable, or of all of them, for every row of a table of findings:
    /// the answers of the questions above to each row, within 1e-13, at a fraction of the price.
    /// Throws EvidenceError, naming variable and row, for cells that are no states. Callers include
    /// <pgm/inference/batch_posterior.hpp>, which defines the answers.
    BatchPosterior marginals(VariableId target, const EvidenceColumns& rows,
                             const BatchOptions& options = {}) const;
    BatchPosterior marginals(const EvidenceColumns& rows, const BatchOptions& options = {}) const;

    /// P(target | e_r) of a continuous variable for every row of a table of findings: its mean,
    /// standard deviation and central interval, and the scores of these forecasts where the true
    /// values are given. Rows in which the same variables are observed, and the same states of the
    /// discrete parents, share one regression of the target on all observed values for each
    /// configuration of the other parents, so that a row costs a few dot products. Throws as
    /// density() and marginals() of rows do, and ArgumentError for an interval that is none and for
    /// another number of true values.
    ContinuousBatchPosterior densities(VariableId target, const EvidenceColumns& rows,
                                       const BatchOptions& options = {}) const;
    /// The same bits for each of several variables, which share all that does not depend on which
    /// of them is asked for. True values can be given for one variable only.
    std::vector<ContinuousBatchPosterior> densities(std::span<const VariableId> targets,
                                                    const EvidenceColumns& rows,
                                                    const BatchOptions& options = {}) const;

private:
    const detail::EngineImplementation& of_one_network(const char* what) const;

    Model model_;
    EngineOptions options_;
    // One of the two, by the number of networks; both refer to the model.
    std::unique_ptr<detail::EngineImplementation> single_;
    std::unique_ptr<detail::MixtureEngine> mixture_;
};

}  // namespace pgm

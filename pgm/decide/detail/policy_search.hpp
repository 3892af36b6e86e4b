#pragma once

#include <pgm/decide/decision_options.hpp>
#include <pgm/decide/detail/information.hpp>
#include <pgm/decide/detail/policy_model.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// What is known when each decision is taken.
std::vector<std::vector<VariableId>> known_by_decision(const InfluenceDiagram& diagram);

/// Expected utilities over some targets: null where a configuration is impossible.
struct ExpectedUtilities {
    Scope scope;
    std::vector<std::optional<double>> values;  ///< by cell
    std::vector<double> probabilities;  ///< of the cells and the findings, decisions at random
};

/// A diagram with findings and with what each decision may depend on, whose policies are found.
class PolicySearch {
public:
    /// `known` is what each decision may depend on. All must outlive the object.
    PolicySearch(const InfluenceDiagram& diagram, std::vector<std::vector<VariableId>> known,
                 const Evidence& evidence, const DecisionOptions& options);

    /// Finds policies of all decisions without finding that are not settled. False where the
    /// findings are impossible. May be called again with other findings on the same variables.
    bool optimise();

    /// True unless some decisions could only be improved one at a time.
    bool is_exact() const { return is_exact_; }
    double value() const { return value_; }
    Policy policy(std::size_t decision) const;
    bool has_finding(std::size_t decision) const { return has_finding_[decision] != 0; }
    std::span<const VariableId> needed(std::size_t decision) const {
        return information_.known(decision);
    }
    bool has_influence(std::size_t decision) const {
        return !information_.utilities_of(decision).empty();
    }
    /// True if the best policies make some findings more probable than others would: then they
    /// answer what is best where these are known, and not which strategy is best on average.
    bool touches_findings() const;
    /// Two expected utilities that differ by less are equal to rounding.
    double tolerance() const { return tolerance_; }
    /// The alternatives whose expected utility is the greatest, ascending; none where all are
    /// impossible.
    std::vector<StateId> best_of(std::span<const std::optional<double>> values) const;

    /// Expected utilities given the targets under the policies found, but for that of the decision
    /// asked about, which is the last target, and those that are functions of targets: whatever was
    /// decided then, the rest follows.
    ExpectedUtilities expected(std::span<const VariableId> targets) {
        return expected(targets, false);
    }
    /// Those by which a decision was optimised, over what it needs and itself, if they are the
    /// same; or null.
    const ExpectedUtilities* found_by(std::size_t decision) const {
        return is_final_[decision] ? &worth_[decision] : nullptr;
    }

private:
    ExpectedUtilities expected(std::span<const VariableId> targets, bool for_any_policy);
    bool is_free(std::size_t decision) const {
        return !has_finding(decision) && is_given_[decision] == 0;
    }
    void set_scale();
    bool is_function_of(std::size_t decision, std::span<const VariableId> targets) const;
    ExpectedUtilities expected_as_followed(std::span<const VariableId> targets);
    bool improve(std::size_t decision, bool for_any_policy);
    bool improve_in_turn(std::span<const std::size_t> decisions);
    bool improve_from_starts(std::span<const std::size_t> decisions);
    std::optional<double> expected_utility();
    std::optional<double> value_of_policy(std::size_t decision) const;

    const InfluenceDiagram* diagram_;
    const Evidence* evidence_;
    const DecisionOptions* options_;
    std::vector<ScaledUtility> utilities_;
    double tolerance_ = 0, least_ = 0;
    std::vector<char> has_finding_, is_given_;  ///< by decision
    DecisionInformation information_;
    std::vector<std::size_t> order_;  ///< exact, of decisions that are free
    std::optional<PolicyModel> model_;
    std::vector<std::vector<StateId>> choice_;  ///< by decision and cell
    std::vector<ExpectedUtilities> worth_;      ///< by decision, when it was last improved
    std::vector<char> is_final_;                ///< whether later policies change nothing of it
    bool is_exact_ = true;
    double value_ = 0;
};

}  // namespace pgm::detail

#pragma once

#include <pgm/decide/decide.hpp>
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
    /// findings are impossible.
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
    /// Two expected utilities that differ by less are equal to rounding.
    double tolerance() const { return tolerance_; }

    /// Expected utilities given the targets under the policies found, but for those of targets.
    ExpectedUtilities expected(std::span<const VariableId> targets);

private:
    ExpectedUtilities expected_as_followed(std::span<const VariableId> targets);
    bool improve(std::size_t decision);
    bool improve_in_turn(std::span<const std::size_t> decisions);
    std::optional<double> expected_utility();

    const InfluenceDiagram* diagram_;
    const Evidence* evidence_;
    const DecisionOptions* options_;
    std::vector<ScaledUtility> utilities_;
    double tolerance_ = 0, least_ = 0;
    Information information_;
    std::optional<PolicyModel> model_;
    std::vector<char> has_finding_, is_given_;
    std::vector<std::vector<StateId>> choice_;  ///< by decision and cell
    bool is_exact_ = true;
    double value_ = 0;
};

}  // namespace pgm::detail

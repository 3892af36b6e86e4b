#include <pgm/decide/decide.hpp>

#include <pgm/core/error.hpp>
#include <pgm/decide/detail/findings.hpp>
#include <pgm/decide/detail/policy_search.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

using detail::ExpectedUtilities;
using detail::PolicySearch;

namespace {

void check_options(const InfluenceDiagram& diagram, const DecisionOptions& options) {
    check_strategy(diagram, options.given);
    const std::optional<double>& tolerance = options.risk_tolerance;
    if (tolerance && !(*tolerance > 0 && std::isfinite(*tolerance)))
        throw ArgumentError("the risk tolerance is a positive number",
                            "without one the expected utility is maximised");
}

/// The cells of a table over these variables, as a double.
double cells(const BayesianNetwork& network, std::span<const VariableId> variables) {
    double product = 1;
    for (const VariableId variable : variables)
        product *= static_cast<double>(network.cardinality(variable));
    return product;
}

DecisionTable table_of(const InfluenceDiagram& diagram, PolicySearch& search, std::size_t number,
                       const Evidence& evidence, std::size_t most_histories) {
    const BayesianNetwork& network = diagram.network();
    DecisionTable table{
        .decision = diagram.decisions()[number], .given = {}, .needed = {}, .rows = {}};
    table.has_influence = search.has_influence(number);
    table.needed.assign(search.needed(number).begin(), search.needed(number).end());
    for (const VariableId variable : diagram.known(table.decision))
        if (!detail::is_fixed(evidence, variable)) table.given.push_back(variable);
    if (cells(network, table.given) > static_cast<double>(most_histories))
        table.given = table.needed;
    std::vector<VariableId> targets = table.given;
    targets.push_back(table.decision);
    const ExpectedUtilities* const found =
        table.given == table.needed ? search.found_by(number) : nullptr;
    const ExpectedUtilities worth = found != nullptr ? *found : search.expected(targets);
    const std::size_t alternatives = network.cardinality(table.decision);
    for (std::size_t first = 0; first < worth.values.size(); first += alternatives) {
        const auto values = std::span(worth.values).subspan(first, alternatives);
        DecisionRow row;
        row.best = search.best_of(values);
        if (row.best.empty()) continue;
        row.expected_utility.assign(values.begin(), values.end());
        row.given = worth.scope.states(first);
        row.given.pop_back();
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Proves that no strategy is better than one that was found policy by policy, or finds a better
/// one: policies are fixed one decision after the other, and what the others can still reach is at
/// most what they would reach with recall.
class BranchAndBound {
public:
    BranchAndBound(const InfluenceDiagram& diagram, const PolicySearch& found,
                   const Evidence& evidence, const DecisionOptions& options)
        : diagram_(diagram),
          evidence_(evidence),
          options_(options),
          trials_left_(options.most_trials),
          tolerance_(found.tolerance()),
          value_(found.value()) {
        std::vector<VariableId> before;
        for (std::size_t d = 0; d < diagram.decisions().size(); ++d) {
            needed_.emplace_back(found.needed(d).begin(), found.needed(d).end());
            for (const VariableId variable : needed_.back())
                if (std::ranges::find(before, variable) == before.end()) before.push_back(variable);
            relaxed_.push_back(before);
            before.push_back(diagram.decisions()[d]);
            is_free_.push_back(!found.has_finding(d) &&
                               options.given.find(diagram.decisions()[d]) == nullptr);
        }
    }

    /// False where the trials did not suffice.
    bool run() { return explore(0, options_.given); }

    /// A better strategy than the one that was found, if there is one.
    const std::optional<Strategy>& better() const { return better_; }

private:
    bool explore(std::size_t next, const Strategy& settled) {
        while (next < is_free_.size() && !is_free_[next]) ++next;
        if (trials_left_ == 0) return false;
        --trials_left_;
        DecisionOptions options = options_;
        options.given = settled;
        PolicySearch bound(diagram_, relaxed_, evidence_, options);
        if (!bound.optimise()) return true;
        if (bound.is_exact() && bound.value() <= value_ + tolerance_) return true;
        if (next == is_free_.size()) {
            value_ = bound.value();
            better_ = settled;
            return true;
        }
        return try_policies(next, settled);
    }

    bool try_policies(std::size_t decision, const Strategy& settled) {
        const BayesianNetwork& network = diagram_.network();
        std::vector<std::size_t> sizes;
        for (const VariableId variable : needed_[decision])
            sizes.push_back(network.cardinality(variable));
        const VariableId variable = diagram_.decisions()[decision];
        Policy policy{variable, Scope(needed_[decision], sizes), {}};
        const std::vector<std::size_t> alternatives(policy.given.cells(),
                                                    network.cardinality(variable));
        std::vector<std::uint32_t> choice(policy.given.cells(), 0);
        do {
            policy.choice.clear();
            for (const std::uint32_t alternative : choice) policy.choice.emplace_back(alternative);
            Strategy more = settled;
            more.policies.push_back(policy);
            if (!explore(decision + 1, more)) return false;
        } while (next_cell(choice, alternatives) != 0);
        return true;
    }

    const InfluenceDiagram& diagram_;
    const Evidence& evidence_;
    const DecisionOptions& options_;
    std::size_t trials_left_;
    double tolerance_, value_;
    std::vector<std::vector<VariableId>> needed_, relaxed_;
    std::vector<char> is_free_;
    std::optional<Strategy> better_;
};

}  // namespace

DecisionEngine::DecisionEngine(InfluenceDiagram diagram, DecisionOptions options)
    : diagram_(std::move(diagram)), options_(std::move(options)) {
    check_options(diagram_, options_);
}

DecisionEngine::~DecisionEngine() = default;

/// The search of the last question, where the same variables have findings of the same kinds.
PolicySearch& DecisionEngine::search_for(const Evidence& evidence) {
    const auto is_alike = [](const Evidence::Item& a, const Evidence::Item& b) {
        return a.variable == b.variable && a.finding.index() == b.finding.index();
    };
    const bool fits = search_ != nullptr && std::ranges::equal(evidence, evidence_, is_alike);
    if (!fits) {
        detail::check_findings(diagram_.network(), evidence);
        search_.reset();
    }
    evidence_ = evidence;
    if (!fits)
        search_ = std::make_unique<PolicySearch>(diagram_, detail::known_by_decision(diagram_),
                                                 evidence_, options_);
    return *search_;
}

DecisionSolution DecisionEngine::decide(const Evidence& evidence) {
    DecisionSolution solution;
    PolicySearch& search = search_for(evidence);
    if (!search.optimise()) {
        solution.status = PosteriorStatus::impossible;
        return solution;
    }
    using enum DecisionSolution::Optimality;
    if (search.touches_findings()) solution.optimal = local;
    if (!search.is_exact()) {
        BranchAndBound proof(diagram_, search, evidence_, options_);
        if (!proof.run()) solution.optimal = local;
        if (proof.better()) {
            DecisionOptions settled = options_;
            settled.given = *proof.better();
            DecisionSolution better = DecisionEngine(diagram_, settled).decide(evidence_);
            better.optimal = solution.optimal;
            return better;
        }
    }
    solution.maximum_expected_utility = search.value();
    for (std::size_t d = 0; d < diagram_.decisions().size(); ++d) {
        if (search.has_finding(d)) continue;
        solution.strategy.policies.push_back(search.policy(d));
        solution.decisions.push_back(
            table_of(diagram_, search, d, evidence_, options_.most_histories));
    }
    return solution;
}

DecisionSolution decide(const InfluenceDiagram& diagram, const Evidence& evidence,
                        const DecisionOptions& options) {
    return DecisionEngine(diagram, options).decide(evidence);
}

}  // namespace pgm

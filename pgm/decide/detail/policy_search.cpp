#include <pgm/decide/detail/policy_search.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

/// The tables of the total utility with their least cell taken away; those of an exponential
/// utility are exp(-(u - least) / R), so that their product is what is minimised.
std::vector<ScaledUtility> scaled_utilities(const InfluenceDiagram& diagram,
                                            const std::optional<double>& risk_tolerance) {
    std::vector<ScaledUtility> utilities;
    for (Table& table : total_utility(diagram)) {
        utilities.push_back(scaled_utility(std::move(table)));
        ScaledUtility& utility = utilities.back();
        if (!risk_tolerance) continue;
        for (double& cell : utility.table.values())
            cell = std::exp(-cell * (utility.range / *risk_tolerance));
    }
    return utilities;
}

std::vector<Scope> scopes_of(std::span<const ScaledUtility> utilities) {
    std::vector<Scope> scopes;
    for (const ScaledUtility& utility : utilities) scopes.push_back(utility.table.scope());
    return scopes;
}

/// With an exponential utility all tables are one factor of the same expectation.
std::vector<Scope> scopes_for_information(std::span<const ScaledUtility> utilities,
                                          bool is_one_product) {
    std::vector<Scope> scopes = scopes_of(utilities);
    if (!is_one_product || scopes.size() < 2) return scopes;
    std::vector<VariableId> members;
    std::vector<std::size_t> ones;
    for (const Scope& scope : scopes)
        for (const VariableId variable : scope.variables())
            if (std::ranges::find(members, variable) == members.end()) members.push_back(variable);
    ones.assign(members.size(), 1);
    return {Scope(members, ones)};
}

std::vector<VariableId> variables_with_findings(const Evidence& evidence) {
    std::vector<VariableId> variables;
    for (const Evidence::Item& item : evidence)
        if (state_of(item.finding)) variables.push_back(item.variable);
    return variables;
}

std::vector<VariableId> with(std::vector<VariableId> variables, VariableId more) {
    variables.push_back(more);
    return variables;
}

}  // namespace

std::vector<std::vector<VariableId>> known_by_decision(const InfluenceDiagram& diagram) {
    std::vector<std::vector<VariableId>> known;
    for (const VariableId decision : diagram.decisions()) {
        const std::span<const VariableId> variables = diagram.known(decision);
        known.emplace_back(variables.begin(), variables.end());
    }
    return known;
}

PolicySearch::PolicySearch(const InfluenceDiagram& diagram,
                           std::vector<std::vector<VariableId>> known, const Evidence& evidence,
                           const DecisionOptions& options)
    : diagram_(&diagram),
      evidence_(&evidence),
      options_(&options),
      utilities_(scaled_utilities(diagram, options.risk_tolerance)),
      information_(diagram, std::move(known),
                   scopes_for_information(utilities_, options.risk_tolerance.has_value()),
                   variables_with_findings(evidence)) {
    constexpr double rounding = 1e-12;
    for (const ScaledUtility& utility : utilities_) {
        tolerance_ += rounding * utility.range;
        least_ += utility.least;
    }
    const std::span<const VariableId> decisions = diagram.decisions();
    information_.reduce();
    std::vector<std::vector<VariableId>> scopes;
    for (std::size_t d = 0; d < decisions.size(); ++d) {
        const Finding* const finding = evidence.find(decisions[d]);
        has_finding_.push_back(finding != nullptr && state_of(*finding).has_value());
        const Policy* const given = options.given.find(decisions[d]);
        is_given_.push_back(given != nullptr && !has_finding_.back());
        if (is_given_.back()) {
            const std::span<const VariableId> variables = given->given.variables();
            scopes.emplace_back(variables.begin(), variables.end());
        } else {
            const std::span<const VariableId> needed = information_.known(d);
            scopes.emplace_back(needed.begin(), needed.end());
        }
    }
    model_.emplace(diagram, scopes, utilities_, options.engine);
    choice_.resize(decisions.size());
    for (std::size_t d = 0; d < decisions.size(); ++d) {
        if (!is_given_[d]) continue;
        choice_[d] = options.given.find(decisions[d])->choice;
        model_->follow(d, choice_[d]);
    }
}

Policy PolicySearch::policy(std::size_t decision) const {
    return {diagram_->decisions()[decision], model_->given(decision), choice_[decision]};
}

ExpectedUtilities PolicySearch::expected(std::span<const VariableId> targets) {
    std::vector<std::size_t> not_followed;
    for (std::size_t d = 0; d < choice_.size(); ++d) {
        const VariableId decision = diagram_->decisions()[d];
        if (!model_->follows(d) || std::ranges::find(targets, decision) == targets.end()) continue;
        model_->follow_none(d);
        not_followed.push_back(d);
    }
    ExpectedUtilities result = expected_as_followed(targets);
    for (const std::size_t d : not_followed) model_->follow(d, choice_[d]);
    return result;
}

ExpectedUtilities PolicySearch::expected_as_followed(std::span<const VariableId> targets) {
    ExpectedUtilities result;
    const auto probability = model_->product(targets, *evidence_);
    if (!probability) return result;
    const Table& reached = probability->table;
    result.scope = reached.scope();
    result.values.resize(reached.size());
    for (std::size_t cell = 0; cell < reached.size(); ++cell) {
        if (reached[cell] > 0) result.values[cell] = least_;
        result.probabilities.push_back(reached[cell] * std::exp(probability->log_scale));
    }
    const bool is_product = options_->risk_tolerance.has_value();
    for (std::size_t u = 0; u < (is_product ? 1 : utilities_.size()); ++u) {
        const auto with = is_product ? PolicyModel::With::all : PolicyModel::With::one;
        const auto worth = model_->product(targets, *evidence_, with, u);
        if (!worth) continue;  // only the least utility is ever had
        const double scale = std::exp(worth->log_scale - probability->log_scale);
        for (std::size_t cell = 0; cell < reached.size(); ++cell) {
            if (!result.values[cell]) continue;
            const double ratio = scale * (worth->table[cell] / reached[cell]);
            *result.values[cell] += is_product ? -*options_->risk_tolerance * std::log(ratio)
                                               : utilities_[u].range * ratio;
        }
    }
    return result;
}

std::optional<double> PolicySearch::expected_utility() {
    const ExpectedUtilities all = expected({});
    return all.values.empty() ? std::nullopt : all.values.front();
}

/// Gives a decision the best policy beside those that are followed. False where the findings are
/// impossible.
bool PolicySearch::improve(std::size_t decision) {
    const std::vector<StateId> before = choice_[decision];
    const Scope& given = model_->given(decision);
    const VariableId variable = diagram_->decisions()[decision];
    const std::vector<VariableId> targets =
        with({given.variables().begin(), given.variables().end()}, variable);
    const ExpectedUtilities worth = expected(targets);
    if (worth.values.empty()) return false;
    const std::size_t alternatives = diagram_->network().cardinality(variable);
    choice_[decision].assign(given.cells(), StateId(std::size_t{0}));
    for (std::size_t row = 0; row < given.cells(); ++row) {
        const auto value = [&](std::size_t a) { return worth.values[row * alternatives + a]; };
        // A policy keeps its choice where no other one is better, so that improvement ends.
        std::optional<std::size_t> best;
        if (!before.empty() && value(before[row].index())) best = before[row].index();
        for (std::size_t a = 0; a < alternatives; ++a)
            if (value(a) && (!best || *value(a) > *value(*best) + tolerance_)) best = a;
        if (best) choice_[decision][row] = StateId(*best);
    }
    model_->follow(decision, choice_[decision]);
    return true;
}

/// Improves policies one at a time until none can be.
bool PolicySearch::improve_in_turn(std::span<const std::size_t> decisions) {
    constexpr std::size_t most_rounds = 100;
    for (const std::size_t d : decisions)
        if (!improve(d)) return false;
    for (std::size_t round = 0; round < most_rounds; ++round) {
        bool is_changed = false;
        for (const std::size_t d : decisions) {
            const std::vector<StateId> before = choice_[d];
            improve(d);
            is_changed = is_changed || before != choice_[d];
        }
        if (!is_changed) return true;
    }
    return true;
}

bool PolicySearch::optimise() {
    std::vector<char> is_settled = has_finding_;
    for (std::size_t d = 0; d < is_settled.size(); ++d)
        if (is_given_[d]) is_settled[d] = 1;
    for (const std::size_t d : information_.exact_order(is_settled)) {
        if (!improve(d)) return false;
        is_settled[d] = 1;
    }
    std::vector<std::size_t> left;
    for (std::size_t d = is_settled.size(); d-- > 0;)
        if (!is_settled[d]) left.push_back(d);
    is_exact_ = left.empty();
    std::vector<std::vector<StateId>> best;
    constexpr std::size_t starts = 8;
    Rng rng(1);
    for (std::size_t start = 0; start < starts && !is_exact_; ++start) {
        for (const std::size_t d : left) {
            choice_[d].clear();
            model_->follow_none(d);
            if (start == 0) continue;  // each alternative equally probable
            const std::size_t alternatives =
                diagram_->network().cardinality(diagram_->decisions()[d]);
            for (std::size_t row = 0; row < model_->given(d).cells(); ++row)
                choice_[d].push_back(StateId(
                    static_cast<std::size_t>(rng.uniform() * static_cast<double>(alternatives))));
            model_->follow(d, choice_[d]);
        }
        if (!improve_in_turn(left)) return false;
        const std::optional<double> reached = expected_utility();
        if (!reached || (!best.empty() && *reached <= value_ + tolerance_)) continue;
        value_ = *reached;
        best = choice_;
    }
    if (!is_exact_ && best.empty()) return false;
    for (const std::size_t d : left) {
        choice_[d] = best[d];
        model_->follow(d, choice_[d]);
    }
    const std::optional<double> reached = expected_utility();
    if (reached) value_ = *reached;
    return reached.has_value();
}

}  // namespace pgm::detail

#include <pgm/decide/detail/policy_search.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/decide/detail/findings.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm::detail {
namespace {

/// The tables of the total utility with their least cell taken away; those of an exponential
/// utility are exp(-(u - least) / R), so that their product is what is minimised.
std::vector<ScaledUtility> scaled_utilities(const InfluenceDiagram& diagram,
                                            const std::optional<double>& risk_tolerance) {
    std::vector<ScaledUtility> utilities;
    for (Table& table : total_utility(diagram)) {
        utilities.push_back(scaled_utility(std::move(table)));
        if (risk_tolerance) utilities.back().make_exponential(*risk_tolerance);
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

/// What each decision may depend on, or does if it is settled.
std::vector<std::vector<VariableId>> known_or_settled(const InfluenceDiagram& diagram,
                                                      std::vector<std::vector<VariableId>> known,
                                                      const Strategy& settled) {
    for (std::size_t d = 0; d < known.size(); ++d) {
        const Policy* const policy = settled.find(diagram.decisions()[d]);
        if (policy == nullptr) continue;
        const std::span<const VariableId> variables = policy->given.variables();
        known[d].assign(variables.begin(), variables.end());
    }
    return known;
}

std::vector<char> have_findings(const InfluenceDiagram& diagram, const Evidence& evidence) {
    std::vector<char> have;
    for (const VariableId decision : diagram.decisions())
        have.push_back(is_fixed(evidence, decision));
    return have;
}

std::vector<char> are_given(const InfluenceDiagram& diagram, const Strategy& settled,
                            std::span<const char> has_finding) {
    std::vector<char> given;
    for (std::size_t d = 0; d < has_finding.size(); ++d)
        given.push_back(has_finding[d] == 0 && settled.find(diagram.decisions()[d]) != nullptr);
    return given;
}

std::vector<char> either(std::vector<char> some, std::span<const char> others) {
    for (std::size_t i = 0; i < some.size(); ++i) some[i] |= others[i];
    return some;
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
      has_finding_(have_findings(diagram, evidence)),
      is_given_(are_given(diagram, options.given, has_finding_)),
      information_(diagram, known_or_settled(diagram, std::move(known), options.given),
                   either(is_given_, has_finding_),
                   scopes_for_information(utilities_, options.risk_tolerance.has_value()),
                   evidence) {
    set_scale();
    const std::span<const VariableId> decisions = diagram.decisions();
    information_.reduce();
    std::vector<std::vector<VariableId>> scopes;
    for (std::size_t d = 0; d < decisions.size(); ++d) {
        const std::span<const VariableId> depends_on =
            is_given_[d] ? options.given.find(decisions[d])->given.variables()
                         : information_.known(d);
        scopes.emplace_back(depends_on.begin(), depends_on.end());
    }
    model_.emplace(diagram, scopes, utilities_, options.engine);
    choice_.resize(decisions.size());
    for (std::size_t d = 0; d < decisions.size(); ++d) {
        if (!is_given_[d]) continue;
        choice_[d] = options.given.find(decisions[d])->choice;
        model_->follow(d, choice_[d]);
    }
}

/// The least total utility, and what is rounding beside the range of all.
void PolicySearch::set_scale() {
    constexpr double rounding = 1e-12, most_tolerant = 1e6;
    double range = 0;
    for (const ScaledUtility& utility : utilities_) {
        range += utility.range;
        least_ += utility.least;
    }
    if (!std::isfinite(least_) || !std::isfinite(least_ + range))
        throw ArgumentError("the utilities add up to more than a double holds",
                            "divide all of them by the same number");
    tolerance_ = rounding * range;
    const std::optional<double>& risk_tolerance = options_->risk_tolerance;
    if (!risk_tolerance) return;
    if (range > 0 && *risk_tolerance > most_tolerant * range)
        throw ArgumentError(
            "the risk tolerance is more than 10^6 times what the utilities range "
            "over, so that no risk matters",
            "without one the expected utility is maximised");
    tolerance_ += std::numeric_limits<double>::epsilon() * 16 * *risk_tolerance;
}

Policy PolicySearch::policy(std::size_t decision) const {
    return {diagram_->decisions()[decision], model_->given(decision), choice_[decision]};
}

bool PolicySearch::touches_findings() const {
    for (std::size_t d = 0; d < choice_.size(); ++d)
        if (is_free(d) && information_.touches_findings(d)) return true;
    return false;
}

/// True if what a policy chooses follows from the targets and the findings.
bool PolicySearch::is_function_of(std::size_t decision, std::span<const VariableId> targets) const {
    return std::ranges::all_of(model_->given(decision).variables(), [&](VariableId variable) {
        return is_fixed(*evidence_, variable) ||
               std::ranges::find(targets, variable) != targets.end();
    });
}

/// Where what follows does not depend on how targets were decided, that is asked `for_any_policy`,
/// so that histories which the policies do not come through have an answer, too.
ExpectedUtilities PolicySearch::expected(std::span<const VariableId> targets, bool for_any_policy) {
    std::vector<std::size_t> not_followed;
    for (std::size_t d = 0; d < choice_.size(); ++d) {
        const VariableId decision = diagram_->decisions()[d];
        if (!model_->follows(d) || std::ranges::find(targets, decision) == targets.end()) continue;
        if (decision != targets.back() && !for_any_policy && !is_function_of(d, targets)) continue;
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
        if (probability->is_positive(cell)) result.values[cell] = least_;
        result.probabilities.push_back(reached[cell] * std::exp(probability->log_scale));
    }
    const bool is_product = options_->risk_tolerance.has_value();
    for (std::size_t u = 0; u < (is_product ? 1 : utilities_.size()); ++u) {
        const auto with = is_product ? PolicyModel::With::all : PolicyModel::With::one;
        const auto worth = model_->product(targets, *evidence_, with, u);
        if (!worth) continue;  // only the least utility is ever had
        for (std::size_t cell = 0; cell < reached.size(); ++cell) {
            if (!result.values[cell]) continue;
            const double log_ratio = worth->log_ratio(*probability, cell);
            *result.values[cell] += is_product ? -*options_->risk_tolerance * log_ratio
                                               : utilities_[u].range * std::exp(log_ratio);
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
bool PolicySearch::improve(std::size_t decision, bool for_any_policy) {
    const std::vector<StateId> before = choice_[decision];
    const Scope& given = model_->given(decision);
    const VariableId variable = diagram_->decisions()[decision];
    const std::vector<VariableId> targets =
        with({given.variables().begin(), given.variables().end()}, variable);
    const ExpectedUtilities worth = expected(targets, for_any_policy);
    if (worth.values.empty()) return false;
    const std::size_t alternatives = diagram_->network().cardinality(variable);
    choice_[decision].resize(given.cells(), StateId(std::size_t{0}));
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
        if (!improve(d, false)) return false;
    for (std::size_t round = 0; round < most_rounds; ++round) {
        bool is_changed = false;
        for (const std::size_t d : decisions) {
            const std::vector<StateId> before = choice_[d];
            improve(d, false);
            is_changed = is_changed || before != choice_[d];
        }
        if (!is_changed) return true;
    }
    return true;
}

bool PolicySearch::optimise() {
    const std::vector<std::size_t> exact = information_.exact_order();
    for (const std::size_t d : exact)
        if (!improve(d, true)) return false;
    std::vector<std::size_t> left;
    for (std::size_t d = choice_.size(); d-- > 0;)
        if (is_free(d) && std::ranges::find(exact, d) == exact.end()) left.push_back(d);
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
        if (!improve_in_turn(left)) continue;  // the findings are impossible from here
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

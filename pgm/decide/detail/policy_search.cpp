#include <pgm/decide/detail/policy_search.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/decide/detail/findings.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm::detail {
namespace {

/// Tables that are small together are one, so that there is one question in place of many.
std::vector<Table> few_tables(const InfluenceDiagram& diagram) {
    constexpr std::size_t small = 512;
    std::vector<Table> tables = total_utility(diagram);
    std::vector<VariableId> members;
    double cells = 1;
    for (const Table& table : tables)
        for (std::size_t i = 0; i < table.scope().size(); ++i) {
            const VariableId variable = table.scope().variables()[i];
            if (std::ranges::find(members, variable) != members.end()) continue;
            members.push_back(variable);
            cells *= static_cast<double>(table.scope().cardinalities()[i]);
        }
    if (tables.size() < 2 || cells > static_cast<double>(small)) return tables;
    for (std::size_t i = 1; i < tables.size(); ++i) tables.front() = sum(tables.front(), tables[i]);
    tables.resize(1);
    return tables;
}

/// The tables of the total utility with their least cell taken away; those of an exponential
/// utility are exp(-(u - least) / R), so that their product is what is minimised.
std::vector<ScaledUtility> scaled_utilities(const InfluenceDiagram& diagram,
                                            const std::optional<double>& risk_tolerance) {
    std::vector<ScaledUtility> utilities;
    for (Table& table : few_tables(diagram)) {
        utilities.push_back(scaled_utility(std::move(table)));
        if (risk_tolerance) utilities.back().make_exponential(*risk_tolerance);
    }
    return utilities;
}

/// The variables of each table of the total utility; with an exponential utility all tables are
/// factors of the same expectation.
std::vector<std::vector<VariableId>> scopes_of(const InfluenceDiagram& diagram,
                                               bool is_one_product) {
    std::vector<std::vector<VariableId>> scopes;
    for (const Table& table : total_utility(diagram)) {
        const std::span<const VariableId> members = table.scope().variables();
        if (scopes.empty() || !is_one_product) scopes.emplace_back();
        for (const VariableId variable : members)
            if (std::ranges::find(scopes.back(), variable) == scopes.back().end())
                scopes.back().push_back(variable);
    }
    return scopes;
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
                   scopes_of(diagram, options.risk_tolerance.has_value()), evidence) {
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
    worth_.resize(decisions.size());
    is_final_.resize(decisions.size());
    order_ = information_.exact_order();
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

std::vector<StateId> PolicySearch::best_of(std::span<const std::optional<double>> values) const {
    std::optional<double> most;
    for (const std::optional<double>& value : values)
        if (value && (!most || *value > *most)) most = value;
    std::vector<StateId> best;
    for (std::size_t a = 0; a < values.size(); ++a)
        if (values[a] && *values[a] >= *most - tolerance_) best.emplace_back(a);
    return best;
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
        const bool is_in_range = worth->logs.empty() && probability->logs.empty() && !is_product;
        const double scale = std::exp(worth->log_scale - probability->log_scale);
        for (std::size_t cell = 0; cell < reached.size(); ++cell) {
            if (!result.values[cell]) continue;
            if (is_in_range) {
                *result.values[cell] +=
                    utilities_[u].range * (scale * (worth->table[cell] / reached[cell]));
                continue;
            }
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
    bool is_final = for_any_policy;  // those improved in turn follow others that still change
    for (std::size_t d = 0; d < choice_.size(); ++d) {
        const bool is_target =
            std::ranges::find(targets, diagram_->decisions()[d]) != targets.end();
        is_final = is_final && (d == decision || has_finding_[d] ||
                                (is_target ? is_function_of(d, targets) : model_->follows(d)));
    }
    is_final_[decision] = is_final;
    worth_[decision] = expected(targets, for_any_policy);
    const ExpectedUtilities& worth = worth_[decision];
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

/// The expected utility under all policies, from the numbers by which the last one was found. Null
/// where these do not say how probable its histories are.
std::optional<double> PolicySearch::value_of_policy(std::size_t decision) const {
    const ExpectedUtilities& worth = worth_[decision];
    const auto is_decision = [&](VariableId variable) {
        return diagram_->network().variable(variable).kind() == Variable::Kind::decision;
    };
    if (options_->risk_tolerance ||
        std::ranges::any_of(model_->given(decision).variables(), is_decision))
        return std::nullopt;
    const std::size_t rows = choice_[decision].size(), alternatives = worth.values.size() / rows;
    const auto cell = [&](std::size_t row) {
        return row * alternatives + choice_[decision][row].index();
    };
    double probability = 0, sum = 0;
    for (std::size_t row = 0; row < rows; ++row) probability += worth.probabilities[cell(row)];
    constexpr double rounded =
        std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
    if (probability < rounded) return std::nullopt;
    for (std::size_t row = 0; row < rows; ++row)
        if (const std::optional<double>& value = worth.values[cell(row)])
            sum += worth.probabilities[cell(row)] / probability * *value;
    return sum;
}

/// Improves decisions in turn from several policies to begin with; keeps the best.
bool PolicySearch::improve_from_starts(std::span<const std::size_t> decisions) {
    std::vector<std::vector<StateId>> best;
    constexpr std::size_t starts = 8;
    Rng rng(1);
    for (std::size_t start = 0; start < starts; ++start) {
        for (const std::size_t d : decisions) {
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
        if (!improve_in_turn(decisions)) continue;  // the findings are impossible from here
        const std::optional<double> reached = expected_utility();
        if (!reached || (!best.empty() && *reached <= value_ + tolerance_)) continue;
        value_ = *reached;
        best = choice_;
    }
    if (best.empty()) return false;
    for (const std::size_t d : decisions) {
        choice_[d] = best[d];
        model_->follow(d, choice_[d]);
    }
    return true;
}

bool PolicySearch::optimise() {
    std::vector<std::size_t> left;
    for (std::size_t d = has_finding_.size(); d-- > 0;) {
        is_final_[d] = 0;
        if (!is_free(d)) continue;
        choice_[d].clear();
        model_->follow_none(d);
        if (std::ranges::find(order_, d) == order_.end()) left.push_back(d);
    }
    for (const std::size_t d : order_)
        if (!improve(d, true)) return false;
    is_exact_ = left.empty();
    if (!is_exact_ && !improve_from_starts(left)) return false;
    std::optional<double> reached;
    if (is_exact_ && !order_.empty()) reached = value_of_policy(order_.back());
    if (!reached) reached = expected_utility();
    if (reached) value_ = std::abs(*reached) > tolerance_ ? *reached : 0;
    return reached.has_value();
}

}  // namespace pgm::detail

#include <tests/support/decision_tree.hpp>

#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::tests {
namespace {

Scope scope_of_policy(const InfluenceDiagram& diagram, VariableId decision) {
    const std::span<const VariableId> known = diagram.known(decision);
    std::vector<std::size_t> sizes;
    for (const VariableId variable : known)
        sizes.push_back(diagram.network().cardinality(variable));
    return Scope({known.begin(), known.end()}, sizes);
}

std::optional<StateId> fixed_state(const Evidence& evidence, VariableId variable) {
    const Finding* const finding = evidence.find(variable);
    return finding == nullptr ? std::nullopt : state_of(*finding);
}

}  // namespace

double DecisionTree::Worth::standard_deviation() const {
    const Rational variance = square / probability - expected() * expected();
    return std::sqrt(variance.convert_to<double>());
}

DecisionTree::Worth& DecisionTree::Worth::operator+=(const Worth& other) {
    probability += other.probability;
    utility += other.utility;
    square += other.square;
    return *this;
}

DecisionTree::DecisionTree(const InfluenceDiagram& diagram, const Evidence& evidence)
    : diagram_(&diagram),
      evidence_(&evidence),
      states_(diagram.network().size()),
      condition_(states_.size()) {
    for (const Cpd& cpd : diagram.network().cpds()) {
        std::vector<Rational>& cells = tables_.emplace_back();
        if (const auto* const table = std::get_if<TableCpd>(&cpd))
            for (const double cell : table->table().values()) cells.emplace_back(cell);
    }
}

DecisionTree::Worth DecisionTree::of(const Strategy& strategy,
                                     std::span<const VariableId> variables,
                                     std::span<const StateId> states) {
    for (std::size_t i = 0; i < variables.size(); ++i) condition_[variables[i].index()] = states[i];
    order_ = topological_order(diagram_->network().dag());
    std::erase_if(order_, [&](VariableId variable) {
        return !diagram_->network().variable(variable).is_discrete();
    });
    strategy_ = &strategy;
    rolls_back_ = false;
    const Worth worth = sum_over(0);
    std::ranges::fill(condition_, std::nullopt);
    return worth;
}

DecisionTree::Worth DecisionTree::roll_back(const Strategy& settled) {
    const BayesianNetwork& network = diagram_->network();
    order_.clear();
    histories_.clear();
    const auto add = [&](VariableId variable) {
        if (std::ranges::find(order_, variable) == order_.end()) order_.push_back(variable);
    };
    for (const VariableId decision : diagram_->decisions()) {
        std::ranges::for_each(diagram_->known(decision), add);
        add(decision);
    }
    for (std::size_t v = 0; v < network.size(); ++v)
        if (network.variables()[v].is_discrete()) add(VariableId(v));
    strategy_ = &settled;
    rolls_back_ = true;
    return sum_over(0);
}

bool DecisionTree::is_allowed(VariableId variable) const {
    const std::optional<StateId> fixed = fixed_state(*evidence_, variable);
    const std::optional<StateId>& condition = condition_[variable.index()];
    const StateId state = states_[variable.index()];
    return fixed.value_or(state) == state && condition.value_or(state) == state;
}

/// The sum over what follows in the order.
DecisionTree::Worth DecisionTree::sum_over(std::size_t depth) {
    if (depth == order_.size()) return leaf();
    const VariableId variable = order_[depth];
    const Variable& node = diagram_->network().variable(variable);
    if (node.kind() == Variable::Kind::decision && !fixed_state(*evidence_, variable))
        return decided(depth);
    Worth sum;
    for (std::size_t s = 0; s < node.cardinality(); ++s) {
        states_[variable.index()] = StateId(s);
        if (is_allowed(variable)) sum += sum_over(depth + 1);
    }
    return sum;
}

/// The alternative that the policy of a decision chooses, if it has one.
std::optional<StateId> DecisionTree::chosen(VariableId decision) const {
    const Policy* const policy = strategy_->find(decision);
    if (policy == nullptr) return std::nullopt;
    std::vector<StateId> given;
    for (const VariableId known : policy->given.variables())
        given.push_back(states_[known.index()]);
    return policy->choice[policy->given.cell(given)];
}

DecisionTree::Worth DecisionTree::decided(std::size_t depth) {
    const VariableId decision = order_[depth];
    const std::optional<StateId> settled = chosen(decision);
    if (!rolls_back_) {
        states_[decision.index()] = settled.value();
        return is_allowed(decision) ? sum_over(depth + 1) : Worth();
    }
    History history{decision, {}, {}};
    for (const VariableId known : diagram_->known(decision))
        if (!fixed_state(*evidence_, known)) history.given.push_back(states_[known.index()]);
    Worth taken;
    bool is_possible = false;
    for (std::size_t a = 0; a < diagram_->network().cardinality(decision); ++a) {
        states_[decision.index()] = StateId(a);
        const Worth worth = sum_over(depth + 1);
        history.expected.emplace_back();
        if (worth.probability == 0) continue;
        is_possible = true;
        history.expected.back() = worth.expected();
        const bool is_better = taken.probability == 0 || worth.expected() > taken.expected();
        if (settled ? settled->index() == a : is_better) taken = worth;
    }
    if (is_possible) histories_.push_back(std::move(history));
    return taken;
}

DecisionTree::Worth DecisionTree::leaf() const {
    const BayesianNetwork& network = diagram_->network();
    Worth worth;
    worth.probability = 1;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const Finding* const finding = evidence_->find(variable);
        if (const auto* const soft = finding ? std::get_if<Likelihood>(finding) : nullptr)
            worth.probability *= Rational(soft->values[states_[v].index()]);
        const auto* const table = std::get_if<TableCpd>(&network.cpd(variable));
        if (table == nullptr || (finding && std::holds_alternative<Intervened>(*finding))) continue;
        std::vector<StateId> family;
        for (const VariableId member : table->scope().variables())
            family.push_back(states_[member.index()]);
        worth.probability *= tables_[v][table->scope().cell(family)];
        if (worth.probability == 0) return worth;
    }
    std::vector<std::optional<Rational>> values(network.size());
    Rational total = 0;
    for (const VariableId summand : diagram_->summands()) total += utility(values, summand);
    worth.utility = worth.probability * total;
    worth.square = worth.utility * total;
    return worth;
}

Rational DecisionTree::utility(std::vector<std::optional<Rational>>& values,
                               VariableId utility) const {
    std::optional<Rational>& value = values[utility.index()];
    if (value) return *value;
    const auto& linear = std::get<LinearGaussianCpd>(diagram_->network().cpd(utility));
    std::vector<StateId> given;
    for (const VariableId parent : linear.discrete_scope().variables())
        given.push_back(states_[parent.index()]);
    const LinearGaussianCpd::Row& row = linear.row(linear.discrete_scope().cell(given));
    Rational sum(row.intercept);
    for (std::size_t i = 0; i < linear.continuous_parents().size(); ++i)
        sum += Rational(row.slopes[i]) * this->utility(values, linear.continuous_parents()[i]);
    value = sum;
    return sum;
}

Rational DecisionTree::best_of_all() {
    const BayesianNetwork& network = diagram_->network();
    Strategy strategy;
    std::vector<std::size_t> alternatives;
    for (const VariableId decision : diagram_->decisions()) {
        if (fixed_state(*evidence_, decision)) continue;
        Scope given = scope_of_policy(*diagram_, decision);
        alternatives.insert(alternatives.end(), given.cells(), network.cardinality(decision));
        strategy.policies.push_back({decision, std::move(given), {}});
    }
    std::optional<Rational> best;
    std::vector<std::uint32_t> choice(alternatives.size(), 0);
    do {
        std::size_t next = 0;
        for (Policy& policy : strategy.policies) {
            policy.choice.clear();
            for (std::size_t cell = 0; cell < policy.given.cells(); ++cell)
                policy.choice.emplace_back(choice[next++]);
        }
        const Worth worth = of(strategy);
        if (worth.probability != 0 && (!best || worth.expected() > *best)) best = worth.expected();
    } while (next_cell(choice, alternatives) != 0);
    return best.value();
}

}  // namespace pgm::tests

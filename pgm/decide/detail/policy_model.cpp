#include <pgm/decide/detail/policy_model.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/plan/plan_reader.hpp>
#include <pgm/inference/detail/target_check.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace pgm::detail {
namespace {

constexpr double smallest = std::numeric_limits<double>::min();

TableCpd equal_cells(Scope scope, double value) {
    Table table(std::move(scope));
    std::ranges::fill(table.values(), value);
    return TableCpd(std::move(table));
}

/// Refuses a policy whose table, which is copied some times, does not fit into the memory allowed.
/// The decision is the last of its members.
void check_policy_size(const BayesianNetwork& network, std::span<const VariableId> members,
                       std::size_t max_bytes) {
    constexpr double copies = 6;
    double cells = 1;
    for (const VariableId member : members)
        cells *= static_cast<double>(network.cardinality(member));
    if (cells * copies * sizeof(double) <= static_cast<double>(max_bytes)) return;
    const VariableId decision = members.back();
    throw TooLargeError(
        "what " + in_quotes(network.variable(decision).name()) + " depends on, " +
            counted(members.size() - 1, "variable") + ", has " +
            to_text(cells / static_cast<double>(network.cardinality(decision)), 3) +
            " configurations, too many for the memory allowed",
        {},
        "let it know less (--limited, Memory::limited), or raise EngineOptions::max_arena_bytes");
}

/// The network without what is continuous, decisions being roots.
BayesianNetwork discrete_part(const BayesianNetwork& network) {
    NetworkBuilder builder({}, no_limits());
    builder.set_row_sums(network.row_sums());
    for (const Variable& variable : network.variables())
        builder.add_variable(Variable(variable.name(), variable.is_discrete()
                                                           ? variable.states()
                                                           : std::vector<std::string>{"any"}));
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        const Cpd& cpd = network.cpd(variable);
        const std::size_t states = network.cardinality(variable);
        if (has_cuts(cpd))
            throw ArgumentError(in_quotes(network.variable(variable).name()) +
                                    " depends on continuous variables, which decisions cannot be "
                                    "weighed with",
                                "cut them into states");
        if (is_continuous(cpd))
            builder.set_cpd(equal_cells(Scope({variable}, {1}), 1));
        else if (network.variable(variable).kind() == Variable::Kind::decision)
            builder.set_cpd(
                equal_cells(Scope({variable}, {states}), 1 / static_cast<double>(states)));
        else
            builder.set_cpd(cpd);
    }
    BayesianNetwork discrete = std::move(builder).build();
    std::optional<BayesianNetwork> expanded = expanded_network(discrete);
    return expanded ? *std::move(expanded) : discrete;
}

/// The network with a variable of one state for each scope, whose table is ones.
BayesianNetwork with_slots(const BayesianNetwork& network, std::span<const Scope> scopes) {
    NetworkBuilder builder({}, no_limits());
    builder.set_row_sums(network.row_sums());
    for (const Variable& variable : network.variables()) builder.add_variable(variable);
    for (const Cpd& cpd : network.cpds()) builder.set_cpd(cpd);
    for (std::size_t i = 0; i < scopes.size(); ++i) {
        std::string name = "table " + std::to_string(i + 1);
        while (network.find(name)) name += '\'';
        const VariableId slot = builder.add_variable(Variable(std::move(name), {"any"}));
        const Scope& scope = scopes[i];
        std::vector<VariableId> members(scope.variables().begin(), scope.variables().end());
        std::vector<std::size_t> sizes(scope.cardinalities().begin(), scope.cardinalities().end());
        members.push_back(slot);
        sizes.push_back(1);
        builder.set_cpd(equal_cells(Scope(std::move(members), std::move(sizes)), 1));
    }
    return std::move(builder).build();
}

}  // namespace

PolicyModel::PolicyModel(const InfluenceDiagram& diagram,
                         std::span<const std::vector<VariableId>> scopes,
                         std::span<const ScaledUtility> utilities, const EngineOptions& options)
    : decisions_(scopes.size()), is_active_(scopes.size(), 0), options_(options) {
    const BayesianNetwork& given = diagram.network();
    std::vector<Scope> of_slots;
    for (std::size_t d = 0; d < scopes.size(); ++d) {
        std::vector<VariableId> members = scopes[d];
        members.push_back(diagram.decisions()[d]);
        check_policy_size(given, members, options.max_arena_bytes);
        given_.push_back(scope_over(given, scopes[d]));
        of_slots.push_back(scope_over(given, std::move(members)));
    }
    for (const ScaledUtility& utility : utilities) of_slots.push_back(utility.table.scope());
    const BayesianNetwork discrete = discrete_part(given);
    network_ = with_slots(discrete, of_slots);
    first_slot_ = discrete.size();
    // Of a diagram of utilities alone, what stands for one of them has one state.
    std::vector<VariableId> targets = discrete_variables(given);
    if (targets.empty()) targets.emplace_back(std::size_t{0});
    planner_ = std::make_unique<Planner>(network_, options, std::move(targets), of_slots.size());
    tables_.first_variable = static_cast<std::uint32_t>(first_slot_);
    for (const Scope& scope : of_slots) {
        tables_.first_cell.push_back(tables_.values.size());
        tables_.values.resize(tables_.values.size() + scope.cells(), 1.0);
    }
    tables_.logs.resize(tables_.values.size(), 0.0);
    for (std::size_t u = 0; u < utilities.size(); ++u) {
        const std::size_t first = tables_.first_cell[decisions_ + u];
        for (std::size_t cell = 0; cell < utilities[u].table.size(); ++cell) {
            const double value = utilities[u].table[cell];
            tables_.values[first + cell] = value;
            tables_.logs[first + cell] = utilities[u].logs[cell];
            tables_.lost_precision |= value < smallest && std::isfinite(utilities[u].logs[cell]);
        }
    }
}

void PolicyModel::follow(std::size_t decision, std::span<const StateId> choice) {
    const std::size_t first = tables_.first_cell[decision],
                      cells = (decision + 1 < tables_.first_cell.size()
                                   ? tables_.first_cell[decision + 1]
                                   : tables_.values.size()) -
                              first,
                      alternatives = cells / choice.size();
    for (std::size_t row = 0; row < choice.size(); ++row) {
        for (std::size_t a = 0; a < alternatives; ++a) {
            const bool is_chosen = choice[row].index() == a;
            tables_.values[first + row * alternatives + a] = is_chosen ? 1 : 0;
            tables_.logs[first + row * alternatives + a] =
                is_chosen ? 0 : -std::numeric_limits<double>::infinity();
        }
    }
    is_active_[decision] = 1;
}

std::optional<PolicyModel::PolicyProduct> PolicyModel::product(std::span<const VariableId> targets,
                                                               const Evidence& evidence, With with,
                                                               std::size_t utility) {
    evidence_.assign(evidence, network_);
    for (std::size_t slot = 0; slot < tables_.first_cell.size(); ++slot) {
        const bool is_policy = slot < decisions_;
        const bool is_active =
            is_policy ? is_active_[slot] != 0
                      : with == With::all || (with == With::one && slot - decisions_ == utility);
        if (is_active) evidence_.observe_last(VariableId(first_slot_ + slot), StateId(0));
    }
    // Other tasks have plans for any evidence, which read the tables that are left out, too.
    const std::span<const VariableId> asked =
        targets.empty() ? planner_->all_targets().first(1) : targets;
    const std::shared_ptr<const Plan>& plan =
        planner_->plan({Task::joint, Targets(asked), evidence_}, scratch_);
    if (!plan) return std::nullopt;
    run_.bind(plan, network_);
    if (!run_.run(evidence_, tables_, {.threads = options_.threads, .task = Task::joint}))
        return std::nullopt;
    PolicyProduct result{run_.log_evidence(),
                         Table(scope_over(network_, {targets.begin(), targets.end()}))};
    if (targets.empty()) {
        result.table[0] = 1;
        return result;
    }
    std::vector<std::size_t> too_small;
    read_joint(run_, evidence_, result.table, too_small);
    for (std::size_t cell = 0; cell < result.table.size(); ++cell)
        if (result.table[cell] > 0 && result.table[cell] < smallest) too_small.push_back(cell);
    for (const std::size_t cell : too_small)
        result.logs[cell] = log_of_cell(result.table.scope(), cell, evidence, with, utility);
    return result;
}

/// A cell of a product by a question of its own, about its logarithm.
double PolicyModel::log_of_cell(const Scope& targets, std::size_t cell, const Evidence& evidence,
                                With with, std::size_t utility) {
    Evidence more = evidence;
    double log_likelihood = 0;
    const std::vector<StateId> states = targets.states(cell);
    for (std::size_t i = 0; i < states.size(); ++i) {
        const VariableId variable = targets.variables()[i];
        const Finding* const finding = evidence.find(variable);
        if (finding != nullptr && state_of(*finding)) continue;
        if (finding != nullptr)
            log_likelihood += std::log(std::get<Likelihood>(*finding).values[states[i].index()]);
        more.observe(variable, states[i]);
    }
    const std::optional<PolicyProduct> alone = product({}, more, with, utility);
    return alone ? log_likelihood + alone->log_scale : -std::numeric_limits<double>::infinity();
}

double PolicyModel::PolicyProduct::log_ratio(const PolicyProduct& other, std::size_t cell) const {
    const auto small = logs.find(cell), other_small = other.logs.find(cell);
    if (small == logs.end() && other_small == other.logs.end())
        return log_scale - other.log_scale + std::log(table[cell] / other.table[cell]);
    const auto log_of = [cell](const PolicyProduct& product, auto found) {
        return found != product.logs.end() ? found->second
                                           : product.log_scale + std::log(product.table[cell]);
    };
    return log_of(*this, small) - log_of(other, other_small);
}

}  // namespace pgm::detail

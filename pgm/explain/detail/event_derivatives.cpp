#include <pgm/explain/detail/event_derivatives.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/explain/detail/derived_tables.hpp>
#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/reduce/relevance.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/mechanisms.hpp>
#include <pgm/query/detail/translation.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgm::detail {
namespace {

[[noreturn]] void refuse_impossible_given() {
    throw ImpossibleEvidenceError("what is given has the probability zero");
}

/// The evidence together with the event, a finding on one variable; null where they exclude each
/// other, or a variable that is set does not take one of the states.
std::optional<Evidence> with_event(const Evidence& evidence, VariableId variable,
                                   std::span<const StateId> states, std::size_t cardinality) {
    const Finding* const known = evidence.find(variable);
    if (const std::optional<StateId> state = known ? state_of(*known) : std::nullopt)
        return std::ranges::find(states, *state) != states.end() ? std::optional(evidence)
                                                                 : std::nullopt;
    const auto* const likelihood = known ? std::get_if<Likelihood>(known) : nullptr;
    std::vector<double> weights(cardinality, 0.0);
    for (const StateId state : states)
        weights[state.index()] = likelihood ? likelihood->values[state.index()] : 1;
    Evidence both = evidence;
    both.likelihood(variable, weights);
    return both;
}

[[noreturn]] void refuse_question() {
    throw ArgumentError(
        "sensitivity is that of a probability, or of a difference or a ratio of two",
        "ask for P(A=a | B=b), P(A=a | ..) - P(B=b | ..) or P(A=a | ..) / P(B=b | ..)");
}

/// The probabilities that are asked for: one, or the two of a difference or a ratio.
std::vector<const Query*> asked_probabilities(const Query& query) {
    std::vector<const Query*> parts;
    if (const auto* const formula = std::get_if<FormulaOf>(&query.asked)) {
        for (const FormulaNode& node : formula->nodes)
            if (const auto* const part = std::get_if<Query>(&node.content)) parts.push_back(part);
        const auto* const sign = std::get_if<FormulaNode::Operator>(&formula->nodes.back().content);
        if (formula->nodes.size() != 3 || parts.size() != 2 ||
            (*sign != FormulaNode::Operator::subtract && *sign != FormulaNode::Operator::divide))
            refuse_question();
    } else {
        parts.push_back(&query);
    }
    for (const Query* const part : parts)
        if (!std::holds_alternative<ProbabilityOf>(part->asked) || !part->for_each.empty())
            refuse_question();
    return parts;
}

/// Throws ArgumentError where the unknown value of a continuous variable matters to the answer.
void refuse_unknown_values(const BayesianNetwork& network, const CheckedEvidence& evidence,
                           const std::vector<char>& relevant,
                           const std::map<VariableId, double>& values) {
    std::optional<VariableId> found;
    if (!evidence.intervals().empty()) found = evidence.intervals().front().variable;
    for (std::size_t v = 0; v < relevant.size() && !found; ++v)
        if (relevant[v] && is_continuous(network.cpd(VariableId(v))) &&
            !values.contains(VariableId(v)))
            found = VariableId(v);
    if (found)
        throw ArgumentError("the answer depends on '" + printable(network.variable(*found).name()) +
                                "', which is continuous: it would be an integral",
                            "give it a value, or discretise it");
}

/// The roles of the findings; the variable of the event gets likelihoods.
std::vector<Role> roles_with(const CheckedEvidence& evidence, VariableId event,
                             std::size_t variables) {
    std::vector<Role> roles(variables, Role::free);
    roles[event.index()] = Role::likelihood;
    for (const auto& [variable, finding] : evidence.findings())
        roles[variable.index()] = role_of(finding);
    for (const CheckedEvidence::Value& value : evidence.values())
        roles[value.variable.index()] = value.role;
    return roles;
}

/// P(X = known | rows): densities divided by the greatest one.
TableCpd relative_densities(VariableId variable, const Table& densities) {
    std::vector<VariableId> members(densities.scope().variables().begin(),
                                    densities.scope().variables().end());
    std::vector<std::size_t> cardinalities(densities.scope().cardinalities().begin(),
                                           densities.scope().cardinalities().end());
    members.push_back(variable);
    cardinalities.push_back(2);
    Table table{Scope(members, cardinalities)};
    const double greatest = std::ranges::max(densities.values());
    for (std::size_t row = 0; row < densities.size(); ++row) {
        table[2 * row] = greatest > 0 ? densities[row] / greatest : 0;
        table[2 * row + 1] = 1 - table[2 * row];
    }
    return TableCpd(std::move(table));
}

/// A variable that has one state, or always its first one.
TableCpd certain(VariableId variable, std::size_t states) {
    Table table{Scope({variable}, {states})};
    table[0] = 1;
    return TableCpd(std::move(table));
}

/// The distribution of a variable in the network of tables.
Cpd tabulated_cpd(const BayesianNetwork& network, VariableId variable, bool is_set,
                  const std::map<VariableId, double>& values) {
    const Cpd& cpd = network.cpd(variable);
    const auto is_known = [&](VariableId parent) { return values.contains(parent); };
    const bool has_values = std::ranges::all_of(continuous_parents(cpd), is_known);
    std::vector<std::string> formulas;
    if (has_cuts(cpd))
        return has_values ? TableCpd(table_of_family(network, variable, values, formulas))
                          : certain(variable, network.cardinality(variable));
    if (!is_continuous(cpd)) return cpd;
    if (!is_known(variable) || is_set || !has_values)
        return certain(variable, is_known(variable) ? 2 : 1);
    return relative_densities(variable, table_of_family(network, variable, values, formulas));
}

/// A network of tables, and evidence in it, that answer for one whose continuous variables have
/// known values or do not matter. An observed value is a state, "known", whose probability in each
/// row is the density there divided by the greatest one of them; the ids stay.
struct TabulatedValues {
    BayesianNetwork network;
    Evidence evidence;
};

TabulatedValues tabulated_values(const BayesianNetwork& network, const Evidence& evidence,
                                 const std::map<VariableId, double>& values) {
    NetworkBuilder builder(network.name());
    builder.set_row_sums(network.row_sums());
    TabulatedValues made;
    for (const auto& [variable, finding] : evidence)
        if (!values.contains(variable)) made.evidence.add(variable, finding);
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        if (network.variable(variable).is_discrete()) {
            builder.add_variable(network.variable(variable));
            continue;
        }
        std::vector<std::string> states{"known"};
        if (values.contains(variable)) states.emplace_back("other");
        builder.add_variable(Variable(network.variable(variable).name(), states));
        if (values.contains(variable)) made.evidence.observe(variable, StateId(std::size_t{0}));
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Finding* const finding = evidence.find(VariableId(v));
        const bool is_set = finding && std::holds_alternative<IntervenedValue>(*finding);
        builder.set_cpd(tabulated_cpd(network, VariableId(v), is_set, values));
    }
    made.network = std::move(builder).build();
    return made;
}

}  // namespace

std::vector<double> CellDerivatives::rests(const TableCpd& table) const {
    const std::vector<double>& derivatives = by_cell[table.child().index()];
    const std::size_t rows = table.row_count(), length = table.row_length();
    if (derivatives.empty()) return std::vector<double>(rows, probability);
    std::vector<double> sums(rows), rests(rows);
    for (std::size_t r = 0; r < rows; ++r)
        sums[r] = std::transform_reduce(table.row(r).begin(), table.row(r).end(),
                                        derivatives.data() + r * length, 0.0);
    std::exclusive_scan(sums.begin(), sums.end(), rests.begin(), 0.0);
    double after = 0;
    for (std::size_t r = rows; r-- > 0; after += sums[r]) rests[r] += after;
    return rests;
}

EndValues CellDerivatives::ends(const TableCpd& table, std::size_t row, StateId state,
                                double rest) const {
    if (by_cell[table.child().index()].empty()) return {rest, rest};
    const std::span<const double> values = table.row(row);
    const double* const derivatives =
        by_cell[table.child().index()].data() + row * table.row_length();
    double others = 0, weighted = 0, unweighted = 0;
    for (std::size_t s = 0; s < values.size(); ++s) {
        if (s == state.index()) continue;
        others += values[s];
        weighted += values[s] * derivatives[s];
        unweighted += derivatives[s];
    }
    return {rest + (others > 0 ? weighted / others : unweighted),
            rest + derivatives[state.index()]};
}

EventDerivatives::EventDerivatives(const InferenceEngine& engine, const Given& given,
                                   const Expression& event)
    : original_(engine.only_network()), event_{VariableId(std::size_t{0}), {}} {
    if (!given.posteriors.empty())
        throw ArgumentError(
            "a posterior that is imposed, X ~ [..], holds whatever the numbers of the network are",
            "give soft evidence as a likelihood, X = [..]");
    AuxiliaryNodes auxiliary(original_);
    event_ = auxiliary.condition_for(event);
    Translation translation = translate(given, auxiliary);
    if (translation.contradictory) refuse_impossible_given();
    evidence_ = std::move(translation.evidence);
    is_replaced_.assign(original_.size(), 0);
    for (const TableCpd& mechanism : given.mechanisms) is_replaced_[mechanism.child().index()] = 1;
    if (!auxiliary.empty() || !given.mechanisms.empty())
        extended_ = std::make_shared<const BayesianNetwork>(
            auxiliary.extend(with_mechanisms(original_, given.mechanisms)));
    if (!tables().is_discrete()) tabulate_values();
    if (std::optional<BayesianNetwork> expanded = expanded_network(tables()))
        extended_ = std::make_shared<const BayesianNetwork>(*std::move(expanded));
    const CheckedEvidence checked(evidence_, tables());
    std::vector<Role> roles = roles_with(checked, event_.variable, tables().size());
    plan_ = std::make_shared<const DerivativePlan>(tables(), std::move(roles),
                                                   std::vector{event_.variable}, engine.options());
    const DerivativeRun run(*plan_, checked);
    unit_ = run.evidence();
    if (unit_.is_zero()) refuse_impossible_given();
    given_ = read(run);
}

void EventDerivatives::tabulate_values() {
    const CheckedEvidence checked(evidence_, tables());
    for (const CheckedEvidence::Value& value : checked.values())
        values_.emplace(value.variable, value.value);
    for (const CheckedEvidence::Value& value : checked.values())
        if (value.role == Role::intervened && value.variable.index() < original_.size())
            is_replaced_[value.variable.index()] = 1;
    const std::vector<Role> roles = roles_with(checked, event_.variable, tables().size());
    refuse_unknown_values(tables(), checked,
                          relevant_variables(tables().dag(), {&event_.variable, 1}, roles),
                          values_);
    auto [network, evidence] = tabulated_values(tables(), evidence_, values_);
    extended_ = std::make_shared<const BayesianNetwork>(std::move(network));
    evidence_ = std::move(evidence);
}

CellDerivatives EventDerivatives::of_states(std::span<const StateId> states) const {
    const std::optional<Evidence> both =
        with_event(evidence_, event_.variable, states, tables().cardinality(event_.variable));
    // Without it, nothing makes P(event, given) positive.
    const std::vector<std::vector<double>> none(original_.size());
    if (!both) return {0, none, none};
    const CheckedEvidence checked(*both, tables());
    return read(DerivativeRun(*plan_, checked));
}

CellDerivatives EventDerivatives::read(const DerivativeRun& run) const {
    CellDerivatives derivatives{run.evidence().ratio(unit_), {}, {}};
    for (std::size_t v = 0; v < original_.size(); ++v) {
        const VariableId variable(v);
        const bool is_read = as_table(original_.cpd(variable)) && !is_replaced_[v];
        derivatives.by_cell.push_back(is_read ? run.by_cell(variable, unit_)
                                              : std::vector<double>());
        derivatives.by_log_density.emplace_back();
        const bool has_density = is_continuous(original_.cpd(variable)) && observes(variable);
        const std::vector<double> cells =
            has_density ? run.by_cell(variable, unit_) : std::vector<double>();
        // The cells of the known state, which is the first of two.
        for (std::size_t cell = 0; cell < cells.size(); cell += 2)
            derivatives.by_log_density[v].push_back(cells[cell] *
                                                    table_of(tables().cpd(variable)).table()[cell]);
    }
    return derivatives;
}

bool AnswerDerivatives::depends_on(VariableId variable) const {
    return std::ranges::any_of(sides, [&](const SideDerivatives& side) {
        return !side.event.by_cell[variable.index()].empty() ||
               !side.given.by_cell[variable.index()].empty();
    });
}

AnswerDerivatives answer_derivatives(const InferenceEngine& engine, const Query& query) {
    AnswerDerivatives answer{engine.only_network()};
    validate(query, answer.network);
    const std::vector<const Query*> parts = asked_probabilities(query);
    if (parts.size() == 2) {
        const auto sign =
            std::get<FormulaNode::Operator>(std::get<FormulaOf>(query.asked).nodes.back().content);
        answer.form =
            sign == FormulaNode::Operator::divide ? AnswerForm::ratio : AnswerForm::difference;
        answer.shares_given = parts[0]->given == parts[1]->given;
    }
    for (const Query* const part : parts) {
        const EventDerivatives& event = answer.events.emplace_back(
            engine, part->given, std::get<ProbabilityOf>(part->asked).event);
        const bool is_known = answer.shares_given && !answer.sides.empty();
        answer.sides.push_back(
            {event.of_event(), is_known ? answer.sides.front().given : event.of_given()});
    }
    return answer;
}

}  // namespace pgm::detail

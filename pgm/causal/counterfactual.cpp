#include <pgm/causal/counterfactual.hpp>

#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace pgm {

using namespace detail;

namespace {

VariableSet variables_set(const Evidence& set) {
    VariableSet variables;
    for (const auto& [variable, finding] : set) variables.push_back(variable);
    return variables;
}

/// The variables whose copies a world needs, parents first.
std::vector<VariableId> copied_variables(const Dag& dag, const CounterfactualWorld& world) {
    const VariableSet set = variables_set(world.set);
    const VariableSet differing = set_union(set, descendants(dag, set));
    VariableSet needed;
    std::vector<VariableId> stack = world.asked;
    while (!stack.empty()) {
        const VariableId variable = stack.back();
        stack.pop_back();
        if (!has_member(differing, variable) || has_member(needed, variable)) continue;
        needed = set_union(needed, VariableSet{variable});
        if (has_member(set, variable)) continue;
        for (const VariableId parent : dag.parents(variable)) stack.push_back(parent);
    }
    std::vector<VariableId> ordered;
    for (const VariableId variable : topological_order(dag))
        if (has_member(needed, variable)) ordered.push_back(variable);
    return ordered;
}

/// The refusal of a copy. There may be bounds.
class MissingMechanism : public ArgumentError {
    using ArgumentError::ArgumentError;
};

[[noreturn]] void refuse_copy(const Variable& variable, const std::string& why) {
    throw MissingMechanism(
        "what " + in_quotes(variable.name()) + " would have been does not follow: it is " + why,
        "a counterfactual needs mechanisms: give chance variables of its own, "
        "without parents, and the others tables of zeros and ones");
}

/// The distribution of a variable as a function of its parents, which are renamed.
TableCpd function_of(const BayesianNetwork& network, VariableId variable,
                     const std::map<VariableId, VariableId>& copies) {
    const Table table = tabulated(network, variable).table();
    if (!std::ranges::all_of(table.values(), [](double p) { return p == 0 || p == 1; }))
        refuse_copy(network.variable(variable), "no function of its parents");
    std::vector<VariableId> renamed;
    for (const VariableId member : table.scope().variables()) {
        const auto copy = copies.find(member);
        renamed.push_back(copy == copies.end() ? member : copy->second);
    }
    const auto cardinalities = table.scope().cardinalities();
    return TableCpd(Scope(renamed, {cardinalities.begin(), cardinalities.end()}), table.values());
}

void add_world(NetworkBuilder& builder, const BayesianNetwork& network,
               const CounterfactualWorld& world) {
    validate(world.set, network);
    std::map<VariableId, VariableId> copies;
    for (const VariableId variable : copied_variables(network.dag(), world)) {
        const Variable& original = network.variable(variable);
        if (!original.is_discrete()) refuse_copy(original, "continuous");
        const VariableId copy = builder.add_variable(
            Variable(name_in_world(network, variable, world.set), original.states()));
        copies[variable] = copy;
        const Finding* const finding = world.set.find(variable);
        if (finding == nullptr) {
            builder.set_cpd(function_of(network, variable, copies));
            continue;
        }
        Table certain(Scope({copy}, {original.cardinality()}));
        certain[state_of(*finding)->index()] = 1;
        builder.set_cpd(TableCpd(certain));
    }
}

/// The variables that are asked for in other worlds and differ there, with ids after those of the
/// network. Throws MissingMechanism for one that is continuous.
std::vector<WorldlyVariable> copies_in(const BayesianNetwork& network,
                                       const std::vector<CounterfactualWorld>& worlds) {
    std::vector<WorldlyVariable> copies;
    for (const CounterfactualWorld& world : worlds) {
        validate(world.set, network);
        const VariableSet asked = set_of(world.asked);
        for (const VariableId variable : copied_variables(network.dag(), world)) {
            if (!has_member(asked, variable)) continue;
            if (!network.variable(variable).is_discrete())
                refuse_copy(network.variable(variable), "continuous");
            copies.push_back({VariableId(network.size() + copies.size()), variable, world.set});
        }
    }
    return copies;
}

/// The network with these copies as variables that nothing is known of.
BayesianNetwork with_copies(const BayesianNetwork& network,
                            const std::vector<WorldlyVariable>& copies) {
    NetworkBuilder builder(network);
    for (const auto& [copy, original, set] : copies) {
        const auto& states = network.variable(original).states();
        builder.add_variable(Variable(name_in_world(network, original, set), states));
        builder.set_cpd(
            TableCpd(Scope({copy}, {states.size()}),
                     std::vector(states.size(), 1 / static_cast<double>(states.size()))));
    }
    return builder.build();
}

/// Text of a query with the variables of other worlds, and these worlds.
struct RewrittenQuery {
    std::string text;
    std::vector<CounterfactualWorld> worlds;
};

/// Where a variable in another world stands among the tokens of a query.
struct WorldlyName {
    std::string name;
    std::size_t begin, end;  ///< bytes of the text
    std::string_view set;    ///< between the parentheses
    std::size_t last;        ///< the last token
};

std::size_t end_of(const Token& token) {
    return token.column - 1 + token.length;
}

/// The name that ends in "[do(" at a token, which is followed by a parenthesis; null if none does.
std::optional<WorldlyName> worldly_name(std::string_view text, const std::vector<Token>& tokens,
                                        std::size_t at) {
    constexpr std::string_view mark = "[do";
    if (tokens[at].kind != TokenKind::word || !tokens[at].text.ends_with(mark) ||
        tokens[at + 1].kind != TokenKind::open)
        return std::nullopt;
    WorldlyName found{.name = tokens[at].text.substr(0, tokens[at].text.size() - mark.size()),
                      .begin = tokens[at].column - 1,
                      .end = 0,
                      .set = {},
                      .last = at + 1};
    if (found.name.empty()) {
        if (at == 0 || tokens[at - 1].kind != TokenKind::quoted) return std::nullopt;
        found.name = tokens[at - 1].text;
        found.begin = tokens[at - 1].column - 1;
    }
    for (std::size_t depth = 1; depth > 0;) {
        const Token& token = tokens[++found.last];
        if (token.kind == TokenKind::end) return std::nullopt;
        depth += token.kind == TokenKind::open ? 1 : 0;
        depth -= token.kind == TokenKind::close ? 1 : 0;
    }
    const std::size_t begin = end_of(tokens[at + 1]);
    found.set = text.substr(begin, tokens[found.last].column - 1 - begin);
    const Token& bracket = tokens[++found.last];
    if (bracket.kind != TokenKind::word || bracket.text != "]") return std::nullopt;
    found.end = end_of(bracket);
    return found;
}

RewrittenQuery rewritten(const BayesianNetwork& network, std::string_view text) {
    const std::vector<Token> tokens = tokenize(text);
    RewrittenQuery result;
    std::size_t copied = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const std::optional<WorldlyName> found = worldly_name(text, tokens, i);
        if (!found) continue;
        const VariableId variable = network.id(found->name);
        const Evidence set = parse_evidence(network, "do(" + std::string(found->set) + ")");
        auto world = std::ranges::find(result.worlds, set, &CounterfactualWorld::set);
        if (world == result.worlds.end())
            world = result.worlds.insert(world, CounterfactualWorld{set, {}});
        world->asked.push_back(variable);
        const VariableSet changed = variables_set(set);
        const bool differs = has_member(changed, variable) ||
                             has_member(descendants(network.dag(), changed), variable);
        result.text.append(text.substr(copied, found->begin - copied));
        result.text +=
            quoted_if_needed(differs ? name_in_world(network, variable, set) : found->name);
        copied = found->end;
        i = found->last;
    }
    result.text.append(text.substr(copied));
    return result;
}

}  // namespace

BayesianNetwork twin_network(const BayesianNetwork& network,
                             const std::vector<CounterfactualWorld>& worlds) {
    NetworkBuilder builder(network);
    for (const CounterfactualWorld& world : worlds) add_world(builder, network, world);
    return builder.build();
}

std::string name_in_world(const BayesianNetwork& network, VariableId variable,
                          const Evidence& set) {
    std::string findings;
    for (const auto& [changed, finding] : set)
        findings += (findings.empty() ? "" : ", ") + format(network, changed, finding);
    return network.variable(variable).name() + "[" + findings + "]";
}

bool is_counterfactual(std::string_view query) {
    return query.find("[do(") != query.npos;
}

CounterfactualQuery counterfactual_query(const Solver& solver, std::string_view text) {
    CounterfactualQuery result;
    try {
        const RewrittenQuery question = rewritten(solver.network(), text);
        try {
            result.solver = solver.extended([&](const BayesianNetwork& network) {
                return twin_network(network, question.worlds);
            });
        } catch (const MissingMechanism& error) {
            result.missing = error.message();
            result.copies = copies_in(solver.network(), question.worlds);
            result.solver = solver.extended([&](const BayesianNetwork& network) {
                return with_copies(network, result.copies);
            });
        }
        result.query = parse_query(result.solver->network(), question.text);
    } catch (const ParseError& error) {
        // Its column is that of the rewritten text.
        throw ArgumentError(error.message(), error.hint());
    }
    result.query.text = text;
    if (!result.missing.empty()) require_bounds(result);
    return result;
}

}  // namespace pgm

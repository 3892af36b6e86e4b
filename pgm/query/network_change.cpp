#include <pgm/query/network_change.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm {
namespace {

constexpr const char* forms =
    "'P(X=x | A=a) = 0.2', 'P(X | A=a) = 0.2 0.8', 'state X: a -> b', 'rename X -> Y', 'add A -> "
    "B', 'remove A -> B' or 'remove X'";

std::string in_row(std::span<const double> numbers) {
    std::string text;
    for (const double number : numbers) text += (text.empty() ? "" : " ") + to_text(number, 6);
    return text;
}

/// The numbers after '='; decimal, divided by blanks or commas.
std::vector<double> numbers_of(std::string_view text) {
    std::vector<double> numbers;
    constexpr std::string_view blanks = " \t,";
    for (std::size_t begin; (begin = text.find_first_not_of(blanks)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const std::optional<double> number = parse_number(word);
        if (!number || !(*number >= 0 && *number <= 1))
            throw ParseError(in_quotes(word) + " is no probability", {}, "a number from 0 to 1");
        numbers.push_back(*number);
        text.remove_prefix(end);
    }
    return numbers;
}

/// The arc that stands after a word, or the one name.
struct NamedArc {
    std::string from;
    std::optional<std::string> to;
};

NamedArc arc_of(std::string_view text) {
    const StructureGraph graph = parse_structure_graph(text);
    if (graph.nodes.size() == 1 && graph.arcs.empty()) return {graph.nodes[0].name, std::nullopt};
    if (graph.nodes.size() != 2 || graph.arcs.size() != 1)
        throw ParseError("one arc was expected, found " + in_quotes(text), {}, "A -> B");
    return {graph.nodes[graph.arcs[0].parent.index()].name,
            graph.nodes[graph.arcs[0].child.index()].name};
}

const TableCpd& table_of_variable(const BayesianNetwork& network, VariableId id) {
    const TableCpd* const table = as_table(network.cpd(id));
    if (table == nullptr)
        throw ArgumentError(in_quotes(network.variable(id).name()) +
                            " has no table: its distribution is a " +
                            std::string(kind_of(network.cpd(id))));
    return *table;
}

/// The row of a table that the conditions name.
std::size_t row_named(const BayesianNetwork& network, const TableCpd& table, const Given& given) {
    const auto name = [&](VariableId id) { return in_quotes(network.variable(id).name()); };
    const std::map<VariableId, StateId> fixed = fixed_states(network, given);
    const std::size_t named = given.conditions.size() + given.observations.size() +
                              given.interventions.size() + given.likelihoods.size() +
                              given.posteriors.size() + given.mechanisms.size();
    if (named != given.conditions.size() || fixed.size() != named)
        throw ArgumentError("a row is named by a state of each parent", "P(X=x | A=a, B=b) = 0.2");
    std::vector<StateId> states;
    for (const VariableId parent : table.parents()) {
        const auto found = fixed.find(parent);
        if (found == fixed.end())
            throw ArgumentError(name(table.child()) + " has a row for each state of " +
                                    name(parent) + ", which is not named",
                                "P(.. | " + network.variable(parent).name() + "=" +
                                    network.variable(parent).states().front() + ", ..)");
        states.push_back(found->second);
    }
    for (const auto& [variable, state] : fixed)
        if (std::ranges::find(table.parents(), variable) == table.parents().end())
            throw ArgumentError(name(variable) + " is no parent of " + name(table.child()),
                                table.parents().empty()
                                    ? "it has none"
                                    : "its first parent is " + name(table.parents().front()));
    return table.row_of(states);
}

/// A row in which one probability is set and the others keep their ratios.
void set_one(std::span<double> row, std::size_t state, double probability) {
    const double rest = 1 - row[state];
    for (std::size_t x = 0; x < row.size(); ++x)
        row[x] = x == state ? probability
                 : rest > 0 ? row[x] / rest * (1 - probability)
                            : (1 - probability) / static_cast<double>(row.size() - 1);
}

ChangedNetwork with_row(const BayesianNetwork& network, std::string_view question,
                        std::string_view values) {
    const Query query = parse_query(network, question);
    const std::vector<double> numbers = numbers_of(values);
    VariableId variable;
    std::optional<StateId> state;
    if (const auto* const event = std::get_if<ProbabilityOf>(&query.asked)) {
        const std::map<VariableId, StateId> fixed = fixed_states(network, {{event->event}});
        if (fixed.size() != 1 || event->event.nodes().size() != 1)
            throw ArgumentError("one state of one variable can be set", "P(X=x | A=a) = 0.2");
        std::tie(variable, state) = std::pair(fixed.begin()->first, fixed.begin()->second);
    } else if (const auto* const asked = std::get_if<DistributionOf>(&query.asked);
               asked && asked->targets.size() == 1) {
        variable = asked->targets.front();
    } else {
        throw ArgumentError("the distribution of one variable can be set", forms);
    }
    if (!query.for_each.empty())
        throw ArgumentError("a row is named by a state of each parent", "P(X | A=a) = 0.2 0.8");
    TableCpd table = table_of_variable(network, variable);
    const std::size_t row = row_named(network, table, query.given);
    const std::span<double> cells =
        table.distributions().subspan(row * table.row_length(), table.row_length());
    const std::string before = in_row(cells);
    if (numbers.size() != (state ? 1 : cells.size()))
        throw ArgumentError("expected " + counted(state ? 1 : cells.size(), "number") + ", found " +
                                std::to_string(numbers.size()),
                            state ? "P(X=x | ..) = 0.2" : "one for each state, in their order");
    if (state && cells.size() == 1)
        throw ArgumentError(in_quotes(network.variable(variable).name()) + " has one state");
    if (state)
        set_one(cells, state->index(), numbers.front());
    else
        std::ranges::copy(numbers, cells.begin());
    std::string change = "P(" + network.variable(variable).name();
    std::string conditions;
    for (const std::string& part : format_parts(network, query.given))
        conditions += (conditions.empty() ? " | " : ", ") + part;
    NetworkBuilder builder(network);
    builder.set_cpd(table);
    ChangedNetwork result{std::move(builder).build(), {}};
    const TableCpd& made = table_of_variable(result.network, variable);
    result.change = change + conditions + "): " + before + " became " + in_row(made.row(row));
    return result;
}

/// A network with other variables or distributions, made from one that is there.
class Remaking {
public:
    explicit Remaking(const BayesianNetwork& network)
        : network_(network), variables_(network.variables().begin(), network.variables().end()) {}

    Variable& variable(VariableId id) { return variables_[id.index()]; }
    void replace(VariableId id, Cpd cpd) { replaced_.insert_or_assign(id, std::move(cpd)); }
    void leave_out(VariableId id) { left_out_ = id; }

    BayesianNetwork made() const {
        NetworkBuilder builder(network_.name(), no_limits());
        builder.set_row_sums(network_.row_sums());
        for (const std::string& line : network_.annotations()) builder.annotate(line);
        for (std::size_t v = 0; v < variables_.size(); ++v)
            if (VariableId(v) != left_out_) builder.add_variable(variables_[v]);
        for (const Cpd& cpd : network_.cpds()) {
            const VariableId id = child_of(cpd);
            if (id == left_out_) continue;
            const auto replaced = replaced_.find(id);
            builder.set_cpd(moved(replaced == replaced_.end() ? cpd : replaced->second));
            const std::span<const double> weights = network_.row_weights(id);
            if (replaced == replaced_.end() && !weights.empty())
                builder.set_row_weights(moved(id), {weights.begin(), weights.end()});
        }
        return std::move(builder).build();
    }

private:
    VariableId moved(VariableId id) const {
        return left_out_ && *left_out_ < id ? VariableId(id.index() - 1) : id;
    }

    Cpd moved(const Cpd& cpd) const {
        if (!left_out_) return cpd;
        CpdFamily family{.child = moved(child_of(cpd)),
                         .states = network_.cardinality(child_of(cpd))};
        for (const VariableId parent : parents_of(cpd)) {
            const bool is_discrete = network_.variable(parent).is_discrete();
            (is_discrete ? family.discrete_parents : family.continuous_parents)
                .push_back(moved(parent));
            if (is_discrete) family.cardinalities.push_back(network_.cardinality(parent));
        }
        const std::vector<double> numbers = std::visit(
            [](const auto& c) {
                const auto& own = c.numbers();
                return std::vector<double>(own.begin(), own.end());
            },
            cpd);
        return *cpd_from_numbers(kind_of(cpd), family, numbers);
    }

    const BayesianNetwork& network_;
    std::vector<Variable> variables_;
    std::map<VariableId, Cpd> replaced_;
    std::optional<VariableId> left_out_;
};

ChangedNetwork with_names(const BayesianNetwork& network, std::string_view text) {
    const auto [from, to] = arc_of(text);
    if (!to) throw ParseError("the new name is missing", {}, "rename X -> Y");
    const VariableId id = network.id(from);
    Remaking remaking(network);
    Variable named(*to, network.variable(id).states());
    for (const std::string& line : network.variable(id).annotations()) named.annotate(line);
    remaking.variable(id) = std::move(named);
    return {remaking.made(), in_quotes(from) + " is called " + in_quotes(*to)};
}

ChangedNetwork with_state(const BayesianNetwork& network, std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == text.npos) throw ParseError("a ':' is missing", {}, "state X: a -> b");
    const VariableId id = network.id(arc_of(text.substr(0, colon)).from);
    const auto [from, to] = arc_of(text.substr(colon + 1));
    if (!to) throw ParseError("the new name is missing", {}, "state X: a -> b");
    const Variable& before = network.variable(id);
    std::vector<std::string> states = before.states();
    states[before.state_id(from).index()] = *to;
    Variable renamed(before.name(), std::move(states));
    for (const std::string& line : before.annotations()) renamed.annotate(line);
    Remaking remaking(network);
    remaking.variable(id) = std::move(renamed);
    return {remaking.made(), "state " + in_quotes(from) + " of " + in_quotes(before.name()) +
                                 " is called " + in_quotes(*to)};
}

/// The scope of a table with one parent more, before its own variable.
ChangedNetwork with_arc(const BayesianNetwork& network, const std::string& from,
                        const std::string& to) {
    const VariableId parent = network.id(from), child = network.id(to);
    if (!network.variable(parent).is_discrete())
        throw ArgumentError(in_quotes(from) + " is continuous: an arc from it has slopes",
                            "write the distribution of " + in_quotes(to) + " with 'pgm new'");
    const TableCpd& table = table_of_variable(network, child);
    if (network.dag().has_arc(parent, child))
        throw ArgumentError("the arc " + from + " -> " + to + " is there already");
    std::vector<VariableId> variables(table.parents().begin(), table.parents().end());
    std::vector<std::size_t> cardinalities(table.cardinalities().begin(),
                                           table.cardinalities().end() - 1);
    variables.insert(variables.end(), {parent, child});
    cardinalities.insert(cardinalities.end(),
                         {network.cardinality(parent), network.cardinality(child)});
    std::vector<double> cells;
    for (std::size_t row = 0; row < table.row_count(); ++row)
        for (std::size_t state = 0; state < network.cardinality(parent); ++state)
            cells.insert(cells.end(), table.row(row).begin(), table.row(row).end());
    Remaking remaking(network);
    if (parent != child)
        remaking.replace(child, TableCpd(Scope(variables, cardinalities), cells));
    else
        throw ArgumentError(in_quotes(from) + " cannot be its own parent");
    return {remaking.made(), "arc " + from + " -> " + to + " was added"};
}

/// P(child | the other parents): the parent is summed out with what the network tells of it.
ChangedNetwork without_arc(const BayesianNetwork& network, const std::string& from,
                           const std::string& to) {
    const VariableId parent = network.id(from), child = network.id(to);
    if (!network.dag().has_arc(parent, child))
        throw ArgumentError("there is no arc " + from + " -> " + to);
    const TableCpd& table = table_of_variable(network, child);
    std::vector<VariableId> others;
    for (const VariableId other : table.parents())
        if (other != parent) others.push_back(other);
    std::vector<VariableId> family = others;
    family.push_back(child);
    const Table joint = InferenceEngine(network).joint(family).table;
    const std::size_t states = network.cardinality(child);
    std::vector<double> cells(joint.values().begin(), joint.values().end());
    for (std::size_t row = 0; row < cells.size(); row += states) {
        const std::span<double> own = std::span(cells).subspan(row, states);
        const double sum = fixed_order_sum(own);
        for (double& cell : own) cell = sum > 0 ? cell / sum : 1 / static_cast<double>(states);
    }
    Remaking remaking(network);
    remaking.replace(child, TableCpd(joint.scope(), cells));
    return {remaking.made(),
            "arc " + from + " -> " + to + " was removed, and " + in_quotes(from) + " summed out"};
}

ChangedNetwork without_variable(const BayesianNetwork& network, const std::string& name) {
    const VariableId id = network.id(name);
    std::vector<std::string> children;
    for (const Cpd& cpd : network.cpds())
        if (std::ranges::find(parents_of(cpd), id) != parents_of(cpd).end())
            children.push_back(network.variable(child_of(cpd)).name());
    if (!children.empty())
        throw ArgumentError(
            in_quotes(name) + " has children, of which the first is " + in_quotes(children.front()),
            "remove " + name + " -> " + children.front());
    Remaking remaking(network);
    remaking.leave_out(id);
    return {remaking.made(), in_quotes(name) + " was removed"};
}

}  // namespace

ChangedNetwork changed(const BayesianNetwork& network, std::string_view change) {
    const std::size_t begin = std::min(change.find_first_not_of(" \t"), change.size());
    change.remove_prefix(begin);
    const std::size_t word_end = std::min(change.find_first_of(" \t("), change.size());
    const std::string_view word = change.substr(0, word_end), rest = change.substr(word_end);
    if (word == "rename") return with_names(network, rest);
    if (word == "state") return with_state(network, rest);
    if (word == "add" || word == "remove") {
        const auto [from, to] = arc_of(rest);
        if (!to && word == "add") throw ParseError("one arc was expected", {}, "add A -> B");
        if (!to) return without_variable(network, from);
        return word == "add" ? with_arc(network, from, *to) : without_arc(network, from, *to);
    }
    const std::size_t close = change.rfind(')');
    const std::size_t equals = close == change.npos ? close : change.find('=', close);
    if (equals == change.npos)
        throw ParseError(in_quotes(change) + " is no change", {}, std::string("write ") + forms);
    return with_row(network, change.substr(0, close + 1), change.substr(equals + 1));
}

}  // namespace pgm

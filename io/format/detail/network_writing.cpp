#include <io/format/detail/network_writing.hpp>

#include <io/format/detail/plain_name.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <string>

namespace pgm::io::detail {
namespace {

/// True if rows share parameters.
bool is_tied(const Cpd& cpd) {
    return std::visit(
        [](const auto& kind) {
            if constexpr (requires { kind.tying(); })
                return kind.tying() != LinearGaussianCpd::Tying::none;
            else
                return false;
        },
        cpd);
}

void require_states(const Variable& variable, std::string_view format) {
    if (variable.is_discrete()) return;
    throw ArgumentError(std::string(format) + " knows discrete variables only, and " +
                            in_quotes(variable.name()) + " is continuous",
                        "write a .json or .pgmodel file");
}

/// True for a sum of others alone, whatever their weights are.
bool is_sum_of_utilities(const Cpd& cpd) {
    return discrete_scope(cpd).size() == 0 && regression(cpd, 0)->intercept == 0;
}

bool is_held(const Cpd& cpd, HeldSums held) {
    if (continuous_parents(cpd).empty()) return true;
    if (held == HeldSums::none || !is_sum_of_utilities(cpd)) return false;
    return held == HeldSums::weighted ||
           std::ranges::all_of(regression(cpd, 0)->slopes,
                               [](double weight) { return weight == 1; });
}

}  // namespace

void require_chance(const BayesianNetwork& network, std::string_view format) {
    const std::optional<VariableId> other = decision_or_utility(network);
    if (!other) return;
    const Variable& variable = network.variable(*other);
    const bool is_decision = variable.kind() == Variable::Kind::decision;
    throw ArgumentError(std::string(format) + " has no place for decisions and utilities, and " +
                            in_quotes(variable.name()) + " is a " +
                            (is_decision ? "decision" : "utility"),
                        "write a .json, .xdsl or .net file, or leave them out: --chance-only");
}

void require_utilities(const BayesianNetwork& network, std::string_view format, HeldSums held) {
    for (const Cpd& cpd : network.cpds()) {
        const Variable& variable = network.variable(child_of(cpd));
        if (variable.kind() != Variable::Kind::utility) continue;
        if (is_held(cpd, held)) continue;
        const std::string what = held == HeldSums::none    ? "utilities that follow from others"
                                 : held == HeldSums::plain ? "utilities below others but plain sums"
                                                           : "utilities below others but their "
                                                             "weighted sums";
        throw ArgumentError(std::string(format) + " has no place for " + what + ", such as " +
                                in_quotes(variable.name()),
                            "write a .json, .pgmodel or .bn file");
    }
}

void require_utf8_diagram(const BayesianNetwork& network, std::string_view format, HeldSums held) {
    for (const Variable& variable : network.variables())
        if (variable.kind() == Variable::Kind::chance) require_states(variable, format);
    require_tabulable(network);
    require_utilities(network, format, held);
    require_utf8_names(network, format);
}

void require_discrete(const BayesianNetwork& network, std::string_view format) {
    require_chance(network, format);
    for (const Variable& variable : network.variables()) require_states(variable, format);
}

void require_tables(const BayesianNetwork& network, std::string_view format) {
    require_discrete(network, format);
    require_tabulable(network);
}

void require_utf8_tables(const BayesianNetwork& network, std::string_view format) {
    require_tables(network, format);
    require_utf8_names(network, format);
}

TableCpd table_of(const BayesianNetwork& network, VariableId variable) {
    const TableCpd* const table = as_table(network.cpd(variable));
    return table ? *table : tabulated(network, variable);
}

std::vector<double> listed_numbers(const BayesianNetwork& network, VariableId variable) {
    const Variable::Kind kind = network.variable(variable).kind();
    if (kind == Variable::Kind::decision) return {};
    std::vector<double> numbers;
    if (kind == Variable::Kind::chance) {
        const TableCpd table = table_of(network, variable);
        numbers.assign(table.table().values().begin(), table.table().values().end());
        return numbers;
    }
    const Cpd& utility = network.cpd(variable);
    const bool is_sum = !continuous_parents(utility).empty() && is_sum_of_utilities(utility);
    for (std::size_t row = 0; !is_sum && row < discrete_scope(utility).cells(); ++row)
        numbers.push_back(regression(utility, row)->intercept);
    return numbers;
}

std::string joined(std::span<const double> numbers, std::string_view between) {
    return joined(numbers, between, [](double number) { return to_text(number); });
}

std::vector<std::string> plain_variable_names(const BayesianNetwork& network) {
    std::vector<std::string> names;
    for (const Variable& variable : network.variables()) names.push_back(variable.name());
    return plain_names(names, FirstByte::letter);
}

std::string plain_network_name(const BayesianNetwork& network, const std::string& unnamed) {
    return network.name().empty() ? unnamed
                                  : plain_names({network.name()}, FirstByte::letter).front();
}

void add_lost_names(const BayesianNetwork& network, const std::vector<std::string>& written,
                    std::vector<std::string>& losses) {
    for (std::size_t v = 0; v < network.size(); ++v) {
        const std::string& name = network.variables()[v].name();
        if (name != written[v])
            losses.push_back("the name " + in_quotes(name) + " of a variable, written as " +
                             written[v]);
    }
}

void add_lost_lines(const std::vector<std::string>& lines, std::vector<std::string>& losses) {
    if (lines.empty()) return;
    losses.push_back(counted(lines.size(), "line") +
                     " of properties: " + first_few(lines, 3, in_quotes));
}

std::vector<std::string> lost_distributions(const BayesianNetwork& network) {
    return lost_distributions(network, [](const Cpd&) -> const NoisyMaxCpd* { return nullptr; });
}

std::vector<std::string> lost_distributions(const BayesianNetwork& network,
                                            const NoisyMaxCpd* (*held)(const Cpd&)) {
    std::vector<std::string> losses;
    for (const Cpd& cpd : network.cpds()) {
        const Variable& variable = network.variable(child_of(cpd));
        if (variable.kind() == Variable::Kind::decision) continue;
        const std::string name = in_quotes(variable.name());
        if (kind_of(cpd) == NoisyMaxCpd::kind && held(cpd) == nullptr)
            losses.push_back("the noisy-MAX of " + name + ", written as its table");
        if (is_tied(cpd)) losses.push_back("that the rows of " + name + " share parameters");
    }
    if (network.row_sums() == RowSums::keep)
        losses.push_back("rows that do not sum to 1: readers divide them by their sums");
    return losses;
}

void require_tables_or_gaussians(const BayesianNetwork& network, std::string_view format) {
    require_tabulable(network);
    for (const Cpd& cpd : network.cpds()) {
        if (!is_continuous(cpd) || is_linear_gaussian(cpd)) continue;
        throw ArgumentError(
            std::string(format) +
                " knows tables and linear Gaussian distributions only, and that of " +
                in_quotes(network.variable(child_of(cpd)).name()) + " is of kind '" +
                std::string(kind_of(cpd)) + "'",
            "write a .json or .pgmodel file");
    }
}

void require_utf8_names(const BayesianNetwork& network, std::string_view format) {
    const auto require = [&](const std::string& name, const std::string& what) {
        if (is_utf8(name)) return;
        throw ArgumentError(what + " " + in_quotes(name) + " is not UTF-8, so " +
                                std::string(format) + " cannot hold it",
                            "write a .bif or .pgmodel file");
    };
    require(network.name(), "the name");
    for (const Variable& variable : network.variables()) {
        require(variable.name(), "the name of variable");
        for (const std::string& state : variable.states()) require(state, "the state");
    }
}

const NoisyMaxCpd* noisy_max(const Cpd& cpd) {
    return std::get_if<NoisyMaxCpd>(&cpd);
}

std::vector<double> link_rows(const NoisyMaxCpd& cpd, std::size_t parent) {
    std::vector<double> rows;
    for (std::size_t s = 0; s < cpd.cardinalities()[parent]; ++s)
        std::ranges::copy(cpd.link(parent, StateId(s)), std::back_inserter(rows));
    return rows;
}

}  // namespace pgm::io::detail

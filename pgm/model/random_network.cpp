#include <pgm/model/random_network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace {

/// Graph, states and tables have separate streams, so changing an option of one leaves the others
/// unchanged.
enum class Stream : std::uint64_t { graph = 1, states = 2, tables = 3 };

Rng stream(std::uint64_t seed, Stream which) {
    return Rng(seed ^ (static_cast<std::uint64_t>(which) << 56));
}

void require(bool condition, const char* message) {
    if (!condition) throw ArgumentError(message);
}

void validate(const RandomNetworkOptions& options) {
    const auto is_fraction = [](double x) { return x >= 0 && x <= 1; };
    require(is_fraction(options.zero_fraction), "zero_fraction must lie in [0, 1]");
    require(is_fraction(options.deterministic_fraction),
            "deterministic_fraction must lie in [0, 1]");
    require(options.skew >= 1, "skew must be at least 1");
    require(!options.cardinalities.empty(),
            "cardinalities must hold at least one number of states");
    require(std::find(options.cardinalities.begin(), options.cardinalities.end(), std::size_t{0}) ==
                options.cardinalities.end(),
            "cardinalities must be at least 1");
    if (options.variables > options.limits.max_variables) {
        throw TooLargeError("a random network of " + std::to_string(options.variables) +
                            " variables; the limit is " +
                            std::to_string(options.limits.max_variables));
    }
}

std::string numbered(const char* prefix, std::size_t number) {
    std::string name = prefix;
    name += std::to_string(number);
    return name;
}

template <class T>
void shuffle(std::vector<T>& items, Rng& rng) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(i)]);
}

/// The number of parents of the variable at each position of the order.
std::vector<std::size_t> draw_in_degrees(const RandomNetworkOptions& options, Rng& rng) {
    const auto room = [&](std::size_t position) { return std::min(position, options.max_parents); };
    std::vector<std::size_t> degrees(options.variables, 0);
    if (!options.arcs) {
        for (std::size_t position = 0; position < degrees.size(); ++position)
            degrees[position] = rng.below(room(position) + 1);
        return degrees;
    }
    std::vector<std::size_t> slots;  // each position once for every possible parent
    for (std::size_t position = 0; position < degrees.size(); ++position)
        slots.insert(slots.end(), room(position), position);
    if (*options.arcs > slots.size()) {
        throw ArgumentError(std::to_string(*options.arcs) + " arcs do not fit " +
                            std::to_string(options.variables) + " variables of at most " +
                            std::to_string(options.max_parents) + " parents; " +
                            std::to_string(slots.size()) + " do");
    }
    shuffle(slots, rng);
    for (std::size_t i = 0; i < *options.arcs; ++i) ++degrees[slots[i]];
    return degrees;
}

/// Draws `count` distinct numbers below `bound`; all sets are equally probable (Floyd's algorithm).
std::vector<std::size_t> draw_distinct(std::size_t count, std::size_t bound, Rng& rng) {
    std::vector<std::size_t> drawn;
    for (std::size_t next = bound - count; next < bound; ++next) {
        const std::size_t candidate = rng.below(next + 1);
        const bool is_new = std::find(drawn.begin(), drawn.end(), candidate) == drawn.end();
        drawn.push_back(is_new ? candidate : next);
    }
    return drawn;
}

/// Draws uniformly from all distributions on row.size() states: the spacings of sorted uniforms.
void draw_uniform_row(std::span<double> row, Rng& rng) {
    for (double& value : row.first(row.size() - 1)) value = rng.uniform();
    row.back() = 1;
    std::sort(row.begin(), row.end());
    for (std::size_t state = row.size() - 1; state > 0; --state) row[state] -= row[state - 1];
}

void draw_row(std::span<double> row, const RandomNetworkOptions& options, Rng& rng) {
    const std::size_t kept = rng.below(row.size());
    if (rng.uniform() < options.deterministic_fraction) {
        std::fill(row.begin(), row.end(), 0.0);
        row[kept] = 1;
        return;
    }
    draw_uniform_row(row, rng);
    row[kept] += 0x1.0p-20;  // the row has a positive sum even if all others become zero
    for (std::size_t state = 0; state < row.size(); ++state) {
        const double value = row[state];
        for (unsigned power = 1; power < options.skew && row[state] > 0x1.0p-200; ++power)
            row[state] *= value;
        if (state != kept && rng.uniform() < options.zero_fraction) row[state] = 0;
    }
    const double sum = fixed_order_sum(row);
    for (double& value : row) value /= sum;
}

TableCpd draw_table(const Dag& dag, const std::vector<Variable>& variables, VariableId child,
                    const RandomNetworkOptions& options, Rng& rng) {
    std::vector<VariableId> members = dag.parents(child);
    members.push_back(child);
    std::vector<std::size_t> cardinalities;
    for (const VariableId member : members)
        cardinalities.push_back(variables[member.index()].cardinality());
    Scope scope(members, cardinalities);
    if (scope.cells() > options.limits.max_table_cells) {
        throw TooLargeError("the table of '" + printable(variables[child.index()].name()) +
                            "' needs " + std::to_string(scope.cells()) + " cells; the limit is " +
                            std::to_string(options.limits.max_table_cells));
    }
    Table table(std::move(scope));
    const std::size_t length = variables[child.index()].cardinality();
    for (std::size_t cell = 0; cell < table.size(); cell += length)
        draw_row(table.values().subspan(cell, length), options, rng);
    return TableCpd(std::move(table));
}

}  // namespace

Dag random_dag(const RandomNetworkOptions& options, std::uint64_t seed) {
    validate(options);
    Rng rng = stream(seed, Stream::graph);
    std::vector<VariableId> order;
    for (std::size_t i = 0; i < options.variables; ++i) order.emplace_back(i);
    shuffle(order, rng);
    const std::vector<std::size_t> degrees = draw_in_degrees(options, rng);
    std::vector<Arc> arcs;
    for (std::size_t position = 0; position < order.size(); ++position) {
        for (const std::size_t parent : draw_distinct(degrees[position], position, rng))
            arcs.push_back({order[parent], order[position]});
    }
    return Dag(options.variables, arcs);
}

BayesianNetwork random_tables(const Dag& dag, std::vector<Variable> variables,
                              const RandomNetworkOptions& options, std::uint64_t seed) {
    validate(options);
    require(variables.size() == dag.size(),
            "random_tables needs one variable per vertex of the graph");
    Rng rng = stream(seed, Stream::tables);
    NetworkBuilder builder("random", options.limits);
    std::size_t total = 0;
    for (const Variable& variable : variables) builder.add_variable(variable);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        TableCpd table = draw_table(dag, variables, VariableId(i), options, rng);
        total += table.table().size();
        if (total > options.limits.max_model_cells) {
            throw TooLargeError("the tables of the random network need more than " +
                                std::to_string(options.limits.max_model_cells) + " cells together");
        }
        builder.set_cpd(std::move(table));
    }
    return std::move(builder).build();
}

BayesianNetwork random_network(const RandomNetworkOptions& options, std::uint64_t seed) {
    const Dag dag = random_dag(options, seed);
    Rng rng = stream(seed, Stream::states);
    std::vector<Variable> variables;
    for (std::size_t i = 0; i < options.variables; ++i) {
        const std::size_t cardinality =
            options.cardinalities[rng.below(options.cardinalities.size())];
        if (cardinality > options.limits.max_states)
            throw TooLargeError("a random variable of " + std::to_string(cardinality) + " states");
        std::vector<std::string> states;
        for (std::size_t s = 0; s < cardinality; ++s) states.push_back(numbered("s", s));
        variables.emplace_back(numbered("X", i), std::move(states));
    }
    return random_tables(dag, std::move(variables), options, seed);
}

}  // namespace pgm

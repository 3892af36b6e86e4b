#include <io/uai/detail/factor_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <utility>

namespace pgm::io::detail {
namespace {

/// A variable with more neighbours, each of two states or more, has a table of more than 2^64
/// cells.
constexpr std::size_t most_neighbours = 63;

/// The variables that are left and those that share a factor.
class InteractionGraph {
public:
    explicit InteractionGraph(const FactorGraph& graph)
        : cardinalities_(graph.cardinalities),
          neighbours_(graph.cardinalities.size()),
          degree_(graph.cardinalities.size()),
          is_eliminated_(graph.cardinalities.size()) {
        for (const Table& factor : graph.factors) join(factor.scope());
        for (std::size_t v = 0; v < neighbours_.size(); ++v) {
            std::vector<std::uint32_t>& list = neighbours_[v];
            std::ranges::sort(list);
            list.erase(std::ranges::unique(list).begin(), list.end());
            degree_[v] = list.size();
        }
    }

    bool is_eliminated(std::uint32_t variable) const { return is_eliminated_[variable]; }

    /// The cells of the product of the factors that have the variable, if that is below 2^64.
    std::optional<std::size_t> cells(std::uint32_t variable) const {
        std::optional<std::size_t> cells = cardinalities_[variable];
        if (degree_[variable] > most_neighbours) return std::nullopt;
        for (const std::uint32_t n : neighbours_[variable])
            if (cells && !is_eliminated_[n]) cells = checked_mul(*cells, cardinalities_[n]);
        return cells;
    }

    /// The sum over the missing edges between neighbours of the cells of a table over both ends;
    /// infinite if the variable cannot be eliminated yet.
    double fill(std::uint32_t variable) const {
        if (degree_[variable] > most_neighbours) return infinity;
        const std::vector<std::uint32_t> around = neighbours(variable);
        double sum = 0;
        for (std::size_t i = 0; i < around.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (!are_joined(around[i], around[j]))
                    sum += static_cast<double>(cardinalities_[around[i]]) *
                           static_cast<double>(cardinalities_[around[j]]);
        return sum;
    }

    /// Removes the variable, joins its neighbours, and returns the variables whose price may have
    /// changed: the neighbours and those that know both ends of a new edge.
    std::vector<std::uint32_t> eliminate(std::uint32_t variable) {
        const std::vector<std::uint32_t> around = neighbours(variable);
        std::vector<std::uint32_t> changed = around;
        is_eliminated_[variable] = 1;
        neighbours_[variable] = {};
        for (const std::uint32_t n : around) --degree_[n];
        for (std::size_t i = 0; i < around.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (are_joined(around[i], around[j])) continue;
                add_common_neighbours(around[i], around[j], changed);
                insert(around[i], around[j]);
                insert(around[j], around[i]);
            }
        }
        for (const std::uint32_t n : around) forget_eliminated(n);
        std::ranges::sort(changed);
        changed.erase(std::ranges::unique(changed).begin(), changed.end());
        return changed;
    }

private:
    void join(const Scope& scope) {
        for (const VariableId a : scope.variables())
            for (const VariableId b : scope.variables())
                if (a != b) neighbours_[a.index()].push_back(static_cast<std::uint32_t>(b.index()));
    }

    std::vector<std::uint32_t> neighbours(std::uint32_t variable) const {
        std::vector<std::uint32_t> found;
        std::ranges::copy_if(neighbours_[variable], std::back_inserter(found),
                             [this](std::uint32_t n) { return !is_eliminated_[n]; });
        return found;
    }

    /// The one with the shorter list first.
    std::pair<std::uint32_t, std::uint32_t> shorter_first(std::uint32_t a, std::uint32_t b) const {
        return neighbours_[a].size() <= neighbours_[b].size() ? std::pair(a, b) : std::pair(b, a);
    }

    bool are_joined(std::uint32_t a, std::uint32_t b) const {
        const auto [first, second] = shorter_first(a, b);
        return std::ranges::binary_search(neighbours_[first], second);
    }

    void add_common_neighbours(std::uint32_t a, std::uint32_t b,
                               std::vector<std::uint32_t>& to) const {
        const auto [first, second] = shorter_first(a, b);
        std::ranges::copy_if(neighbours_[first], std::back_inserter(to), [&, s = second](auto n) {
            return !is_eliminated_[n] && std::ranges::binary_search(neighbours_[s], n);
        });
    }

    void insert(std::uint32_t variable, std::uint32_t neighbour) {
        std::vector<std::uint32_t>& list = neighbours_[variable];
        list.insert(std::ranges::lower_bound(list, neighbour), neighbour);
        ++degree_[variable];
    }

    /// Eliminated neighbours stay in a list until they are half of it, so that each costs little
    /// also where a variable has very many.
    void forget_eliminated(std::uint32_t variable) {
        std::vector<std::uint32_t>& list = neighbours_[variable];
        if (list.size() > 2 * degree_[variable] + 8)
            std::erase_if(list, [this](std::uint32_t n) { return is_eliminated_[n] != 0; });
    }

    const std::vector<std::size_t>& cardinalities_;
    std::vector<std::vector<std::uint32_t>> neighbours_;  ///< sorted, eliminated ones among them
    std::vector<std::size_t> degree_;                     ///< how many neighbours are left
    std::vector<char> is_eliminated_;
};

/// What it costs to eliminate a variable next. Prices change; the queue keeps the old ones, too,
/// and `version` tells which is the last.
struct Price {
    double fill = 0, cells = 0;
    std::uint32_t variable = 0, version = 0;

    friend auto operator<=>(const Price&, const Price&) = default;
};

class OrderSearch {
public:
    OrderSearch(const FactorGraph& graph, const Limits& limits)
        : limits_(limits), graph_(graph), versions_(graph.cardinalities.size()) {
        for (const Table& factor : graph.factors) free_cells_ += factor.size();
        free_cells_ = checked_add(free_cells_, limits.max_filled_cells).value_or(free_cells_);
        for (std::uint32_t v = 0; v < versions_.size(); ++v) add_price(v);
    }

    std::vector<VariableId> order() {
        std::vector<VariableId> order;
        while (!prices_.empty()) {
            const Price best = prices_.top();
            prices_.pop();
            const std::uint32_t v = best.variable;
            if (graph_.is_eliminated(v) || best.version != versions_[v]) continue;
            count_cells(v);
            order.emplace_back(v);
            for (const std::uint32_t changed : graph_.eliminate(v)) add_price(changed);
        }
        return order;
    }

private:
    void add_price(std::uint32_t variable) {
        const std::optional<std::size_t> cells = graph_.cells(variable);
        prices_.push({graph_.fill(variable), cells ? static_cast<double>(*cells) : infinity,
                      variable, ++versions_[variable]});
    }

    void count_cells(std::uint32_t variable) {
        const std::optional<std::size_t> cells = graph_.cells(variable);
        const std::string eliminating =
            "eliminating variable " + std::to_string(variable) + " of the factor graph ";
        const std::string hint =
            "the graph is too densely connected; raise the limits of pgm::Limits";
        if (!cells || *cells > limits_.max_table_cells)
            throw TooLargeError(eliminating + "makes a table of " +
                                    (cells ? std::to_string(*cells) : "more than 2^64") +
                                    " cells, the limit is " +
                                    std::to_string(limits_.max_table_cells),
                                {}, hint);
        if (*cells > free_cells_)
            throw TooLargeError(eliminating + "makes a table of " + std::to_string(*cells) +
                                    " cells, and all tables together may have " +
                                    std::to_string(limits_.max_filled_cells) +
                                    " more than the factors",
                                {}, hint);
        free_cells_ -= *cells;
    }

    const Limits& limits_;
    InteractionGraph graph_;
    std::size_t free_cells_ = 0;
    std::vector<std::uint32_t> versions_;
    std::priority_queue<Price, std::vector<Price>, std::greater<>> prices_;
};

}  // namespace

std::vector<VariableId> elimination_order(const FactorGraph& graph, const Limits& limits) {
    return OrderSearch(graph, limits).order();
}

}  // namespace pgm::io::detail

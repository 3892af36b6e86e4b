#include <tests/support/random_diagram.hpp>

#include <pgm/model/network_builder.hpp>
#include <tests/support/random_dag.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::tests {
namespace {

std::string numbered(const char* stem, std::size_t number) {
    return stem + std::to_string(number);
}

double whole_number(Rng& rng, std::size_t most) {
    return static_cast<double>(rng.below(2 * most + 1)) - static_cast<double>(most);
}

struct Node {
    std::string name;
    std::size_t states = 2;
    bool is_decision = false;
    std::vector<std::size_t> parents = {};  ///< places in the order
};

class RandomDiagram {
public:
    RandomDiagram(Rng& rng, const RandomDiagramOptions& options) : rng_(rng), options_(options) {}

    BayesianNetwork make() {
        do draw_nodes();
        while (is_too_large());
        for (const std::size_t i : random_permutation(rng_, nodes_.size())) declare(nodes_[i]);
        for (const Node& node : nodes_) {
            for (const std::size_t parent : node.parents)
                builder_.arc(nodes_[parent].name, node.name);
            if (!node.is_decision) fill(node);
        }
        add_utilities();
        return std::move(builder_).build();
    }

private:
    void draw_nodes() {
        nodes_.clear();
        const std::size_t chance = 1 + rng_.below(options_.max_chance),
                          decisions = 1 + rng_.below(options_.max_decisions);
        std::size_t decided = 0, last_decision = 0;
        for (const std::size_t i : random_permutation(rng_, chance + decisions)) {
            const bool is_decision = i < decisions;
            Node node{is_decision ? numbered("D", decided) : numbered("X", i), 2, is_decision};
            if (rng_.below(4) == 0) node.states = 1 + 2 * rng_.below(2);
            const std::size_t here = nodes_.size();
            if (is_decision && options_.in_a_row && decided > 0)
                node.parents.push_back(last_decision);
            for (const std::size_t other : random_permutation(rng_, here)) {
                const bool is_there = std::ranges::find(node.parents, other) != node.parents.end();
                if (!is_there && node.parents.size() < 3 && rng_.below(2) == 0)
                    node.parents.push_back(other);
            }
            if (is_decision) {
                ++decided;
                last_decision = here;
            }
            nodes_.push_back(std::move(node));
        }
    }

    bool is_too_large() const {
        double configurations = 1, strategies = 1;
        for (const Node& node : nodes_) {
            configurations *= static_cast<double>(node.states);
            if (node.is_decision)
                strategies *= std::pow(node.states, configurations_of(node.parents));
        }
        return configurations > static_cast<double>(options_.max_configurations) ||
               strategies > options_.max_strategies;
    }

    std::size_t configurations_of(const std::vector<std::size_t>& parents) const {
        std::size_t product = 1;
        for (const std::size_t parent : parents) product *= nodes_[parent].states;
        return product;
    }

    void declare(const Node& node) {
        std::vector<std::string> states;
        for (std::size_t s = 0; s < node.states; ++s) states.push_back(numbered("s", s));
        Variable variable(node.name, states);
        if (node.is_decision) variable.set_kind(Variable::Kind::decision);
        builder_.add_variable(std::move(variable));
    }

    void fill(const Node& node) {
        std::vector<double> table;
        for (std::size_t row = 0; row < configurations_of(node.parents); ++row)
            for (const double cell : sixteenths(rng_, node.states)) table.push_back(cell);
        builder_.cpt(node.name).values(table);
    }

    void add_utilities() {
        const std::size_t count = 1 + rng_.below(3);
        for (std::size_t u = 0; u < count; ++u) {
            const std::string name = numbered("U", u);
            add_utility(name);
            std::vector<std::size_t> parents = random_permutation(rng_, nodes_.size());
            parents.resize(std::min<std::size_t>(parents.size(), rng_.below(4)));
            for (const std::size_t parent : parents) builder_.arc(nodes_[parent].name, name);
            std::vector<double> values(configurations_of(parents));
            const std::size_t most = rng_.below(2) == 0 ? 1 : 20;
            for (double& value : values) value = whole_number(rng_, most);
            builder_.cpt(name).values(values);
        }
        if (count > 1 && rng_.below(3) == 0) add_sum();
    }

    /// 2 U0 - U1 + 3, with other numbers for each state of a variable.
    void add_sum() {
        const Node& given = nodes_[rng_.below(nodes_.size())];
        add_utility("Sum");
        builder_.arc(given.name, "Sum").arc("U0", "Sum").arc("U1", "Sum");
        for (std::size_t s = 0; s < given.states; ++s)
            builder_.cpt("Sum").row(given.name + "=" + numbered("s", s),
                                    std::to_string(rng_.below(4)) + " U0 - " +
                                        std::to_string(rng_.below(3)) + " U1 + " +
                                        std::to_string(rng_.below(9)));
    }

    void add_utility(const std::string& name) {
        Variable variable(name);
        variable.set_kind(Variable::Kind::utility);
        builder_.add_variable(std::move(variable));
    }

    Rng& rng_;
    const RandomDiagramOptions& options_;
    std::vector<Node> nodes_;  ///< parents first
    NetworkBuilder builder_;
};

}  // namespace

std::vector<double> sixteenths(Rng& rng, std::size_t states) {
    std::vector<double> row(states, 0);
    const bool is_certain = rng.below(6) == 0, has_zeros = rng.below(3) == 0;
    for (int unit = 0; unit < 16; ++unit) {
        const bool is_first = unit == 0 || is_certain;
        const std::size_t offered = has_zeros ? (states + 1) / 2 : states;
        const std::size_t state = is_first ? states - 1 : rng.below(offered);
        row[state] += 1.0 / 16;
    }
    std::ranges::rotate(row, row.begin() + static_cast<std::ptrdiff_t>(rng.below(states)));
    return row;
}

BayesianNetwork random_diagram(Rng& rng, const RandomDiagramOptions& options) {
    return RandomDiagram(rng, options).make();
}

}  // namespace pgm::tests

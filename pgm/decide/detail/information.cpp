#include <pgm/decide/detail/information.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>

namespace pgm::detail {

Information::Information(const InfluenceDiagram& diagram,
                         std::vector<std::vector<VariableId>> known,
                         std::span<const Scope> utilities, std::vector<VariableId> findings)
    : diagram_(&diagram),
      known_(std::move(known)),
      utilities_(utilities.begin(), utilities.end()),
      findings_(std::move(findings)) {
    for (std::vector<VariableId>& of_decision : known_)
        std::erase_if(of_decision, [&](VariableId variable) {
            return std::ranges::find(findings_, variable) != findings_.end();
        });
    draw();
}

void Information::draw() {
    const BayesianNetwork& network = diagram_->network();
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (network.variables()[v].kind() != Variable::Kind::chance) continue;
        for (const VariableId parent : parents_of(network.cpds()[v]))
            arcs.push_back({parent, VariableId(v)});
    }
    for (std::size_t d = 0; d < known_.size(); ++d)
        for (const VariableId variable : known_[d])
            arcs.push_back({variable, diagram_->decisions()[d]});
    for (std::size_t u = 0; u < utilities_.size(); ++u)
        for (const VariableId variable : utilities_[u].variables())
            arcs.push_back({variable, VariableId(network.size() + u)});
    graph_ = Dag(network.size() + utilities_.size(), arcs);
}

std::vector<VariableId> Information::utilities_of(std::size_t decision) const {
    std::vector<VariableId> below = descendants(graph_, diagram_->decisions()[decision]);
    std::erase_if(
        below, [&](VariableId variable) { return variable.index() < diagram_->network().size(); });
    return below;
}

/// The family of a decision, and what is known anyway.
std::vector<VariableId> Information::given(std::size_t decision,
                                           std::optional<VariableId> without) const {
    std::vector<VariableId> given = known_[decision];
    if (without) std::erase(given, *without);
    given.push_back(diagram_->decisions()[decision]);
    given.insert(given.end(), findings_.begin(), findings_.end());
    return given;
}

void Information::reduce() {
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (std::size_t d = known_.size(); d-- > 0;) {
            const std::vector<VariableId> utilities = utilities_of(d);
            const std::vector<VariableId> candidates = known_[d];
            for (const VariableId candidate : candidates) {
                const std::vector<VariableId> one{candidate};
                if (!d_separation(graph_, one, utilities, given(d, candidate)).separated) continue;
                std::erase(known_[d], candidate);
                is_changed = true;
            }
            draw();
        }
    }
}

std::vector<std::size_t> Information::exact_order(std::span<const char> is_settled) const {
    std::vector<std::size_t> left, order;
    for (std::size_t d = 0; d < known_.size(); ++d)
        if (!is_settled[d]) left.push_back(d);
    while (!left.empty()) {
        const auto is_extremal = [&](std::size_t d) {
            std::vector<VariableId> others;
            for (const std::size_t other : left) {
                if (other == d) continue;
                others.push_back(diagram_->decisions()[other]);
                others.insert(others.end(), known_[other].begin(), known_[other].end());
            }
            return d_separation(graph_, others, utilities_of(d), given(d, std::nullopt)).separated;
        };
        const auto found = std::find_if(left.rbegin(), left.rend(), is_extremal);
        if (found == left.rend()) break;
        order.push_back(*found);
        left.erase(std::next(found).base());
    }
    return order;
}

}  // namespace pgm::detail

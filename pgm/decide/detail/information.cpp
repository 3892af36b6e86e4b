#include <pgm/decide/detail/information.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

bool contains_vertex(std::span<const VariableId> vertices, VariableId vertex) {
    return std::ranges::find(vertices, vertex) != vertices.end();
}

}  // namespace

DecisionInformation::DecisionInformation(const InfluenceDiagram& diagram,
                                         std::vector<std::vector<VariableId>> known,
                                         std::vector<char> is_settled,
                                         std::vector<std::vector<VariableId>> utilities,
                                         const Evidence& evidence)
    : diagram_(&diagram),
      known_(std::move(known)),
      is_settled_(std::move(is_settled)),
      utilities_(std::move(utilities)) {
    const std::size_t first_report = diagram.network().size() + utilities_.size();
    for (const auto& [variable, finding] : evidence) {
        if (std::holds_alternative<Intervened>(finding)) set_.push_back(variable);
        if (state_of(finding)) {
            findings_.push_back(variable);
        } else {
            findings_.emplace_back(first_report + reports_.size());
            reports_.push_back(variable);
        }
    }
    for (std::size_t d = 0; d < known_.size(); ++d) {
        if (contains_vertex(findings_, diagram.decisions()[d])) known_[d].clear();
        std::erase_if(known_[d],
                      [&](VariableId variable) { return contains_vertex(findings_, variable); });
    }
    draw();
}

void DecisionInformation::draw() {
    const BayesianNetwork& network = diagram_->network();
    std::vector<Arc> arcs;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const bool is_chance = network.variables()[v].kind() == Variable::Kind::chance;
        if (!is_chance || contains_vertex(set_, VariableId(v))) continue;
        for (const VariableId parent : parents_of(network.cpds()[v]))
            arcs.push_back({parent, VariableId(v)});
    }
    for (std::size_t d = 0; d < known_.size(); ++d)
        for (const VariableId variable : known_[d])
            arcs.push_back({variable, diagram_->decisions()[d]});
    for (std::size_t u = 0; u < utilities_.size(); ++u)
        for (const VariableId variable : utilities_[u])
            arcs.push_back({variable, VariableId(network.size() + u)});
    const std::size_t first_report = network.size() + utilities_.size();
    for (std::size_t i = 0; i < reports_.size(); ++i)
        arcs.push_back({reports_[i], VariableId(first_report + i)});
    graph_ = Dag(first_report + reports_.size(), arcs);
}

bool DecisionInformation::touches_findings(std::size_t decision) const {
    const std::vector<VariableId> below = descendants(graph_, diagram_->decisions()[decision]);
    return std::ranges::any_of(
        below, [&](VariableId variable) { return contains_vertex(findings_, variable); });
}

std::vector<VariableId> DecisionInformation::utilities_of(std::size_t decision) const {
    const std::vector<VariableId> below = descendants(graph_, diagram_->decisions()[decision]);
    const bool has_all = touches_findings(decision);
    std::vector<VariableId> utilities;
    for (std::size_t u = 0; u < utilities_.size(); ++u) {
        const VariableId vertex(diagram_->network().size() + u);
        if (has_all || contains_vertex(below, vertex)) utilities.push_back(vertex);
    }
    return utilities;
}

/// The family of a decision, and what is known anyway.
std::vector<VariableId> DecisionInformation::given(std::size_t decision,
                                                   std::optional<VariableId> without) const {
    std::vector<VariableId> given = known_[decision];
    if (without) std::erase(given, *without);
    given.push_back(diagram_->decisions()[decision]);
    given.insert(given.end(), findings_.begin(), findings_.end());
    return given;
}

void DecisionInformation::reduce() {
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (std::size_t d = known_.size(); d-- > 0;) {
            if (is_settled_[d]) continue;
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

std::vector<std::size_t> DecisionInformation::exact_order() const {
    std::vector<std::size_t> left, order;
    for (std::size_t d = 0; d < known_.size(); ++d)
        if (!is_settled_[d]) left.push_back(d);
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

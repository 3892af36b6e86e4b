#include <pgm/explain/influence.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace pgm {
namespace {

double distance(std::span<const double> p, std::span<const double> q) {
    double squares = 0;
    for (std::size_t b = 0; b < p.size(); ++b) squares += (p[b] - q[b]) * (p[b] - q[b]);
    return std::sqrt(squares / 2);
}

/// The strength for each parent of a table whose configurations have these probabilities.
std::vector<double> strengths(const TableCpd& cpd, const Table& of_parents) {
    const Scope& parents = of_parents.scope();
    std::vector<double> result;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const std::size_t states = parents.cardinalities()[i], stride = parents.strides()[i];
        const double pairs = static_cast<double>(states * (states - 1)) / 2;
        double strength = 0;
        for (std::size_t first = 0; first < parents.cells(); ++first) {
            if (first / stride % states != 0) continue;
            double probability = 0, sum = 0;  // of the other parents' states; of distances
            for (std::size_t a = 0; a < states; ++a) {
                probability += of_parents[first + a * stride];
                for (std::size_t b = 0; b < a; ++b)
                    sum += distance(cpd.row(first + a * stride), cpd.row(first + b * stride));
            }
            strength += probability * sum;
        }
        result.push_back(states < 2 ? 0 : std::min(strength / pairs, 1.0));
    }
    return result;
}

/// True for a child whose distributions are compared.
bool has_distances(const BayesianNetwork& network, VariableId child, const Evidence& evidence) {
    const std::vector<VariableId> parents = network.dag().parents(child);
    const Finding* const finding = evidence.find(child);
    const bool is_set = finding != nullptr && std::holds_alternative<Intervened>(*finding);
    return !parents.empty() && !is_set && network.variable(child).is_discrete() &&
           std::ranges::all_of(
               parents, [&](VariableId parent) { return network.variable(parent).is_discrete(); });
}

}  // namespace

std::vector<ArcInfluence> arc_influences(const Solver& solver, const Evidence& evidence) {
    const BayesianNetwork& network = solver.network();
    std::vector<ArcInfluence> influences;
    Workspace workspace;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId child(v);
        if (!has_distances(network, child, evidence)) continue;
        const TableCpd cpd = tabulated(network, child);
        const std::span<const VariableId> parents = cpd.parents();
        const JointPosterior posterior = solver.joint(parents, evidence, workspace);
        if (posterior.status == PosteriorStatus::impossible)
            throw ImpossibleEvidenceError("the evidence is impossible");
        const std::vector<double> strength = strengths(cpd, posterior.table);
        for (std::size_t i = 0; i < parents.size(); ++i)
            if (network.cardinality(parents[i]) > 1)
                influences.push_back({{parents[i], child}, strength[i]});
    }
    std::ranges::sort(influences, {}, &ArcInfluence::arc);
    return influences;
}

}  // namespace pgm

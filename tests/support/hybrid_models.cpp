#include <tests/support/hybrid_models.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace pgm::tests {
namespace {

Scope some_parents(Rng& rng, const std::vector<std::size_t>& cardinalities) {
    std::vector<VariableId> parents;
    std::vector<std::size_t> sizes;
    for (std::size_t v = 0; v < cardinalities.size(); ++v) {
        if (rng.below(3) > 0) continue;
        parents.push_back(VariableId(v));
        sizes.push_back(cardinalities[v]);
    }
    return Scope(parents, sizes);
}

TableCpd random_table(Rng& rng, VariableId child, std::size_t states, const Scope& parents) {
    std::vector<VariableId> variables(parents.variables().begin(), parents.variables().end());
    std::vector<std::size_t> cardinalities(parents.cardinalities().begin(),
                                           parents.cardinalities().end());
    variables.push_back(child);
    cardinalities.push_back(states);
    Table table(Scope(variables, cardinalities));
    for (std::size_t row = 0; row < table.size(); row += states) {
        double sum = 0;
        for (std::size_t s = 0; s < states; ++s) sum += table[row + s] = 0.05 + rng.uniform();
        for (std::size_t s = 0; s < states; ++s) table[row + s] /= sum;
    }
    return TableCpd(std::move(table));
}

LinearGaussianCpd random_gaussian(Rng& rng, VariableId child, Scope discrete,
                                  std::vector<VariableId> continuous) {
    std::vector<LinearGaussianCpd::Row> rows(discrete.cells());
    for (LinearGaussianCpd::Row& row : rows) {
        row.intercept = 4 * rng.uniform() - 2;
        for (std::size_t i = 0; i < continuous.size(); ++i)
            row.slopes.push_back(3 * rng.uniform() - 1.5);
        row.variance = 0.1 + rng.uniform();
    }
    return LinearGaussianCpd(child, std::move(discrete), std::move(continuous), std::move(rows));
}

KernelDensityCpd random_kernels(Rng& rng, VariableId child, Scope discrete) {
    std::vector<KernelDensityCpd::Row> rows(discrete.cells());
    for (KernelDensityCpd::Row& row : rows) {
        for (std::size_t i = 0; i <= rng.below(4); ++i) row.points.push_back(4 * rng.uniform() - 2);
        row.bandwidth = 0.3 + rng.uniform();
    }
    return KernelDensityCpd(
        child, std::move(discrete),
        rng.below(2) ? KernelDensityCpd::Kernel::gaussian : KernelDensityCpd::Kernel::gaussian,
        std::move(rows));
}

/// All Gaussians together under one assignment of the discrete variables: mean and covariance,
/// built along the arcs.
struct JointGaussian {
    Eigen::VectorXd mean;
    Eigen::MatrixXd covariance;
};

JointGaussian joint_gaussian(const BayesianNetwork& network, const Evidence& evidence,
                             std::span<const StateId> states) {
    const auto n = static_cast<Eigen::Index>(network.size());
    JointGaussian joint{Eigen::VectorXd::Zero(n), Eigen::MatrixXd::Zero(n, n)};
    for (const VariableId id : topological_order(network.dag())) {
        const auto* gaussian = std::get_if<LinearGaussianCpd>(&network.cpd(id));
        if (gaussian == nullptr) continue;
        const auto v = static_cast<Eigen::Index>(id.index());
        if (const auto* made = std::get_if<IntervenedValue>(evidence.find(id))) {
            joint.mean(v) = made->value;
            continue;
        }
        std::vector<StateId> parents;
        for (const VariableId parent : gaussian->discrete_scope().variables())
            parents.push_back(states[parent.index()]);
        const LinearGaussianCpd::Row& row = gaussian->row(gaussian->discrete_scope().cell(parents));
        joint.mean(v) = row.intercept;
        Eigen::RowVectorXd covariances = Eigen::RowVectorXd::Zero(n);
        for (std::size_t i = 0; i < row.slopes.size(); ++i) {
            const auto p = static_cast<Eigen::Index>(gaussian->continuous_parents()[i].index());
            joint.mean(v) += row.slopes[i] * joint.mean(p);
            covariances += row.slopes[i] * joint.covariance.row(p);
        }
        double variance = row.variance;
        for (std::size_t i = 0; i < row.slopes.size(); ++i)
            variance +=
                row.slopes[i] *
                covariances(static_cast<Eigen::Index>(gaussian->continuous_parents()[i].index()));
        joint.covariance.row(v) = covariances;
        joint.covariance.col(v) = covariances.transpose();
        joint.covariance(v, v) = variance;
    }
    return joint;
}

double density_of_measured(const BayesianNetwork& network, const Evidence& evidence,
                           std::span<const StateId> states) {
    std::vector<Eigen::Index> measured;
    std::vector<double> values;
    double density = 1;
    for (const auto& [variable, finding] : evidence) {
        const auto* const seen = std::get_if<ObservedValue>(&finding);
        if (seen == nullptr) continue;
        if (const auto* kernels = std::get_if<KernelDensityCpd>(&network.cpd(variable))) {
            std::vector<StateId> parents;
            for (const VariableId parent : kernels->parents())
                parents.push_back(states[parent.index()]);
            const KernelDensityCpd::Row& row =
                kernels->row(kernels->discrete_scope().cell(parents));
            double sum = 0;
            for (const double point : row.points)
                sum += std::exp(-0.5 * std::pow((seen->value - point) / row.bandwidth, 2));
            density *= sum / (static_cast<double>(row.points.size()) * row.bandwidth *
                              std::sqrt(2 * std::numbers::pi));
            continue;
        }
        measured.push_back(static_cast<Eigen::Index>(variable.index()));
        values.push_back(seen->value);
    }
    if (measured.empty()) return density;
    const JointGaussian joint = joint_gaussian(network, evidence, states);
    const Eigen::MatrixXd covariance = joint.covariance(measured, measured);
    const Eigen::VectorXd distance =
        Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())) -
        joint.mean(measured);
    const double squared = distance.dot(covariance.llt().solve(distance));
    return density * std::exp(-0.5 * squared) /
           std::sqrt(std::pow(2 * std::numbers::pi, static_cast<double>(values.size())) *
                     covariance.determinant());
}

double weight_of_discrete(const BayesianNetwork& network, const Evidence& evidence,
                          std::span<const StateId> states) {
    double weight = 1;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const auto* table = std::get_if<TableCpd>(&network.cpds()[v]);
        if (table == nullptr) continue;
        const Finding* const finding = evidence.find(VariableId(v));
        std::vector<StateId> family;
        for (const VariableId member : table->scope().variables())
            family.push_back(states[member.index()]);
        if (!std::get_if<Intervened>(finding)) weight *= table->probability(family);
        if (!finding) continue;
        if (const auto* report = std::get_if<Likelihood>(finding)) {
            weight *= report->values[states[v].index()];
        } else if (*finding != Finding(Observed{states[v]}) &&
                   *finding != Finding(Intervened{states[v]})) {
            weight = 0;
        }
    }
    return weight;
}

}  // namespace

BayesianNetwork diabetes_1d() {
    NetworkBuilder builder;
    const VariableId cls = builder.add_variable(Variable("class", {"a", "b"})),
                     x = builder.add_variable(Variable("x"));
    builder.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.6, 0.4}));
    builder.set_cpd(LinearGaussianCpd(x, Scope({cls}, {2}), {}, {{2, {}, 2.0 / 3}, {6, {}, 4}}));
    return builder.build();
}

BayesianNetwork random_hybrid(Rng& rng) {
    NetworkBuilder builder;
    std::vector<std::size_t> cardinalities;
    const std::size_t discrete = 1 + rng.below(4), gaussians = 1 + rng.below(5),
                      kernels = rng.below(3);
    for (std::size_t v = 0; v < discrete; ++v) {
        const std::size_t states = 2 + rng.below(2);
        const VariableId id = builder.add_variable(Variable(
            "D" + std::to_string(v), states == 2 ? std::vector<std::string>{"a", "b"}
                                                 : std::vector<std::string>{"a", "b", "c"}));
        builder.set_cpd(random_table(rng, id, states, some_parents(rng, cardinalities)));
        cardinalities.push_back(states);
    }
    for (std::size_t g = 0; g < gaussians; ++g) {
        const VariableId id = builder.add_variable(Variable("G" + std::to_string(g)));
        std::vector<VariableId> parents;
        for (std::size_t p = 0; p < g; ++p) {
            if (rng.below(2)) parents.push_back(VariableId(discrete + p));
        }
        builder.set_cpd(
            random_gaussian(rng, id, some_parents(rng, cardinalities), std::move(parents)));
    }
    for (std::size_t k = 0; k < kernels; ++k) {
        const VariableId id = builder.add_variable(Variable("K" + std::to_string(k)));
        builder.set_cpd(random_kernels(rng, id, some_parents(rng, cardinalities)));
    }
    return builder.build();
}

Evidence random_hybrid_evidence(const BayesianNetwork& network, Rng& rng) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId id(v);
        const std::uint64_t kind = rng.below(8);
        if (network.variable(id).is_discrete()) {
            const StateId state(rng.below(network.cardinality(id)));
            std::vector<double> likelihood(network.cardinality(id));
            for (double& l : likelihood) l = rng.uniform();
            if (kind < 2) evidence.observe(id, state);
            if (kind == 2) evidence.intervene(id, state);
            if (kind == 3) evidence.likelihood(id, likelihood);
        } else {
            const double value = 6 * rng.uniform() - 3;
            if (kind < 5) evidence.observe(id, value);
            if (kind == 5 && std::holds_alternative<LinearGaussianCpd>(network.cpd(id)))
                evidence.intervene(id, value);
        }
    }
    return evidence;
}

std::vector<double> brute_force_joint(const BayesianNetwork& network, const Evidence& evidence) {
    std::vector<VariableId> variables;
    std::vector<std::size_t> cardinalities;
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (!network.variables()[v].is_discrete()) continue;
        variables.push_back(VariableId(v));
        cardinalities.push_back(network.variables()[v].cardinality());
    }
    const Scope scope(variables, cardinalities);
    std::vector<double> joint;
    std::vector<StateId> states(network.size());
    for (std::size_t cell = 0; cell < scope.cells(); ++cell) {
        const std::vector<StateId> assignment = scope.states(cell);
        for (std::size_t i = 0; i < variables.size(); ++i)
            states[variables[i].index()] = assignment[i];
        const double weight = weight_of_discrete(network, evidence, states);
        joint.push_back(weight == 0 ? 0 : weight * density_of_measured(network, evidence, states));
    }
    return joint;
}

}  // namespace pgm::tests

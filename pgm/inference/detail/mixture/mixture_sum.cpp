#include <pgm/inference/detail/mixture/mixture_sum.hpp>

#include <pgm/inference/posterior.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {

PosteriorWeights posterior_weights(std::span<const double> weights,
                                   std::span<const double> log_evidence) {
    PosteriorWeights result;
    const double largest = *std::ranges::max_element(log_evidence);
    if (largest == -infinity) return result;
    double sum = 0, prior = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        result.values.push_back(weights[i] * std::exp(log_evidence[i] - largest));
        sum += result.values.back();
        prior += weights[i];
    }
    for (double& value : result.values) value /= sum;
    result.log_evidence = largest + std::log(sum / prior);
    return result;
}

Posterior mixed(std::span<const Posterior> parts, std::span<const double> weights,
                const BayesianNetwork& network) {
    std::vector<double> log_evidence;
    for (const Posterior& part : parts) log_evidence.push_back(part.log_evidence());
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    const std::span<const VariableId> targets = parts.front().variables();
    PosteriorBuilder builder(network, targets);
    for (std::size_t i = 0; i < targets.size() && !shares.impossible(); ++i) {
        std::vector<double> sums(network.cardinality(targets[i]));
        for (std::size_t m = 0; m < parts.size(); ++m) {
            if (parts[m].impossible()) continue;
            for (std::size_t state = 0; state < sums.size(); ++state) {
                sums[state] += shares.values[m] * parts[m][i][state];
                if (parts[m].is_possible(i, StateId(state)))
                    builder.set_possible(targets[i], StateId(state));
            }
        }
        builder.set(targets[i], sums);
    }
    return std::move(builder).build(shares.log_evidence);
}

JointPosterior mixed(std::span<const JointPosterior> parts, std::span<const double> weights) {
    std::vector<double> log_evidence;
    for (const JointPosterior& part : parts) log_evidence.push_back(part.log_evidence);
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    JointPosterior result;
    result.table = Table(parts.front().table.scope());
    result.log_evidence = shares.log_evidence;
    if (shares.impossible()) {
        result.status = PosteriorStatus::impossible;
        return result;
    }
    std::vector<bool> possible(result.table.size());
    for (std::size_t m = 0; m < parts.size(); ++m) {
        if (parts[m].status == PosteriorStatus::impossible) continue;
        for (std::size_t cell = 0; cell < result.table.size(); ++cell) {
            result.table[cell] += shares.values[m] * parts[m].table[cell];
            if (parts[m].table[cell] > 0) possible[cell] = true;
        }
        for (const std::size_t cell : parts[m].too_small) possible[cell] = true;
    }
    for (std::size_t cell = 0; cell < result.table.size(); ++cell)
        if (possible[cell] && result.table[cell] == 0) result.too_small.push_back(cell);
    return result;
}

ContinuousPosterior mixed(std::span<const ContinuousPosterior> parts,
                          std::span<const double> weights) {
    std::vector<double> log_evidence;
    for (const ContinuousPosterior& part : parts) log_evidence.push_back(part.log_evidence());
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    const VariableId variable = parts.front().variable();
    std::vector<DensityComponent> components;
    std::vector<TabulatedDensity> tables;
    for (std::size_t m = 0; m < parts.size() && !shares.impossible(); ++m) {
        if (parts[m].impossible() || shares.values[m] == 0) continue;
        for (std::size_t i = 0; i < parts[m].components().size(); ++i) {
            DensityComponent component = parts[m].components()[i];
            component.weight *= shares.values[m];
            if (!(component.weight > 0)) continue;
            components.push_back(component);
            if (parts[m].tables().empty() || parts[m].tables()[i].empty()) continue;
            tables.resize(components.size() - 1);
            tables.push_back(parts[m].tables()[i]);
        }
    }
    if (components.empty()) return ContinuousPosterior(variable);
    if (!tables.empty()) tables.resize(components.size());
    return ContinuousPosterior(variable, std::move(components), std::move(tables),
                               shares.log_evidence);
}

/// Covariances within the members, and between their means.
ContinuousMoments mixed(std::span<const ContinuousMoments> parts, std::span<const double> weights) {
    std::vector<double> log_evidence;
    for (const ContinuousMoments& part : parts) log_evidence.push_back(part.log_evidence);
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    ContinuousMoments result{.log_evidence = shares.log_evidence,
                             .variables = parts.front().variables};
    if (shares.impossible()) {
        result.status = PosteriorStatus::impossible;
        return result;
    }
    const std::size_t size = result.variables.size();
    result.means.assign(size, 0.0);
    result.covariances.assign(size * size, 0.0);
    const auto for_each_part = [&](const auto& body) {
        for (std::size_t m = 0; m < parts.size(); ++m)
            if (parts[m].status == PosteriorStatus::ok) body(parts[m], shares.values[m]);
    };
    for_each_part([&](const ContinuousMoments& part, double share) {
        for (std::size_t i = 0; i < size; ++i) result.means[i] += share * part.means[i];
    });
    for_each_part([&](const ContinuousMoments& part, double share) {
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                result.covariances[i * size + j] +=
                    share * (part.covariance(i, j) +
                             (part.means[i] - result.means[i]) * (part.means[j] - result.means[j]));
    });
    return result;
}

}  // namespace pgm::detail

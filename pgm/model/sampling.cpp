#include <pgm/model/sampling.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>

#include <array>
#include <cmath>
#include <string>

namespace pgm {

ForwardSampler::ForwardSampler(const BayesianNetwork& network) : network_(network) {
    for (const VariableId variable : topological_order(network.dag())) {
        const Cpd& cpd = network.cpd(variable);
        Step step{.variable = variable,
                  .table = as_table(cpd),
                  .first_parent = parents_.size(),
                  .end_parent = 0,
                  .first_value = continuous_parents_.size(),
                  .end_value = 0};
        const std::span<const VariableId> parents = parents_of(cpd);
        const std::size_t discrete = parents.size() - continuous_parents(cpd).size();
        parents_.resize(step.first_parent + discrete);
        std::size_t weight = 1;  // overflows harmlessly where a distribution has no such rows
        for (std::size_t i = discrete; i-- > 0; weight *= network.cardinality(parents[i]))
            parents_[step.first_parent + i] = {parents[i], weight};
        for (const VariableId parent : continuous_parents(cpd))
            continuous_parents_.push_back(parent);
        step.end_parent = parents_.size();
        step.end_value = continuous_parents_.size();
        steps_.push_back(step);
    }
}

void ForwardSampler::sample(Rng& rng, std::span<StateId> row) const {
    if (!network_.is_discrete())
        throw ArgumentError("the network has continuous variables",
                            "a sample of it needs a place for their values");
    sample(rng, row, {});
}

void ForwardSampler::sample(Rng& rng, std::span<StateId> row, std::span<double> values) const {
    if (row.size() != network_.size() ||
        (values.size() != network_.size() && !network_.is_discrete())) {
        throw ArgumentError(
            "a sample of this network has " + std::to_string(network_.size()) +
            " states; the row has place for " +
            std::to_string(row.size() != network_.size() ? row.size() : values.size()));
    }
    for (const Step& step : steps_) {
        std::size_t configuration = 0;
        for (std::size_t i = step.first_parent; i < step.end_parent; ++i)
            configuration += row[parents_[i].variable.index()].index() * parents_[i].weight;
        if (step.table != nullptr) {
            row[step.variable.index()] = step.table->sample(configuration, rng);
            continue;
        }
        const Cpd& cpd = network_.cpd(step.variable);
        if (needs_expansion(cpd)) {
            row[step.variable.index()] = sample_discrete(step, rng, row);
            continue;
        }
        std::array<double, 16> few;
        std::vector<double> many;
        const std::size_t count = step.end_value - step.first_value;
        if (count > few.size()) many.resize(count);
        const std::span<double> parents(count > few.size() ? many.data() : few.data(), count);
        for (std::size_t i = 0; i < count; ++i)
            parents[i] = values[continuous_parents_[step.first_value + i].index()];
        if (has_cuts(cpd)) {
            row[step.variable.index()] = visit_cuts(
                [&](const auto& c) { return c.sample(configuration, parents, rng); }, cpd);
            continue;
        }
        const double value = pgm::sample(cpd, configuration, parents, rng);
        if (!std::isfinite(value)) throw_overflow(step.variable, row);
        values[step.variable.index()] = value;
    }
}

/// Of a discrete distribution that is expanded into tables.
StateId ForwardSampler::sample_discrete(const Step& step, Rng& rng,
                                        std::span<const StateId> row) const {
    std::vector<StateId> parents;
    for (std::size_t i = step.first_parent; i < step.end_parent; ++i)
        parents.push_back(row[parents_[i].variable.index()]);
    return visit_discrete([&](const auto& cpd) { return cpd.sample(parents, rng); },
                          network_.cpd(step.variable));
}

void ForwardSampler::throw_overflow(VariableId variable, std::span<const StateId> row) const {
    std::string given;
    const Scope& scope = discrete_scope(network_.cpd(variable));
    for (const VariableId parent : scope.variables()) {
        given += (given.empty() ? " given " : ", ") + printable(network_.variable(parent).name()) +
                 "=" + printable(network_.variable(parent).state(row[parent.index()]));
    }
    throw ArgumentError("a sample of '" + printable(network_.variable(variable).name()) + "'" +
                            given + " is beyond 1.8e308, the largest number",
                        "give it and its continuous parents smaller units");
}

std::vector<std::vector<StateId>> forward_samples(const BayesianNetwork& network, std::size_t count,
                                                  std::uint64_t seed) {
    const ForwardSampler sampler(network);
    Rng rng(seed);
    std::vector<std::vector<StateId>> columns(network.size(), std::vector<StateId>(count));
    std::vector<StateId> row(network.size());
    for (std::size_t i = 0; i < count; ++i) {
        sampler.sample(rng, row);
        for (std::size_t v = 0; v < row.size(); ++v) columns[v][i] = row[v];
    }
    return columns;
}

}  // namespace pgm

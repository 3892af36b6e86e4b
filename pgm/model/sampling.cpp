#include <pgm/model/sampling.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/order.hpp>

#include <string>

namespace pgm {

ForwardSampler::ForwardSampler(const BayesianNetwork& network) : network_(network) {
    for (const VariableId variable : topological_order(network.dag())) {
        const TableCpd& table = std::get<TableCpd>(network.cpd(variable));
        const std::size_t first = parents_.size();
        for (std::size_t axis = 0; axis < table.parents().size(); ++axis) {
            parents_.push_back({table.parents()[axis], table.scope().strides()[axis] / table.row_length()});
        }
        steps_.push_back({variable, first, parents_.size()});
    }
}

void ForwardSampler::sample(Rng& rng, std::span<StateId> row) const {
    if (row.size() != network_.size()) {
        throw ArgumentError("a sample of this network has " + std::to_string(network_.size()) + " states; the row has place for " +
                            std::to_string(row.size()));
    }
    for (const Step& step : steps_) {
        std::size_t configuration = 0;
        for (std::size_t i = step.first_parent; i < step.end_parent; ++i)
            configuration += row[parents_[i].variable.index()].index() * parents_[i].weight;
        row[step.variable.index()] = std::get<TableCpd>(network_.cpd(step.variable)).sample(configuration, rng);
    }
}

std::vector<std::vector<StateId>> forward_samples(const BayesianNetwork& network, std::size_t count, std::uint64_t seed) {
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

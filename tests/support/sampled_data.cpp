#include <tests/support/sampled_data.hpp>

#include <pgm/core/random.hpp>
#include <pgm/model/sampling.hpp>

#include <optional>
#include <vector>

namespace pgm::tests {

Dataset sampled_data(const BayesianNetwork& network, std::size_t rows, std::uint64_t seed,
                     double missing) {
    const std::vector<std::vector<StateId>> samples = forward_samples(network, rows, seed);
    Rng rng(seed + 1);
    std::vector<Column> columns;
    for (std::size_t v = 0; v < network.size(); ++v) {
        std::vector<std::optional<StateId>> cells(samples[v].begin(), samples[v].end());
        for (std::optional<StateId>& cell : cells)
            if (missing > 0 && rng.uniform() < missing) cell.reset();
        columns.push_back(discrete_column(network.variables()[v], cells));
    }
    return Dataset(std::move(columns));
}

}  // namespace pgm::tests

#include <learners/judge/detail/concentrations.hpp>

#include <learners/judge/detail/choose.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::array candidates = {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

/// Coordinate descent over the levels from the first on, each of which takes the best of the
/// candidates, of equals the first.
std::vector<double> descend(std::vector<double> concentrations, int rounds,
                            const LossOfConcentrations& loss) {
    std::map<std::vector<double>, double> known;
    const auto known_loss = [&] {
        const auto [found, is_new] = known.emplace(concentrations, 0.0);
        if (is_new) found->second = loss(concentrations);
        return found->second;
    };
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t level = 1; level < concentrations.size(); ++level) {
            const Choice choice = choose(candidates, [&](double candidate) {
                concentrations[level] = candidate;
                return known_loss();
            });
            concentrations[level] = candidates[choice.best];
        }
    }
    return concentrations;
}

constexpr std::size_t most_networks = 8;  // to tune by

/// A few networks of an average, evenly spread over it, and of very many still fewer, so that there
/// is time for rows enough to choose by.
std::vector<ModelStructure> networks_to_tune_by(LeaveOneOutSource source) {
    constexpr std::size_t enough_rows = 128;
    const std::span<const ModelStructure> all = source.structures;
    std::vector<ModelStructure> some;
    for (std::size_t step = (all.size() + most_networks - 1) / most_networks;; ++step) {
        some.clear();
        for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
        source.structures = some;
        const std::size_t enough = std::min(enough_rows, source.rows.size());
        if (some.size() == 1 || rows_that_few_are(source) >= enough) return some;
    }
}

}  // namespace

std::vector<double> tune_concentrations(std::size_t levels, const LossOfConcentrations& loss) {
    constexpr double of_marginal = 1, at_first = 2, deeper = 4;
    constexpr int rounds = 2;
    std::vector<double> concentrations(levels, deeper);
    concentrations.front() = of_marginal;
    if (concentrations.size() > 1) concentrations[1] = at_first;
    return descend(std::move(concentrations), rounds, loss);
}

std::vector<double> tune_concentrations(const LeaveOneOut& rows, std::size_t threads) {
    return tune_concentrations(rows.levels(), [&](std::span<const double> tried) {
        return log_loss(rows.predict(tried, threads));
    });
}

bool tunes_by_all(const LeaveOneOutSource& source) {
    return source.structures.size() <= most_networks &&
           rows_that_few_are(source) == source.rows.size();
}

std::vector<double> tune_concentrations(LeaveOneOutSource source, std::size_t threads) {
    const std::vector<ModelStructure> some = networks_to_tune_by(source);
    source.structures = some;
    return tune_concentrations(LeaveOneOut(source), threads);
}

std::vector<double> tune_concentrations(std::span<const LeftOutTable> tables) {
    std::size_t levels = 1;
    for (const LeftOutTable& table : tables) levels = std::max(levels, table.levels());
    return tune_concentrations(levels, [&](std::span<const double> concentrations) {
        double loss = 0;
        for (const LeftOutTable& table : tables) loss -= table.log_likelihood(concentrations);
        return loss;
    });
}

}  // namespace pgm::learners::detail

#include <learners/unobserved/known_cells_score.hpp>

#include <learners/fit/fit_network.hpp>
#include <learners/score/data_score.hpp>
#include <learners/unobserved/detail/completed_table.hpp>
#include <pgm/core/random.hpp>

#include <cstddef>

namespace pgm::learners {
namespace {

std::vector<double> totals(const DataScore& likelihood, const Dag& dag,
                           std::span<const Score> scores) {
    std::vector<double> totals;
    for (const Score& score : scores) totals.push_back(total(likelihood.with(score), dag));
    return totals;
}

}  // namespace

std::vector<double> known_cells_scores(const Dataset& data, const Dag& dag,
                                       std::span<const Score> scores, std::uint64_t seed,
                                       const SearchControl& control) {
    const DataScoreOptions on_threads{.threads = control.threads};
    const DataScore available(data, LogLikelihoodScore{}, on_threads);
    if (available.is_complete()) return totals(available, dag, scores);
    const FittedNetwork fitted = fit_network(data, dag,
                                             {.smoothing = MaximumLikelihood{},
                                              .missing_cells = MissingCells::em,
                                              .threads = control.threads,
                                              .stop = control.stop},
                                             control);
    constexpr std::size_t draws = 5;
    std::vector<double> means(scores.size(), fitted.em->data_log_likelihood);
    for (std::size_t draw = 0; draw < draws; ++draw) {
        const Dataset rows = detail::completed(
            data, fitted.network, data,
            {.seed = Rng(seed + draw)(), .threads = control.threads, .stop = control.stop});
        const DataScore likelihood(rows, LogLikelihoodScore{}, on_threads);
        const std::vector<double> of_draw = totals(likelihood, dag, scores);
        const double complete = total(likelihood, dag);
        for (std::size_t i = 0; i < scores.size(); ++i)
            means[i] += (of_draw[i] - complete) / static_cast<double>(draws);
    }
    return means;
}

}  // namespace pgm::learners

#include <learners/search/score_choice.hpp>

#include <learners/score/data_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

namespace pgm::learners {
namespace {

constexpr std::size_t held_out_of = 3;

/// The rows in ascending order of their cells and weights, whatever order they came in.
std::vector<std::uint32_t> rows_by_content(const Dataset& data) {
    std::vector<std::uint32_t> order(data.rows());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    const auto sort_by = [&](const auto& cells) {
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            // NaN, which no other number is less than, is a missing value.
            const bool is_missing = cells[b] != cells[b];
            return is_missing ? cells[a] == cells[a] : cells[a] < cells[b];
        });
    };
    if (!data.weights().empty()) sort_by(data.weights());
    for (const Column& column : data.columns()) std::visit(sort_by, column.cells);
    return order;
}

/// All but a third of the rows, ascending, and at least one: the same ones by content in whatever
/// order the rows come.
std::vector<std::uint32_t> training_rows(const Dataset& data, std::uint64_t seed) {
    std::vector<std::uint32_t> order = rows_by_content(data);
    Rng rng(seed);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    order.resize(order.size() - order.size() / held_out_of);
    std::ranges::sort(order);
    return order;
}

}  // namespace

std::vector<Score> usual_score_candidates() {
    return {BicScore{}, QnmlScore{}};
}

ScoreChoice choose_score(const Dataset& data, const StructureLearning& learning,
                         std::span<const Score> candidates, std::uint64_t seed,
                         const SearchControl& control) {
    if (candidates.empty())
        throw ArgumentError("a choice of a score needs candidates", "usual_score_candidates()");
    const DataScoreOptions options{.threads = control.threads};
    const DataScore of_all(data, K2Score{}, options);
    const Dataset training = data.select_rows(training_rows(data, seed));
    const DataScore of_training(training, K2Score{}, options);
    ScoreChoice choice;
    choice.held_out_rows = data.rows() - training.rows();
    for (const Score& candidate : candidates) {
        StructureLearning by_candidate = learning;
        by_candidate.score = candidate;
        const LearnedStructure learned = learn_structure(training, by_candidate, control);
        choice.partial = choice.partial || learned.partial;
        choice.judged.push_back(
            {candidate, total(of_all, learned.dag) - total(of_training, learned.dag)});
    }
    choice.score =
        std::ranges::max_element(choice.judged, {}, &JudgedScore::held_out_log_likelihood)->score;
    return choice;
}

}  // namespace pgm::learners

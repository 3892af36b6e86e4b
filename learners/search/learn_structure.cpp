#include <learners/search/learn_structure.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

/// In the order of the alternatives.
constexpr std::array<std::string_view, std::variant_size_v<SearchAlgorithm>> words = {
    "hc", "tabu", "ges", "boss", "exact", "chow-liu"};

template <std::size_t... I>
SearchAlgorithm alternative(std::size_t index, std::index_sequence<I...>) {
    SearchAlgorithm algorithm;
    ((index == I ? void(algorithm.emplace<I>()) : void()), ...);
    return algorithm;
}

}  // namespace

SearchAlgorithm parse_search_algorithm(std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end())
        throw ArgumentError(
            "there is no search algorithm '" + printable(word) + "'",
            did_you_mean(word, std::vector<std::string>(words.begin(), words.end())));
    return alternative(static_cast<std::size_t>(found - words.begin()),
                       std::make_index_sequence<words.size()>());
}

std::string format(const SearchAlgorithm& algorithm) {
    return std::string(words[algorithm.index()]);
}

LearnedStructure learn_structure(const DecomposableScore& score, const SearchAlgorithm& algorithm,
                                 const Constraints& constraints, const SearchControl& control) {
    return std::visit(
        Overloaded{
            [&](const HillClimbing& options) {
                return hill_climbing(score, constraints, control, options);
            },
            [&](const Tabu& options) { return tabu_search(score, constraints, control, options); },
            [&](const Ges& options) {
                return greedy_equivalence_search(score, constraints, control, options);
            },
            [&](const Boss& options) {
                return best_order_score_search(score, constraints, control, options);
            },
            [&](const Exact& options) {
                return exact_search(score, constraints, control, options);
            },
            [&](const ChowLiuTree& options) {
                return chow_liu_tree(score, constraints, control, options);
            }},
        algorithm);
}

}  // namespace pgm::learners

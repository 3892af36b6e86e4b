#include <learners/search/detail/structure_score.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace pgm::learners::detail {
namespace {

double family_score(const DecomposableScore& score, const Dag& dag, std::size_t v) {
    std::vector<VariableId> parents = dag.parents(VariableId(v));
    std::ranges::sort(parents);
    return score.family(VariableId(v), parents);
}

}  // namespace

void require_space_for_pairs(std::size_t variables) {
    const std::size_t cells = variables * variables;
    const std::size_t most = Limits{}.max_table_cells;
    if (cells <= most) return;
    throw TooLargeError("a search over " + std::to_string(variables) +
                            " variables keeps a number for each of " + std::to_string(cells) +
                            " pairs, more than " + std::to_string(most),
                        {}, "choose fewer columns");
}

void require_finite_score(const DecomposableScore& score, const Dag& required,
                          std::span<const std::string_view> names) {
    for (std::size_t v = 0; v < required.size(); ++v)
        if (!std::isfinite(family_score(score, required, v)))
            throw ArgumentError("variable " +
                                    (names.empty() ? std::to_string(v) : printable_word(names[v])) +
                                    " has no finite score with its required parents alone",
                                "their table may be too large: require fewer parents");
}

}  // namespace pgm::learners::detail

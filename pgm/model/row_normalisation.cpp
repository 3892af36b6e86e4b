#include <pgm/model/row_normalisation.hpp>

#include <pgm/table/table.hpp>

#include <cmath>
#include <limits>

namespace pgm {

RowJudgement judge_row(std::span<const double> row) {
    for (std::size_t state = 0; state < row.size(); ++state) {
        const bool is_weight =
            row[state] >= 0 && row[state] <= std::numeric_limits<double>::max();  // false for NaN
        if (!is_weight) return {RowVerdict::not_probabilities, 0, state};
    }
    const double sum = fixed_order_sum(row);
    const double deviation = std::abs(sum - 1);
    const double rounding =
        8 * static_cast<double>(row.size()) * std::numeric_limits<double>::epsilon();
    if (deviation <= rounding) return {RowVerdict::exact, sum, 0};
    if (deviation <= largest_silent_deviation) return {RowVerdict::rounded, sum, 0};
    if (deviation <= largest_accepted_deviation) return {RowVerdict::imprecise, sum, 0};
    return {RowVerdict::wrong_sum, sum, 0};
}

void normalise_row(std::span<double> row, const RowJudgement& judgement) {
    if (judgement.verdict != RowVerdict::rounded && judgement.verdict != RowVerdict::imprecise)
        return;
    for (double& value : row) value /= judgement.sum;
}

}  // namespace pgm

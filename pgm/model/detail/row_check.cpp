#include <pgm/model/detail/row_check.hpp>

#include <pgm/core/text/number_text.hpp>

#include <cmath>

namespace pgm::detail {
namespace {

/// Ten digits show how far a sum is from 1 without rounding noise: 0.1 + 0.2 + 0.8 is 1.1.
std::string sum_text(double sum) {
    return to_text(sum, 10);
}

Problem error(std::string message, Location location) {
    return {Problem::Severity::error, std::move(message), std::move(location), {}};
}

}  // namespace

void RowCheck::row(const FamilyText& family, std::size_t number, std::span<double> values,
                   const LocationOfRow& location) {
    const RowJudgement judgement = judge_row(values);
    if (judgement.verdict == RowVerdict::exact) return;
    if (judgement.verdict == RowVerdict::wrong_sum) {
        problems_.add(error(family.row(number) + " sums to " + sum_text(judgement.sum) + ", not 1",
                            location(number)));
    } else if (judgement.verdict == RowVerdict::not_probabilities) {
        const std::string value = to_text(values[judgement.bad_state]);
        problems_.add(error(
            family.cell(number, judgement.bad_state) + " is " + value + ", not between 0 and 1",
            location(number)));
    } else if (row_sums_ == RowSums::normalise) {
        if (judgement.verdict == RowVerdict::imprecise)
            count_imprecise(family, number, judgement.sum, location);
        normalise_row(values, judgement);
    } else {
        has_kept_ = true;
    }
}

void RowCheck::count_imprecise(const FamilyText& family, std::size_t number, double sum,
                               const LocationOfRow& location) {
    ++imprecise_;
    if (imprecise_ > 1 && std::abs(sum - 1) <= std::abs(worst_sum_ - 1)) return;
    worst_sum_ = sum;
    worst_row_ = family.row(number);
    worst_location_ = location(number);
}

void RowCheck::report_imprecise() {
    if (imprecise_ == 0) return;
    std::string message =
        worst_row_ + " sums to " + sum_text(worst_sum_) + ", not 1; it was divided by its sum";
    if (imprecise_ == 2) message += ", and so was one other row, which is nearer to 1";
    if (imprecise_ > 2)
        message += ", and so were " + std::to_string(imprecise_ - 1) +
                   " other rows, which are nearer to 1";
    problems_.add({Problem::Severity::warning, std::move(message), worst_location_, {}});
}

}  // namespace pgm::detail

#include <learners/search/detail/resampling.hpp>

#include <pgm/core/error.hpp>

#include <cmath>
#include <string>

namespace pgm::learners::detail {
namespace {

constexpr double most_draws = 4294967295.0;

}  // namespace

Resampling::Resampling(const Dataset& data) : data_(data), draws_(data.rows()) {
    if (data.rows() == 0) throw ArgumentError("the bootstrap needs at least one row");
    double sum = 0;
    for (const double weight : data.weights()) {
        if (weight != std::floor(weight))
            throw ArgumentError("the bootstrap draws rows, so weights must be whole numbers");
        sum += weight;
        up_to_.push_back(sum);
    }
    if (data.weights().empty()) return;
    if (sum == 0) throw ArgumentError("the bootstrap needs rows that weigh something");
    if (sum > most_draws)
        throw TooLargeError("the bootstrap would draw " + std::to_string(sum) +
                            " rows for each replicate");
    draws_ = static_cast<std::size_t>(sum);
}

Dataset Resampling::replicate(std::uint64_t seed, std::size_t number) const {
    Rng of_seed(seed);
    Rng rng(of_seed() ^ Rng(number)());
    if (!up_to_.empty()) return draw_weighted(rng);
    std::vector<std::uint32_t> rows(draws_);
    for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(rng.below(draws_));
    std::ranges::sort(rows);  // columns are then copied from front to back
    return data_.select_rows(rows);
}

Dataset Resampling::draw_weighted(Rng& rng) const {
    std::vector<double> weights(data_.rows(), 0.0);
    for (std::size_t i = 0; i < draws_; ++i) {
        const auto at = static_cast<double>(rng.below(draws_));
        ++weights[static_cast<std::size_t>(std::ranges::upper_bound(up_to_, at) - up_to_.begin())];
    }
    return data_.with_weights(std::move(weights));
}

}  // namespace pgm::learners::detail

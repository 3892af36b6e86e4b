#include <learners/search/arc_confidence.hpp>

#include <learners/search/detail/arc_votes.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners {
namespace {

constexpr double most_draws = 4294967295.0;

/// Draws rows with replacement, by their weights.
class Resampling {
public:
    explicit Resampling(const Dataset& data) : data_(data), draws_(data.rows()) {
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

    Dataset draw(Rng rng) const {
        if (!up_to_.empty()) return draw_weighted(rng);
        std::vector<std::uint32_t> rows(draws_);
        for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(rng.below(draws_));
        std::ranges::sort(rows);  // columns are then copied from front to back
        return data_.select_rows(rows);
    }

private:
    Dataset draw_weighted(Rng& rng) const {
        std::vector<double> weights(data_.rows(), 0.0);
        for (std::size_t i = 0; i < draws_; ++i) {
            const auto at = static_cast<double>(rng.below(draws_));
            ++weights[static_cast<std::size_t>(std::ranges::upper_bound(up_to_, at) -
                                               up_to_.begin())];
        }
        return data_.with_weights(std::move(weights));
    }

    const Dataset& data_;
    std::size_t draws_;
    std::vector<double> up_to_;  ///< cumulated weights; empty when every row weighs 1
};

/// A generator for one replicate.
Rng replicate_generator(std::uint64_t seed, std::size_t replicate) {
    Rng of_seed(seed);
    return Rng(of_seed() ^ Rng(replicate)());
}

}  // namespace

BootstrapResult bootstrap(const Dataset& data, const StructureLearner& learner,
                          const Bootstrap& options, const SearchControl& control) {
    const Resampling resampling(data);
    detail::ArcVotes votes(data.schema(), options.constraints);
    detail::SearchWatch watch(control);
    std::vector<std::optional<Dag>> learned;
    for (std::size_t done = 0; done < options.replicates; done += learned.size()) {
        const double fraction = static_cast<double>(done) / static_cast<double>(options.replicates);
        if (!watch.may_go_on({fraction, 0, done})) break;
        learned.assign(std::min(watch.threads(), options.replicates - done), std::nullopt);
        parallel_for(learned.size(), watch.threads(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                LearnedStructure structure =
                    learner(resampling.draw(replicate_generator(options.seed, done + i)),
                            {.threads = 1, .stop = watch.token()});
                if (!structure.partial) learned[i] = std::move(structure.dag);
            }
        });
        for (const std::optional<Dag>& dag : learned)
            if (dag) votes.add(*dag);
    }
    return {votes.shares(), votes.structures(), watch.stopped()};
}

}  // namespace pgm::learners

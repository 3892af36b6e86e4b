#pragma once

#include <learners/search/arc_confidence.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/random.hpp>
#include <pgm/data/dataset.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// Draws rows with replacement, by their weights, as many as there are. The data must live as long.
class Resampling {
public:
    /// Throws ArgumentError for data without rows and for weights that are no whole numbers, and
    /// TooLargeError for too large ones.
    explicit Resampling(const Dataset& data);

    /// The rows of one replicate, which depend on the seed and its number alone.
    Dataset replicate(std::uint64_t seed, std::size_t number) const;

private:
    Dataset draw_weighted(Rng& rng) const;

    const Dataset& data_;
    std::size_t draws_;
    std::vector<double> up_to_;  ///< cumulated weights; empty when every row weighs 1
};

/// What `learn` makes of each replicate, in their order, in parallel, each on one thread; without
/// those for which it gives null, as it does once it was stopped.
template <class Learned>
std::vector<Learned> learned_from_replicates(
    const Dataset& data, const Bootstrap& options, SearchWatch& watch,
    const std::function<std::optional<Learned>(const Dataset&, const SearchControl&)>& learn) {
    const Resampling resampling(data);
    std::vector<Learned> all;
    std::vector<std::optional<Learned>> learned;
    for (std::size_t done = 0; done < options.replicates; done += learned.size()) {
        const double fraction = static_cast<double>(done) / static_cast<double>(options.replicates);
        if (!watch.may_go_on({fraction, 0, done})) break;
        learned.clear();
        learned.resize(std::min(watch.threads(), options.replicates - done));
        parallel_for(learned.size(), watch.threads(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                learned[i] = learn(resampling.replicate(options.seed, done + i),
                                   {.threads = 1, .stop = watch.token()});
        });
        for (std::optional<Learned>& one : learned)
            if (one) all.push_back(*std::move(one));
    }
    return all;
}

}  // namespace pgm::learners::detail

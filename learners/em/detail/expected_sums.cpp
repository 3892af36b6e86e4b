#include <learners/em/detail/expected_sums.hpp>

#include <cmath>

namespace pgm::learners::detail {
namespace {

/// Adds w x y, exactly.
void add_product(ExactSum& sum, double w, double x, double y) {
    const double product = w * x;
    sum.add_product(product, y);
    const double rest = std::fma(w, x, -product);
    if (rest != 0) sum.add_product(rest, y);
}

}  // namespace

ExpectedSums::ExpectedSums(const Sums& known, std::span<const Family> families)
    : known_(known), families_(families) {
    for (const Family& family : families) {
        ExpectedFamily& sums = sums_.emplace_back();
        sums.is_continuous = !known.schema()[family.child.index()].is_discrete();
        if (sums.is_continuous) {
            const FamilyMoments& moments = known.moments(family);
            sums.moments = moments.sums_per_configuration();
            sums.weights.resize(moments.configurations());
            sums.products.resize(moments.configurations() * sums.moments);
        } else {
            const FamilyCounts& counts = known.counts(family);
            sums.is_sparse = counts.is_sparse();
            if (!sums.is_sparse) sums.weights.resize(counts.cell_count());
        }
    }
}

void ExpectedSums::add(std::uint32_t family, std::size_t configuration, double weight,
                       std::span<const double> means, std::span<const double> covariance) {
    ExpectedFamily& sums = sums_[family];
    const WeightSum rounded = WeightSum::of(weight);
    sums.weights[configuration] += rounded;
    const double w = rounded.value();
    if (!(w > 0)) return;
    ExactSum* const sum = sums.products.data() + configuration * sums.moments;
    ExactSum* product = sum + means.size();
    for (std::size_t i = 0; i < means.size(); ++i) {
        sum[i].add_product(w, means[i]);
        for (std::size_t j = 0; j <= i; ++j, ++product) {
            add_product(*product, w, means[i], means[j]);
            if (!covariance.empty()) product->add_product(w, covariance[i * means.size() + j]);
        }
    }
}

void ExpectedSums::merge(const ExpectedSums& other) {
    for (std::size_t f = 0; f < sums_.size(); ++f) {
        ExpectedFamily& sums = sums_[f];
        const ExpectedFamily& more = other.sums_[f];
        for (std::size_t i = 0; i < more.weights.size(); ++i) sums.weights[i] += more.weights[i];
        for (std::size_t i = 0; i < more.products.size(); ++i) sums.products[i] += more.products[i];
        sums.entries.insert(sums.entries.end(), more.entries.begin(), more.entries.end());
    }
}

Sums ExpectedSums::with_known(const Limits& limits) const {
    std::vector<FamilyCounts> counts = known_.all_counts();
    std::vector<FamilyMoments> moments = known_.all_moments();
    for (std::size_t f = 0; f < sums_.size(); ++f) {
        const ExpectedFamily& sums = sums_[f];
        if (!sums.is_continuous) {
            FamilyCounts& there = counts[static_cast<std::size_t>(&known_.counts(families_[f]) -
                                                                  known_.all_counts().data())];
            std::vector<FamilyCounts::CountedCell> entries = sums.entries;
            combine(entries);
            sums.is_sparse ? there.add(entries) : there.add(sums.weights);
            continue;
        }
        FamilyMoments& there = moments[static_cast<std::size_t>(&known_.moments(families_[f]) -
                                                                known_.all_moments().data())];
        for (std::size_t g = 0; g < sums.weights.size(); ++g)
            there.add(g, sums.weights[g],
                      std::span(sums.products).subspan(g * sums.moments, sums.moments));
    }
    return Sums::from_parts(known_.schema(), known_.rows(), known_.weight(), std::move(counts),
                            std::move(moments), limits);
}

}  // namespace pgm::learners::detail

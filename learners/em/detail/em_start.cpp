#include <learners/em/detail/em_model.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pgm::learners::detail {
namespace {

/// Exponentially distributed with mean 1: normalised, such numbers are uniform over the simplex.
double exponential(Rng& rng) {
    return -std::log1p(-rng.uniform());
}

double standard_normal(Rng& rng) {
    const double radius = std::sqrt(-2 * std::log1p(-rng.uniform()));
    return radius * std::cos(2 * std::numbers::pi * rng.uniform());
}

class StartMaker {
public:
    StartMaker(const EmModel& model, std::size_t initialisation, std::uint64_t seed)
        : model_(model),
          is_first_(initialisation == 0),
          rng_(seed + std::uint64_t{0x9e3779b97f4a7c15} * initialisation),
          weight_(model.columns.weight().value()) {}

    Sums make() {
        const Sums& known = model_.rows.known;
        std::vector<FamilyCounts> counts;
        for (const FamilyCounts& family : known.all_counts()) counts.push_back(started(family));
        std::vector<FamilyMoments> moments;
        for (const FamilyMoments& family : known.all_moments()) moments.push_back(started(family));
        return Sums::from_parts(known.schema(), known.rows(), known.weight(), std::move(counts),
                                std::move(moments), model_.rows.limits);
    }

private:
    bool depends_on_hidden(const Family& family) const {
        const auto is_hidden = [&](ColumnId column) { return model_.is_hidden(column); };
        return is_hidden(family.child) || std::ranges::any_of(family.parents, is_hidden);
    }

    /// The factor of a count.
    double factor(bool is_random) { return is_random ? 0.1 + exponential(rng_) : 1.0; }

    FamilyCounts started(const FamilyCounts& family) {
        std::vector<FamilyCounts::CountedCell> entries;
        family.for_each([&](std::size_t cell, WeightSum weight) {
            entries.push_back(
                {cell, is_first_ ? weight : WeightSum::of(weight.value() * factor(true))});
        });
        if (entries.empty()) entries = invented(family);
        std::erase_if(entries, [](const auto& entry) { return entry.weight.is_zero(); });
        return FamilyCounts(family.family(), family.scope(), std::move(entries));
    }

    /// Every configuration has an equal part of the rows, and the states of the child as they are
    /// in its column. A hidden variable without parents is left nearly uniform.
    std::vector<FamilyCounts::CountedCell> invented(const FamilyCounts& family) {
        const bool is_random = !is_first_ || depends_on_hidden(family.family());
        std::vector<double> share = model_.columns.counts({family.family().child, {}}).values();
        double total = 0;
        for (double& count : share) total += count += 1e-3 * weight_;
        std::vector<FamilyCounts::CountedCell> entries;
        const double each = weight_ / static_cast<double>(family.configurations()) / total;
        for (std::size_t cell = 0; cell < family.cell_count(); ++cell)
            entries.push_back(
                {cell, WeightSum::of(each * share[cell % family.states()] * factor(is_random))});
        return entries;
    }

    FamilyMoments started(const FamilyMoments& family) {
        for (std::size_t g = 0; g < family.configurations(); ++g)
            if (!family.weight(g).is_zero()) return family;
        FamilyMoments made(family.family(), family.discrete_parents(), family.variables());
        const bool is_random = !is_first_ || depends_on_hidden(family.family());
        for (std::size_t g = 0; g < made.configurations(); ++g)
            made.add(g, WeightSum::of_count(1), invented(family, is_random));
        return made;
    }

    /// The moments of independent variables with the spreads of their columns, about random means.
    std::vector<ExactSum> invented(const FamilyMoments& family, bool is_random) {
        std::vector<ExactSum> sums(family.sums_per_configuration());
        std::vector<double> means;
        for (const ColumnId column : family.variables()) {
            const ColumnSpread& spread = model_.spreads[column.index()];
            means.push_back(spread.mean +
                            (is_random ? std::sqrt(spread.variance) * standard_normal(rng_) : 0.0));
        }
        for (std::size_t i = 0; i < means.size(); ++i) {
            sums[i].add(means[i]);
            for (std::size_t j = 0; j <= i; ++j)
                sums[family.product_index(i, j)].add_product(means[i], means[j]);
            sums[family.product_index(i, i)].add(
                model_.spreads[family.variables()[i].index()].variance);
        }
        return sums;
    }

    const EmModel& model_;
    bool is_first_;
    Rng rng_;
    double weight_;
};

}  // namespace

Sums starting_sums(const EmModel& model, std::size_t initialisation, std::uint64_t seed) {
    return StartMaker(model, initialisation, seed).make();
}

}  // namespace pgm::learners::detail

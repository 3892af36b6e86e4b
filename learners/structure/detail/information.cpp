#include <learners/structure/detail/information.hpp>

#include <learners/estimate/detail/log_gamma.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// n_a, n_b and n of one configuration z.
struct Margins {
    std::vector<WeightSum> a;
    std::vector<WeightSum> b;
    WeightSum all;
};

/// The margins of the cells from `begin` on, which are those of one configuration.
Margins margins_of(const FamilyCounts& counts, std::size_t begin, std::size_t a_states,
                   std::size_t b_states) {
    Margins margins{std::vector<WeightSum>(a_states), std::vector<WeightSum>(b_states), {}};
    const auto add = [&](std::size_t cell, WeightSum weight) {
        margins.a[(cell - begin) / b_states] += weight;
        margins.b[(cell - begin) % b_states] += weight;
        margins.all += weight;
    };
    counts.for_each_from(begin, begin + a_states * b_states, add);
    return margins;
}

/// The sum of log G(n + added) over some weights n, less that of as many log G(added).
double log_rising(std::span<const WeightSum> weights, double added) {
    std::vector<double> terms;
    for (const WeightSum weight : weights) {
        if (!weight.is_zero())
            terms.push_back(log_gamma(weight.value() + added) - log_gamma(added));
    }
    std::ranges::sort(terms);
    return fixed_order_sum(terms);
}

}  // namespace

double conditional_mutual_information(const FamilyCounts& counts) {
    const double n = counts.total().value();
    if (!(n > 0) || counts.scope().size() < 2) return 0;
    const std::size_t b_states = counts.states();
    const std::size_t a_states = counts.scope().cardinalities()[counts.scope().size() - 2];
    std::vector<double> terms;
    for (std::size_t begin = 0; begin < counts.cell_count(); begin += a_states * b_states) {
        const Margins margins = margins_of(counts, begin, a_states, b_states);
        const double n_z = margins.all.value();
        if (!(n_z > 0)) continue;
        const auto add_term = [&](std::size_t cell, WeightSum weight) {
            const double n_ab = weight.value(), n_a = margins.a[(cell - begin) / b_states].value(),
                         n_b = margins.b[(cell - begin) % b_states].value();
            if (n_ab > 0) terms.push_back(n_ab * std::log(n_ab * n_z / (n_a * n_b)));
        };
        counts.for_each_from(begin, begin + a_states * b_states, add_term);
    }
    std::sort(terms.begin(), terms.end());
    return std::max(0.0, fixed_order_sum(terms) / n);
}

double marginal_likelihood_gain(const FamilyCounts& counts) {
    const std::size_t b_states = counts.states();
    const std::size_t a_states = counts.scope().cardinalities()[counts.scope().size() - 2];
    const auto a = static_cast<double>(a_states), b = static_cast<double>(b_states);
    double to_b = 0, to_a = 0;
    for (std::size_t begin = 0; begin < counts.cell_count(); begin += a_states * b_states) {
        const Margins margins = margins_of(counts, begin, a_states, b_states);
        if (margins.all.is_zero()) continue;
        std::vector<WeightSum> cells;
        counts.for_each_from(begin, begin + a_states * b_states,
                             [&](std::size_t, WeightSum weight) { cells.push_back(weight); });
        const double of_cells = log_rising(cells, 1), n = margins.all.value();
        // log P(B | A) - log P(B), and the same with A and B exchanged.
        to_b += of_cells - log_rising(margins.a, b) - log_rising(margins.b, 1) + log_gamma(n + b) -
                log_gamma(b);
        to_a += of_cells - log_rising(margins.b, a) - log_rising(margins.a, 1) + log_gamma(n + a) -
                log_gamma(a);
    }
    return std::max(to_a, to_b);
}

double parameters_of_arc(const FamilyCounts& counts) {
    const auto cardinalities = counts.scope().cardinalities();
    double parameters = 1;
    for (std::size_t i = 0; i < cardinalities.size(); ++i)
        parameters *= static_cast<double>(i + 2 < cardinalities.size() ? cardinalities[i]
                                                                       : cardinalities[i] - 1);
    return parameters;
}

}  // namespace pgm::learners::detail

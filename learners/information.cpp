#include <learners/information.hpp>

#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pgm::learners {
namespace {

/// n_ab, n_a, n_b and n of one configuration z.
struct Slice {
    std::span<const WeightSum> cells;
    std::size_t a_states;
    std::size_t b_states;

    double total() const {
        WeightSum sum;
        for (const WeightSum cell : cells) sum += cell;
        return sum.value();
    }
    std::vector<double> of_a() const {
        std::vector<WeightSum> sums(a_states);
        for (std::size_t i = 0; i < cells.size(); ++i) sums[i / b_states] += cells[i];
        return values(sums);
    }
    std::vector<double> of_b() const {
        std::vector<WeightSum> sums(b_states);
        for (std::size_t i = 0; i < cells.size(); ++i) sums[i % b_states] += cells[i];
        return values(sums);
    }

    static std::vector<double> values(const std::vector<WeightSum>& sums) {
        std::vector<double> doubles;
        for (const WeightSum sum : sums) doubles.push_back(sum.value());
        return doubles;
    }
};

}  // namespace

double conditional_mutual_information(const FamilyCounts& counts) {
    const double n = counts.total().value();
    if (!(n > 0) || counts.scope().size() < 2) return 0;
    const std::size_t b_states = counts.states();
    const std::size_t a_states = counts.scope().cardinalities()[counts.scope().size() - 2];
    std::vector<double> terms;
    for (std::size_t begin = 0; begin < counts.cells().size(); begin += a_states * b_states) {
        const Slice slice{counts.cells().subspan(begin, a_states * b_states), a_states, b_states};
        const double n_z = slice.total();
        const std::vector<double> n_a = slice.of_a(), n_b = slice.of_b();
        for (std::size_t i = 0; i < slice.cells.size(); ++i) {
            const double n_ab = slice.cells[i].value();
            if (n_ab > 0) terms.push_back(n_ab * std::log(n_ab * n_z / (n_a[i / b_states] * n_b[i % b_states])));
        }
    }
    std::sort(terms.begin(), terms.end());
    return std::max(0.0, fixed_order_sum(terms) / n);
}

double parameters_of_arc(const FamilyCounts& counts) {
    const auto cardinalities = counts.scope().cardinalities();
    double parameters = 1;
    for (std::size_t i = 0; i < cardinalities.size(); ++i)
        parameters *= static_cast<double>(i + 2 < cardinalities.size() ? cardinalities[i] : cardinalities[i] - 1);
    return parameters;
}

}  // namespace pgm::learners

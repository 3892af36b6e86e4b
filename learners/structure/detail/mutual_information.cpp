#include <learners/structure/detail/mutual_information.hpp>

#include <learners/estimate/detail/log_gamma.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace pgm::learners::detail {
namespace {

double value_of(WeightSum weight) {
    return weight.value();
}

double value_of(std::uint64_t count) {
    return static_cast<double>(count);
}

/// The two forms of the counts, one configuration of the condition after the other:
/// `for_each(z, body)` calls body(a, b, n_zab) for those that are not zero.
class SparseCells {
public:
    using Number = WeightSum;

    explicit SparseCells(const FamilyCounts& counts) : counts_(counts) {
        const auto cardinalities = counts.scope().cardinalities();
        b_states = cardinalities.back();
        if (cardinalities.size() > 1) a_states = cardinalities[cardinalities.size() - 2];
        conditions = counts.cell_count() / (a_states * b_states);
    }

    std::size_t conditions = 1, a_states = 1, b_states = 1;

    template <class Body>
    void for_each(std::size_t z, Body&& body) const {
        const std::size_t begin = z * a_states * b_states;
        counts_.for_each_from(
            begin, begin + a_states * b_states, [&](std::size_t cell, WeightSum weight) {
                body((cell - begin) / b_states, (cell - begin) % b_states, weight);
            });
    }

private:
    const FamilyCounts& counts_;
};

class DenseCells {
public:
    using Number = std::uint64_t;

    explicit DenseCells(const PairCells& counts)
        : conditions(counts.conditions),
          a_states(counts.a_states),
          b_states(counts.b_states),
          counts_(counts) {}

    std::size_t conditions, a_states, b_states;

    template <class Body>
    void for_each(std::size_t z, Body&& body) const {
        for (std::size_t a = 0; a < a_states; ++a) {
            const std::uint64_t* const row =
                counts_.cells.data() + z * counts_.z_stride + a * counts_.a_stride;
            for (std::size_t b = 0; b < b_states; ++b)
                if (row[b] != 0) body(a, b, row[b]);
        }
    }

private:
    const PairCells& counts_;
};

/// n_a, n_b and n of one configuration z.
template <class Cells>
struct Margins {
    using Number = typename Cells::Number;

    explicit Margins(const Cells& cells) : a(cells.a_states), b(cells.b_states) {}

    void add_up(const Cells& cells, std::size_t z) {
        std::ranges::fill(a, Number{});
        std::ranges::fill(b, Number{});
        all = Number{};
        cells.for_each(z, [&](std::size_t i, std::size_t j, Number n) {
            a[i] += n;
            b[j] += n;
            all += n;
        });
    }

    std::vector<Number> a;
    std::vector<Number> b;
    Number all{};
};

template <class Cells>
double weight_of_cells(const Cells& cells) {
    typename Cells::Number total{};
    for (std::size_t z = 0; z < cells.conditions; ++z)
        cells.for_each(z, [&](std::size_t, std::size_t, auto n) { total += n; });
    return value_of(total);
}

template <class Cells>
double information_of(const Cells& cells) {
    const double n = weight_of_cells(cells);
    if (!(n > 0)) return 0;
    std::vector<double> terms;
    Margins<Cells> margins(cells);
    for (std::size_t z = 0; z < cells.conditions; ++z) {
        margins.add_up(cells, z);
        const double n_z = value_of(margins.all);
        cells.for_each(z, [&](std::size_t a, std::size_t b, auto number) {
            const double n_ab = value_of(number), n_a = value_of(margins.a[a]),
                         n_b = value_of(margins.b[b]);
            terms.push_back(n_ab * std::log(n_ab * n_z / (n_a * n_b)));
        });
    }
    std::sort(terms.begin(), terms.end());
    return std::max(0.0, fixed_order_sum(terms) / n);
}

/// The terms of ArcWeight::k2.
struct RisingLogs {
    /// The sum of log G(n + added) over some weights n, less that of as many log G(added).
    template <class Number>
    static double of(std::span<const Number> weights, double added) {
        std::vector<double> terms;
        for (const Number weight : weights) {
            if (weight != Number{})
                terms.push_back(log_gamma(value_of(weight) + added) - log_gamma(added));
        }
        std::ranges::sort(terms);
        return fixed_order_sum(terms);
    }
    /// These terms for the sum of the weights, in two parts.
    static double of_all(double weight, double added) { return log_gamma(weight + added); }
    static double of_none(double added) { return log_gamma(added); }
};

/// The gain of the arc in marginal likelihood with pseudo-counts of 1, in the better direction.
template <class Cells>
double gain_of_arc(const Cells& counts) {
    using Number = typename Cells::Number;
    const auto a = static_cast<double>(counts.a_states), b = static_cast<double>(counts.b_states);
    double to_b = 0, to_a = 0;
    Margins<Cells> margins(counts);
    std::vector<Number> cells;
    for (std::size_t z = 0; z < counts.conditions; ++z) {
        margins.add_up(counts, z);
        if (margins.all == Number{}) continue;
        cells.clear();
        counts.for_each(z, [&](std::size_t, std::size_t, Number n) { cells.push_back(n); });
        const std::span<const Number> of_cell = cells, of_a = margins.a, of_b = margins.b;
        const double of_cells = RisingLogs::of(of_cell, 1), n = value_of(margins.all);
        // That of B given A less that of B, and the same with A and B exchanged.
        to_b += of_cells - RisingLogs::of(of_a, b) - RisingLogs::of(of_b, 1) +
                RisingLogs::of_all(n, b) - RisingLogs::of_none(b);
        to_a += of_cells - RisingLogs::of(of_b, a) - RisingLogs::of(of_a, 1) +
                RisingLogs::of_all(n, a) - RisingLogs::of_none(a);
    }
    return std::max(to_a, to_b);
}

template <class Cells>
double parameters_of(const Cells& cells) {
    return static_cast<double>(cells.conditions) * static_cast<double>(cells.a_states - 1) *
           static_cast<double>(cells.b_states - 1);
}

}  // namespace

double conditional_mutual_information(const FamilyCounts& counts) {
    return counts.scope().size() < 2 ? 0 : information_of(SparseCells(counts));
}

double conditional_mutual_information(const PairCells& counts) {
    return information_of(DenseCells(counts));
}

double marginal_likelihood_gain(const FamilyCounts& counts) {
    return gain_of_arc(SparseCells(counts));
}

double marginal_likelihood_gain(const PairCells& counts) {
    return gain_of_arc(DenseCells(counts));
}

double parameters_of_arc(const FamilyCounts& counts) {
    return parameters_of(SparseCells(counts));
}

double parameters_of_arc(const PairCells& counts) {
    return parameters_of(DenseCells(counts));
}

double weight_of_rows(const FamilyCounts& counts) {
    return counts.total().value();
}

double weight_of_rows(const PairCells& counts) {
    return weight_of_cells(DenseCells(counts));
}

}  // namespace pgm::learners::detail

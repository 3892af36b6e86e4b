#include <pgm/classify/measure/comparison.hpp>

#include <pgm/classify/measure/detail/shared_ranks.hpp>
#include <pgm/core/error.hpp>

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace pgm {
namespace {

void check(std::span<const std::vector<double>> measures) {
    if (measures.size() < 2) throw ArgumentError("ranks are of at least two classifiers");
    for (const std::vector<double>& of_one : measures) {
        if (of_one.size() != measures.front().size())
            throw ArgumentError("ranks of " + std::to_string(measures.front().size()) +
                                " measures with " + std::to_string(of_one.size()));
        if (!std::ranges::all_of(of_one, [](double value) { return std::isfinite(value); }))
            throw ArgumentError("ranks of a measure that is not a finite number");
    }
    if (measures.front().size() < 2) throw ArgumentError("ranks are over at least two sets");
}

/// P(the range of `count` standard normals <= width): one of them is the smallest, at z, and the
/// others lie within the width above it.
double range_probability(std::size_t count, double width) {
    constexpr double beyond = 9;  // no normal variable is as far away
    constexpr unsigned points = 61;
    const boost::math::normal normal;
    const auto density = [&](double z) {
        const double within = boost::math::cdf(normal, z + width) - boost::math::cdf(normal, z);
        return boost::math::pdf(normal, z) * std::pow(within, static_cast<double>(count - 1));
    };
    constexpr unsigned depth = 10;
    return static_cast<double>(count) *
           boost::math::quadrature::gauss_kronrod<double, points>::integrate(density, -beyond,
                                                                             beyond, depth);
}

double p_of_friedman(double chi_square, double classifiers, double sets) {
    const double left = sets * (classifiers - 1) - chi_square;
    // All sets agree about the whole order, but for rounding.
    if (left <= 1e-9 * sets) return 0;
    const double f = (sets - 1) * std::max(0.0, chi_square) / left;
    const boost::math::fisher_f distribution(classifiers - 1, (classifiers - 1) * (sets - 1));
    return boost::math::cdf(boost::math::complement(distribution, f));
}

}  // namespace

double range_of_normals(std::size_t count) {
    if (count < 2) throw ArgumentError("a range is that of at least two variables");
    constexpr double confidence = 0.95, low = 0.1, high = 12;
    std::uintmax_t steps = 100;
    const auto [below, above] = boost::math::tools::toms748_solve(
        [&](double width) { return range_probability(count, width) - confidence; }, low, high,
        boost::math::tools::eps_tolerance<double>(40), steps);
    return (below + above) / 2;
}

MeanRanks mean_ranks(std::span<const std::vector<double>> measures) {
    check(measures);
    const std::size_t classifiers = measures.size(), sets = measures.front().size();
    MeanRanks result{.ranks = std::vector<double>(classifiers, 0.0), .sets = sets};
    for (std::size_t set = 0; set < sets; ++set) {
        std::vector<double> losses;
        for (const std::vector<double>& of_one : measures) losses.push_back(-of_one[set]);
        const std::vector<double> ranks = detail::shared_ranks(losses);
        for (std::size_t j = 0; j < classifiers; ++j) result.ranks[j] += ranks[j];
    }
    const auto k = static_cast<double>(classifiers), n = static_cast<double>(sets);
    double squares = 0;
    for (double& rank : result.ranks) {
        rank /= n;
        squares += rank * rank;
    }
    const double chi_square = 12 * n / (k * (k + 1)) * (squares - k * (k + 1) * (k + 1) / 4);
    result.p_value = p_of_friedman(chi_square, k, n);
    result.critical_difference =
        range_of_normals(classifiers) / std::sqrt(2.0) * std::sqrt(k * (k + 1) / (6 * n));
    return result;
}

}  // namespace pgm

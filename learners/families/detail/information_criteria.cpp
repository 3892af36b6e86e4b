#include <learners/families/detail/information_criteria.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pgm::learners::detail {

double log_likelihood(const FamilyCounts& counts) {
    double sum = 0;
    std::vector<WeightSum> row(counts.states());
    for (std::size_t u = 0; u < counts.configurations(); ++u) {
        counts.copy_row(u, row);
        WeightSum total;
        for (const WeightSum weight : row) total += weight;
        for (const WeightSum weight : row) {
            if (!weight.is_zero()) sum += weight.value() * std::log(weight.value() / total.value());
        }
    }
    return sum;
}

double aic(double log_likelihood, double parameters) {
    return log_likelihood - parameters;
}

double bic(double log_likelihood, double parameters, double rows) {
    return log_likelihood - parameters * std::log(std::max(rows, 1.0)) / 2;
}

}  // namespace pgm::learners::detail

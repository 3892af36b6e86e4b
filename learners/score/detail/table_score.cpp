#include <learners/score/detail/table_score.hpp>

#include <learners/estimate/detail/log_gamma.hpp>
#include <learners/families/detail/information_criteria.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>

#include <cmath>
#include <numeric>
#include <span>

namespace pgm::learners::detail {
namespace {

using Counts = std::span<const std::uint64_t>;

std::uint64_t sum_of(Counts counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// BDeu and BDs: a Dirichlet prior of S / (configurations * states) per cell.
double dirichlet(const FamilyRuns& counts, double sample_size, double configurations,
                 double states) {
    const double row_prior = sample_size / configurations, cell_prior = row_prior / states;
    const double row_base = log_gamma(row_prior), cell_base = log_gamma(cell_prior);
    double sum = 0;
    counts.for_each_configuration([&](Counts row) {
        const std::uint64_t n = sum_of(row);
        if (n == 0) return;
        for (const std::uint64_t count : row) {
            if (count > 0) sum += log_gamma(static_cast<double>(count) + cell_prior) - cell_base;
        }
        sum -= log_gamma(static_cast<double>(n) + row_prior) - row_base;
    });
    return sum;
}

double occupied_configurations(const FamilyRuns& counts) {
    double occupied = 0;
    counts.for_each_configuration([&](Counts row) { occupied += sum_of(row) > 0 ? 1 : 0; });
    return occupied;
}

bool is_marginal_likelihood(const Score& score) {
    return std::holds_alternative<K2Score>(score) || std::holds_alternative<BdeuScore>(score) ||
           std::holds_alternative<BdsScore>(score) || std::holds_alternative<BgeScore>(score);
}

bool needs_complexity(const Score& score) {
    return std::holds_alternative<FnmlScore>(score) || std::holds_alternative<QnmlScore>(score);
}

}  // namespace

double n_log_n(double n) {
    return n > 0 ? n * std::log(n) : 0;
}

double log_factorial(double n) {
    return log_gamma(n + 1);
}

TableScore::TableScore(const Score& score, std::uint64_t rows)
    : score_(score),
      rows_(static_cast<double>(rows)),
      n_log_n_(is_marginal_likelihood(score) ? 0 : rows),
      log_factorial_(std::holds_alternative<K2Score>(score) ? rows : 0) {
    if (needs_complexity(score)) complexity_ = std::make_shared<const MultinomialComplexity>(rows);
}

/// Configuration by configuration, whose terms do not wait for each other as one long sum does.
double TableScore::log_likelihood(const FamilyRuns& counts) const {
    double sum = 0;
    counts.for_each_configuration([&](Counts row) {
        std::uint64_t n = 0;
        double states = 0;
        for (const std::uint64_t count : row) {
            n += count;
            states += n_log_n_(count);
        }
        sum += states - n_log_n_(n);
    });
    return sum;
}

double TableScore::k2(const FamilyRuns& counts, double states) const {
    const double of_states = log_gamma(states);
    double sum = 0;
    counts.for_each_configuration([&](Counts row) {
        std::uint64_t n = 0;
        for (const std::uint64_t count : row) {
            n += count;
            sum += log_factorial_(count);
        }
        // The factorial of n + r - 1 is G(n + r).
        if (n > 0) sum += of_states - log_factorial_(n + static_cast<std::uint64_t>(states) - 1);
    });
    return sum;
}

double TableScore::fnml(const FamilyRuns& counts, double states) const {
    double penalty = 0;
    counts.for_each_configuration(
        [&](Counts row) { penalty += (*complexity_)(states, sum_of(row)); });
    return log_likelihood(counts) - penalty;
}

double TableScore::qnml(const FamilyRuns& counts, double configurations, double states) const {
    std::uint64_t n = 0;
    counts.for_each_configuration([&](Counts row) { n += sum_of(row); });
    return log_likelihood(counts) - (*complexity_)(configurations * states, n) +
           (*complexity_)(configurations, n);
}

double TableScore::operator()(const FamilyRuns& counts, double configurations,
                              double states) const {
    const double parameters = configurations * (states - 1);
    return std::visit(
        Overloaded{
            [&](const LogLikelihoodScore&) { return log_likelihood(counts); },
            [&](const AicScore&) { return aic(log_likelihood(counts), parameters); },
            [&](const BicScore& s) {
                return bic(log_likelihood(counts), s.penalty * parameters, rows_);
            },
            [&](const ExtendedBicScore&) { return bic(log_likelihood(counts), parameters, rows_); },
            [&](const K2Score&) { return k2(counts, states); },
            [&](const BdeuScore& s) {
                return dirichlet(counts, s.equivalent_sample_size, configurations, states);
            },
            [&](const BdsScore& s) {
                return dirichlet(counts, s.equivalent_sample_size, occupied_configurations(counts),
                                 states);
            },
            [&](const FnmlScore&) { return fnml(counts, states); },
            [&](const QnmlScore&) { return qnml(counts, configurations, states); },
            [&](const BgeScore& s) {
                return dirichlet(counts, s.mean_sample_size, configurations, states);
            }},
        score_);
}

double TableScore::bound(double configurations, double states) const {
    const double parameters = configurations * (states - 1);
    if (std::holds_alternative<AicScore>(score_)) return aic(0, parameters);
    if (const auto* const s = std::get_if<BicScore>(&score_))
        return bic(0, s->penalty * parameters, rows_);
    if (std::holds_alternative<ExtendedBicScore>(score_)) return bic(0, parameters, rows_);
    return std::holds_alternative<QnmlScore>(score_) ? infinity : 0;
}

double TableScore::bound(const FamilyRuns& counts, double states) const {
    const bool has_prior =
        is_marginal_likelihood(score_) || std::holds_alternative<FnmlScore>(score_);
    return has_prior ? -occupied_configurations(counts) * std::log(states) : infinity;
}

}  // namespace pgm::learners::detail

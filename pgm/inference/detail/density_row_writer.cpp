#include <pgm/inference/detail/density_row_writer.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/detail/density_scores.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm::detail {
namespace {

double upper_end(double interval) {
    if (!(interval > 0 && interval < 1))
        throw ArgumentError("an interval needs a probability between 0 and 1, not " +
                            to_text(interval));
    return -normal_quantile(0.5 * (1 - interval));
}

struct Moments {
    double mean = 0;
    double sd = 0;
};

Moments moments_of(std::span<const DensityComponent> density) {
    if (density.size() == 1) return {density.front().mean, density.front().sd};
    Moments moments;
    for (const DensityComponent& component : density)
        moments.mean += component.weight * component.mean;
    double variance = 0;
    for (const auto& [weight, mean, sd, shape] : density)
        variance += weight * (sd * sd + (mean - moments.mean) * (mean - moments.mean));
    moments.sd = std::sqrt(variance);
    return moments;
}

}  // namespace

DensityRowWriter::DensityRowWriter(const ContinuousBatchOptions& options, std::size_t rows)
    : options_(options), quantile_(upper_end(options.interval)) {
    if (!options.truth.empty() && options.truth.size() != rows)
        throw ArgumentError("there are " + std::to_string(options.truth.size()) +
                            " true values of " + std::to_string(rows) + " rows");
    result_.status.assign(rows, PosteriorStatus::ok);
    for (auto* const numbers : {&result_.means, &result_.sds, &result_.lows, &result_.highs})
        numbers->assign(rows, 0);
    result_.log_densities.assign(options.truth.size(), 0);
    result_.crps.assign(options.truth.size(), 0);
}

void DensityRowWriter::write_impossible(std::size_t row) {
    result_.status[row] = PosteriorStatus::impossible;
}

void DensityRowWriter::write(std::size_t row, std::span<const DensityComponent> density) {
    const Moments moments = moments_of(density);
    if (!std::isfinite(moments.mean) || !std::isfinite(moments.sd)) return write_impossible(row);
    result_.means[row] = moments.mean;
    result_.sds[row] = moments.sd;
    if (density.size() == 1 && density.front().shape == DensityComponent::Shape::normal) {
        result_.lows[row] = moments.mean - quantile_ * moments.sd;
        result_.highs[row] = moments.mean + quantile_ * moments.sd;
    } else {
        const ContinuousPosterior posterior(VariableId(0), {density.begin(), density.end()}, 0);
        const Interval interval = posterior.central_interval(options_.interval);
        result_.lows[row] = interval.above;
        result_.highs[row] = interval.up_to;
    }
    if (options_.truth.empty() || std::isnan(options_.truth[row])) return;
    result_.log_densities[row] = log_density(density, options_.truth[row]);
    result_.crps[row] = crps(density, options_.truth[row]);
}

}  // namespace pgm::detail

#include <pgm/inference/detail/density_row_writer.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
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

bool is_finite(const DensityComponent& component) {
    return std::isfinite(component.mean) && std::isfinite(component.sd);
}

}  // namespace

DensityRowWriter::DensityRowWriter(const BatchOptions& options, std::size_t rows)
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

bool DensityRowWriter::is_scored(std::size_t row) const {
    return !options_.truth.empty() && !std::isnan(options_.truth[row]);
}

void DensityRowWriter::write(std::size_t row, std::span<const DensityComponent> normals) {
    if (!std::ranges::all_of(normals, is_finite)) return write_impossible(row);
    if (normals.size() == 1) return write_normal(row, normals.front());
    write(row, ContinuousPosterior(VariableId(0), {normals.begin(), normals.end()}, 0));
}

/// Writes a normal density as a posterior has it, without the memory that it takes.
void DensityRowWriter::write_normal(std::size_t row, const DensityComponent& normal) {
    result_.means[row] = normal.mean;
    result_.sds[row] = normal.sd;
    result_.lows[row] = normal.mean - quantile_ * normal.sd;
    result_.highs[row] = normal.mean + quantile_ * normal.sd;
    if (!is_scored(row)) return;
    result_.log_densities[row] = log_density({&normal, 1}, options_.truth[row]);
    result_.crps[row] = crps({&normal, 1}, options_.truth[row]);
}

void DensityRowWriter::write(std::size_t row, const ContinuousPosterior& posterior) {
    result_.means[row] = posterior.mean();
    result_.sds[row] = posterior.sd();
    const Interval interval = posterior.central_interval(options_.interval);
    result_.lows[row] = interval.above;
    result_.highs[row] = interval.up_to;
    if (!is_scored(row)) return;
    result_.log_densities[row] = posterior.log_density(options_.truth[row]);
    result_.crps[row] = posterior.crps(options_.truth[row]);
}

}  // namespace pgm::detail

#include <pgm/model/cpd/function_cpd.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/cpd/detail/family_shape.hpp>

#include <limits>

namespace pgm {

using namespace detail;

namespace {

[[noreturn]] void refuse_file() {
    throw ArgumentError(
        "a distribution that is a function cannot be saved",
        "fit a linear Gaussian or a kernel density to it, or discretise the variable");
}

}  // namespace

FunctionCpd::FunctionCpd(VariableId child, Scope discrete_parents,
                         std::vector<VariableId> continuous_parents, LogDensity log_density,
                         Sampler sampler, std::size_t parameter_count)
    : child_(child),
      discrete_(std::move(discrete_parents)),
      parents_(family_parents(child, discrete_, continuous_parents)) {
    if (!log_density) throw ArgumentError("a function distribution needs a function");
    functions_ = std::make_shared<const Functions>(
        Functions{std::move(log_density), std::move(sampler), parameter_count});
}

double FunctionCpd::log_density(std::size_t row, std::span<const double> parents, double x) const {
    const double value = functions_->log_density(row, parents, x);
    return value < std::numeric_limits<double>::infinity() ? value : -infinity;  // also for NaN
}

double FunctionCpd::sample(std::size_t row, std::span<const double> parents, Rng& rng) const {
    if (!functions_->sampler)
        throw ArgumentError("a function distribution without a sampler cannot be sampled from",
                            "give FunctionCpd a sampler");
    return functions_->sampler(row, parents, rng);
}

std::span<const double> FunctionCpd::numbers() const {
    refuse_file();
}

FunctionCpd FunctionCpd::from_numbers(const CpdFamily&, std::span<const double>) {
    refuse_file();
}

}  // namespace pgm

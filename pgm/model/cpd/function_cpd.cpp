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
        "a distribution that is a function is not made of numbers and cannot be saved",
        "give the function a name and write a .json file, or fit a linear Gaussian or a kernel "
        "density to it");
}

}  // namespace

FunctionCpd::FunctionCpd(VariableId child, Scope discrete_parents,
                         std::vector<VariableId> continuous_parents, Function function)
    : child_(child),
      discrete_(std::move(discrete_parents)),
      parents_(family_parents(child, discrete_, continuous_parents)) {
    if (!function.log_density) throw ArgumentError("a function distribution needs a function");
    function_ = std::make_shared<const Function>(std::move(function));
}

double FunctionCpd::log_density(std::size_t row, std::span<const double> parents, double x) const {
    const double value = function_->log_density(row, parents, x);
    return value < std::numeric_limits<double>::infinity() ? value : -infinity;  // also for NaN
}

double FunctionCpd::sample(std::size_t row, std::span<const double> parents, Rng& rng) const {
    if (!function_->sampler)
        throw ArgumentError("a function distribution without a sampler cannot be sampled from",
                            "give FunctionCpd a sampler");
    return function_->sampler(row, parents, rng);
}

std::span<const double> FunctionCpd::numbers() const {
    refuse_file();
}

FunctionCpd FunctionCpd::from_numbers(const CpdFamily&, std::span<const double>) {
    refuse_file();
}

}  // namespace pgm

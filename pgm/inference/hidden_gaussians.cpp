#include <pgm/inference/hidden_gaussians.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/inference/detail/continuous/gaussian_integral.hpp>

#include <algorithm>
#include <utility>

namespace pgm {

struct HiddenGaussians::Decompositions {
    const BayesianNetwork& network;
    std::vector<VariableId> hidden;       ///< as they were given
    detail::ContinuousComponent members;  ///< the same, parents first, and what is observed
    std::vector<detail::GaussianIntegral> integrals;  ///< by configuration, or one for all
    std::vector<detail::GaussianIntegral::Conditional> conditionals;  ///< as `hidden`
};

HiddenGaussians::HiddenGaussians(const BayesianNetwork& network, std::vector<VariableId> hidden,
                                 std::vector<VariableId> observed, std::size_t configurations)
    : decompositions_(std::make_unique<Decompositions>(network, std::move(hidden))) {
    auto& [own_network, listed, members, integrals, conditionals] = *decompositions_;
    conditionals.resize(listed.size());
    for (const VariableId variable : topological_order(network.dag()))
        if (std::ranges::find(listed, variable) != listed.end()) members.hidden.push_back(variable);
    members.observed = std::move(observed);
    std::size_t kept_numbers = 0;
    integrals.resize(detail::GaussianIntegral::kept_cells(
        configurations, listed.size() + members.observed.size(), kept_numbers));
}

HiddenGaussians::HiddenGaussians(HiddenGaussians&&) noexcept = default;
HiddenGaussians& HiddenGaussians::operator=(HiddenGaussians&&) noexcept = default;
HiddenGaussians::~HiddenGaussians() = default;

double HiddenGaussians::condition(std::size_t configuration, std::span<const std::size_t> rows,
                                  std::span<const double* const> values, std::size_t at) {
    auto& [network, listed, members, integrals, conditionals] = *decompositions_;
    detail::GaussianIntegral& integral = integrals[configuration % integrals.size()];
    integral.prepare(network, members, rows, {});
    const double log = integral.log_density(values, at);
    for (std::size_t i = 0; i < listed.size(); ++i) integral.condition(listed[i], conditionals[i]);
    return log;
}

double HiddenGaussians::mean(std::size_t hidden) const {
    return decompositions_->conditionals[hidden].mean;
}

double HiddenGaussians::covariance(std::size_t a, std::size_t b) const {
    return decompositions_->conditionals[a].deviations.dot(
        decompositions_->conditionals[b].deviations);
}

}  // namespace pgm

#pragma once

#include <learners/discretise/discretise.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/cpd/threshold_cpd.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm::learners {

/// Estimator of the variance of a Gaussian, which keeps it away from 0.
///
/// With n the weight of the rows, v their mean squared deviation (divisor n), or, `unbiased`, the
/// sum of squares over n minus the number of estimated coefficients (n - 1 for a Gaussian without
/// continuous parents; N - K for a covariance shared by K classes), V the variance of the whole
/// column and W the largest V of all columns:
///
///     variance = max((n v + pseudo_counts V) / (n + pseudo_counts) + smooth W, floor V)
///
/// The first term is the scale of the posterior distribution of the variance, where the prior
/// counts as that many rows as spread as the whole column (Gelman et al. 2013, Bayesian Data
/// Analysis, section 2.6). Without it, a class whose few rows happen to agree gets a density so
/// narrow that it is never predicted, or always.
///
/// | in words                   | pseudo_counts, smooth, floor | gives |
/// |----------------------------|--------------|---|
/// | gaussian                   | 2, 0, 1e-9   | the default |
/// | gaussian:mle               | 0, 0, 1e-9   | maximum likelihood; where 0, a narrow density |
/// | gaussian:floor=0           | 0, 0, 0      | maximum likelihood; a variance of 0 is an error |
/// | gaussian:smooth=1e-9,floor=0 | 0, 1e-9, 0 | what scikit-learn calls var_smoothing |
/// | gaussian:unbiased          | 0, 0, 1e-9   | the unbiased estimate |
/// | gaussian:prior=5           | 5, 0, 1e-9   | prior sample size 5; goes with the others too |
///
/// A column whose values are all equal has V = 0; its variance is then floor max(1, mean^2), or an
/// error when the floor is 0. All raised variances are listed in Provenance::remarks.
struct VarianceRule {
    bool unbiased = false;
    double pseudo_counts = 2;
    double smooth = 0;
    double floor = 1e-9;

    friend bool operator==(const VarianceRule&, const VarianceRule&) = default;
};

/// `gaussian:mle`
inline constexpr VarianceRule maximum_likelihood_variance{.pseudo_counts = 0};

/// The bandwidth (4/3)^(1/5) sigma n^(-1/5) (Silverman 1986, section 3.4.2). n is the weight of the
/// rows and sigma their maximum-likelihood standard deviation.
struct NormalReference {
    friend bool operator==(const NormalReference&, const NormalReference&) = default;
};

/// `h=0.5`: the bandwidth is the number given.
struct FixedBandwidth {
    double h = 1;
    friend bool operator==(const FixedBandwidth&, const FixedBandwidth&) = default;
};

/// `cv`: the bandwidth that maximises the leave-one-out likelihood (section 3.4.4), chosen by
/// cross_validated_bandwidth() of bandwidth.hpp.
struct CrossValidatedBandwidth {
    friend bool operator==(const CrossValidatedBandwidth&,
                           const CrossValidatedBandwidth&) = default;
};

/// `sj`: the bandwidth of Sheather and Jones (sheather_jones.hpp), of Gaussian kernels only, or
/// that of NormalReference where the equation has no solution. Pseudo-counts count as rows for
/// which that of NormalReference is right:
///
///     h^2 = (n h_sj^2 + pseudo_counts h_ref^2) / (n + pseudo_counts) .
struct SheatherJones {
    friend bool operator==(const SheatherJones&, const SheatherJones&) = default;
};

/// Kernels of a density estimate, and their bandwidths, per class and feature.
///
/// sigma^2 is estimated by the rule `variance`, with pseudo-counts by default (`kde:mle` is
/// without; `kde:floor=0.01` has a floor instead). This matters for counts and grades, where a
/// class may have one value and others are possible all the same.
struct KernelRule {
    KernelDensityCpd::Kernel kernel = KernelDensityCpd::Kernel::gaussian;
    std::variant<NormalReference, FixedBandwidth, CrossValidatedBandwidth, SheatherJones>
        bandwidth{};
    VarianceRule variance{};

    friend bool operator==(const KernelRule&, const KernelRule&) = default;
};

/// `mixture`: a mixture of Gaussians per class and feature, so that a density may have several
/// peaks without keeping all values as kernels do. `mixture:3` has three components, or as many as
/// there are different values if these are fewer; otherwise their number is the one from 1 to 5 of
/// the least BIC (Schwarz 1978; for mixtures Fraley and Raftery 2002).
///
/// The variances are estimated by the rule `variance`, but that the pseudo-counts for each of m
/// components have the variance V / m^2 (the scale of Fraley and Raftery 2007, "Bayesian
/// regularization for normal mixture estimation and model-based clustering", section 3.2); see
/// learners/estimate/detail/density/mixture_estimation.hpp. `mixture:mle` has none.
struct MixtureRule {
    std::optional<std::size_t> components = std::nullopt;  ///< 1 to 20
    VarianceRule variance{};

    friend bool operator==(const MixtureRule&, const MixtureRule&) = default;
};

/// The model of continuous features: first those that `discretisation` names (or all that it
/// applies to) are cut into intervals, then the others get densities.
///
///     gaussian   gaussian:mle   gaussian:unbiased   gaussian:smooth=1e-9,floor=0
///     kde   kde:mle   kde:tophat   kde:h=0.3   kde:cv   kde:sj   kde:tophat,h=2
///     mixture   mixture:3   mixture:mle   mixture:3,prior=5
///     width:5   frequency:5   proportional   kmeans:5   mdlp   cut:age=30,40;income=5
///     mdlp;kde                 several, joined by ';': what is not cut gets the density named
///
/// The words of the fourth line are those of learners/discretise/discretise.hpp.
struct ContinuousModel {
    CutChoice discretisation;
    /// A Gaussian whose variance is estimated so, a kernel density, or a mixture of Gaussians.
    std::variant<VarianceRule, KernelRule, MixtureRule> density;

    friend bool operator==(const ContinuousModel&, const ContinuousModel&) = default;
};

/// The words above with a line about each.
std::vector<WordHelp> continuous_words();

/// Throws ArgumentError for an unknown word or a number out of its range.
ContinuousModel parse_continuous(std::string_view text);

/// Text that parses back to the same model.
std::string format(const ContinuousModel& model);

/// The noise of the regression of a discrete variable on continuous parents (ThresholdCpd):
/// `logistic`, logistic regression, or of more than two states in their order the model of
/// proportional odds (McCullagh 1980), and `probit`, the same with normal noise.
const WordTable<Noise::Kind>& continuous_parents_words();

/// Throws ArgumentError that lists the words.
Noise::Kind parse_continuous_parents(std::string_view text);

}  // namespace pgm::learners

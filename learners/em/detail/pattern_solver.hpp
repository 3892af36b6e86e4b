#pragma once

#include <learners/em/detail/expected_sums.hpp>
#include <learners/em/detail/hidden_pattern.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/hidden_gaussians.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The distributions of a network as the E-step reads them; entry i belongs to factor i.
struct FactorParameters {
    /// The network's variables are the children of the factors, in their order. Refers to it.
    FactorParameters(const BayesianNetwork& of, std::span<const Family> factors);

    const BayesianNetwork& network;
    std::vector<std::vector<double>> log_tables;  ///< empty for a Gaussian
    std::vector<VariableId> variable_of;          ///< by column
};

/// The posterior of the missing values of one case after the other, and what it adds to the
/// expected sums.
///
/// The hidden discrete cells have a joint table; each of its cells is the sum of logarithms of the
/// factors there. Given a cell of it the hidden continuous columns are jointly Gaussian (Lauritzen
/// 1992): the density of the known ones that depend on them enters the cell's logarithm, their
/// means and covariances given those the moments (HiddenGaussians). One per thread.
class PatternSolver {
public:
    /// `engine` answers the patterns that ask it; null where none does.
    PatternSolver(const FactorParameters& parameters, const InferenceEngine* engine)
        : parameters_(parameters), engine_(engine) {}

    /// Solves the cases of a pattern from `first` on. Writes for each to `logs` the logarithm of
    /// the probability (density) of what it knows given the part of the rows that the pattern's
    /// factors do not describe: the sum of the product of the factors. -inf where it is 0; then
    /// nothing is added.
    void solve(const HiddenPattern& pattern, std::size_t first, std::span<double> logs,
               ExpectedSums& expected);

private:
    struct Case {
        std::size_t first_value;  ///< among those of all cases of the pattern
        const std::uint32_t* codes;
        const double* values;
        double weight;
    };

    void start(const HiddenPattern& pattern);
    double list(const Case& given, ExpectedSums& expected);
    double ask(const HiddenPattern& pattern, const Case& given, ExpectedSums& expected);
    double add_factors(const Evidence& evidence, const Case& given, ExpectedSums& expected);
    double add_joint(const PatternMembers& members, const PatternFamily& family,
                     const Evidence& evidence, const Case& given, ExpectedSums& expected);
    void add_local(const PatternFamily& family, const Case& given, ExpectedSums& expected) const;
    void fill_tables(const Case& given);
    void fill_densities(const Case& given);
    double integrated_density(const Case& given, std::size_t cell);
    void add_counts(const PatternFamily& family, const Case& given, ExpectedSums& expected);
    void add_known_moments(const PatternFamily& family, const Case& given, ExpectedSums& expected);
    void add_hidden_moments(const PatternFamily& family, const Case& given, ExpectedSums& expected);
    void marginalise(const PatternFamily& family);

    double known_density(const PatternFamily& factor, const Case& given);
    static double value_of(const PatternFamily::Continuous& member, const Case& given,
                           std::span<const double> hidden) {
        return member.hidden ? hidden[member.slot] : given.values[member.slot];
    }
    std::size_t row_of(const PatternFamily& factor, const Case& given) const;

    const FactorParameters& parameters_;
    const InferenceEngine* engine_;
    Workspace workspace_;
    const PatternLayout* layout_ = nullptr;
    std::size_t hidden_ = 0;                    ///< number of hidden continuous columns
    std::optional<HiddenGaussians> gaussians_;  ///< the hidden continuous columns
    std::vector<std::size_t> row_of_;           ///< by variable
    std::vector<const double*> values_;         ///< by variable, of the first case
    std::vector<double> joint_;                 ///< log probabilities, then probabilities
    std::vector<double> means_;                 ///< per cell of the joint table, hidden_ each
    std::vector<double> covariances_;           ///< likewise hidden_ squared
    std::vector<std::uint32_t> states_;         ///< of the hidden discrete columns
    std::vector<double> local_, numbers_, covariance_;
};

}  // namespace pgm::learners::detail

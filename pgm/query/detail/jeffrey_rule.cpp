#include <pgm/query/detail/jeffrey_rule.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace pgm::detail {
namespace {

constexpr double tolerance = 1e-12;
constexpr std::size_t most_rounds = 1000;
constexpr std::size_t rounds_to_halve = 100;

/// In order of ids, each with sum 1.
std::vector<ImposedPosterior> normalised(std::vector<ImposedPosterior> imposed) {
    std::ranges::sort(imposed, {}, &ImposedPosterior::variable);
    for (auto& [variable, p] : imposed) {
        const double sum = std::accumulate(p.begin(), p.end(), 0.0);
        for (double& value : p) value /= sum;
    }
    return imposed;
}

/// One round after the other, until all posteriors are those imposed.
class JeffreyFit {
public:
    JeffreyFit(const Given& given, const BayesianNetwork& network, const MarginalsGiven& marginals)
        : network_(network),
          marginals_(marginals),
          imposed_(normalised(given.posteriors)),
          fitted_(given) {
        fitted_.posteriors.clear();
        first_ = fitted_.likelihoods.size();
        for (const ImposedPosterior& target : imposed_) targets_.push_back(target.variable);
    }

    Given run() && {
        const Posterior rest = marginals_(targets_, fitted_);
        if (rest.impossible()) return std::move(fitted_);
        require_possible(rest);
        for (const auto& [variable, p] : imposed_)
            fitted_.likelihoods.push_back({variable, std::vector(p.size(), 1.0)});
        Posterior now = rest;
        double halved = difference(now);
        for (std::size_t round = 1; difference(now) > tolerance; ++round) {
            if (round > most_rounds) throw_not_fitted();
            for (std::size_t i = 0; i < imposed_.size(); ++i) fit(i, now);
            now = marginals_(targets_, fitted_);
            if (now.impossible()) throw_not_fitted();
            if (round % rounds_to_halve != 0) continue;
            if (difference(now) > halved / 2) throw_not_fitted();
            halved = difference(now);
        }
        scale(rest.log_evidence() - now.log_evidence());
        return std::move(fitted_);
    }

private:
    void require_possible(const Posterior& rest) const {
        for (std::size_t i = 0; i < imposed_.size(); ++i) {
            const auto& [variable, p] = imposed_[i];
            for (std::size_t state = 0; state < p.size(); ++state) {
                if (p[state] == 0 || rest[i][state] > 0) continue;
                const Variable& about = network_.variable(variable);
                const std::string name = printable(about.name());
                throw EvidenceError("'" + name + "' is to be '" +
                                        printable(about.state(StateId(state))) +
                                        "' with probability " + to_text(p[state], 6) +
                                        ", which is impossible given the other evidence",
                                    {.variable = about.name()},
                                    "what is impossible stays so: give it the probability 0");
            }
        }
    }

    /// Multiplies a likelihood by what the posterior is short of. `now` are the posteriors before
    /// the round, good for the first variable.
    void fit(std::size_t i, const Posterior& now) {
        const Posterior one =
            i == 0 ? Posterior() : marginals_(std::span(&targets_[i], 1), fitted_);
        if (i > 0 && one.impossible()) throw_not_fitted();
        const std::span<const double> posterior = i == 0 ? now[0] : one[0];
        const std::vector<double>& p = imposed_[i].probabilities;
        std::vector<double>& likelihood = fitted_.likelihoods[first_ + i].likelihood;
        for (std::size_t state = 0; state < p.size(); ++state) {
            if (p[state] > 0 && !(posterior[state] > 0)) throw_not_fitted();
            likelihood[state] =
                p[state] > 0 ? likelihood[state] * (p[state] / posterior[state]) : 0;
        }
        const double largest = *std::ranges::max_element(likelihood);
        if (!(largest > 0 && std::isfinite(largest))) throw_not_fitted();
        for (double& value : likelihood) value /= largest;
    }

    double difference(const Posterior& now) const {
        double largest = 0;
        for (std::size_t i = 0; i < imposed_.size(); ++i)
            for (std::size_t state = 0; state < now[i].size(); ++state)
                largest =
                    std::max(largest, std::abs(now[i][state] - imposed_[i].probabilities[state]));
        return largest;
    }

    /// Multiplies the probability of all by e^log_factor, shared by the likelihoods evenly so that
    /// none leaves the range of doubles.
    void scale(double log_factor) {
        const double factor = std::exp(log_factor / static_cast<double>(imposed_.size()));
        for (std::size_t i = first_; i < fitted_.likelihoods.size(); ++i)
            for (double& value : fitted_.likelihoods[i].likelihood) value *= factor;
    }

    [[noreturn]] void throw_not_fitted() const {
        std::string names;
        for (const VariableId variable : targets_)
            names +=
                (names.empty() ? "'" : ", '") + printable(network_.variable(variable).name()) + "'";
        throw EvidenceError("the probabilities that " + names +
                                " are to have cannot be had together, or only in the limit",
                            {.variable = network_.variable(targets_.front()).name()},
                            "give fewer of them, or such as the network and the other evidence "
                            "allow");
    }

    const BayesianNetwork& network_;
    const MarginalsGiven& marginals_;
    std::vector<ImposedPosterior> imposed_;
    std::vector<VariableId> targets_;
    Given fitted_;
    std::size_t first_ = 0;  ///< of the likelihoods that are fitted
};

}  // namespace

Given with_fitted_likelihoods(const Given& given, const BayesianNetwork& network,
                              const MarginalsGiven& marginals) {
    if (given.posteriors.empty()) return given;
    return JeffreyFit(given, network, marginals).run();
}

}  // namespace pgm::detail

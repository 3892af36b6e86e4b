#include <pgm/query/detail/information.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network.hpp>

#include <Eigen/Cholesky>
#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <numbers>
#include <variant>
#include <vector>

namespace pgm::detail {

namespace {

using Variables = Information::Variables;

/// Twice the entropy of a standard normal distribution.
const double log_2_pi_e = std::log(2 * std::numbers::pi) + 1;

enum class Sort : std::uint8_t { discrete, continuous };

/// The variables of one sort.
std::vector<VariableId> chosen(const BayesianNetwork& network, Sort sort,
                               std::initializer_list<Variables> sets) {
    std::vector<VariableId> found;
    for (const Variables set : sets)
        std::ranges::copy_if(set, std::back_inserter(found), [&](VariableId id) {
            return network.variable(id).is_discrete() == (sort == Sort::discrete);
        });
    return found;
}

std::size_t cells_of(const BayesianNetwork& network, const std::vector<VariableId>& variables) {
    std::size_t cells = 1;
    for (const VariableId id : variables) cells *= network.cardinality(id);
    return cells;
}

/// Probabilities of the cells of three axes, left, right, known, the last going fastest.
class ThreeAxes {
public:
    ThreeAxes(std::span<const double> p, std::size_t left, std::size_t right, std::size_t known)
        : p_(p),
          right_(right),
          known_(known),
          left_known_(left * known),
          right_known_(right * known),
          of_known_(known) {
        for_each([&](std::size_t l, std::size_t r, std::size_t k, double value) {
            left_known_[l * known_ + k] += value;
            right_known_[r * known_ + k] += value;
            of_known_[k] += value;
        });
    }

    /// I(left; right | known)
    double mutual() const {
        double sum = 0;
        for_each([&](std::size_t l, std::size_t r, std::size_t k, double value) {
            const double of_left = value / left_known_[l * known_ + k];
            sum += value * std::log(of_left * (of_known_[k] / right_known_[r * known_ + k]));
        });
        return std::max(0.0, sum);
    }

    /// H(left, right | known)
    double entropy() const {
        double sum = 0;
        for_each([&](std::size_t, std::size_t, std::size_t k, double value) {
            sum -= value * std::log(value / of_known_[k]);
        });
        return std::max(0.0, sum);
    }

private:
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t cell = 0; cell < p_.size(); ++cell)
            if (p_[cell] > 0)
                visit(cell / known_ / right_, cell / known_ % right_, cell % known_, p_[cell]);
    }

    std::span<const double> p_;
    std::size_t right_, known_;
    std::vector<double> left_known_, right_known_, of_known_;
};

/// True if all that the variables and the evidence depend on is linear Gaussian where discrete
/// variables are known, so that the variables are jointly normal.
bool are_jointly_normal(const BayesianNetwork& network, Variables continuous,
                        const Evidence& evidence) {
    std::vector<VariableId> open(continuous.begin(), continuous.end());
    for (const auto& [variable, finding] : evidence) open.push_back(variable);
    std::vector<bool> seen(network.size());
    while (!open.empty()) {
        const VariableId id = open.back();
        open.pop_back();
        if (seen[id.index()]) continue;
        seen[id.index()] = true;
        const Finding* const finding = evidence.find(id);
        const std::span<const VariableId> parents = parents_of(network.cpd(id));
        if (network.variable(id).is_discrete()) {
            const bool is_cut = std::ranges::any_of(parents, [&](VariableId parent) {
                return !network.variable(parent).is_discrete();
            });
            if (is_cut || finding == nullptr || !state_of(*finding)) return false;
            continue;
        }
        if (finding && std::holds_alternative<ObservedInterval>(*finding)) return false;
        if (finding && std::holds_alternative<IntervenedValue>(*finding)) continue;
        if (kind_of(network.cpd(id)) != LinearGaussianCpd::kind) return false;
        open.insert(open.end(), parents.begin(), parents.end());
    }
    return true;
}

/// The joint distribution of discrete variables; of none there is one cell.
struct Cells {
    std::vector<double> p{1};
    double log_evidence = 0;
};

std::optional<Cells> cells_given(const Solver& solver, Variables discrete, const Evidence& evidence,
                                 Workspace& workspace) {
    if (discrete.empty()) {
        const double log_evidence = solver.log_evidence(evidence, workspace);
        if (log_evidence == -infinity) return std::nullopt;
        return Cells{.log_evidence = log_evidence};
    }
    const JointPosterior joint = solver.joint(discrete, evidence, workspace);
    if (joint.status == PosteriorStatus::impossible) return std::nullopt;
    const std::span<const double> p = joint.table.values();
    return Cells{{p.begin(), p.end()}, joint.log_evidence};
}

/// Numbers between which the density is smooth, and beyond which it is negligible.
std::vector<double> bounds_of(const ContinuousPosterior& density) {
    using Shape = DensityComponent::Shape;
    constexpr double of_normal[] = {-38, -16, -6, -2, 0, 2, 6, 16, 38};
    constexpr double of_uniform[] = {-std::numbers::sqrt3, std::numbers::sqrt3};
    std::vector<double> bounds;
    std::size_t table = 0;
    for (const auto& [weight, mean, sd, shape] : density.components()) {
        const std::size_t at = table++;
        if (shape == Shape::tabulated) {
            for (const TabulatedDensity::Panel& panel : density.tables()[at].panels())
                bounds.insert(bounds.end(), {panel.low, panel.high});
            continue;
        }
        const std::span<const double> steps =
            shape == Shape::normal ? std::span<const double>(of_normal) : of_uniform;
        for (const double step : steps) bounds.push_back(mean + step * sd);
    }
    std::ranges::sort(bounds);
    return bounds;
}

}  // namespace

std::optional<InformationFound> Information::entropy(Variables targets, Variables known) const {
    const BayesianNetwork& network = solver_.network();
    const auto discrete = [&](Sets sets) { return chosen(network, Sort::discrete, sets); };
    const std::optional<Cells> cells =
        cells_given(solver_, discrete({targets, known}), evidence_, workspace_);
    if (!cells) return std::nullopt;
    const ThreeAxes axes(cells->p, cells_of(network, discrete({targets})), 1,
                         cells_of(network, discrete({known})));
    return InformationFound{axes.entropy() + differential({targets, known}) - differential({known}),
                            cells->log_evidence};
}

std::optional<InformationFound> Information::mutual(Variables left, Variables right,
                                                    Variables known) const {
    const BayesianNetwork& network = solver_.network();
    const auto discrete = [&](Sets sets) { return chosen(network, Sort::discrete, sets); };
    const std::optional<Cells> cells =
        cells_given(solver_, discrete({left, right, known}), evidence_, workspace_);
    if (!cells) return std::nullopt;
    const ThreeAxes axes(cells->p, cells_of(network, discrete({left})),
                         cells_of(network, discrete({right})),
                         cells_of(network, discrete({known})));
    const double differentials = differential({left, known}) + differential({right, known}) -
                                 differential({left, right, known}) - differential({known});
    return InformationFound{std::max(0.0, axes.mutual() + differentials), cells->log_evidence};
}

double Information::differential(Sets sets) const {
    const BayesianNetwork& network = solver_.network();
    const std::vector<VariableId> continuous = chosen(network, Sort::continuous, sets),
                                  discrete = chosen(network, Sort::discrete, sets);
    if (continuous.empty()) return 0;
    const std::optional<Cells> cells = cells_given(solver_, discrete, evidence_, workspace_);
    double sum = 0;
    for (std::size_t cell = 0; cells && cell < cells->p.size(); ++cell) {
        if (!(cells->p[cell] > 0)) continue;
        Evidence evidence = evidence_;
        std::size_t number = cell;
        for (std::size_t i = discrete.size(); i-- > 0;) {
            const std::size_t states = network.cardinality(discrete[i]);
            const Finding* const known = evidence.find(discrete[i]);
            if (known == nullptr || !state_of(*known))
                evidence.observe(discrete[i], StateId(number % states));
            number /= states;
        }
        sum += cells->p[cell] * differential_of(continuous, evidence);
    }
    return sum;
}

double Information::differential_of(Variables continuous, const Evidence& evidence) const {
    const BayesianNetwork& network = solver_.network();
    double nats = -infinity;
    if (continuous.size() == 1) {
        nats = differential_entropy(solver_.density(continuous.front(), evidence, workspace_));
    } else {
        if (solver_.is_mixture() || !are_jointly_normal(network, continuous, evidence))
            throw ArgumentError(
                "the continuous variables of an entropy or mutual information are not jointly "
                "normal, and several of them have none in closed form",
                "give the discrete variables that they depend on, H(X, Y | D) or I(X; Y | D=d)");
        const ContinuousMoments moments = solver_.moments(continuous, evidence, workspace_);
        const auto n = static_cast<Eigen::Index>(continuous.size());
        const Eigen::LLT<Eigen::MatrixXd> root(
            Eigen::Map<const Eigen::MatrixXd>(moments.covariances.data(), n, n));
        if (root.info() == Eigen::Success)
            nats = root.matrixLLT().diagonal().array().log().sum() +
                   static_cast<double>(n) * log_2_pi_e / 2;
    }
    if (nats > -infinity) return nats;
    throw ArgumentError("'" + printable(network.variable(continuous.front()).name()) +
                            "' is known exactly, so its differential entropy is minus infinity",
                        "leave out what is observed, or is a function of other variables");
}

double differential_entropy(const ContinuousPosterior& density) {
    using Shape = DensityComponent::Shape;
    const std::span<const DensityComponent> components = density.components();
    const DensityComponent& first = components.front();
    if (std::ranges::find(components, 0.0, &DensityComponent::sd) != components.end())
        return -infinity;
    if (components.size() == 1 && first.shape == Shape::normal)
        return std::log(first.sd) + log_2_pi_e / 2;
    const auto integrand = [&](double x) {
        const double log_p = density.log_density(x);
        return log_p == -infinity ? 0 : -std::exp(log_p) * log_p;
    };
    using Quadrature = boost::math::quadrature::gauss_kronrod<double, 31>;
    constexpr unsigned depth = 8;
    constexpr double precision = 1e-11;
    const std::vector<double> bounds = bounds_of(density);
    double sum = 0;
    for (std::size_t i = 1; i < bounds.size(); ++i)
        if (bounds[i - 1] < bounds[i])
            sum += Quadrature::integrate(integrand, bounds[i - 1], bounds[i], depth, precision);
    return sum;
}

}  // namespace pgm::detail

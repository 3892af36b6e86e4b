#include <learners/estimate/detail/threshold_regression.hpp>

#include <pgm/core/numbers.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace pgm::learners::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The triangular factor R of a QR decomposition of rows that come one after the other, its
/// diagonal not negative: R' R is the sum of their products, which are never formed.
class TriangularFactor {
public:
    explicit TriangularFactor(std::size_t columns)
        : columns_(static_cast<Index>(columns)),
          rows_(MatrixXd::Zero(columns_ + std::max<Index>(256, 4 * columns_), columns_)),
          next_(columns_) {}

    /// A row of zeros, to be filled in.
    Eigen::Block<MatrixXd, 1> add() {
        if (next_ == rows_.rows()) reduce();
        return rows_.row(next_++);
    }

    MatrixXd take() {
        reduce();
        MatrixXd root = rows_.topRows(columns_);
        for (Index i = 0; i < columns_; ++i)
            if (root(i, i) < 0) root.row(i) *= -1;
        return root;
    }

private:
    void reduce() {
        const Eigen::HouseholderQR<MatrixXd> qr(rows_);
        const MatrixXd root =
            qr.matrixQR().topRows(columns_).template triangularView<Eigen::Upper>();
        rows_.setZero();
        rows_.topRows(columns_) = root;
        next_ = columns_;
    }

    Index columns_;
    MatrixXd rows_;
    Index next_;  ///< rows_ from this one on are 0
};

/// The logarithm of the density of noise of scale 1 at x; -inf at an end of the line.
double log_density(Noise::Kind kind, double x) {
    if (kind == Noise::Kind::normal) return -0.5 * (x * x + std::log(2 * std::numbers::pi));
    const double far = std::abs(x);
    return -far - 2 * std::log1p(std::exp(-far));
}

/// The number below which logistic noise of scale 1 lies with probability p, or, to two digits,
/// normal noise (Tukey's lambda distribution: Joiner and Rosenblatt 1971).
double rough_quantile(Noise::Kind kind, double p) {
    return kind == Noise::Kind::normal ? (std::pow(p, 0.135) - std::pow(1 - p, 0.135)) / 0.1975
                                       : std::log(p) - std::log1p(-p);
}

/// The log posterior of the cuts and then the slopes of the regressors that are kept, in units of
/// the scale.
class ThresholdPosterior {
public:
    ThresholdPosterior(const ThresholdGroup& rows, const ThresholdDesign& design,
                       const ThresholdRules& rules)
        : noise_{rules.noise, 1},
          prior_rows_(rules.prior_rows),
          states_(rows.states),
          weights_(rows.weights),
          counted_(rows.size()),
          cuts_(static_cast<Index>(rows.cardinality) - 1),
          values_(static_cast<Index>(design.kept.size()), static_cast<Index>(rows.size())) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j < design.kept.size(); ++j)
                values_(static_cast<Index>(j), static_cast<Index>(i)) =
                    design.in_units(rows.row(i), design.kept[j]);
        if (!(prior_rows_ > 0)) return;
        for (std::uint32_t state = 0; state < rows.cardinality; ++state) {
            states_.push_back(state);
            weights_.push_back(prior_rows_ / static_cast<double>(rows.cardinality));
        }
        values_.conservativeResize(Eigen::NoChange, static_cast<Index>(states_.size()));
        values_.rightCols(cuts_ + 1).setZero();
    }

    Index size() const { return cuts_ + values_.rows(); }
    auto slopes(const VectorXd& parameters) const { return parameters.tail(values_.rows()); }
    double weight() const { return std::accumulate(weights_.begin(), weights_.end(), 0.0); }

    /// No slopes, and cuts by the shares of the states.
    VectorXd start() const {
        std::vector<double> below(static_cast<std::size_t>(cuts_) + 1, 0.0);
        for (std::size_t i = 0; i < states_.size(); ++i) below[states_[i]] += weights_[i];
        std::partial_sum(below.begin(), below.end(), below.begin());
        VectorXd parameters = VectorXd::Zero(size());
        for (Index k = 0; k < cuts_; ++k)
            parameters[k] =
                rough_quantile(noise_.kind, below[static_cast<std::size_t>(k)] / below.back());
        return parameters;
    }

    double log_likelihood(const VectorXd& parameters) const {
        return sum_of_logs(parameters, counted_);
    }

    /// With the prior, without its constant.
    double operator()(const VectorXd& parameters) const {
        double sum = sum_of_logs(parameters, states_.size());
        for (Index j = cuts_; prior_rows_ > 0 && j < size(); ++j)
            sum += 0.5 * prior_rows_ * (log_below(parameters[j]) + log_below(-parameters[j]));
        return sum;
    }

    /// The gradient, and the triangular root of the expected information.
    std::pair<VectorXd, MatrixXd> derivatives(const VectorXd& parameters) const {
        VectorXd gradient = VectorXd::Zero(size());
        TriangularFactor root(static_cast<std::size_t>(size()));
        for (std::size_t i = 0; i < states_.size(); ++i) add_row(parameters, i, gradient, root);
        for (Index j = cuts_; prior_rows_ > 0 && j < size(); ++j) {
            const double log_f = log_density(noise_.kind, parameters[j]);
            const double below = log_below(parameters[j]), above = log_below(-parameters[j]);
            gradient[j] += 0.5 * prior_rows_ * (std::exp(log_f - below) - std::exp(log_f - above));
            root.add()[j] = std::sqrt(prior_rows_) * std::exp(log_f - 0.5 * (below + above));
        }
        return {std::move(gradient), root.take()};
    }

    /// How far a step moves a row against a cut of its state, at most.
    double largest_move(const VectorXd& step) const {
        double most = 0;
        for (std::size_t i = 0; i < counted_; ++i) {
            const double mean = mean_of(step, i);
            const auto state = static_cast<Index>(states_[i]);
            if (state > 0) most = std::max(most, std::abs(step[state - 1] - mean));
            if (state < cuts_) most = std::max(most, std::abs(step[state] - mean));
        }
        return most;
    }

private:
    struct EndDensities {
        double low, high;
    };

    double log_below(double x) const { return noise_.log_probability(0, {-infinity, x}); }
    double mean_of(const VectorXd& parameters, std::size_t row) const {
        return slopes(parameters).dot(values_.col(static_cast<Index>(row)));
    }
    Interval interval(const VectorXd& parameters, Index state) const {
        return {state > 0 ? parameters[state - 1] : -infinity,
                state < cuts_ ? parameters[state] : infinity};
    }

    double sum_of_logs(const VectorXd& parameters, std::size_t rows) const {
        double sum = 0;
        for (std::size_t i = 0; i < rows; ++i)
            sum += weights_[i] *
                   noise_.log_probability(mean_of(parameters, i), interval(parameters, states_[i]));
        return sum;
    }

    /// Adds the derivative of P(state) of a row, of which the densities at its ends are given: that
    /// by the cuts around it, and that by the slopes.
    template <class Row>
    void add_derivative(Row&& derivative, std::size_t row, Index state,
                        const EndDensities& densities) const {
        if (state > 0) derivative[state - 1] -= densities.low;
        if (state < cuts_) derivative[state] += densities.high;
        for (Index j = 0; j < values_.rows(); ++j)
            derivative[cuts_ + j] -=
                (densities.high - densities.low) * values_(j, static_cast<Index>(row));
    }

    /// Adds the gradient of a row, w p'/p of its state, and of its information the sum of w p' p''
    /// / p over all states. Of two states both have the same derivative but for its sign.
    void add_row(const VectorXd& parameters, std::size_t i, VectorXd& gradient,
                 TriangularFactor& root) const {
        const double mean = mean_of(parameters, i);
        const auto log_p = [&](Index state) {
            return noise_.log_probability(mean, interval(parameters, state));
        };
        // The densities at both ends of a state, times a factor and over e^logarithm.
        const auto densities = [&](Index state, double logarithm, double factor) {
            const Interval ends = interval(parameters, state);
            const auto at = [&](double end) {
                return factor * std::exp(log_density(noise_.kind, end - mean) - logarithm);
            };
            return EndDensities{at(ends.above), at(ends.up_to)};
        };
        const auto own = static_cast<Index>(states_[i]);
        add_derivative(gradient, i, own, densities(own, log_p(own), weights_[i]));
        for (Index state = 0; state < (cuts_ == 1 ? 1 : cuts_ + 1); ++state) {
            const double half = 0.5 * (cuts_ == 1 ? log_p(0) + log_p(1) : log_p(state));
            add_derivative(root.add(), i, state, densities(state, half, std::sqrt(weights_[i])));
        }
    }

    Noise noise_;
    double prior_rows_;
    std::vector<std::uint32_t> states_;  ///< of the rows, then those of the prior
    std::vector<double> weights_;
    std::size_t counted_;  ///< rows before those of the prior
    Index cuts_;
    MatrixXd values_;  ///< a column for each row
};

VectorXd solved(const MatrixXd& root, const VectorXd& gradient) {
    const auto upper = root.template triangularView<Eigen::Upper>();
    return upper.solve(upper.transpose().solve(gradient));
}

/// The step, halved until the posterior rises; null where no part of it does. Close to the maximum
/// it rises by less than its rounding, and the whole step is right.
std::optional<VectorXd> raised(const ThresholdPosterior& posterior, const VectorXd& parameters,
                               const VectorXd& step, bool is_close) {
    const double before = posterior(parameters);
    double part = 1;
    for (int halvings = 0; halvings < 60; ++halvings, part /= 2) {
        VectorXd next = parameters + part * step;
        const double value = posterior(next);
        if (value >= before || (is_close && value > -infinity)) return next;
    }
    return std::nullopt;
}

struct ThresholdMaximum {
    VectorXd parameters;
    MatrixXd root;
    std::optional<Index> separating = std::nullopt;  ///< one of the slopes
};

ThresholdMaximum maximum_of(const ThresholdPosterior& posterior, const ThresholdRules& rules) {
    constexpr int most_steps = 500;
    // A rise of the posterior by half of these: one that is none, and one by which only rows that
    // are next to certain can still move by more than `sure_move`.
    const double scale = std::min(1.0, posterior.weight());
    const double none = 1e-22 * scale, next_to_none = 1e-9 * scale;
    constexpr double sure_move = 0.1;
    ThresholdMaximum best{posterior.start(), {}};
    for (int steps = 0; steps < most_steps; ++steps) {
        rules.stop.check();
        auto [gradient, root] = posterior.derivatives(best.parameters);
        best.root = std::move(root);
        const VectorXd step = solved(best.root, gradient);
        const double rise = gradient.dot(step);
        if (!(rise > none)) break;
        if (rise < next_to_none && posterior.largest_move(step) > sure_move) {
            posterior.slopes(step).cwiseAbs().maxCoeff(&best.separating.emplace());
            break;
        }
        const auto next = raised(posterior, best.parameters, step, rise < next_to_none);
        if (!next) break;
        best.parameters = *next;
    }
    return best;
}

/// The root of the information about the cuts and all slopes in the units of the data. In units of
/// the scale a slope is that many times larger, and a cut less by the sum of slopes times centres.
/// There is no information about regressors that are not kept.
std::vector<double> packed_root(const MatrixXd& root, Index cuts, const ThresholdDesign& design) {
    const Index size = cuts + static_cast<Index>(design.units.size());
    MatrixXd whole = MatrixXd::Zero(size, size);
    std::vector<Index> place(static_cast<std::size_t>(cuts));
    std::iota(place.begin(), place.end(), Index{0});
    for (const std::size_t j : design.kept) place.push_back(cuts + static_cast<Index>(j));
    for (Index c = 0; c < root.cols(); ++c) {
        VectorXd column = root.col(c);
        if (c >= cuts) {
            const std::size_t j = design.kept[static_cast<std::size_t>(c - cuts)];
            column *= design.units[j];
            column -= design.centres[j] * root.leftCols(cuts).rowwise().sum();
        }
        for (Index r = 0; r <= c; ++r)
            whole(place[static_cast<std::size_t>(r)], place[static_cast<std::size_t>(c)]) =
                column[r];
    }
    std::vector<double> packed;
    for (Index c = 0; c < size; ++c)
        for (Index r = 0; r <= c; ++r) packed.push_back(whole(r, c));
    return packed;
}

}  // namespace

ThresholdDesign design_of(const ThresholdGroup& rows) {
    ThresholdDesign design;
    const double weight = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0);
    for (std::size_t j = 0; j < rows.regressors; ++j) {
        const double first = rows.size() == 0 ? 0 : rows.row(0)[j];
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            sum += rows.weights[i] / weight * (rows.row(i)[j] - first);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double deviation = rows.row(i)[j] - first - sum;
            squares += rows.weights[i] / weight * deviation * deviation;
        }
        const double unit = 2 * std::sqrt(squares);
        design.centres.push_back(first + sum);
        design.units.push_back(unit > 0 ? unit : 1);
        design.kept.push_back(j);
    }
    return design;
}

Dependences dependences_of(const ThresholdGroup& rows, const ThresholdDesign& design) {
    // Numbers that a column was computed from have been rounded.
    constexpr double rounding = 1e-9, coefficient = 1e-6;
    TriangularFactor factor(rows.regressors + 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto row = factor.add();
        const double root = std::sqrt(rows.weights[i]);
        row[0] = root;
        for (std::size_t j = 0; j < rows.regressors; ++j)
            row[static_cast<Index>(j) + 1] = root * design.in_units(rows.row(i), j);
    }
    const MatrixXd columns = factor.take();
    Dependences dependent(rows.regressors);
    std::vector<Index> independent{0};
    for (std::size_t j = 0; j < rows.regressors; ++j) {
        const auto column = columns.col(static_cast<Index>(j) + 1);
        const MatrixXd others = columns(Eigen::all, independent);
        const VectorXd found = others.colPivHouseholderQr().solve(column);
        if ((column - others * found).norm() > rounding * column.norm()) {
            independent.push_back(static_cast<Index>(j) + 1);
            continue;
        }
        dependent[j].emplace();
        for (Index k = 1; k < found.size(); ++k)
            if (std::abs(found[k]) > coefficient)
                dependent[j]->push_back(
                    static_cast<std::size_t>(independent[static_cast<std::size_t>(k)]) - 1);
    }
    return dependent;
}

ThresholdFit fit_threshold(const ThresholdGroup& rows, const ThresholdDesign& design,
                           const ThresholdRules& rules) {
    const ThresholdPosterior posterior(rows, design, rules);
    const ThresholdMaximum best = maximum_of(posterior, rules);
    const auto cuts = static_cast<Index>(rows.cardinality) - 1;
    std::vector<double> slopes(rows.regressors, 0.0);
    double shift = 0;
    for (std::size_t i = 0; i < design.kept.size(); ++i) {
        const std::size_t j = design.kept[i];
        slopes[j] = best.parameters[cuts + static_cast<Index>(i)] / design.units[j];
        shift += slopes[j] * design.centres[j];
    }
    std::vector<double> at;
    for (Index k = 0; k < cuts; ++k) at.push_back(best.parameters[k] + shift);
    ThresholdFit fit;
    fit.row = rules.noise == Noise::Kind::logistic
                  ? logistic_row(std::move(slopes), 1, std::move(at))
                  : ThresholdCpd::Row{std::move(slopes), 1, std::move(at), rules.noise};
    fit.weights = packed_root(best.root, cuts, design);
    fit.weights.insert(fit.weights.begin(),
                       std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0));
    fit.log_likelihood = posterior.log_likelihood(best.parameters);
    if (best.separating) fit.separating = design.kept[static_cast<std::size_t>(*best.separating)];
    return fit;
}

}  // namespace pgm::learners::detail

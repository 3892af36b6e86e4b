#include <pgm/inference/detail/continuous/line_integral.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pgm::detail {
namespace {

constexpr std::size_t most_evaluations = 1'000'000;
constexpr double needed = 1e-10;                  ///< relative error
constexpr std::size_t coarse = 2, finest = 1024;  ///< parts, see cuts_everywhere()

/// True if it may be all of a density.
bool is_one(const PanelledFunction& found) {
    return std::abs(found.log_integral) < 1e-6;
}

bool is_function(const Cpd& cpd) {
    return !is_linear_gaussian(cpd) && kernels(cpd, 0).empty();
}

}  // namespace

void LineIntegral::prepare(const BayesianNetwork& network, const ContinuousComponent& component,
                           std::span<const std::size_t> row_of,
                           std::span<const DensityComponent> kernel_of) {
    network_ = &network;
    component_ = &component;
    row_of_ = row_of;
    kernel_of_ = kernel_of;
    inner_ = given_quadrature_variable(network, component);
    functions_.clear();
    for (const VariableId variable : component.observed)
        if (!is_linear_gaussian(network.cpd(variable))) functions_.push_back(variable);
    parents_.resize(functions_.size());
    values_.resize(network.size());
    places_.assign(network.size(), nullptr);
    places_[component.quadrature_variable->index()] = &x_;
    integral_.prepare(network, inner_, row_of, kernel_of);
    own_parents_.clear();
    own_cuts_.clear();
    if (continuous_parents(network.cpd(*component.quadrature_variable)).empty()) find_own_cuts();
}

double LineIntegral::own_log_density(double x) const {
    const VariableId quadrature_variable = *component_->quadrature_variable;
    const double log = log_density(network_->cpd(quadrature_variable),
                                   row_of_[quadrature_variable.index()], own_parents_, x);
    return log < infinity ? log : -infinity;
}

/// Finds the points near which the density of the quadrature variable changes.
void LineIntegral::find_own_cuts() {
    const Cpd& cpd = network_->cpd(*component_->quadrature_variable);
    const std::size_t row = row_of_[component_->quadrature_variable->index()];
    if (is_function(cpd)) return find_cuts_of_function();
    own_cuts_ = cuts_everywhere(1);
    if (const LinearGaussianCpd::Row* const normal = regression(cpd, row)) {
        double mean = normal->intercept;
        for (std::size_t i = 0; i < normal->slopes.size(); ++i)
            mean += normal->slopes[i] * own_parents_[i];
        add_cuts_around(mean, std::sqrt(normal->variance), own_cuts_);
    }
    for (const DensityComponent& kernel : kernels(cpd, row)) {
        if (kernel.shape == DensityComponent::Shape::normal) {
            add_cuts_around(kernel.mean, kernel.sd, own_cuts_);
            continue;
        }
        // The boundary belongs to the kernel, and what is next to it does not.
        const double half = kernel.sd * std::numbers::sqrt3;
        for (const double end : {kernel.mean - half, kernel.mean + half})
            for (const double near : {-1.0, 0.0, 1.0})
                own_cuts_.push_back(near == 0 ? end : std::nextafter(end, near * infinity));
    }
    keep_inside({}, own_cuts_);
}

/// Looks closer, where all that was found does not integrate to 1, up to a thousandth of the size
/// of x.
void LineIntegral::find_cuts_of_function() {
    const auto log_function = [this](double x) { return own_log_density(x); };
    own_cuts_ = cuts_everywhere(coarse);
    PanelledFunction found = detail::integrate(log_function, own_cuts_, most_evaluations);
    for (std::size_t parts = 8 * coarse; parts <= finest && !is_one(found); parts *= 8) {
        std::vector<double> cuts = own_cuts_;
        for (const double cut : cuts_everywhere(parts))
            if (!found.covers(cut)) cuts.push_back(cut);
        keep_inside({}, cuts);
        found = detail::integrate(log_function, std::move(cuts), most_evaluations);
    }
    if (found.panels.empty())
        refuse("is zero, infinite or no number wherever it was looked at, at " +
                   counted(found.evaluations, "number"),
               "a density on an interval that is narrower than a thousandth of its distance from 0 "
               "is not found: subtract a constant from the variable");
    require_reached(found, "the integral of its density");
    if (!is_one(found))
        refuse("integrates to " + to_text(std::exp(found.log_integral), 6) +
                   " where it was found, not to 1",
               "divide the density by its integral; what is on an interval narrower than a "
               "thousandth of its distance from 0 is not found");
    for (const PanelledFunction::QuadraturePanel& panel : found.panels) {
        own_cuts_.push_back(panel.low);
        own_cuts_.push_back(panel.high);
    }
    keep_inside({}, own_cuts_);
}

/// Values of the families of the component, as one row.
void LineIntegral::copy_values(std::span<const double* const> values, std::size_t at) {
    const VariableId quadrature_variable = *component_->quadrature_variable;
    const auto copy = [&](VariableId variable) {
        const std::size_t v = variable.index();
        if (variable == quadrature_variable || values[v] == nullptr) return;
        values_[v] = values[v][at];
        places_[v] = &values_[v];
    };
    component_->for_each_family([&](VariableId member) {
        if (!network_->variable(member).is_discrete()) copy(member);
        for (const VariableId parent : continuous_parents(network_->cpd(member))) copy(parent);
    });
}

/// Adds the points near which the likelihood of a linear child changes as a function of the
/// quadrature variable.
void LineIntegral::add_cuts_of_child(VariableId child, std::vector<double>& cuts) const {
    const Cpd& cpd = network_->cpd(child);
    const std::size_t row = row_of_[child.index()];
    double place = 0, slope = 0;
    const auto subtract_parents = [&](std::span<const double> slopes) {
        for (std::size_t i = 0; i < slopes.size(); ++i) {
            const VariableId parent = continuous_parents(cpd)[i];
            if (parent == *component_->quadrature_variable)
                slope = slopes[i];
            else if (const double* const known = places_[parent.index()])
                place -= slopes[i] * *known;
        }
    };
    if (has_cuts(cpd)) {
        const ThresholdCpd::Row& cut = cut_row(cpd, row);
        subtract_parents(cut.slopes);
        if (slope == 0) return;
        for (const double at : cut.cuts) {
            const double there = (place + at) / slope;
            if (cut.variance > 0)
                add_cuts_around(there, std::sqrt(cut.variance) / std::abs(slope), cuts);
            for (const double near : {-infinity, infinity})
                cuts.push_back(std::nextafter(there, near));
            cuts.push_back(there);
        }
    } else if (const LinearGaussianCpd::Row* const normal = regression(cpd, row)) {
        subtract_parents(normal->slopes);
        const double* const value = places_[child.index()];
        if (slope == 0 || value == nullptr) return;
        add_cuts_around((*value - normal->intercept + place) / slope,
                        std::sqrt(normal->variance) / std::abs(slope), cuts);
    }
}

double LineIntegral::log_likelihood(double x) {
    x_ = x;
    double log = integral_.log_density(places_, 0);
    for (std::size_t f = 0; f < functions_.size() && log > -infinity; ++f) {
        const VariableId child = functions_[f];
        const Cpd& cpd = network_->cpd(child);
        parents_[f].clear();
        for (const VariableId parent : continuous_parents(cpd))
            parents_[f].push_back(*places_[parent.index()]);
        log += log_density(cpd, row_of_[child.index()], parents_[f], values_[child.index()]);
    }
    if (!inner_.has_box() || log == -infinity) return log;
    box_.prepare(*network_, inner_, integral_,
                 {.row_of = row_of_,
                  .kernel_of = kernel_of_,
                  .intervals = intervals_,
                  .states = states_,
                  .values = places_});
    return log + box_.log_probability();
}

const PanelledFunction& LineIntegral::integrate(std::span<const double* const> values,
                                                std::size_t at, std::span<const Interval> intervals,
                                                std::span<const std::uint32_t> states,
                                                Purpose purpose) {
    intervals_ = intervals;
    states_ = states;
    copy_values(values, at);
    const VariableId quadrature_variable = *component_->quadrature_variable;
    if (const auto parents = continuous_parents(network_->cpd(quadrature_variable));
        !parents.empty()) {
        own_parents_.clear();
        for (const VariableId parent : parents) own_parents_.push_back(*places_[parent.index()]);
        find_own_cuts();
    }
    std::vector<double> cuts = own_cuts_;
    for (const VariableId child : component_->observed) add_cuts_of_child(child, cuts);
    for (const VariableId child : component_->thresholds) add_cuts_of_child(child, cuts);
    const bool is_bounded =
        std::ranges::find(component_->bounded, quadrature_variable) != component_->bounded.end();
    keep_inside(is_bounded ? intervals[quadrature_variable.index()] : Interval(), cuts);
    found_ = detail::integrate(
        [this](double x) {
            const double log = own_log_density(x);
            if (log == -infinity) return log;
            const double sum = log + log_likelihood(x);
            return sum < infinity ? sum : -infinity;
        },
        std::move(cuts), most_evaluations, purpose);
    require_reached(found_, "the integral over it");
    return found_;
}

void LineIntegral::require_reached(const PanelledFunction& found, const char* what) const {
    if (!found.comes_to_an_end)
        refuse(std::string("does not fall off: ") + what + " has no end",
               "give a value for the variable, or a density that falls off faster");
    if (!(found.relative_error <= needed))
        refuse(std::string("changes too fast: ") + what + " was reached to a relative error of " +
                   to_text(found.relative_error, 2) + " in " + counted(found.evaluations, "value") +
                   "; " + to_text(needed) + " is needed",
               "give a value for the variable, or make it discrete");
}

void LineIntegral::refuse(const std::string& message, const std::string& hint) const {
    const std::string& name = network_->variable(*component_->quadrature_variable).name();
    const std::size_t rows =
        discrete_scope(network_->cpd(*component_->quadrature_variable)).cells();
    const std::string where =
        rows > 1
            ? " in row " + std::to_string(row_of_[component_->quadrature_variable->index()] + 1) +
                  " of " + std::to_string(rows)
            : "";
    throw EvidenceError(in_quotes(name) +
                            " was not measured, so it is integrated out, and its "
                            "density" +
                            where + " " + message,
                        {.variable = name}, hint);
}

}  // namespace pgm::detail

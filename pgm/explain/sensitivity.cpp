#include <pgm/explain/sensitivity.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/explain/detail/event_derivatives.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgm {
namespace {

using Polynomial = SensitivityFunction::Polynomial;
using detail::AnswerDerivatives;
using detail::AnswerForm;
using detail::EndValues;
using detail::EventDerivatives;

double bernstein_value(const Polynomial& p, double t) {
    const double u = 1 - t;
    return p[0] * u * u + 2 * p[1] * t * u + p[2] * t * t;
}

/// A linear function, whose degree is raised.
Polynomial polynomial(const EndValues& ends) {
    return {ends.at_0, (ends.at_0 + ends.at_1) / 2, ends.at_1};
}

Polynomial product_of_ends(const EndValues& a, const EndValues& b) {
    return {a.at_0 * b.at_0, (a.at_0 * b.at_1 + a.at_1 * b.at_0) / 2, a.at_1 * b.at_1};
}

Polynomial difference_of(const Polynomial& a, const Polynomial& b, double factor = 1) {
    return {a[0] - factor * b[0], a[1] - factor * b[1], a[2] - factor * b[2]};
}

/// The zeros in [0, 1], in ascending order; none of the zero polynomial.
std::vector<double> zeros_of(const Polynomial& p) {
    const double square = p[0] - 2 * p[1] + p[2], slope = 2 * (p[1] - p[0]);
    const double discriminant = slope * slope - 4 * square * p[0];
    if (discriminant < 0 || (square == 0 && slope == 0)) return {};
    // The zero of the larger absolute value, and the other one from their product.
    const double sum = -(slope + std::copysign(std::sqrt(discriminant), slope)) / 2;
    std::vector<double> zeros;
    if (square != 0) zeros.push_back(sum / square);
    if (sum != 0) zeros.push_back(p[0] / sum);
    std::erase_if(zeros, [](double t) { return !(t >= 0 && t <= 1); });
    std::ranges::sort(zeros);
    return zeros;
}

double largest(const Polynomial& p) {
    return std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
}

/// The answer as a function of an entry of a table, by P(event, given) and P(given) in which it is
/// 0 and 1.
SensitivityFunction sensitivity_function(const AnswerDerivatives& derivatives,
                                         std::span<const EndValues> events,
                                         std::span<const EndValues> conditions) {
    if (derivatives.form == AnswerForm::probability)
        return {polynomial(events[0]), polynomial(conditions[0])};
    const bool is_ratio = derivatives.form == AnswerForm::ratio;
    if (derivatives.shares_given)
        return is_ratio ? SensitivityFunction(polynomial(events[0]), polynomial(events[1]))
                        : SensitivityFunction(
                              difference_of(polynomial(events[0]), polynomial(events[1])),
                              polynomial(conditions[0]));
    const Polynomial first = product_of_ends(events[0], conditions[1]),
                     second = product_of_ends(events[1], conditions[0]);
    return is_ratio ? SensitivityFunction(first, second)
                    : SensitivityFunction(difference_of(first, second),
                                          product_of_ends(conditions[0], conditions[1]));
}

/// An entry whose row leaves the others no proportion, although there are several.
bool can_vary(std::span<const double> row, std::size_t state) {
    if (row.size() <= 2) return row.size() == 2;
    for (std::size_t s = 0; s < row.size(); ++s)
        if (s != state && row[s] > 0) return true;
    return false;
}

/// The answer as it is, as a function of an entry that does not matter to it.
SensitivityFunction constant_answer(const AnswerDerivatives& derivatives) {
    std::vector<EndValues> events, conditions;
    for (const AnswerDerivatives::SideDerivatives& side : derivatives.sides) {
        events.push_back({side.event.probability, side.event.probability});
        conditions.push_back({side.given.probability, side.given.probability});
    }
    return sensitivity_function(derivatives, events, conditions);
}

/// The entries of one table, row by row.
void append_parameters(const AnswerDerivatives& derivatives, const TableCpd& table,
                       std::vector<ParameterSensitivity>& parameters) {
    const std::size_t sides = derivatives.sides.size();
    std::vector<std::vector<double>> event_rests(sides), given_rests(sides);
    for (std::size_t i = 0; i < sides; ++i) {
        event_rests[i] = derivatives.sides[i].event.rests(table);
        given_rests[i] = derivatives.sides[i].given.rests(table);
    }
    std::vector<EndValues> events(sides), conditions(sides);
    const SensitivityFunction constant = constant_answer(derivatives);
    const bool table_matters = derivatives.depends_on(table.child());
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t s = 0; s < table.row_length(); ++s) {
            const StateId state(s);
            ParameterSensitivity& one = parameters.emplace_back(
                ParameterSensitivity{table.child(), row, state, table.row(row)[s]});
            if (!can_vary(table.row(row), s)) continue;
            one.function = constant;
            if (!table_matters) continue;
            for (std::size_t i = 0; i < sides; ++i) {
                const auto& [event, given] = derivatives.sides[i];
                events[i] = event.ends(table, row, state, event_rests[i][row]);
                conditions[i] = given.ends(table, row, state, given_rests[i][row]);
            }
            one.function = sensitivity_function(derivatives, events, conditions);
            one.derivative = one.function->derivative(one.value);
        }
    }
}

/// d log N(x; intercept + sum of slopes times parents, variance) / d number.
double score(const LinearGaussianCpd::Row& row, std::span<const double> parents, double x,
             const DensitySensitivity& of) {
    double distance = x - row.intercept;
    for (std::size_t i = 0; i < parents.size(); ++i) distance -= row.slopes[i] * parents[i];
    if (of.number == DensitySensitivity::Number::variance)
        return (distance * distance / row.variance - 1) / (2 * row.variance);
    return distance / row.variance *
           (of.number == DensitySensitivity::Number::slope ? parents[of.slope] : 1);
}

/// The derivatives of P(event, given) and P(given) of one question by a number.
struct SideSlope {
    double event = 0, given = 0;
};

SideSlope slope_of(const AnswerDerivatives& answer, std::size_t side, const Cpd& cpd,
                   const DensitySensitivity& of) {
    const std::map<VariableId, double>& values = answer.events[side].values();
    const std::vector<double>& event = answer.sides[side].event.by_log_density[of.variable.index()];
    const std::vector<double>& given = answer.sides[side].given.by_log_density[of.variable.index()];
    if (event.empty() && given.empty()) return {};
    std::vector<double> parents;
    for (const VariableId parent : continuous_parents(cpd)) parents.push_back(values.at(parent));
    const double per_log = score(*regression(cpd, of.row), parents, values.at(of.variable), of);
    return {event.empty() ? 0 : per_log * event[of.row],
            given.empty() ? 0 : per_log * given[of.row]};
}

/// The derivative of P(event, given) / P(given).
double quotient_slope(const AnswerDerivatives::SideDerivatives& side, const SideSlope& slope) {
    const double given = side.given.probability;
    return (slope.event - side.event.probability / given * slope.given) / given;
}

double answer_slope(const AnswerDerivatives& answer, const Cpd& cpd, const DensitySensitivity& of) {
    std::vector<double> slopes, values;
    for (std::size_t i = 0; i < answer.sides.size(); ++i) {
        slopes.push_back(quotient_slope(answer.sides[i], slope_of(answer, i, cpd, of)));
        values.push_back(answer.sides[i].event.probability / answer.sides[i].given.probability);
    }
    if (answer.form == AnswerForm::probability) return slopes[0];
    if (answer.form == AnswerForm::difference) return slopes[0] - slopes[1];
    return (slopes[0] - values[0] / values[1] * slopes[1]) / values[1];
}

bool is_observed(const AnswerDerivatives& answer, VariableId variable) {
    for (const EventDerivatives& event : answer.events)
        if (event.observes(variable)) return true;
    return false;
}

/// The numbers of a linear Gaussian distribution whose variable has a known value.
void append_density_parameters(const AnswerDerivatives& answer, const Cpd& cpd,
                               std::vector<DensitySensitivity>& parameters) {
    const VariableId variable = child_of(cpd);
    if (!is_observed(answer, variable)) return;
    const auto append = [&](DensitySensitivity one) {
        one.derivative = answer_slope(answer, cpd, one);
        parameters.push_back(one);
    };
    for (std::size_t r = 0; r < discrete_scope(cpd).cells(); ++r) {
        const LinearGaussianCpd::Row& row = *regression(cpd, r);
        append({variable, r, DensitySensitivity::Number::intercept, 0, row.intercept});
        for (std::size_t i = 0; i < row.slopes.size(); ++i)
            append({variable, r, DensitySensitivity::Number::slope, i, row.slopes[i]});
        append({variable, r, DensitySensitivity::Number::variance, 0, row.variance});
    }
}

}  // namespace

std::optional<double> SensitivityFunction::at(double t) const {
    const double denominator = bernstein_value(denominator_, t);
    if (!(denominator > 0)) return std::nullopt;
    return bernstein_value(numerator_, t) / denominator;
}

/// n' d - n d', which the derivative has above d^2.
Polynomial SensitivityFunction::wronskian() const {
    const auto& [n0, n1, n2] = numerator_;
    const auto& [d0, d1, d2] = denominator_;
    return {2 * (n1 * d0 - n0 * d1), n2 * d0 - n0 * d2, 2 * (n2 * d1 - n1 * d2)};
}

bool SensitivityFunction::is_constant() const {
    constexpr double rounding = 1024 * std::numeric_limits<double>::epsilon();
    return largest(wronskian()) <= rounding * largest(numerator_) * largest(denominator_);
}

double SensitivityFunction::derivative(double t) const {
    const double denominator = bernstein_value(denominator_, t);
    if (!(denominator > 0) || is_constant()) return 0;
    return bernstein_value(wronskian(), t) / denominator / denominator;
}

std::vector<double> SensitivityFunction::where(double value) const {
    std::vector<double> places = zeros_of(difference_of(numerator_, denominator_, value));
    std::erase_if(places, [&](double t) { return !at(t); });
    return places;
}

std::pair<double, double> SensitivityFunction::range(double low, double high) const {
    std::vector<double> places = zeros_of(wronskian());
    std::erase_if(places, [&](double t) { return t < low || t > high; });
    places.insert(places.end(), {low, low + (high - low) / 2, high});
    std::pair<double, double> range{infinity, -infinity};
    for (const double t : places) {
        const std::optional<double> value = at(t);
        if (!value) continue;
        range = {std::min(range.first, *value), std::max(range.second, *value)};
    }
    return range;
}

SensitivityAnalysis::SensitivityAnalysis(const InferenceEngine& engine, const Query& query)
    : SensitivityAnalysis(detail::answer_derivatives(engine, query)) {}

SensitivityAnalysis::SensitivityAnalysis(AnswerDerivatives derivatives)
    : derivatives_(std::make_shared<AnswerDerivatives>(std::move(derivatives))) {
    const std::optional<double> answer = constant_answer(*derivatives_).at(0);
    if (!answer) throw ArgumentError("the ratio has the denominator 0");
    answer_ = *answer;
    std::size_t count = 0;
    for (const Cpd& cpd : derivatives_->network.cpds())
        if (const TableCpd* const table = as_table(cpd)) count += table->numbers().size();
    parameters_.reserve(count);
    for (const Cpd& cpd : derivatives_->network.cpds()) {
        if (const TableCpd* const table = as_table(cpd)) {
            append_parameters(*derivatives_, *table, parameters_);
            continue;
        }
        const std::size_t before = density_parameters_.size();
        if (is_linear_gaussian(cpd))
            append_density_parameters(*derivatives_, cpd, density_parameters_);
        if (density_parameters_.size() == before) left_out_.push_back(child_of(cpd));
    }
}

std::optional<VariableId> SensitivityAnalysis::queried() const {
    if (derivatives_->form != AnswerForm::probability) return std::nullopt;
    const VariableId variable = derivatives_->events.front().variable();
    return variable.index() < derivatives_->network.size() ? std::optional(variable) : std::nullopt;
}

}  // namespace pgm

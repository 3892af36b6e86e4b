#include <pgm/explain/detail/event_derivatives.hpp>
#include <pgm/explain/sensitivity.hpp>

namespace pgm::detail {
namespace {

using Number = DensitySensitivity::Number;

/// d log N(x; intercept + sum of slopes times parents, variance) / d number.
double score(const LinearGaussianCpd::Row& row, std::span<const double> parents, double x,
             const DensitySensitivity& of) {
    double distance = x - row.intercept;
    for (std::size_t i = 0; i < parents.size(); ++i) distance -= row.slopes[i] * parents[i];
    if (of.number == Number::variance)
        return (distance * distance / row.variance - 1) / (2 * row.variance);
    return distance / row.variance * (of.number == Number::slope ? parents[of.slope] : 1);
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

}  // namespace

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
        append({variable, r, Number::intercept, 0, row.intercept});
        for (std::size_t i = 0; i < row.slopes.size(); ++i)
            append({variable, r, Number::slope, i, row.slopes[i]});
        append({variable, r, Number::variance, 0, row.variance});
    }
}

}  // namespace pgm::detail

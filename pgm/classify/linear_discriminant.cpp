#include <pgm/classify/linear_discriminant.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <cmath>
#include <map>

namespace pgm {
namespace {

const TableCpd& class_table(const BayesianNetwork& network, VariableId class_variable,
                            StateId first, StateId second) {
    if (class_variable.index() >= network.size())
        throw ArgumentError("the network has no variable number " +
                            std::to_string(class_variable.index()));
    const Variable& variable = network.variable(class_variable);
    const TableCpd* const table = as_table(network.cpd(class_variable));
    if (table == nullptr || table->table().scope().size() != 1)
        throw ArgumentError("the class '" + printable(variable.name()) +
                            "' of a linear discriminant must be discrete and have no parents");
    if (first == second || first.index() >= variable.cardinality() ||
        second.index() >= variable.cardinality())
        throw ArgumentError("a linear discriminant tells two different states of '" +
                            printable(variable.name()) + "' apart");
    return *table;
}

const Cpd& gaussian(const BayesianNetwork& network, VariableId class_variable, VariableId feature) {
    const Cpd& cpd = network.cpd(feature);
    if (!is_linear_gaussian(cpd))
        throw ArgumentError("'" + printable(network.variable(feature).name()) +
                                "' is not a linear Gaussian variable",
                            "a linear discriminant has only such features");
    for (const VariableId parent : discrete_scope(cpd).variables())
        if (parent != class_variable)
            throw ArgumentError("'" + printable(network.variable(feature).name()) +
                                    "' depends on the discrete variable '" +
                                    printable(network.variable(parent).name()) + "'",
                                "a linear discriminant knows no discrete variable but the class");
    return cpd;
}

/// The row of a state of the class. A feature that does not depend on the class has one row.
const LinearGaussianCpd::Row& row_of(const Cpd& cpd, StateId state) {
    return *regression(cpd, discrete_scope(cpd).cells() == 1 ? 0 : state.index());
}

bool nearly(double a, double b) {
    constexpr double relative = 1e-9;
    return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

void require_tied(const BayesianNetwork& network, VariableId feature,
                  const LinearGaussianCpd::Row& a, const LinearGaussianCpd::Row& b) {
    bool tied = nearly(a.variance, b.variance);
    for (std::size_t i = 0; i < a.slopes.size(); ++i)
        tied = tied && nearly(a.slopes[i], b.slopes[i]);
    if (!tied)
        throw ArgumentError("'" + printable(network.variable(feature).name()) +
                                "' has not the same slopes and variance under both classes",
                            "the structure 'lda' shares them");
}

}  // namespace

LinearDiscriminant linear_discriminant(const BayesianNetwork& network, VariableId class_variable,
                                       StateId first, StateId second) {
    const Table& prior = class_table(network, class_variable, first, second).table();
    LinearDiscriminant result{.log_prior_ratio =
                                  std::log(prior[first.index()] / prior[second.index()])};
    std::map<VariableId, Eigen::Index> position;
    for (std::size_t i = 0; i < network.size(); ++i) {
        if (VariableId(i) == class_variable) continue;
        position.emplace(VariableId(i), static_cast<Eigen::Index>(result.features.size()));
        result.features.push_back(network.variables()[i].name());
    }
    result.weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(result.features.size()));
    result.bias = result.log_prior_ratio;
    for (const auto& [feature, at] : position) {
        const Cpd& cpd = gaussian(network, class_variable, feature);
        const LinearGaussianCpd::Row &one = row_of(cpd, first), &two = row_of(cpd, second);
        require_tied(network, feature, one, two);
        const double step = (one.intercept - two.intercept) / one.variance;
        result.weights(at) += step;
        for (std::size_t i = 0; i < one.slopes.size(); ++i)
            result.weights(position.at(continuous_parents(cpd)[i])) -= step * one.slopes[i];
        result.bias -= step * (one.intercept + two.intercept) / 2;
    }
    return result;
}

}  // namespace pgm

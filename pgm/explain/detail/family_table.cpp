#include <pgm/explain/detail/derived_tables.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <cmath>

namespace pgm::detail {
namespace {

using Values = std::map<VariableId, double>;

/// The normal density, so that a pocket calculator gives the number.
std::string normal_formula(double x, double mean, double variance) {
    const auto number = [](double value) { return to_text(value, 6); };
    const std::string subtracted = mean < 0 ? "(" + number(mean) + ")" : number(mean);
    return "exp(-(" + number(x) + " - " + subtracted + ")^2 / (2 x " + number(variance) +
           ")) / sqrt(2 pi x " + number(variance) + ")";
}

std::vector<double> values_of(std::span<const VariableId> ids, const Values& values) {
    std::vector<double> known;
    for (const VariableId id : ids) known.push_back(values.at(id));
    return known;
}

Table densities(const BayesianNetwork& network, VariableId id, const Values& values,
                std::vector<std::string>& formulas) {
    const Cpd& cpd = network.cpd(id);
    Table table(discrete_scope(cpd));
    const std::vector<double> parents = values_of(continuous_parents(cpd), values);
    const double x = values.at(id);
    for (std::size_t row = 0; row < table.size(); ++row) {
        table[row] = std::exp(log_density(cpd, row, parents, x));
        const LinearGaussianCpd::Row* const normal = regression(cpd, row);
        if (!std::isfinite(table[row]) || (normal && normal->variance == 0))
            refuse_derivation("a density without variance",
                              in_quotes(network.variable(id).name()) + " has one");
        if (!normal) continue;
        double mean = normal->intercept;
        for (std::size_t i = 0; i < parents.size(); ++i) mean += normal->slopes[i] * parents[i];
        formulas.push_back(normal_formula(x, mean, normal->variance));
    }
    return table;
}

Table cut_probabilities(const BayesianNetwork& network, VariableId id, const Values& values) {
    const Cpd& cpd = network.cpd(id);
    const Scope& rows = discrete_scope(cpd);
    std::vector<VariableId> ids(rows.variables().begin(), rows.variables().end());
    ids.push_back(id);
    Table table(scope_over(network, ids));
    const std::vector<double> parents = values_of(continuous_parents(cpd), values);
    const std::size_t states = network.cardinality(id);
    visit_cuts(
        [&](const auto& cuts) {
            for (std::size_t cell = 0; cell < table.size(); ++cell)
                table[cell] =
                    std::exp(cuts.log_probability(cell / states, parents, StateId(cell % states)));
        },
        cpd);
    return table;
}

}  // namespace

void refuse_derivation(const std::string& what, const std::string& hint) {
    throw ArgumentError("there is no derivation of " + what, hint);
}

Table table_of_family(const BayesianNetwork& network, VariableId id, const Values& values,
                      std::vector<std::string>& formulas) {
    const Cpd& cpd = network.cpd(id);
    if (has_cuts(cpd)) return cut_probabilities(network, id, values);
    if (is_continuous(cpd)) return densities(network, id, values, formulas);
    return tabulated(network, id).table();
}

}  // namespace pgm::detail

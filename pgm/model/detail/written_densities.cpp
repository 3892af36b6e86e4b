#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/family_reading.hpp>

#include <algorithm>
#include <cmath>

// Densities and thresholds of a FamilyReading, one function for each form that they have.

namespace pgm::detail {
namespace {

/// A row of a function with a least density, as people see it.
std::string density_line(const LinearGaussianCpd& gaussian, std::size_t row, double least) {
    const LinearGaussianCpd::Row& numbers = gaussian.row(row);
    return "density = normal with mean " + to_text(numbers.intercept) + " and variance " +
           to_text(numbers.variance) + ", at least " + to_text(least);
}

/// Samples come from the distribution without the bound, which has none itself.
FunctionCpd with_least_density(const LinearGaussianCpd& gaussian, double least) {
    const auto log_density = [gaussian, bound = std::log(least)](
                                 std::size_t row, std::span<const double> parents, double x) {
        return std::max(gaussian.log_density(row, parents, x), bound);
    };
    const auto sampler = [gaussian](std::size_t row, std::span<const double> parents, Rng& rng) {
        return gaussian.sample(row, parents, rng);
    };
    const std::span<const VariableId> parents = gaussian.continuous_parents();
    return FunctionCpd(gaussian.child(), gaussian.discrete_scope(),
                       {parents.begin(), parents.end()},
                       {log_density, sampler, gaussian.parameter_count()});
}

/// The places of rows.
template <class Row>
std::vector<std::size_t> places_of(const std::vector<Row>& rows) {
    std::vector<std::size_t> places;
    for (const Row& row : rows) places.push_back(row.offset);
    return places;
}

}  // namespace

/// Puts the rows, which stand at these places, in the order of the configurations of the discrete
/// parents. False after a report unless there is one for each.
template <class Row>
bool FamilyReading::put_in_order(const Family& family, const std::optional<WrittenKeys>& keys,
                                 std::vector<std::size_t> places, std::vector<Row>& rows,
                                 std::string_view kind) {
    const std::vector<VariableId> parents = those(family.parents, true);
    const std::size_t configurations = cells_of(family, parents);
    if (keys) {
        const auto sources = KeyedRows(draft_, family, parents, *keys, {}).sources(configurations);
        if (!sources || keys->has_refused_rows) return false;
        std::vector<Row> in_order;
        std::vector<std::size_t> places_in_order;
        for (const std::size_t source : *sources) {
            in_order.push_back(rows[source]);
            places_in_order.push_back(places[source]);
        }
        rows = std::move(in_order);
        places = std::move(places_in_order);
    }
    if (rows.size() != configurations) {
        draft_.error(family.place, text_of(family) + " needs " + counted(configurations, kind) +
                                       ", found " + std::to_string(rows.size()));
        return false;
    }
    set_places(family, places);
    return true;
}

/// The coefficients of the continuous parents; null after a report.
std::optional<std::vector<double>> FamilyReading::slopes_of(
    const Family& family, std::string_view what,
    std::span<const std::pair<WrittenName, double>> slopes) {
    const std::vector<VariableId> parents = those(family.parents, false);
    const std::string& child = variable(family.child).name();
    std::vector<double> found(parents.size());
    bool complete = true;
    for (const auto& [name, slope] : slopes) {
        const auto at = std::ranges::find(parents, draft_.find(name.text));
        if (at == parents.end()) {
            const std::optional<VariableId> other = draft_.find(name.text);
            const bool is_arc_missing =
                other && other != family.child && !variable(*other).is_discrete();
            draft_.error(name.offset,
                         std::string(what) + " of " + text_of(family) + " depends on " +
                             in_quotes(name.text) + ", which is no continuous parent",
                         is_arc_missing ? "add the arc " + printable_word(name.text) + " -> " +
                                              printable_word(child)
                                        : "");
            complete = false;
        } else {
            found[static_cast<std::size_t>(at - parents.begin())] += slope;
        }
    }
    return complete ? std::optional(std::move(found)) : std::nullopt;
}

/// False after a report of a variable with states, which cannot have a density.
bool FamilyReading::is_density(const Family& family, std::string_view kind) {
    if (!variable(family.child).is_discrete()) return true;
    draft_.error(family.place, "variable " + in_quotes(variable(family.child).name()) +
                                   " has states and cannot have a " + std::string(kind));
    return false;
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenGaussian& given) {
    constexpr std::string_view kind = "normal distribution";
    if (!is_density(family, kind)) return std::nullopt;
    std::vector<LinearGaussianCpd::Row> made;
    bool complete = true;
    for (const WrittenGaussian::Row& row : given.rows) {
        auto slopes = slopes_of(family, "the mean", row.slopes);
        complete = complete && slopes;
        made.push_back({row.intercept, slopes.value_or(std::vector<double>()), row.variance});
    }
    if (!put_in_order(family, given.keys, places_of(given.rows), made, kind)) return std::nullopt;
    Scope scope = draft_.scope(those(family.parents, true));
    if (!has_shape(family, given.lists, scope.cardinalities()) || !complete) return std::nullopt;
    LinearGaussianCpd gaussian(family.child, std::move(scope), those(family.parents, false), made,
                               given.tying);
    if (given.least_density == 0) return gaussian;
    const auto report = [&](const NumberProblem& problem) {
        draft_.error(draft_.place_of_row(family.child, problem.row),
                     "the " + problem.what + " of " + text_of(family) + " is " +
                         to_text(problem.value) + ", not " + problem.expected);
        complete = false;
    };
    gaussian.check(report);
    if (!complete) return std::nullopt;
    for (std::size_t row = 0; row < made.size(); ++row)
        draft_.variables[family.child.index()].annotate(
            density_line(gaussian, row, given.least_density));
    return with_least_density(gaussian, given.least_density);
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenKernelDensity& given) {
    constexpr std::string_view kind = "kernel density";
    if (!is_density(family, kind)) return std::nullopt;
    std::vector<KernelDensityCpd::Row> made;
    for (WrittenKernelDensity::Row& row : given.rows) made.push_back(std::move(row.density));
    if (!put_in_order(family, given.keys, places_of(given.rows), made, kind)) return std::nullopt;
    if (const auto continuous = those(family.parents, false); !continuous.empty()) {
        draft_.error(family.place,
                     "the kernel density of " + text_of(family) + " cannot depend on " +
                         in_quotes(variable(continuous.front()).name()) + ", which has no states");
        return std::nullopt;
    }
    return KernelDensityCpd(family.child, draft_.scope(family.parents), given.kernel,
                            std::move(made));
}

/// What is cut has no constant in a ThresholdCpd: the cuts are moved instead.
std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenThreshold& given) {
    const std::vector<VariableId> continuous = those(family.parents, false);
    const std::size_t states = variable(family.child).cardinality();
    if (continuous.empty()) {
        draft_.error(family.place,
                     in_quotes(variable(family.child).name()) +
                         " is cut at thresholds, but has no continuous parent",
                     "add the arcs from what is cut, or give the rows probabilities");
        return std::nullopt;
    }
    std::vector<ThresholdCpd::Row> made;
    bool complete = true;
    for (WrittenThreshold::Row& row : given.rows) {
        auto slopes = slopes_of(family, "what is cut", row.slopes);
        const bool fits = row.cuts.size() + 1 == states;
        if (!fits)
            draft_.error(row.offset,
                         "a row of " + text_of(family) + " is cut " +
                             counted(row.cuts.size(), "time") + ", but " +
                             in_quotes(variable(family.child).name()) + " has " +
                             counted(states, "state"),
                         "there is a cut between two states");
        complete = complete && slopes && fits;
        for (double& cut : row.cuts) cut -= row.constant;
        std::vector<double> found = std::move(slopes).value_or(std::vector<double>());
        made.push_back(
            row.logistic_scale
                ? logistic_row(std::move(found), *row.logistic_scale, std::move(row.cuts))
                : ThresholdCpd::Row{std::move(found), row.variance, std::move(row.cuts)});
    }
    if (!put_in_order(family, given.keys, places_of(given.rows), made, "row of thresholds") ||
        !complete)
        return std::nullopt;
    return ThresholdCpd(family.child, states, draft_.scope(those(family.parents, true)), continuous,
                        std::move(made));
}

/// A linear function of the parents without noise.
std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenUtility& given) {
    if (!is_density(family, "utility")) return std::nullopt;
    std::vector<VariableId> discrete = those(family.parents, true);
    const std::vector<VariableId> continuous = those(family.parents, false);
    const std::size_t cells = cells_of(family, discrete), found = given.numbers.values.size();
    const bool is_sum = found == 0 && !continuous.empty();
    if (found != cells && !is_sum) {
        report_count(family, found, cells);
        return std::nullopt;
    }
    if (!given.weights.empty() && given.weights.size() != continuous.size()) {
        draft_.error(family.place, text_of(family) + " has " +
                                       counted(given.weights.size(), "weight") + " for " +
                                       counted(continuous.size(), "parent") + " without states");
        return std::nullopt;
    }
    const Scope scope = draft_.scope(discrete);
    if (given.order == NumberOrder::first_fastest) std::ranges::reverse(discrete);
    const Scope written = draft_.scope(discrete);
    if (!is_sum && !has_shape(family, given.lists, written.cardinalities())) return std::nullopt;
    Table values(written);
    if (!is_sum) values = Table(written, given.numbers.values).permuted(scope.variables());
    const std::vector<double> weights =
        given.weights.empty() ? std::vector<double>(continuous.size(), 1.0) : given.weights;
    std::vector<LinearGaussianCpd::Row> rows;
    for (const double value : values.values()) rows.push_back({value, weights, 0});
    return LinearGaussianCpd(family.child, scope, continuous, std::move(rows));
}

/// The discrete and the continuous parents; the former must not have too many configurations.
CpdFamily FamilyReading::members_of(const Family& family) {
    CpdFamily members;
    members.child = family.child;
    members.states = variable(family.child).cardinality();
    for (const VariableId parent : family.parents) {
        const std::size_t states = variable(parent).cardinality();
        if (states == 0) {
            members.continuous_parents.push_back(parent);
            continue;
        }
        members.discrete_parents.push_back(parent);
        members.cardinalities.push_back(states);
    }
    cells_of(family, members.discrete_parents);
    return members;
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenFunction& given) {
    CpdFamily members = members_of(family);
    return FunctionCpd(family.child, members.discrete_scope(),
                       std::move(members.continuous_parents), std::move(given.function));
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenOther& given) {
    std::optional<Cpd> made = cpd_from_numbers(given.kind.text, members_of(family), given.numbers);
    if (!made)
        draft_.error(given.kind.offset,
                     "there is no kind of distribution " + in_quotes(given.kind.text));
    return made;
}

}  // namespace pgm::detail

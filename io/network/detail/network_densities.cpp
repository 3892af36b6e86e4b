#include <io/network/detail/keyed_rows.hpp>
#include <io/network/detail/network_assembly.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/cpd.hpp>
#include <pgm/model/cpd/function_cpd.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <algorithm>
#include <cmath>

// The densities of a NetworkAssembly, one function for each kind that files have.

namespace pgm::io::detail {
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

}  // namespace

/// The discrete parents, if the child is continuous and has as many densities as they have
/// configurations; the densities are then in their order.
template <class Row>
std::optional<Scope> NetworkAssembly::scope_of_densities(const Family& family,
                                                         std::vector<Row>& rows,
                                                         const std::optional<FileKeys>& keys,
                                                         std::string_view kind) {
    if (variable(family.child).is_discrete()) {
        report_.error(family.offset, "variable " + shown(variable(family.child).name()) +
                                         " has states and cannot have a " + std::string(kind));
        return std::nullopt;
    }
    const std::vector<VariableId> parents = discrete(family.parents);
    const std::size_t configurations = cells_of(family, parents);
    if (keys) {
        const auto sources = KeyedRows(builder_, family, parents, *keys, report_, {})
                                 .sources(configurations);
        if (!sources || keys->has_refused_rows) return std::nullopt;
        std::vector<Row> in_order;
        for (const std::size_t source : *sources) in_order.push_back(rows[source]);
        rows = std::move(in_order);
    }
    if (rows.size() != configurations) {
        report_.error(family.offset, text_of(family) + " needs " + counted(configurations, kind) +
                                         ", found " + std::to_string(rows.size()));
        return std::nullopt;
    }
    Places& places = places_[family.child.index()];
    places.begin = family.offset;
    for (const Row& row : rows)
        places.rows.push_back(static_cast<std::uint32_t>(row.offset - family.offset));
    return scope_of(parents);
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileGaussian& given) {
    std::optional<Scope> scope =
        scope_of_densities(family, given.rows, given.keys, "normal distribution");
    if (!scope || !has_shape(family, given.lists, scope->cardinalities())) return std::nullopt;
    std::vector<VariableId> continuous_parents;
    std::ranges::copy_if(family.parents, std::back_inserter(continuous_parents),
                         [&](VariableId id) { return !variable(id).is_discrete(); });
    std::vector<LinearGaussianCpd::Row> made;
    bool complete = true;
    for (const FileGaussian::Row& row : given.rows) {
        LinearGaussianCpd::Row& to = made.emplace_back();
        to.intercept = row.intercept;
        to.variance = row.variance;
        to.slopes.assign(continuous_parents.size(), 0);
        for (const auto& [name, slope] : row.slopes) {
            const std::optional<VariableId> parent = builder_.find(name.text);
            const auto at = std::ranges::find(continuous_parents, parent);
            if (at == continuous_parents.end()) {
                report_.error(name.offset, "the mean of " + text_of(family) + " depends on " +
                                               shown(name.text) +
                                               ", which is no continuous parent");
                complete = false;
            } else {
                to.slopes[static_cast<std::size_t>(at - continuous_parents.begin())] += slope;
            }
        }
    }
    if (!complete) return std::nullopt;
    LinearGaussianCpd gaussian(family.child, std::move(*scope), continuous_parents, made,
                               given.tying);
    if (given.least_density == 0) return gaussian;
    const auto report = [&](const NumberProblem& problem) {
        report_.error(given.rows[problem.row].offset,
                      "the " + problem.what + " of " + text_of(family) + " is " +
                          to_text(problem.value) + ", not " + problem.expected);
        complete = false;
    };
    gaussian.check(report);
    if (!complete) return std::nullopt;
    for (std::size_t row = 0; row < made.size(); ++row)
        builder_.annotate(family.child, density_line(gaussian, row, given.least_density));
    return with_least_density(gaussian, given.least_density);
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileKernelDensity& given) {
    std::optional<Scope> scope =
        scope_of_densities(family, given.rows, given.keys, "kernel density");
    if (!scope) return std::nullopt;
    if (const auto parent = std::ranges::find_if(
            family.parents, [&](VariableId id) { return !variable(id).is_discrete(); });
        parent != family.parents.end()) {
        report_.error(family.offset, "the kernel density of " + text_of(family) +
                                         " cannot depend on " + shown(variable(*parent).name()) +
                                         ", which has no states");
        return std::nullopt;
    }
    std::vector<KernelDensityCpd::Row> made;
    for (FileKernelDensity::Row& row : given.rows) made.push_back(std::move(row.density));
    return KernelDensityCpd(family.child, std::move(*scope), given.kernel, std::move(made));
}

/// The discrete and the continuous parents; the former must not have too many configurations.
CpdFamily NetworkAssembly::members_of(const Family& family) {
    CpdFamily members{.child = family.child, .states = variable(family.child).cardinality()};
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

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileFunction& given) {
    CpdFamily members = members_of(family);
    const auto found =
        std::ranges::find(options_.functions, given.name.text, &FunctionCpd::Function::name);
    if (found == options_.functions.end()) {
        report_.error(given.name.offset, "there is no function " + shown(given.name.text),
                      "the program that reads the file gives it as one of ReadOptions::functions");
        return std::nullopt;
    }
    return FunctionCpd(family.child, scope_of(members.discrete_parents),
                       std::move(members.continuous_parents), *found);
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileOther& given) {
    std::optional<Cpd> made = cpd_from_numbers(given.kind.text, members_of(family), given.numbers);
    if (!made)
        report_.error(given.kind.offset,
                      "there is no kind of distribution " + shown(given.kind.text));
    return made;
}

}  // namespace pgm::io::detail

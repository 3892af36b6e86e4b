#include <io/page/detail/page_numbers.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <map>

namespace pgm::io::detail {
namespace {

std::vector<std::vector<double>> normal_kernels(const Variable& variable, const Cpd& cpd,
                                                std::size_t row) {
    std::vector<std::vector<double>> kernels;
    for (const DensityComponent& kernel : pgm::kernels(cpd, row)) {
        if (kernel.shape != DensityComponent::Shape::normal)
            throw ModelError(in_quotes(variable.name()) +
                                 " has kernels that are not normal, and a page has none",
                             {},
                             "learn it with Gaussian kernels, or cut the numbers into intervals");
        kernels.push_back({kernel.mean, kernel.sd, kernel.weight});
    }
    return kernels;
}

PageFamily page_family(const BayesianNetwork& network, const DensityGroup& group,
                       const std::vector<VariableId>& members, VariableId member) {
    PageFamily family;
    const Cpd& cpd = network.cpd(member);
    for (const VariableId parent : continuous_parents(cpd))
        family.parents.push_back(
            static_cast<std::size_t>(std::ranges::find(members, parent) - members.begin()));
    for (std::size_t cell = 0; cell < group.parents.cells(); ++cell) {
        const std::size_t row = group.row_of(cpd, cell);
        if (const LinearGaussianCpd::Row* const line = regression(cpd, row)) {
            std::vector<double> numbers{line->intercept};
            numbers.insert(numbers.end(), line->slopes.begin(), line->slopes.end());
            numbers.push_back(line->variance);
            family.numbers.push_back(std::move(numbers));
        } else {
            family.kernels.push_back(normal_kernels(network.variable(member), cpd, row));
        }
    }
    return family;
}

bool is_utility(const BayesianNetwork& network, VariableId id) {
    return network.variable(id).kind() == Variable::Kind::utility;
}

}  // namespace

PageDensities page_densities(const PageSource& source, const DensityGroup& group,
                             std::span<const std::size_t> place) {
    PageDensities densities{.given = group.carrier.index()};
    std::vector<VariableId> members = group.members;
    std::erase_if(members, [&](VariableId id) { return is_utility(source.drawn, id); });
    for (const VariableId member : members) {
        densities.variables.push_back(place[member.index()]);
        densities.families.push_back(page_family(source.computed, group, members, member));
    }
    return densities;
}

std::vector<PageUtility> page_utilities(const PageSource& source, const DensityGroup& group,
                                        std::span<const std::size_t> place) {
    std::map<VariableId, std::vector<double>> values;  // by configuration
    std::vector<PageUtility> utilities;
    for (const VariableId member : group.members) {
        if (!is_utility(source.drawn, member)) continue;
        const Cpd& cpd = source.computed.cpd(member);
        std::vector<double>& own = values[member];
        for (std::size_t cell = 0; cell < group.parents.cells(); ++cell) {
            const LinearGaussianCpd::Row& line = *regression(cpd, group.row_of(cpd, cell));
            double value = line.intercept;
            for (std::size_t i = 0; i < line.slopes.size(); ++i)
                value += line.slopes[i] * values.at(continuous_parents(cpd)[i])[cell];
            own.push_back(value);
        }
        utilities.push_back({place[member.index()], group.carrier.index(), own,
                             std::ranges::find(source.summands, member) != source.summands.end()});
    }
    return utilities;
}

}  // namespace pgm::io::detail

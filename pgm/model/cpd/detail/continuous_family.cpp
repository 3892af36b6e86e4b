#include <pgm/model/cpd/detail/continuous_family.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/counted.hpp>

#include <algorithm>
#include <string>

namespace pgm::detail {

std::vector<VariableId> family_parents(VariableId child, const Scope& discrete_parents,
                                       std::span<const VariableId> continuous_parents) {
    std::vector<VariableId> parents(discrete_parents.variables().begin(),
                                    discrete_parents.variables().end());
    parents.insert(parents.end(), continuous_parents.begin(), continuous_parents.end());
    std::vector<VariableId> sorted = parents;
    sorted.push_back(child);
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
        throw ArgumentError("a variable occurs twice in one family");
    return parents;
}

void require_row_count(std::size_t rows, const Scope& discrete_parents) {
    if (rows == discrete_parents.cells()) return;
    throw ArgumentError("a distribution has " + counted(rows, "row") + " for " +
                        counted(discrete_parents.cells(), "configuration") +
                        " of its discrete parents");
}

}  // namespace pgm::detail

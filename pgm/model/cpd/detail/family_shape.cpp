#include <pgm/model/cpd/detail/family_shape.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
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

void require_no_continuous_parents(const CpdFamily& family) {
    if (!family.continuous_parents.empty())
        throw ArgumentError("the distribution takes no continuous parents");
}

bool is_positive(double value) {
    return value > 0 && std::isfinite(value);
}

double NumberReader::number() {
    return list(1).front();
}

bool NumberReader::flag() {
    const double value = number();
    if (value != 0 && value != 1)
        throw ArgumentError("a distribution has a flag that is not 0 or 1");
    return value == 1;
}

std::size_t NumberReader::count() {
    const double value = number();
    if (!(value >= 0 && value <= static_cast<double>(rest_.size())) || value != std::floor(value))
        throw ArgumentError("a distribution counts more numbers than it has");
    return static_cast<std::size_t>(value);
}

std::vector<double> NumberReader::list(std::size_t count) {
    if (count > rest_.size()) throw ArgumentError("a distribution has too few numbers");
    const std::span<const double> taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return {taken.begin(), taken.end()};
}

void NumberReader::require_end() const {
    if (!rest_.empty()) throw ArgumentError("a distribution has too many numbers");
}

}  // namespace pgm::detail

#include <learners/estimate/detail/density/hidden_variable.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

Variable hidden_variable(std::string name, std::size_t states, std::span<const Variable> taken) {
    while (std::ranges::find(taken, name, &Variable::name) != taken.end()) name += "'";
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= states; ++i) names.push_back(std::to_string(i));
    return {std::move(name), std::move(names)};
}

}  // namespace pgm::learners::detail

#include <io/network/detail/family_text.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::io::detail {

std::string short_name(const Variable& variable) {
    return shortened(variable.name(), longest_name);
}

std::string family_text(const NetworkBuilder& builder, VariableId child,
                        std::span<const VariableId> parents) {
    std::string text = "P(" + short_name(builder.variable(child));
    for (std::size_t i = 0; i < std::min(parents.size(), most_parents_named); ++i)
        text.append(i == 0 ? " | " : ", ").append(short_name(builder.variable(parents[i])));
    return text + (parents.size() > most_parents_named ? ", ...)" : ")");
}

std::string row_text(const NetworkBuilder& builder, VariableId child,
                     std::span<const VariableId> parents, std::size_t row) {
    std::string key = parents.size() > most_parents_named ? ", ..." : "";
    for (std::size_t i = parents.size(); i-- > 0;) {
        const Variable& parent = builder.variable(parents[i]);
        const std::string& state = parent.states()[row % parent.cardinality()];
        row /= parent.cardinality();
        if (i < most_parents_named)
            key.insert(0, (i == 0 ? " | " : ", ") + short_name(parent) + "=" +
                              shortened(state, longest_name));
    }
    return "P(" + short_name(builder.variable(child)) + key + ")";
}

}  // namespace pgm::io::detail

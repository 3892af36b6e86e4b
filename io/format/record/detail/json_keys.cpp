#include <io/format/record/detail/json_network.hpp>
#include <pgm/core/text/number_text.hpp>

#include <utility>

namespace pgm::io::detail {

JsonKeys::JsonKeys(NetworkAssembly& assembly, const WrittenFamily& family)
    : assembly_(assembly), written_(family), states_(assembly.builder()) {
    const NetworkBuilder& builder = assembly.builder();
    for (const WrittenName& name : family.parents) {
        const std::optional<VariableId> id = builder.find(name.text);
        knows_parents_ = knows_parents_ && id;
        if (id && builder.variable(*id).is_discrete()) parents_.push_back(*id);
    }
    row_.resize(parents_.size());
}

bool JsonKeys::add(const DistributionRow& row) {
    bool is_right = !row.given.is_given || find_states(row);
    if (!row.missing.empty()) {
        assembly_.error(row.offset, "the row has no member '" + std::string(row.missing) + "'");
        is_right = false;
    }
    keys_.has_refused_rows = keys_.has_refused_rows || !is_right;
    if (!is_right) return false;
    if (!row.given.is_given) set_states_of_number(keys_.size());
    keys_.add(row.offset, row_);
    return true;
}

bool JsonKeys::find_states(const DistributionRow& row) {
    const std::vector<WrittenName>& given = row.given.names;
    if (!knows_parents_) return true;
    if (given.size() != parents_.size()) {
        assembly_.error(row.offset, "a row of " + family_text() + " needs the states of " +
                                        counted(parents_.size(), "discrete parent") + ", found " +
                                        std::to_string(given.size()));
        return false;
    }
    bool is_right = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto state = assembly_.require_state(states_, parents_[i], given[i], row_[i]);
        is_right = is_right && state;
        row_[i] = state.value_or(0);
    }
    return is_right;
}

std::string JsonKeys::family_text() const {
    const NetworkBuilder& builder = assembly_.builder();
    std::vector<VariableId> parents;
    for (const WrittenName& name : written_.parents) parents.push_back(*builder.find(name.text));
    return builder.family_text(*builder.find(written_.child.text), parents);
}

void JsonKeys::set_states_of_number(std::size_t number) {
    for (std::size_t i = parents_.size(); i-- > 0;) {
        const std::size_t states = assembly_.builder().variable(parents_[i]).cardinality();
        row_[i] = static_cast<std::uint32_t>(number % states);
        number /= states;
    }
}

}  // namespace pgm::io::detail

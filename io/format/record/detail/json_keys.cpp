#include <io/format/record/detail/json_keys.hpp>

#include <pgm/core/text/number_text.hpp>

#include <utility>

namespace pgm::io::detail {

JsonKeys::JsonKeys(NetworkAssembly& assembly, const WrittenFamily& family)
    : assembly_(assembly), states_(assembly.builder()) {
    const NetworkBuilder& builder = assembly.builder();
    std::vector<VariableId> ids;
    for (const WrittenName& name : family.parents) {
        const std::optional<VariableId> id = builder.find(name.text);
        knows_parents_ = knows_parents_ && id;
        if (!id) continue;
        ids.push_back(*id);
        if (builder.variable(*id).is_discrete()) parents_.push_back(*id);
    }
    family_ = builder.family_text(*builder.find(family.child.text), ids);
    row_.resize(parents_.size());
}

void JsonKeys::begin(std::size_t offset) {
    offset_ = offset;
    names_states_ = is_refused_ = false;
}

void JsonKeys::refuse(std::string message) {
    is_refused_ = true;
    assembly_.report().error(offset_, std::move(message));
}

void JsonKeys::read_states(JsonReader& reader) {
    names_states_ = true;
    std::size_t count = 0;
    reader.array("the states of the parents", [&] {
        const WrittenName name = reader.text("a state of a parent");
        const std::size_t parent = count++;
        if (!knows_parents_ || parent >= parents_.size()) return;
        const auto state = assembly_.require_state(states_, parents_[parent], name, row_[parent]);
        is_refused_ = is_refused_ || !state;
        row_[parent] = state.value_or(0);
    });
    if (knows_parents_ && count != parents_.size())
        refuse("a row of " + family_ + " needs the states of " +
               counted(parents_.size(), "discrete parent") + ", found " + std::to_string(count));
}

bool JsonKeys::end() {
    keys_.has_refused_rows = keys_.has_refused_rows || is_refused_;
    if (is_refused_) return false;
    std::size_t number = keys_.size();
    for (std::size_t i = parents_.size(); !names_states_ && i-- > 0;) {
        const std::size_t states = assembly_.builder().variable(parents_[i]).cardinality();
        row_[i] = static_cast<std::uint32_t>(number % states);
        number /= states;
    }
    keys_.add(offset_, row_);
    return true;
}

}  // namespace pgm::io::detail

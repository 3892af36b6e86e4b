#include <pgm/model/detail/family_text.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// A message about a variable with very many parents lists the first ones.
constexpr std::size_t most_listed = 12;

std::string conditional(const std::string& child, const std::string& condition) {
    return "P(" + child + (condition.empty() ? "" : " | " + condition) + ")";
}

}  // namespace

std::string FamilyText::family() const {
    std::string names;
    for (std::size_t i = 0; i < std::min(parents_.size(), most_listed); ++i)
        names += (i ? ", " : "") + printable_word(variable(parents_[i]).name());
    if (parents_.size() > most_listed) names += ", ...";
    return conditional(printable_word(variable(child_).name()), names);
}

RowCondition FamilyText::condition(std::size_t row) const {
    if (condition_) return condition_(row);
    RowCondition condition;
    condition.states.resize(parents_.size());
    for (std::size_t i = parents_.size(); i-- > 0;) {
        const std::size_t cardinality = variable(parents_[i]).cardinality();
        condition.states[i] = {parents_[i], StateId(row % cardinality)};
        row /= cardinality;
    }
    return condition;
}

std::string FamilyText::row_key(std::size_t row) const {
    const auto [states, note] = condition(row);
    std::string key;
    for (std::size_t i = 0; i < std::min(states.size(), most_listed); ++i) {
        const auto& [parent, state] = states[i];
        key += (i ? ", " : "") + printable_word(variable(parent).name()) + "=" +
               printable_word(variable(parent).state(state));
    }
    if (states.size() > most_listed) key += ", ...";
    return key.empty() || note.empty() ? key + note : key + " " + note;
}

std::string FamilyText::row(std::size_t row) const {
    return conditional(printable_word(variable(child_).name()), row_key(row));
}

std::string FamilyText::cell(std::size_t row, std::size_t state) const {
    const Variable& child = variable(child_);
    return conditional(printable_word(child.name()) + "=" + printable_word(child.states()[state]),
                       row_key(row));
}

}  // namespace pgm::detail

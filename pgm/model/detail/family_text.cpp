#include <pgm/model/detail/family_text.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// A message about a variable with very many parents lists the first ones.
constexpr std::size_t most_listed = 40;

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

std::string FamilyText::row_key(std::size_t row) const {
    std::vector<std::size_t> states(parents_.size());
    for (std::size_t i = parents_.size(); i-- > 0;) {
        const std::size_t cardinality = variable(parents_[i]).cardinality();
        states[i] = row % cardinality;
        row /= cardinality;
    }
    std::string key;
    for (std::size_t i = 0; i < std::min(parents_.size(), most_listed); ++i) {
        const Variable& parent = variable(parents_[i]);
        key += (i ? ", " : "") + printable_word(parent.name()) + "=" +
               printable_word(parent.states()[states[i]]);
    }
    return parents_.size() > most_listed ? key + ", ..." : key;
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

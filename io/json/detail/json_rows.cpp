#include <io/json/detail/json_rows.hpp>

#include <io/network/detail/family_text.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::io::detail {

JsonRows::JsonRows(NetworkAssembly& assembly, const FileFamily& family)
    : assembly_(assembly), offset_(family.offset) {
    const NetworkBuilder& builder = assembly.builder();
    std::vector<VariableId> ids;
    for (const FileName& name : family.parents) {
        const std::optional<VariableId> id = builder.find(name.text);
        knows_parents_ = knows_parents_ && id;
        if (!id) continue;
        ids.push_back(*id);
        if (builder.variable(*id).is_discrete()) parents_.push_back(&builder.variable(*id));
    }
    family_ = family_text(builder, *builder.find(family.child.text), ids);
    states_.resize(parents_.size());
    next_.assign(parents_.size(), 0);
}

void JsonRows::begin(std::size_t offset) {
    offsets_.push_back(offset);
    row_.reset();
}

void JsonRows::error(std::string message) {
    is_right_ = false;
    assembly_.report().error(offsets_.back(), std::move(message));
}

/// Rows mostly come in order, so that the next state is known before it is looked up.
StateId JsonRows::state(std::size_t parent, const FileName& name) {
    const Variable& variable = *parents_[parent];
    const std::size_t next = next_[parent];
    if (next < variable.cardinality() && variable.states()[next] == name.text) return StateId(next);
    if (!states_[parent]) states_[parent].emplace(variable);
    if (const std::optional<StateId> found = states_[parent]->find(name.text)) return *found;
    is_right_ = false;
    assembly_.report().unknown(name.offset,
                               shown(variable.name()) + " has no state " + shown(name.text),
                               name.text, variable.states());
    return StateId(0);
}

void JsonRows::read_states(JsonReader& reader) {
    std::size_t row = 0, count = 0;
    reader.array("the states of the parents", [&] {
        const FileName name = reader.text("a state of a parent");
        const std::size_t parent = count++;
        if (!knows_parents_ || parent >= parents_.size()) return;
        row = row * parents_[parent]->cardinality() + state(parent, name).index();
    });
    if (!knows_parents_) return;
    row_ = row;
    if (count != parents_.size())
        error("a row of " + family_ + " needs the states of " +
              counted(parents_.size(), "discrete parent") + ", found " + std::to_string(count));
}

void JsonRows::end() {
    std::size_t rest = row_.value_or(rows_.size());
    rows_.push_back(rest);
    for (std::size_t i = parents_.size(); row_ && i-- > 0; rest /= parents_[i]->cardinality())
        next_[i] = rest % parents_[i]->cardinality();
    for (std::size_t i = parents_.size(); i-- > 0;) {
        if (++next_[i] < parents_[i]->cardinality()) return;
        next_[i] = 0;
    }
}

/// "a=yes, b=no"
std::string JsonRows::name_of(std::size_t row) const {
    std::string text;
    for (std::size_t i = parents_.size(); i-- > 0; row /= parents_[i]->cardinality()) {
        const Variable& parent = *parents_[i];
        text = short_name(parent) + "=" + parent.states()[row % parent.cardinality()] +
               (text.empty() ? "" : ", ") + text;
    }
    return text;
}

void JsonRows::report_missing(std::optional<std::size_t> expected) {
    std::vector<std::size_t> sorted = rows_;
    std::ranges::sort(sorted);
    std::size_t missing = 0;
    while (missing < sorted.size() && sorted[missing] == missing) ++missing;
    const bool is_one = expected && missing < *expected && !parents_.empty();
    assembly_.report().error(
        offset_,
        family_ + " needs " + (expected ? counted(*expected, "row") : "more than 2^64 rows") +
            ", found " + std::to_string(rows_.size()),
        is_one ? "the row of " + name_of(missing) + " is missing" : std::string());
}

std::optional<std::vector<std::size_t>> JsonRows::order() {
    std::vector<std::size_t> order(rows_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!knows_parents_) return order;
    if (!is_right_) return std::nullopt;
    std::optional<std::size_t> expected = 1;
    for (const Variable* parent : parents_)
        if (expected) expected = checked_mul(*expected, parent->cardinality());
    if (expected != rows_.size()) {
        report_missing(expected);
        return std::nullopt;
    }
    constexpr std::size_t none = ~std::size_t{0};
    order.assign(rows_.size(), none);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        std::size_t& place = order[rows_[i]];
        if (place != none) {
            assembly_.report().error(offsets_[i], "the row of " + name_of(rows_[i]) + " of " +
                                                      family_ + " is given twice");
            return std::nullopt;
        }
        place = i;
    }
    return order;
}

}  // namespace pgm::io::detail

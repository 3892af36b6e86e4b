#include <io/format/detail/utility_families.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

Table filled_table(const Scope& scope, double value) {
    Table table(scope);
    std::ranges::fill(table.values(), value);
    return table;
}

/// a + b over the variables of both.
Table table_sum(const Table& a, const Table& b) {
    Table total = product(a, filled_table(b.scope(), 1));
    const Table spread = product(filled_table(total.scope(), 1), b);
    for (std::size_t cell = 0; cell < total.size(); ++cell) total[cell] += spread[cell];
    return total;
}

}  // namespace

void UtilityFamilies::add(WrittenFamily family, UtilityOrigin derivation,
                          std::vector<std::string> lines) {
    if (derivation != UtilityOrigin::numbers) family.distribution = WrittenUtility{};
    by_name_.emplace(family.child.text, members_.size());
    members_.push_back({std::move(family), derivation, std::move(lines)});
}

void UtilityFamilies::finish() {
    for (FileUtility& member : members_)
        if (member.derivation == UtilityOrigin::product) value_of(member.family.child.text);
    for (FileUtility& member : members_) {
        check_parents(member);
        if (member.derivation == UtilityOrigin::product) expand(member);
        assembly_.add_family(std::move(member.family), member.lines);
    }
}

/// A sum or a product is of utilities alone.
void UtilityFamilies::check_parents(const FileUtility& member) {
    if (member.derivation == UtilityOrigin::numbers) return;
    for (const WrittenName& parent : member.family.parents)
        if (assembly_.builder().find(parent.text) &&
            assembly_.kind_of(parent) != Variable::Kind::utility)
            assembly_.error(
                parent.offset,
                "the utility " + shown(member.family.child.text) +
                    (member.derivation == UtilityOrigin::product ? " multiplies " : " adds up ") +
                    shown(parent.text) + ", which is no utility");
}

/// Null for a utility that is wrong in another way, which is reported with its family.
const Table* UtilityFamilies::value_of(const std::string& name) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return nullptr;
    FileUtility& member = members_[found->second];
    if (member.is_open) return nullptr;  // a cycle
    if (!member.value) {
        if (++depth_ > most_steps)
            throw TooLargeError("utilities follow from each other in more than " +
                                    std::to_string(most_steps) + " steps up to " + shown(name),
                                {}, "leave some out in the program that wrote the file");
        member.is_open = true;
        member.value = computed(member);
        member.is_open = false;
        --depth_;
    }
    return member.value ? &*member.value : nullptr;
}

std::optional<Table> UtilityFamilies::computed(FileUtility& member) {
    std::optional<Table> total = member.derivation == UtilityOrigin::product
                                     ? filled_table(Scope(), 1)
                                     : own_numbers(member);
    const std::vector<double>& weights =
        std::get<WrittenUtility>(member.family.distribution).weights;
    std::size_t utilities = 0;
    for (const WrittenName& parent : member.family.parents) {
        if (!total || assembly_.kind_of(parent) != Variable::Kind::utility) continue;
        const Table* const part = value_of(parent.text);
        if (!part) return std::nullopt;
        if (member.derivation == UtilityOrigin::product) {
            total = combined(member, *total, *part, true);
            continue;
        }
        const double weight = utilities < weights.size() ? weights[utilities] : 1;
        ++utilities;
        total = combined(member, *total, product(*part, filled_table(Scope(), weight)), false);
    }
    return total;
}

/// The numbers by the states of the parents that have some; 0 where the utility has no numbers.
std::optional<Table> UtilityFamilies::own_numbers(const FileUtility& member) {
    const auto& utility = std::get<WrittenUtility>(member.family.distribution);
    if (utility.numbers.values.empty()) return filled_table(Scope(), 0);
    std::vector<VariableId> parents;
    std::vector<std::size_t> sizes;
    for (const WrittenName& name : member.family.parents) {
        const std::optional<VariableId> id = assembly_.builder().find(name.text);
        if (!id || std::ranges::find(parents, *id) != parents.end()) return std::nullopt;
        if (!assembly_.builder().variable(*id).is_discrete()) continue;
        parents.push_back(*id);
        sizes.push_back(assembly_.builder().variable(*id).cardinality());
    }
    std::vector<VariableId> written = parents;
    if (utility.order == NumberOrder::first_fastest) {
        std::ranges::reverse(written);
        std::ranges::reverse(sizes);
    }
    std::optional<std::size_t> cells = 1;
    for (const std::size_t size : sizes) cells = cells ? checked_mul(*cells, size) : cells;
    if (cells != utility.numbers.values.size()) return std::nullopt;
    return Table(Scope(written, sizes), utility.numbers.values).permuted(parents);
}

Table UtilityFamilies::combined(const FileUtility& member, const Table& a, const Table& b,
                                bool is_product) {
    std::optional<std::size_t> cells = a.size();
    for (std::size_t i = 0; i < b.scope().size(); ++i)
        if (cells && !a.scope().axis(b.scope().variables()[i]))
            cells = checked_mul(*cells, b.scope().cardinalities()[i]);
    cells_ = cells ? checked_add(cells_, *cells).value_or(most_cells + 1) : most_cells + 1;
    if (cells_ > most_cells)
        throw TooLargeError("the tables of products of utilities have more than " +
                                std::to_string(most_cells) + " numbers; that of " +
                                shown(member.family.child.text) + " is the first beyond that limit",
                            {}, "make sums of them in the program that wrote the file");
    return is_product ? product(a, b) : table_sum(a, b);
}

/// Makes a table of a product; one that cannot be computed becomes a sum, as it is reported.
void UtilityFamilies::expand(FileUtility& member) {
    if (!member.value) return;
    WrittenFamily& family = member.family;
    WrittenUtility utility;
    utility.numbers.begin = family.offset;
    const auto values = member.value->values();
    utility.numbers.values.assign(values.begin(), values.end());
    utility.weights.assign(family.parents.size(), 0);
    assembly_.note(family.child.offset,
                   "the utility " + shown(family.child.text) + " is the product of " +
                       counted(family.parents.size(), "other") + " and became a table of " +
                       counted(values.size(), "number"));
    for (const VariableId id : member.value->scope().variables())
        family.parents.push_back({assembly_.builder().variable(id).name(), family.offset});
    family.distribution = std::move(utility);
}

}  // namespace pgm::io::detail

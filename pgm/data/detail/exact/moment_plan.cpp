#include <pgm/data/detail/exact/moment_plan.hpp>

#include <algorithm>
#include <map>

namespace pgm::detail {
namespace {

/// Two families share their sums if they agree in these: the discrete parents, and the columns
/// whose missing values leave rows out.
using RowsKey = std::pair<std::vector<ColumnId>, std::vector<ColumnId>>;

struct Lookup {
    std::map<ColumnId, std::size_t> numbers;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> pairs;
};

/// The position of `key` in a list that has one entry per known key, a new one behind the last
/// where it is not known.
template <class Key, class List, class Element>
std::size_t position(std::map<Key, std::size_t>& known, List& list, const Key& key,
                     const Element& entry) {
    const auto [place, is_new] = known.emplace(key, list.size());
    if (is_new) list.push_back(entry);
    return place->second;
}

class MomentPlanner {
public:
    MomentPlanner(const Dataset& data, std::span<const ColumnId> columns)
        : data_(data), columns_(columns), has_missing_(columns.size(), unknown) {}

    void add(std::size_t number, const FamilyMoments& family) {
        family.dimension() == 1 ? add_number(number, family) : add_products(number, family);
    }

    MomentPlan finish() {
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            for (const auto& [id, number] : lookups_[i].numbers) {
                if (misses(id)) groups_[i].incomplete.push_back(&cells(id));
            }
            for (MomentGroup::FamilyPlace& member : groups_[i].members) {
                for (std::size_t& sum : member.sums) {
                    if (sum >= pair_mark) sum = sum - pair_mark + groups_[i].numbers.size();
                }
            }
        }
        return {std::move(number_groups_), std::move(groups_)};
    }

private:
    void add_number(std::size_t number, const FamilyMoments& family) {
        NumberGroup group{discrete_parents(family), family.configurations(), {}, {}};
        NumberGroup& place =
            number_groups_[position(known_numbers_, number_groups_, parents_key(family), group)];
        place.numbers.push_back(&cells(family.variables().front()));
        place.families.push_back(number);
    }

    void add_products(std::size_t number, const FamilyMoments& family) {
        const std::size_t index = group_for(family);
        MomentGroup& group = groups_[index];
        Lookup& lookup = lookups_[index];
        std::vector<std::size_t> numbers;
        for (const ColumnId id : family.variables())
            numbers.push_back(position(lookup.numbers, group.numbers, id, &cells(id)));
        std::vector<std::pair<std::size_t, std::size_t>> pairs;
        MomentGroup::FamilyPlace member{number, numbers};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                const std::pair pair{std::max(numbers[i], numbers[j]),
                                     std::min(numbers[i], numbers[j])};
                member.sums.push_back(pair_mark + position(lookup.pairs, group.pairs, pair, pair));
            }
        }
        group.members.push_back(std::move(member));
    }

    static constexpr std::size_t pair_mark =
        std::size_t{1} << 62;  ///< until it is known how many numbers come before the pairs
    static constexpr signed char unknown = -1;

    const RealCells& cells(ColumnId id) const {
        return std::get<RealCells>(data_.column(columns_[id.index()]).cells);
    }

    bool misses(ColumnId id) {
        signed char& answer = has_missing_[id.index()];
        if (answer == unknown)
            answer = data_.column(columns_[id.index()]).missing_cells() > 0 ? 1 : 0;
        return answer == 1;
    }

    static std::vector<ColumnId> parents_key(const FamilyMoments& family) {
        const std::span<const ColumnId> parents = family.discrete_parents().variables();
        return {parents.begin(), parents.end()};
    }

    std::vector<const Column*> discrete_parents(const FamilyMoments& family) const {
        std::vector<const Column*> parents;
        for (const ColumnId id : family.discrete_parents().variables())
            parents.push_back(&data_.column(columns_[id.index()]));
        return parents;
    }

    std::size_t group_for(const FamilyMoments& family) {
        RowsKey key{parents_key(family), {}};
        for (const ColumnId id : family.variables()) {
            if (misses(id)) key.second.push_back(id);
        }
        std::sort(key.second.begin(), key.second.end());
        MomentGroup group;
        group.discrete = discrete_parents(family);
        group.configurations = family.configurations();
        const std::size_t place = position(known_, groups_, key, group);
        lookups_.resize(groups_.size());
        return place;
    }

    const Dataset& data_;
    std::span<const ColumnId> columns_;
    std::vector<signed char> has_missing_;
    std::map<RowsKey, std::size_t> known_;
    std::vector<MomentGroup> groups_;
    std::vector<Lookup> lookups_;
    std::map<std::vector<ColumnId>, std::size_t> known_numbers_;
    std::vector<NumberGroup> number_groups_;
};

}  // namespace

MomentPlan plan_moments(const Dataset& data, std::span<const ColumnId> columns,
                        std::span<const FamilyMoments> families) {
    MomentPlanner planner(data, columns);
    for (std::size_t i = 0; i < families.size(); ++i) planner.add(i, families[i]);
    return planner.finish();
}

}  // namespace pgm::detail

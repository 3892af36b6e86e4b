#include <learners/search/detail/changing_dag.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// The set of what is beyond `v` and v itself.
std::vector<std::uint64_t> with_itself(BitRow beyond, std::size_t v) {
    std::vector<std::uint64_t> set(beyond.begin(), beyond.end());
    add_member(set, v);
    return set;
}

/// Builds the sets `beyond` of some variables again from those of their neighbours `next`. What was
/// beyond a variable had fewer variables beyond itself, so it comes first.
void rebuild(BitMatrix& beyond, const BitMatrix& next, BitRow variables) {
    std::vector<std::pair<std::size_t, std::size_t>> order;  // size of the old set, variable
    for_each_member(variables,
                    [&](std::size_t v) { order.emplace_back(size_of(beyond.row(v)), v); });
    std::ranges::sort(order);
    for (const auto& [size, v] : order) {
        const std::span<std::uint64_t> row = beyond.row(v);
        std::ranges::fill(row, 0);
        for_each_member(next.row(v), [&](std::size_t neighbour) {
            unite(row, beyond.row(neighbour));
            add_member(row, neighbour);
        });
    }
}

}  // namespace

ChangingDag::ChangingDag(const Dag& dag)
    : size_(dag.size()),
      parents_(dag.size()),
      children_(dag.size()),
      ancestors_(dag.size()),
      descendants_(dag.size()) {
    for (const Arc& arc : dag.arcs()) add(arc.parent.index(), arc.child.index());
}

void ChangingDag::add(std::size_t parent, std::size_t child) {
    add_member(children_.row(parent), child);
    add_member(parents_.row(child), parent);
    const auto above = with_itself(ancestors_.row(parent), parent);
    const auto below = with_itself(descendants_.row(child), child);
    for_each_member(above, [&](std::size_t v) { unite(descendants_.row(v), below); });
    for_each_member(below, [&](std::size_t v) { unite(ancestors_.row(v), above); });
}

void ChangingDag::remove(std::size_t parent, std::size_t child) {
    remove_member(children_.row(parent), child);
    remove_member(parents_.row(child), parent);
    const auto above = with_itself(ancestors_.row(parent), parent);
    const auto below = with_itself(descendants_.row(child), child);
    rebuild(descendants_, children_, above);
    rebuild(ancestors_, parents_, below);
}

Dag ChangingDag::dag() const {
    std::vector<Arc> arcs;
    for (std::size_t child = 0; child < size_; ++child)
        for_each_member(parents_.row(child), [&](std::size_t parent) {
            arcs.push_back({VariableId(parent), VariableId(child)});
        });
    return Dag(size_, arcs);
}

}  // namespace pgm::learners::detail

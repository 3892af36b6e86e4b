#include <learners/search/detail/equivalence_class.hpp>

#include <pgm/graph/partially_directed_graph.hpp>

#include <utility>
#include <vector>

namespace pgm::learners::detail {

namespace {

Cpdag class_under(const Dag& member, const AllowedArcs& allowed) {
    if (allowed.all()) return cpdag(member);
    std::vector<Arc> known;
    for (const Arc& arc : member.arcs())
        if (allowed.required(arc.parent, arc.child) || !allowed.allowed(arc.child, arc.parent))
            known.push_back(arc);
    return cpdag(member, known);
}

}  // namespace

EquivalenceClass::EquivalenceClass(const Dag& member, const AllowedArcs& allowed)
    : EquivalenceClass(class_under(member, allowed)) {}

EquivalenceClass::EquivalenceClass(const Cpdag& graph)
    : size_(graph.size), parents_(size_), children_(size_), neighbours_(size_) {
    for (const Arc& arc : graph.compelled) set_arc(arc.parent.index(), arc.child.index());
    for (const Edge& edge : graph.reversible) {
        add_member(neighbours_.row(edge.a.index()), edge.b.index());
        add_member(neighbours_.row(edge.b.index()), edge.a.index());
    }
}

std::vector<std::uint64_t> EquivalenceClass::neighbours_adjacent_to(std::size_t y,
                                                                    std::size_t x) const {
    const BitRow near = neighbours(y);
    std::vector<std::uint64_t> both(near.begin(), near.end());
    for (std::size_t w = 0; w < both.size(); ++w)
        both[w] &= parents(x)[w] | children(x)[w] | neighbours(x)[w];
    return both;
}

bool EquivalenceClass::is_clique(BitRow set) const {
    bool complete = true;
    for_each_member(set, [&](std::size_t a) {
        for (std::size_t w = 0; w < set.size(); ++w) {
            std::uint64_t strange = set[w] & ~(parents(a)[w] | children(a)[w] | neighbours(a)[w]);
            if (a / 64 == w) strange &= ~(std::uint64_t{1} << (a % 64));
            complete = complete && strange == 0;
        }
    });
    return complete;
}

bool EquivalenceClass::has_semidirected_path(std::size_t from, std::size_t to,
                                             BitRow blocked) const {
    std::vector<std::uint64_t> seen(blocked.begin(), blocked.end());
    std::vector<std::size_t> open{from};
    add_member(seen, from);
    while (!open.empty()) {
        const std::size_t v = open.back();
        open.pop_back();
        if (v == to) return true;
        for (std::size_t w = 0; w < seen.size(); ++w) {
            std::uint64_t fresh = (children(v)[w] | neighbours(v)[w]) & ~seen[w];
            seen[w] |= fresh;
            for (; fresh != 0; fresh &= fresh - 1)
                open.push_back(64 * w + static_cast<std::size_t>(std::countr_zero(fresh)));
        }
    }
    return false;
}

void EquivalenceClass::remove_edge(std::size_t a, std::size_t b) {
    for (BitMatrix* const sets : {&parents_, &children_, &neighbours_}) {
        remove_member(sets->row(a), b);
        remove_member(sets->row(b), a);
    }
}

void EquivalenceClass::set_arc(std::size_t parent, std::size_t child) {
    remove_edge(parent, child);
    add_member(children_.row(parent), child);
    add_member(parents_.row(child), parent);
}

bool EquivalenceClass::can_be_sink(std::size_t v, BitRow left) const {
    if (intersect(children(v), left)) return false;
    bool can = true;
    for_each_member(neighbours(v), [&](std::size_t n) {
        if (!contains(left, n)) return;
        for (std::size_t w = 0; w < left.size(); ++w) {
            std::uint64_t strange = left[w] & (parents(v)[w] | neighbours(v)[w]) &
                                    ~(parents(n)[w] | children(n)[w] | neighbours(n)[w]);
            if (n / 64 == w) strange &= ~(std::uint64_t{1} << (n % 64));
            can = can && strange == 0;
        }
    });
    return can;
}

std::optional<Dag> EquivalenceClass::extension() const {
    std::vector<std::uint64_t> left(words_for(size_), 0);
    std::vector<std::size_t> turn;
    for (std::size_t v = 0; v < size_; ++v) {
        add_member(left, v);
        turn.push_back(v);
    }
    std::vector<Arc> arcs;
    std::size_t taken = 0;
    while (!turn.empty()) {
        const std::size_t v = turn.back();
        turn.pop_back();
        if (!contains(left, v) || !can_be_sink(v, left)) continue;
        remove_member(left, v);
        ++taken;
        for (const BitRow beside : {parents(v), neighbours(v)})
            for_each_member(beside, [&](std::size_t u) {
                if (!contains(left, u)) return;
                arcs.push_back({VariableId(u), VariableId(v)});
                turn.push_back(u);  // one obstacle less
            });
    }
    if (taken < size_) return std::nullopt;
    return Dag(size_, arcs);
}

std::optional<Dag> member_that_obeys(const EquivalenceClass& members, const AllowedArcs& allowed) {
    EquivalenceClass oriented = members;
    for (std::size_t a = 0; a < members.size(); ++a)
        for_each_member(members.neighbours(a), [&](std::size_t b) {
            const VariableId from(a), to(b);
            if (allowed.required(from, to) || !allowed.allowed(to, from)) oriented.set_arc(a, b);
        });
    std::optional<Dag> dag = oriented.extension();
    if (!dag || !allowed.obeyed_by(*dag)) return std::nullopt;
    if (oriented != members && EquivalenceClass(*dag) != members) return std::nullopt;
    return dag;
}

}  // namespace pgm::learners::detail

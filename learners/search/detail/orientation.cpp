#include <learners/search/detail/orientation.hpp>

#include <learners/search/detail/subsets.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// a -> c <- b, and how clearly c makes a and b dependent.
struct TestedCollider {
    double contrast = 0;   ///< ln of the p without c, less that of the p given c besides
    double statistic = 0;  ///< given c besides
    VariableId a;
    VariableId c;
    VariableId b;
};

/// The v-structures that separating sets ask for.
class VStructures {
public:
    VStructures(const SkeletonSearch& search, const IndependenceTest& test,
                const AllowedArcs& allowed, SearchWatch& watch)
        : search_(search), test_(test), allowed_(allowed), watch_(watch) {}

    /// The clearest first.
    std::vector<TestedCollider> list() {
        std::vector<TestedCollider> all;
        for (std::size_t v = 0; v < search_.neighbours().size(); ++v) {
            const std::vector<Neighbour>& around = search_.neighbours()[v];
            for (std::size_t j = 1; j < around.size(); ++j) {
                if (!watch_.may_go_on({.fraction = 1, .iterations = search_.tests()})) return all;
                for (std::size_t i = 0; i < j; ++i)
                    if (const auto without =
                            collider(around[i].other, VariableId(v), around[j].other))
                        all.push_back(contrasted(*without, VariableId(v)));
            }
        }
        std::ranges::sort(all, [](const TestedCollider& first, const TestedCollider& second) {
            return std::tuple(-first.contrast, -first.statistic, first.a, first.c, first.b) <
                   std::tuple(-second.contrast, -second.statistic, second.a, second.c, second.b);
        });
        return all;
    }

private:
    TestedCollider contrasted(const SeparatedPair& without, VariableId c) const {
        std::vector<VariableId> given = without.given;
        given.insert(std::ranges::upper_bound(given, c), c);
        const auto& [a, b] = without.pair;
        const TestResult with = test_.test(a, b, given);
        constexpr double least = std::numeric_limits<double>::min();
        return {std::log(std::max(without.p, least)) - std::log(std::max(with.p, least)),
                with.statistic, a, c, b};
    }

    /// The set without c that separates a and b by the largest p; null where there is none, or not
    /// more of them than with c.
    std::optional<SeparatedPair> collider(VariableId a, VariableId c, VariableId b) {
        const bool forbidden = !allowed_.allowed(a, b) && !allowed_.allowed(b, a);
        const bool directions = allowed_.allowed(a, c) && allowed_.allowed(b, c);
        if (search_.joined(a, b) || forbidden || !directions) return std::nullopt;
        const auto found =
            std::ranges::lower_bound(search_.separated(), Edge{a, b}, {}, &SeparatedPair::pair);
        if (found == search_.separated().end() || found->pair != Edge{a, b})
            return SeparatedPair{{a, b}, {}, test_.test(a, b, {}).p};
        std::size_t with = 0, without = 0;
        const SeparatedPair* best = nullptr;
        for (const SeparatedPair& separated : separating_sets(*found)) {
            const bool has_c = std::ranges::binary_search(separated.given, c);
            ++(has_c ? with : without);
            if (!has_c && (best == nullptr || separated.p > best->p)) best = &separated;
        }
        return without > with ? std::optional(*best) : std::nullopt;
    }

    /// All that separate the pair among the set found and those of neighbours of one end that are
    /// no larger.
    const std::vector<SeparatedPair>& separating_sets(const SeparatedPair& found) {
        const auto [place, is_new] = separating_.try_emplace({found.pair.a, found.pair.b});
        if (!is_new) return place->second;
        std::vector<std::vector<VariableId>> sets{found.given};
        for (const VariableId end : {found.pair.a, found.pair.b})
            add_subsets(search_.neighbours()[end.index()], found.given.size(), sets);
        std::ranges::sort(sets);
        const auto repeated = std::ranges::unique(sets);
        sets.erase(repeated.begin(), repeated.end());
        for (std::vector<VariableId>& given : sets) {
            const TestResult result = test_.test(found.pair.a, found.pair.b, given);
            if (result.degrees_of_freedom > 0 && result.p > search_.alpha())
                place->second.push_back({found.pair, std::move(given), result.p});
        }
        return place->second;
    }

    static void add_subsets(const std::vector<Neighbour>& around, std::size_t largest,
                            std::vector<std::vector<VariableId>>& sets) {
        for (std::size_t size = 0; size <= largest; ++size)
            for (Subsets subset(around.size(), size); !subset.at_end(); subset.next()) {
                sets.emplace_back();
                for (const std::size_t i : subset.members()) sets.back().push_back(around[i].other);
            }
    }

    const SkeletonSearch& search_;
    const IndependenceTest& test_;
    const AllowedArcs& allowed_;
    SearchWatch& watch_;
    std::map<std::pair<VariableId, VariableId>, std::vector<SeparatedPair>> separating_;
};

/// Takes vertices away from the end of an order, each the one that contradicts the graph least.
class NearestMember {
public:
    NearestMember(const PartiallyDirectedGraph& graph, const SkeletonSearch& search,
                  const AllowedArcs& allowed)
        : rest_(graph), search_(search), allowed_(allowed), is_left_(graph.size(), 1) {}

    Dag dag() {
        for (std::size_t taken = 0; taken < rest_.size(); ++taken) take_away(least_contradicting());
        return Dag(rest_.size(), arcs_);
    }

private:
    /// Arcs out of it that would be turned, then new v-structures at it.
    using Contradictions = std::pair<std::size_t, std::size_t>;

    Contradictions contradictions(VariableId v) const {
        const std::vector<VariableId> around = rest_.adjacent(v);
        std::size_t unjoined = 0;
        for (const VariableId neighbour : rest_.neighbours(v))
            for (const VariableId other : around)
                if (other != neighbour && !rest_.adjacent(neighbour, other)) ++unjoined;
        return {rest_.children(v).size(), unjoined};
    }

    bool has_required_child(VariableId v) const {
        return std::ranges::any_of(rest_.children(v),
                                   [&](VariableId child) { return allowed_.required(v, child); });
    }

    /// The vertex with the fewest contradictions; of equals the one of the largest number. Required
    /// arcs have no cycle, so there is one.
    VariableId least_contradicting() const {
        std::optional<std::pair<Contradictions, VariableId>> best;
        for (std::size_t i = rest_.size(); i-- > 0;) {
            const VariableId v(i);
            if (is_left_[i] == 0 || has_required_child(v)) continue;
            const Contradictions count = contradictions(v);
            if (!best || count < best->first) best.emplace(count, v);
            if (count == Contradictions()) break;
        }
        return best->second;
    }

    void take_away(VariableId v) {
        std::vector<Neighbour> parents;
        for (const Neighbour& neighbour : search_.neighbours()[v.index()])
            if (is_left_[neighbour.other.index()] != 0 && allowed_.allowed(neighbour.other, v))
                parents.push_back(neighbour);
        std::ranges::sort(parents, [&](const Neighbour& first, const Neighbour& second) {
            const bool first_required = allowed_.required(first.other, v),
                       second_required = allowed_.required(second.other, v);
            return first_required != second_required ? first_required : stronger(first, second);
        });
        if (parents.size() > allowed_.max_parents()) parents.resize(allowed_.max_parents());
        for (const Neighbour& parent : parents) arcs_.push_back({parent.other, v});
        for (const VariableId other : rest_.adjacent(v)) rest_.remove(other, v);
        is_left_[v.index()] = 0;
    }

    PartiallyDirectedGraph rest_;
    const SkeletonSearch& search_;
    const AllowedArcs& allowed_;
    std::vector<char> is_left_;
    std::vector<Arc> arcs_;
};

}  // namespace

void direct_by_constraints(PartiallyDirectedGraph& graph, const AllowedArcs& allowed) {
    for (const auto& [a, b] : graph.edges()) {
        if (allowed.required(a, b) || !allowed.allowed(b, a)) {
            graph.set_arc(a, b);
        } else if (allowed.required(b, a) || !allowed.allowed(a, b)) {
            graph.set_arc(b, a);
        }
    }
}

PartiallyDirectedGraph directed_skeleton(const SkeletonSearch& search, const IndependenceTest& test,
                                         const AllowedArcs& allowed, SearchWatch& watch) {
    PartiallyDirectedGraph graph(search.neighbours().size());
    for (std::size_t v = 0; v < graph.size(); ++v)
        for (const Neighbour& neighbour : search.neighbours()[v])
            if (v < neighbour.other.index()) graph.set_edge(VariableId(v), neighbour.other);
    direct_by_constraints(graph, allowed);
    for (const auto& [contrast, statistic, a, c, b] :
         VStructures(search, test, allowed, watch).list()) {
        if (graph.has_arc(c, a) || graph.has_arc(c, b)) continue;
        graph.set_arc(a, c);
        graph.set_arc(b, c);
    }
    apply_meek_rules(graph);
    return graph;
}

Dag nearest_member(const PartiallyDirectedGraph& graph, const SkeletonSearch& search,
                   const AllowedArcs& allowed) {
    return NearestMember(graph, search, allowed).dag();
}

}  // namespace pgm::learners::detail

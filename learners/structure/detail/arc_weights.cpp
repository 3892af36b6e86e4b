#include <learners/structure/detail/arc_weights.hpp>

#include <learners/families/detail/information_criteria.hpp>
#include <learners/structure/detail/gaussian_information.hpp>
#include <learners/structure/detail/mutual_information.hpp>
#include <learners/structure/fixed_structures.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace pgm::learners::detail {
namespace {

/// Four and a half million pairs, each with a table of its own.
constexpr std::size_t most_columns = 3000;

struct ArcGain {
    double nats = 0;
    double weight = 0;
    double parameters = 0;
};

/// A pair with the discrete column as `a`, if there is just one.
WeightedPair pair_of(const Columns& columns, ColumnId a, ColumnId b) {
    if (!columns.is_discrete(a) && columns.is_discrete(b)) std::swap(a, b);
    return {a, b};
}

/// The condition is the first parent, `a` the last one.
Family family_of(const WeightedPair& pair, PairCondition condition) {
    if (condition == PairCondition::none) return {pair.b, {pair.a}};
    return {pair.b, {class_column, pair.a}};
}

template <class Counts>
ArcGain gain_of(const Counts& counts) {
    return {conditional_mutual_information(counts), weight_of_rows(counts),
            parameters_of_arc(counts)};
}

ArcGain gain_of(const Columns& columns, const FamilySums& sums, const Family& family) {
    if (columns.is_discrete(family.child)) return gain_of(sums.counts(family));
    const bool mixed = columns.is_discrete(family.parents.back());
    const GaussianSums moments = sums.gaussian(family);
    const GaussianInformation found =
        mixed ? between_discrete_and_continuous(moments) : between_continuous(moments);
    return {found.nats, found.weight, found.parameters};
}

double weight_of(const ArcGain& gain, ArcWeight rule) {
    if (rule == ArcWeight::information) return gain.nats;
    const double likelihood = gain.weight * gain.nats;
    return rule == ArcWeight::aic ? aic(likelihood, gain.parameters)
                                  : bic(likelihood, gain.parameters, gain.weight);
}

template <class Counts>
double weight_of(const Counts& counts, ArcWeight rule) {
    if (rule == ArcWeight::k2) return marginal_likelihood_gain(counts);
    if (rule == ArcWeight::information) return conditional_mutual_information(counts);
    return weight_of(gain_of(counts), rule);
}

double weight_of(const Columns& columns, const FamilySums& sums, const Family& family,
                 ArcWeight rule) {
    if (columns.is_discrete(family.child)) return weight_of(sums.counts(family), rule);
    return weight_of(gain_of(columns, sums, family), rule);
}

std::vector<ColumnId> nodes_of(const Columns& columns, PairCondition condition) {
    std::vector<ColumnId> nodes = columns.features;
    if (condition == PairCondition::none) nodes.insert(nodes.begin(), class_column);
    return nodes;
}

/// All that may be an arc, without their weights. Those with the same first column are neighbours.
std::vector<WeightedPair> pairs_of(const Columns& columns, PairCondition condition) {
    const std::vector<ColumnId> nodes = nodes_of(columns, condition);
    if (nodes.size() > most_columns) {
        throw TooLargeError(
            "a structure that compares all pairs of " + std::to_string(nodes.size()) + " columns",
            {},
            "the limit is " + std::to_string(most_columns) +
                " columns: leave some out, or choose nb");
    }
    std::vector<WeightedPair> pairs;
    pairs.reserve(nodes.size() * (nodes.size() - 1) / 2);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::size_t j = i + 1; j < nodes.size(); ++j) {
            if (columns.may_join(nodes[i], nodes[j]))
                pairs.push_back(pair_of(columns, nodes[i], nodes[j]));
        }
    }
    return pairs;
}

/// Gives pairs their weights, wherever the sums are.
class ArcWeigher {
public:
    ArcWeigher(const Columns& columns, const FamilySums& sums, PairCondition condition,
               ArcWeight rule)
        : columns_(columns), sums_(sums), condition_(condition), rule_(rule) {}

    std::vector<WeightedPair> weighed(std::vector<WeightedPair> pairs) const {
        const SumsOnDemand* const others = sums_.others();
        std::vector<std::size_t> by_counter, by_passes;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const Family family = family_of(pairs[i], condition_);
            if (others == nullptr || sums_.has(family))
                pairs[i].weight = weight_of(columns_, sums_, family, rule_);
            else
                (is_small_table(pairs[i]) ? by_counter : by_passes).push_back(i);
        }
        if (!by_counter.empty()) count_pairs(*others, pairs, by_counter);
        if (!by_passes.empty()) count_families(*others, pairs, by_passes);
        return pairs;
    }

private:
    std::size_t conditions() const {
        return condition_ == PairCondition::none ? 1 : columns_.states(class_column);
    }

    /// True if the counter passes on every cell.
    bool is_small_table(const WeightedPair& pair) const {
        if (sums_.others()->counter == nullptr || !columns_.is_discrete(pair.a) ||
            !columns_.is_discrete(pair.b))
            return false;
        const std::size_t most_states = FamilyCounts::most_dense_cells / conditions();
        return columns_.states(pair.a) <= most_states &&
               columns_.states(pair.b) <= most_states / columns_.states(pair.a);
    }

    void count_families(const SumsOnDemand& others, std::vector<WeightedPair>& pairs,
                        std::span<const std::size_t> chosen) const {
        const auto family = [&](std::size_t i) { return family_of(pairs[chosen[i]], condition_); };
        others.for_each(chosen.size(), family, [&](std::size_t i, const FamilySums& sums) {
            others.stop.check();
            pairs[chosen[i]].weight = weight_of(columns_, sums, family(i), rule_);
        });
    }

    /// The pairs that share `a` are counted together.
    void count_pairs(const SumsOnDemand& others, std::vector<WeightedPair>& pairs,
                     std::span<const std::size_t> chosen) const {
        std::vector<std::span<const std::size_t>> groups;
        for (std::size_t begin = 0, end = 0; begin < chosen.size(); begin = end) {
            while (end < chosen.size() && pairs[chosen[end]].a == pairs[chosen[begin]].a) ++end;
            groups.push_back(chosen.subspan(begin, end - begin));
        }
        parallel_for(groups.size(), others.threads, others.stop,
                     [&](std::size_t begin, std::size_t end) {
                         for (std::size_t group = begin; group < end; ++group)
                             count_group(others, pairs, groups[group]);
                     });
    }

    void count_group(const SumsOnDemand& others, std::vector<WeightedPair>& pairs,
                     std::span<const std::size_t> group) const {
        const auto in_table = [&](ColumnId id) { return others.counter_columns[id.index()]; };
        std::vector<ColumnId> condition, candidates;
        if (condition_ == PairCondition::given_class) condition.push_back(in_table(class_column));
        for (const std::size_t i : group) candidates.push_back(in_table(pairs[i].b));
        const ColumnId shared = pairs[group.front()].a;
        others.counter->count_additions(
            in_table(shared), condition, candidates, [&](std::size_t i, const FamilyRuns& counts) {
                others.stop.check();
                WeightedPair& pair = pairs[group[i]];
                const bool class_first = condition.empty() || condition.front() < candidates[i];
                pair.weight = weight_of(cells_of(counts, pair, class_first), rule_);
            });
    }

    /// The child of the counted family is the first column of the pair; the class and the second
    /// one are its parents in the order of the table.
    PairCells cells_of(const FamilyRuns& counts, const WeightedPair& pair, bool class_first) const {
        const std::size_t child = columns_.states(pair.a), candidate = columns_.states(pair.b);
        return {.cells = counts.counts(),
                .conditions = conditions(),
                .a_states = candidate,
                .b_states = child,
                .z_stride = class_first ? candidate * child : child,
                .a_stride = class_first ? child : conditions() * child};
    }

    const Columns& columns_;
    const FamilySums& sums_;
    PairCondition condition_;
    ArcWeight rule_;
};

}  // namespace

std::vector<Family> families_of_arcs(const Columns& columns, PairCondition condition) {
    std::vector<Family> families = families_to_estimate(columns, NaiveBayes().models(columns));
    for (const WeightedPair& pair : pairs_of(columns, condition))
        families.push_back(family_of(pair, condition));
    if (condition == PairCondition::none) {
        for (const ColumnId feature : columns.features) families.push_back({feature, {}});
    }
    return families;
}

std::vector<WeightedPair> arc_weights(const Columns& columns, const FamilySums& sums,
                                      PairCondition condition, ArcWeight rule) {
    return ArcWeigher(columns, sums, condition, rule).weighed(pairs_of(columns, condition));
}

std::vector<WeightedPair> gaining(std::vector<WeightedPair> pairs) {
    std::erase_if(pairs, [](const WeightedPair& pair) { return !(pair.weight > 0); });
    return pairs;
}

std::vector<double> information_about_class(const Columns& columns, const FamilySums& sums) {
    std::vector<double> nats(columns.schema.size(), 0);
    for (const ColumnId feature : columns.features)
        nats[feature.index()] = gain_of(columns, sums, {feature, {class_column}}).nats;
    return nats;
}

std::vector<ColumnId> most_informative_first(const Columns& columns, const FamilySums& sums) {
    const std::vector<double> about_class = information_about_class(columns, sums);
    std::vector<ColumnId> order = columns.features;
    std::sort(order.begin(), order.end(), [&](ColumnId x, ColumnId y) {
        return std::tuple(!columns.is_discrete(x), -about_class[x.index()], x) <
               std::tuple(!columns.is_discrete(y), -about_class[y.index()], y);
    });
    return order;
}

}  // namespace pgm::learners::detail

#include <learners/structure/detail/arc_weights.hpp>

#include <learners/structure/detail/gaussian_information.hpp>
#include <learners/structure/detail/information.hpp>
#include <learners/structure/naive_bayes.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pgm::learners::detail {
namespace {

/// Four and a half million pairs, each with a table of its own.
constexpr std::size_t most_columns = 3000;

struct Gain {
    double nats = 0;
    double weight = 0;
    double parameters = 0;
};

/// The pair with its discrete column as the parent, if there is just one; the condition first.
Family pair_family(const Columns& columns, ColumnId a, ColumnId b, Condition condition) {
    if (!columns.is_discrete(a) && columns.is_discrete(b)) std::swap(a, b);
    std::vector<ColumnId> parents;
    if (condition == Condition::given_class) parents.push_back(class_column);
    parents.push_back(a);
    return {b, std::move(parents)};
}

Gain gain_of(const Columns& columns, const FamilySums& sums, const Family& family) {
    if (columns.is_discrete(family.child)) {
        const FamilyCounts counts = sums.counts(family);
        return {conditional_mutual_information(counts), counts.total().value(),
                parameters_of_arc(counts)};
    }
    const bool mixed = columns.is_discrete(family.parents.back());
    const GaussianSums moments = sums.gaussian(family);
    const GaussianInformation found =
        mixed ? between_discrete_and_continuous(moments) : between_continuous(moments);
    return {found.nats, found.weight, found.parameters};
}

double weight_of(const Columns& columns, const FamilySums& sums, const Family& family,
                 ArcWeight rule) {
    if (rule == ArcWeight::k2 && columns.is_discrete(family.child))
        return marginal_likelihood_gain(sums.counts(family));
    const Gain gain = gain_of(columns, sums, family);
    if (rule == ArcWeight::information) return gain.nats;
    const double price = rule == ArcWeight::aic ? 1 : std::log(std::max(gain.weight, 1.0)) / 2;
    return gain.weight * gain.nats - price * gain.parameters;
}

std::vector<ColumnId> nodes_of(const Columns& columns, Condition condition) {
    std::vector<ColumnId> nodes = columns.features;
    if (condition == Condition::none) nodes.insert(nodes.begin(), class_column);
    return nodes;
}

std::vector<Family> pair_families(const Columns& columns, Condition condition) {
    const std::vector<ColumnId> nodes = nodes_of(columns, condition);
    if (nodes.size() > most_columns) {
        throw TooLargeError(
            "a structure that compares all pairs of " + std::to_string(nodes.size()) + " columns",
            {},
            "the limit is " + std::to_string(most_columns) +
                " columns: leave some out, or choose nb");
    }
    std::vector<Family> families;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::size_t j = i + 1; j < nodes.size(); ++j) {
            if (columns.may_join(nodes[i], nodes[j]))
                families.push_back(pair_family(columns, nodes[i], nodes[j], condition));
        }
    }
    return families;
}

}  // namespace

std::vector<Family> families_of_arcs(const Columns& columns, Condition condition) {
    std::vector<Family> families = families_to_estimate(columns, NaiveBayes().models(columns));
    const std::vector<Family> pairs = pair_families(columns, condition);
    families.insert(families.end(), pairs.begin(), pairs.end());
    if (condition == Condition::none) {
        for (const ColumnId feature : columns.features) families.push_back({feature, {}});
    }
    return families;
}

std::vector<WeightedPair> arc_weights(const Columns& columns, const FamilySums& sums,
                                      Condition condition, ArcWeight rule) {
    std::vector<WeightedPair> pairs;
    for (const Family& family : pair_families(columns, condition))
        pairs.push_back(
            {family.parents.back(), family.child, weight_of(columns, sums, family, rule)});
    return pairs;
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

std::vector<ColumnId> most_telling_first(const Columns& columns, const FamilySums& sums) {
    const std::vector<double> about_class = information_about_class(columns, sums);
    std::vector<ColumnId> order = columns.features;
    std::sort(order.begin(), order.end(), [&](ColumnId x, ColumnId y) {
        return std::tuple(!columns.is_discrete(x), -about_class[x.index()], x) <
               std::tuple(!columns.is_discrete(y), -about_class[y.index()], y);
    });
    return order;
}

}  // namespace pgm::learners::detail

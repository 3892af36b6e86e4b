#include <pgm/classify/measure/bayes_error.hpp>

#include <pgm/classify/decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>

namespace pgm {
namespace {

void check_variables(const BayesianNetwork& network, VariableId class_variable,
                     std::span<const VariableId> features) {
    const auto require = [&network](VariableId variable) {
        if (variable.index() >= network.size())
            throw ArgumentError("the network has no variable number " +
                                std::to_string(variable.index()));
        if (!network.variable(variable).is_discrete())
            throw ArgumentError("the Bayes error is enumerated over states, and '" +
                                    printable(network.variable(variable).name()) +
                                    "' is continuous",
                                "discretise it, or measure the error on sampled rows");
    };
    require(class_variable);
    for (std::size_t i = 0; i < features.size(); ++i) {
        require(features[i]);
        const bool twice =
            std::ranges::find(features.begin(), features.begin() + static_cast<std::ptrdiff_t>(i),
                              features[i]) != features.begin() + static_cast<std::ptrdiff_t>(i);
        if (twice || features[i] == class_variable)
            throw ArgumentError("'" + printable(network.variable(features[i]).name()) +
                                "' occurs twice among the class and the features");
    }
}

/// Removes, one by one, features that the others d-separate from the class. The posterior of the
/// class stays the same each time.
std::vector<VariableId> features_that_matter(const Dag& dag, VariableId class_variable,
                                             std::span<const VariableId> features) {
    std::vector<VariableId> kept(features.begin(), features.end());
    for (std::size_t i = kept.size(); i-- > 0;) {
        std::vector<VariableId> others = kept;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        if (d_separation(dag, {&class_variable, 1}, {&kept[i], 1}, others).separated)
            kept = std::move(others);
    }
    return kept;
}

std::size_t configurations(const BayesianNetwork& network, VariableId class_variable,
                           std::span<const VariableId> features, std::size_t limit) {
    std::size_t count = 1;
    for (const VariableId feature : features) {
        const auto product = checked_mul(count, network.cardinality(feature));
        if (!product || *product > limit / network.cardinality(class_variable))
            throw TooLargeError("the " + std::to_string(features.size()) +
                                    " features that matter have more than " +
                                    std::to_string(limit) +
                                    " configurations with the class; they cannot all be enumerated",
                                {}, "ask for fewer features, or measure the error on sampled rows");
        count = *product;
    }
    return count;
}

}  // namespace

BayesRisk bayes_risk(const InferenceEngine& engine, VariableId class_variable,
                     std::span<const VariableId> features, const LossMatrix& matrix,
                     std::size_t limit) {
    const BayesianNetwork& network = engine.only_network();
    check_variables(network, class_variable, features);
    check(matrix);
    if (matrix.classes != network.variable(class_variable).states())
        throw ArgumentError("the columns of the loss matrix are not the states of '" +
                                printable(network.variable(class_variable).name()) +
                                "' in their order",
                            "with_class_order() sorts them");
    BayesRisk result{.features = features_that_matter(network.dag(), class_variable, features)};
    result.configurations = configurations(network, class_variable, result.features, limit);

    std::vector<VariableId> axes = result.features;
    axes.push_back(class_variable);  // last, so that each configuration is a contiguous run
    const JointPosterior joint = engine.joint(axes);
    const std::size_t classes = matrix.classes.size();
    std::vector<double> least;
    for (std::size_t x = 0; x < result.configurations; ++x)
        least.push_back(std::ranges::min(
            conditional_risks(joint.table.values().subspan(x * classes, classes), matrix)));
    result.risk = fixed_order_sum(least);
    return result;
}

BayesRisk bayes_error(const InferenceEngine& engine, VariableId class_variable,
                      std::span<const VariableId> features, std::size_t limit) {
    check_variables(engine.network(), class_variable, features);
    return bayes_risk(engine, class_variable, features,
                      zero_one_loss(engine.network().variable(class_variable).states()), limit);
}

}  // namespace pgm

#pragma once

#include <pgm/classify/provenance.hpp>
#include <pgm/classify/super_parent.hpp>
#include <pgm/classify/temperature.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/distinct_rows.hpp>
#include <pgm/data/statistics.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

class InferenceEngine;
struct EngineOptions;

/// One network of a classifier and its weight in the mixture.
///
/// A member with super-parents is left out of a row whose values of them have less training weight
/// than `least_weight`; the weights of the other members are scaled up to sum to 1. If that leaves
/// no member, all of them are used. A missing value of a super-parent is summed out; one that has
/// no known value leaves out no member.
struct WeightedNetwork {
    BayesianNetwork network;
    double weight = 1;
    std::optional<SuperParent> super_parent = std::nullopt;

    friend bool operator==(const WeightedNetwork&, const WeightedNetwork&) = default;
};

struct StackedClassifier;

/// The parts of a Classifier. A learner or a reader fills them in, and the constructor of
/// Classifier checks them.
struct ClassifierParts {
    std::vector<WeightedNetwork> members;  ///< none of a stack
    std::string class_name;
    std::vector<Variable> schema;
    Discretisation discretisation;
    Provenance provenance;
    std::optional<Statistics> statistics = std::nullopt;
    std::optional<BayesianNetwork> prior = std::nullopt;
    Temperature temperature = {};
    std::optional<DistinctRows> training_rows = std::nullopt;
    std::vector<StackedClassifier> stack;  ///< none but of a stack
    Replacements replacements = {};

    friend bool operator==(const ClassifierParts&, const ClassifierParts&);
};

/// A classifier: a Bayesian network, the name of one of its variables, and how the columns of a
/// table become its evidence.
///
///     P(class = k, x) = sum over members of weight * P_member(class = k, x)
///
/// There is one member for every structure but those that average: AODE has one network per
/// super-parent, A2DE one per pair of them, averaged TAN one per root. InferenceEngine computes the
/// posteriors, so a missing cell is an unobserved variable, unless something replaces it, and a
/// classifier can be asked whatever a network can be asked: predict() (predictions.hpp) answers for
/// whole tables, answer() (stack_engine.hpp) for questions in text.
///
/// A stack consists of whole classifiers instead, each with cut points and a temperature of its
/// own, and averages what they predict (a linear opinion pool; Stone 1961):
///
///     P(class = k | x) = sum over classifiers of weight * P_classifier(class = k | x)
///
/// It differs from the mixture in that the weight of a classifier does not depend on how well it
/// predicts the features. It has no statistics, cuts, replacements or prior network
/// itself.
///
///  - schema(): the variables that data are expected to have, before discretisation, the class
///    first. Other variables of a member are hidden: discrete, never observed and summed out (the
///    structure parzen has one). A feature without any value in the training rows is in the schema
///    and in no member.
///  - discretisation(): cut points of continuous columns that are discrete in the members. They are
///    applied to data before anything else.
///  - replacements(): what the missing cells of a column become in predictions, as they did in
///    training: a state or a number that is filled in, or a state of its own, which the members
///    have in addition to those of the schema. Questions about the networks are not filled in.
///  - statistics(): the sufficient statistics of the discretised training rows, unless they were
///    not kept. learners::update() adds to them.
///  - prior(): the network whose counts smoothed the tables, if any.
///  - temperature(): T of P(k | x)^(1/T) / sum_j P(j | x)^(1/T), which is what predictions are; 1
///    leaves them as the networks give them. It does not change which class is the most probable,
///    by which it may differ. Answers to questions about the networks are without it.
///  - training_rows(): the different rows that the temperature or the strengths of back-off were
///    chosen by, where update() needs them to choose again.
///
/// A classifier is a value: it can be copied, compared and passed to threads.
/// io/classifier_file.hpp saves it bit for bit.
class Classifier {
public:
    /// Throws ArgumentError when the parts contradict each other: there is no member and no stack,
    /// or there are both, a stacked classifier is a stack or has another schema, a weight is not
    /// positive, a temperature is not positive, a member
    /// is without the class, a continuous variable is not in the schema, or a variable has other
    /// states than the schema, the discretisation and the replacements give it.
    explicit Classifier(ClassifierParts parts);

    std::span<const WeightedNetwork> members() const { return parts_.members; }
    std::span<const StackedClassifier> stack() const;
    /// The engine that answers questions about a classifier of one network. Throws ArgumentError
    /// for a mixture of several networks, which needs a MixtureEngine (mixture_engine.hpp).
    InferenceEngine engine() const;
    InferenceEngine engine(const EngineOptions& options) const;
    const std::string& class_name() const { return parts_.class_name; }
    /// The class. All answers list its states in this order.
    const Variable& class_variable() const { return parts_.schema.front(); }

    std::span<const Variable> schema() const { return parts_.schema; }
    std::span<const Variable> features() const { return schema().subspan(1); }
    /// The variable of that name in the schema, or null.
    const Variable* find(std::string_view name) const;
    /// The variables of the schema as the members have them.
    std::vector<Variable> prepared_schema() const;

    const Discretisation& discretisation() const { return parts_.discretisation; }
    const Replacements& replacements() const { return parts_.replacements; }
    const Provenance& provenance() const { return parts_.provenance; }
    const std::optional<Statistics>& statistics() const { return parts_.statistics; }
    const std::optional<BayesianNetwork>& prior() const { return parts_.prior; }
    const Temperature& temperature() const { return parts_.temperature; }
    const std::optional<DistinctRows>& training_rows() const { return parts_.training_rows; }

    const ClassifierParts& parts() const { return parts_; }

    friend bool operator==(const Classifier&, const Classifier&);

private:
    ClassifierParts parts_;
    SortedNames names_;  ///< of the schema
};

/// A classifier of a stack and its weight there; the weights sum to 1.
struct StackedClassifier {
    Classifier classifier;
    double weight = 1;

    friend bool operator==(const StackedClassifier&, const StackedClassifier&);
};

inline std::span<const StackedClassifier> Classifier::stack() const {
    return parts_.stack;
}

/// The members; of a stack those of all its classifiers, weighted by both weights.
std::vector<WeightedNetwork> all_networks(const Classifier& classifier);

}  // namespace pgm

#pragma once

#include <pgm/classify/provenance.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/distinct_rows.hpp>
#include <pgm/data/sums.hpp>
#include <pgm/model/model.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm {

class InferenceEngine;
struct EngineOptions;

/// Temperature scaling of a classifier's posteriors (Guo, Pleiss, Sun and Weinberger 2017, "On
/// calibration of modern neural networks"): the posterior p of a row becomes
///
///     p_j^(1/T) / sum_i p_i^(1/T)  for every class j.
///
/// T above 1 flattens posteriors, T below 1 sharpens them. Every row is raised to one power, so the
/// order of the classes never changes.
struct Temperature {
    double value = 1;  ///< T, positive; 1 is the identity

    bool changes_nothing() const { return value == 1; }

    /// The formula for the logarithms of one row's posterior, one per class and not all of them
    /// minus infinity. They need not be normalised before, and are afterwards.
    void apply(std::span<double> log_posterior) const;

    friend bool operator==(const Temperature&, const Temperature&) = default;
};

/// The parts of a NetworkClassifier. A learner or a reader fills them in, and the constructor of
/// NetworkClassifier checks them.
struct NetworkClassifierParts {
    Model model;
    std::vector<Variable> schema;  ///< the class first
    Discretisation discretisation = {};
    Replacements replacements = {};
    Temperature temperature = {};
    Provenance provenance = {};
    std::optional<Sums> statistics = std::nullopt;
    std::optional<BayesianNetwork> prior = std::nullopt;
    std::optional<DistinctRows> training_rows = std::nullopt;

    friend bool operator==(const NetworkClassifierParts&, const NetworkClassifierParts&) = default;
};

/// A Bayesian network, one of its variables as the class, and how the columns of a table become its
/// evidence. Structures that average have a mixture in place of the network (model.hpp): AODE has
/// one member per super-parent, A2DE one per pair of them, averaged TAN one per root.
///
///  - schema(): the variables that data are expected to have, before discretisation, the class
///    first. Other variables of the networks are hidden: discrete, never observed and summed out
///    (the structure parzen has one). A feature without any value in the training rows is in the
///    schema and in no network.
///  - discretisation(): cut points of continuous columns that are discrete in the networks. They
///    are applied to data before anything else.
///  - replacements(): the state or number that a missing value of a column becomes in predictions,
///    as it did in training, or a state of its own, which the networks have in addition to those of
///    the schema. Questions about the networks are not filled in.
///  - temperature(): T of P(k | x)^(1/T) / sum_j P(j | x)^(1/T), which is what predictions are; 1
///    leaves them as the networks give them. It does not change which class is the most probable,
///    by which it may differ. Answers to questions about the networks are without it.
///  - statistics(): the sufficient statistics of the discretised training rows, unless they were
///    not kept. learners::update() adds to them.
///  - prior(): the network whose counts smoothed the tables, if any.
///  - training_rows(): the different rows that the temperature or the concentrations of back-off
///    were chosen by, where update() needs them to choose again.
class NetworkClassifier {
public:
    /// Throws ArgumentError when the parts contradict each other: the schema does not begin with a
    /// discrete class, the networks are without it, a continuous variable is not in the schema, a
    /// variable has other states than the schema, the discretisation and the replacements give it,
    /// or the temperature is not positive.
    explicit NetworkClassifier(NetworkClassifierParts parts);

    const Model& model() const { return parts_.model; }
    std::span<const WeightedNetwork> members() const { return parts_.model.members(); }
    const std::string& class_name() const { return class_variable().name(); }
    const Variable& class_variable() const { return parts_.schema.front(); }
    std::span<const Variable> schema() const { return parts_.schema; }
    std::span<const Variable> features() const { return schema().subspan(1); }
    /// The variable of that name in the schema, or null.
    const Variable* find(std::string_view name) const;
    /// The variables of the schema as the networks have them.
    std::vector<Variable> prepared_schema() const;

    const Discretisation& discretisation() const { return parts_.discretisation; }
    const Replacements& replacements() const { return parts_.replacements; }
    const Temperature& temperature() const { return parts_.temperature; }
    const Provenance& provenance() const { return parts_.provenance; }
    const std::optional<Sums>& statistics() const { return parts_.statistics; }
    const std::optional<BayesianNetwork>& prior() const { return parts_.prior; }
    const std::optional<DistinctRows>& training_rows() const { return parts_.training_rows; }

    const NetworkClassifierParts& parts() const { return parts_; }

    friend bool operator==(const NetworkClassifier& a, const NetworkClassifier& b) {
        return a.parts_ == b.parts_;  // from which the names follow
    }

private:
    NetworkClassifierParts parts_;
    SortedNames names_;  ///< of the schema
};

/// A classifier of an ensemble and its weight there.
struct PooledClassifier {
    NetworkClassifier classifier;
    double weight = 1;

    friend bool operator==(const PooledClassifier&, const PooledClassifier&) = default;
};

/// Several classifiers, each with cut points and a temperature of its own, whose predictions are
/// averaged (a linear opinion pool; Stone 1961, "The opinion pool"):
///
///     P(class = k | x) = sum over classifiers of weight * P_classifier(class = k | x)
///
/// It differs from a mixture in that the weight of a classifier does not depend on how well it
/// predicts the features.
class Ensemble {
public:
    /// Throws ArgumentError for no classifier, for different schemas, and for weights that are not
    /// positive or do not sum to 1.
    explicit Ensemble(std::vector<PooledClassifier> classifiers, Provenance provenance = {},
                      Temperature temperature = {});

    std::span<const PooledClassifier> classifiers() const { return classifiers_; }
    std::span<const Variable> schema() const { return classifiers_.front().classifier.schema(); }
    const Variable* find(std::string_view name) const {
        return classifiers_.front().classifier.find(name);
    }
    const Temperature& temperature() const { return temperature_; }
    const Provenance& provenance() const { return provenance_; }

    /// The classifier whose joint distribution answers what is no prediction, since pooled
    /// predictions have none: of those that leave out the fewest features the one of most weight,
    /// of equals the first.
    const PooledClassifier& heaviest() const;

    friend bool operator==(const Ensemble&, const Ensemble&) = default;

private:
    std::vector<PooledClassifier> classifiers_;
    Provenance provenance_;
    Temperature temperature_;
};

/// A classifier of either kind; what every learner produces. InferenceEngine computes the
/// posteriors, so a missing value is an unobserved variable, unless something replaces it, and a
/// classifier can be asked whatever a network can be asked: predict() (predictions.hpp) answers for
/// whole tables, answer() (ensemble_engine.hpp) for questions in text.
///
/// A classifier is a value: it can be copied, compared and passed to threads.
/// io/network_file.hpp saves it bit for bit.
class Classifier {
public:
    using Kind = std::variant<NetworkClassifier, Ensemble>;

    Classifier(NetworkClassifier classifier) : kind_(std::move(classifier)) {}
    Classifier(Ensemble ensemble) : kind_(std::move(ensemble)) {}

    const Kind& kind() const { return kind_; }
    /// The alternative, or null.
    const NetworkClassifier* networks() const { return std::get_if<NetworkClassifier>(&kind_); }
    const Ensemble* ensemble() const { return std::get_if<Ensemble>(&kind_); }
    /// The joint distribution of class and features; of an ensemble that of its heaviest().
    const Model& model() const;

    const std::string& class_name() const { return class_variable().name(); }
    /// The class. All answers list its states in this order.
    const Variable& class_variable() const { return schema().front(); }
    std::span<const Variable> schema() const;
    std::span<const Variable> features() const { return schema().subspan(1); }
    /// The variable of that name in the schema, or null.
    const Variable* find(std::string_view name) const;
    const Temperature& temperature() const;
    const Provenance& provenance() const;

    /// The engine that answers questions about model(). What an ensemble predicts of its class is
    /// answered by an EnsembleEngine (ensemble_engine.hpp).
    InferenceEngine engine() const;
    InferenceEngine engine(const EngineOptions& options) const;

    friend bool operator==(const Classifier&, const Classifier&) = default;

private:
    Kind kind_;
};

/// A copy of the classifier with another record of where it comes from.
Classifier with_provenance(const Classifier& classifier, Provenance provenance);

/// The classifiers of networks that it consists of: itself, or those of the ensemble.
std::vector<const NetworkClassifier*> network_classifiers(const Classifier& classifier);

/// The networks; of an ensemble those of all its classifiers, weighted by both weights.
std::vector<WeightedNetwork> all_networks(const Classifier& classifier);

}  // namespace pgm

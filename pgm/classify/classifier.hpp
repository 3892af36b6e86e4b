#pragma once

#include <pgm/classify/provenance.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/statistics.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

class InferenceEngine;
struct EngineOptions;

/// What a member of an averaged classifier needs to know to keep silent: its super-parent, the
/// weight of the training rows that had each of its states, and the least weight that lets the
/// member speak. Of AODE (Webb, Boughton and Wang 2005, "Not so naive Bayes", section 3), where the
/// least weight is 1.
struct SuperParent {
    std::string feature;
    std::vector<double> weights;  ///< one per state of the feature in the member's network
    double least_weight = 1;

    friend bool operator==(const SuperParent&, const SuperParent&) = default;
};

/// One network of a classifier and its share of the mixture.
///
/// A member with a super-parent takes no part in a row whose value of that feature has less
/// training weight than `least_weight`; the shares of the others are scaled up to sum to 1. A row
/// in which no member takes part is answered by all of them. A missing super-parent excludes
/// nobody: it is summed out.
struct WeightedNetwork {
    BayesianNetwork network;
    double weight = 1;
    std::optional<SuperParent> super_parent = std::nullopt;

    friend bool operator==(const WeightedNetwork&, const WeightedNetwork&) = default;
};

/// The parts of a Classifier, to be filled in by a learner or a reader and checked by the
/// Classifier's constructor.
struct ClassifierParts {
    std::vector<WeightedNetwork> members;
    std::string class_name;
    std::vector<Variable> schema;
    Discretisation discretisation;
    Provenance provenance;
    std::optional<Statistics> statistics = std::nullopt;
    std::optional<BayesianNetwork> prior = std::nullopt;

    friend bool operator==(const ClassifierParts&, const ClassifierParts&) = default;
};

/// A classifier: a Bayesian network, the name of one of its variables, and how the columns of a
/// table become its evidence.
///
///     P(class = k, x) = sum over members of weight * P_member(class = k, x)
///
/// One member for every structure but AODE, which averages one network per super-parent. There is
/// nothing else to a classifier: posteriors are answered by InferenceEngine on members()[i].network
/// (predict() of pgm/classify/predictions.hpp does it for whole tables, answer() of
/// pgm/classify/mixture_engine.hpp for questions in text), so a missing cell is an unobserved
/// variable, and every question that can be asked of a network can be asked of a classifier.
///
///  - schema(): the variables as they are expected in data, the class first, before discretisation.
///    A variable of a member that is none of them is hidden, and discrete: it is never observed,
///    and summed out (the structure parzen has one); a feature of which the training rows had no
///    value at all is in the schema and in no member.
///  - discretisation(): cut points of continuous columns that are discrete in the members. Applied
///    to data before anything else.
///  - statistics(): the sums it was fitted from, unless they were not kept; what learners::update()
///    adds to. Of the discretised rows.
///  - prior(): the network whose counts smoothed the tables, if any.
///
/// A value: copied, compared, passed to threads; io/classifier_file.hpp saves it bit for bit.
class Classifier {
public:
    /// Throws ArgumentError when the parts contradict each other: no member, a weight that is not
    /// positive, a member that lacks the class or has other states of it, a continuous variable
    /// that is not in the schema, one that has other states than the schema and the discretisation
    /// give it.
    explicit Classifier(ClassifierParts parts);

    std::span<const WeightedNetwork> members() const { return parts_.members; }
    /// The engine that answers any question about a classifier of one network. Throws ArgumentError
    /// for a mixture of several, which MixtureEngine (mixture_engine.hpp) answers for.
    InferenceEngine engine() const;
    InferenceEngine engine(const EngineOptions& options) const;
    const std::string& class_name() const { return parts_.class_name; }
    /// The class with its states, in the order of every answer.
    const Variable& class_variable() const { return parts_.schema.front(); }

    std::span<const Variable> schema() const { return parts_.schema; }
    std::span<const Variable> features() const { return schema().subspan(1); }
    /// The variable of that name in the schema, or null.
    const Variable* find(std::string_view name) const;

    const Discretisation& discretisation() const { return parts_.discretisation; }
    const Provenance& provenance() const { return parts_.provenance; }
    const std::optional<Statistics>& statistics() const { return parts_.statistics; }
    const std::optional<BayesianNetwork>& prior() const { return parts_.prior; }

    const ClassifierParts& parts() const { return parts_; }

    friend bool operator==(const Classifier&, const Classifier&) = default;

private:
    ClassifierParts parts_;
    std::vector<std::uint32_t> by_name_;  ///< positions in the schema, sorted by name
};

}  // namespace pgm

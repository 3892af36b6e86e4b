#pragma once

#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The parts of a classifier of either kind as a reader finds them: networks, or classifiers whose
/// predictions are pooled.
struct ClassifierFields {
    std::vector<WeightedNetwork> members;
    std::vector<PooledClassifier> pooled;
    std::vector<Variable> schema;
    Discretisation discretisation;
    Replacements replacements;
    Temperature temperature;
    Provenance provenance;
    std::optional<Statistics> statistics;
    std::optional<BayesianNetwork> prior;
    std::optional<DistinctRows> training_rows;
};

/// The classifier of networks, or the ensemble, that they are. Throw ArgumentError for parts that
/// contradict each other.
NetworkClassifier network_classifier_of(ClassifierFields fields);
Classifier classifier_of(ClassifierFields fields);

/// The network that a classifier consists of, for those who read a file as a network. Throws
/// ParseError with the name of the file for a classifier of several.
ReadResult network_of(const Classifier& classifier, const std::string& name,
                      std::vector<Problem> remarks);

}  // namespace pgm::io::detail

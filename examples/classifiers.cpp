#include <examples/classifiers.hpp>

namespace pgm::examples {

BayesianNetwork network_of(const Classifier& classifier) {
    return classifier.model().network();
}

InferenceEngine engine_of(const Classifier& classifier) {
    return InferenceEngine(network_of(classifier));
}

}  // namespace pgm::examples

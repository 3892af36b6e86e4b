#include <io/format/detail/classifier_network.hpp>

#include <utility>

namespace pgm::io::detail {

NetworkClassifier network_classifier_of(ClassifierFields fields) {
    return NetworkClassifier({.model = Model(std::move(fields.members)),
                              .schema = std::move(fields.schema),
                              .discretisation = std::move(fields.discretisation),
                              .replacements = std::move(fields.replacements),
                              .temperature = fields.temperature,
                              .provenance = std::move(fields.provenance),
                              .statistics = std::move(fields.statistics),
                              .prior = std::move(fields.prior),
                              .training_rows = std::move(fields.training_rows)});
}

Classifier classifier_of(ClassifierFields fields) {
    if (fields.pooled.empty()) return network_classifier_of(std::move(fields));
    if (!fields.members.empty())
        throw ArgumentError("a classifier has networks or classifiers, not both");
    return Ensemble(std::move(fields.pooled), std::move(fields.provenance), fields.temperature);
}

ReadResult network_of(const Classifier& classifier, const std::string& name,
                      std::vector<Problem> remarks) {
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || networks->model().is_mixture()) {
        throw ParseError("the file holds a classifier of " +
                             std::to_string(all_networks(classifier).size()) +
                             " networks, not one network",
                         {.file = name}, "it answers questions and predicts, but is no network");
    }
    return {networks->model().network(), std::move(remarks)};
}

}  // namespace pgm::io::detail

#include <io/format/detail/classifier_network.hpp>

#include <utility>

namespace pgm::io::detail {

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

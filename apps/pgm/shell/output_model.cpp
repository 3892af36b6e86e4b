#include <apps/pgm/shell/output_model.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/output.hpp>
#include <apps/pgm/shell/output_path.hpp>
#include <io/classifier_file.hpp>
#include <io/network_file.hpp>

namespace pgm::apps {

void write_model(const Classifier& classifier, const std::string& path) {
    const NetworkClassifier* const networks = classifier.networks();
    if (is_standard_output(path) || holds_classifiers(path) || !networks ||
        networks->model().is_mixture())
        return io::write_classifier(classifier, path);
    io::write_network(networks->model().network(), path);
    print_note("'" + path +
                   "' has the network alone, without the class, cut points and statistics of the "
                   "classifier",
               "predict takes --class with it; a .pgmodel file has all of it");
}

}  // namespace pgm::apps

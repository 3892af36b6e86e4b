#include <apps/pgm/options/classifier_input.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <utility>
#include <variant>

namespace pgm::apps {
namespace {

/// A network as a classifier of one of its variables.
Classifier classifier_of(BayesianNetwork network, const std::string& class_name) {
    const VariableId target = network.id(class_name);
    std::vector<Variable> schema = {network.variable(target)};
    for (std::size_t i = 0; i < network.size(); ++i)
        if (VariableId(i) != target) schema.push_back(network.variables()[i]);
    return NetworkClassifier({.model = std::move(network), .schema = std::move(schema)});
}

}  // namespace

void ClassifierInput::add_to(Options& options) {
    options.text("-c,--class", class_name, "COLUMN",
                 "The class, when MODEL is a network and not a fitted classifier");
}

Classifier ClassifierInput::read(Session& session) const {
    if (!class_name.empty()) return classifier_of(load_network(session, path), class_name);
    io::SavedModel model = load_model(session, path);
    if (auto* const classifier = std::get_if<Classifier>(&model)) return std::move(*classifier);
    const BayesianNetwork& network = std::get<BayesianNetwork>(model);
    const std::string example =
        network.size() > 0 ? printable(network.variables().back().name()) : "VARIABLE";
    throw ArgumentError(in_quotes(path) + " is a network, not a fitted classifier",
                        "say which of its variables is to be predicted: --class '" + example + "'");
}

}  // namespace pgm::apps

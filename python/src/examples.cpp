#include <python/src/detail/bindings.hpp>

#include <examples/examples.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>

namespace pgm::python {
namespace {

/// [(name, title)] of the textbook examples.
std::vector<std::pair<std::string, std::string>> example_titles() {
    std::vector<std::pair<std::string, std::string>> titles;
    for (const examples::Example& example : examples::textbook_examples())
        titles.emplace_back(example.name, example.title);
    return titles;
}

/// The network of an example; of a classifier that averages several the one of most weight.
Network example_network(const std::string& name) {
    const auto known =
        std::ranges::find(examples::textbook_examples(), name, &examples::Example::name);
    if (known == examples::textbook_examples().end())
        throw ArgumentError("no example '" + name + "'");
    const examples::ExampleModel model = [&] {
        const nb::gil_scoped_release release;
        return known->model();
    }();
    return std::visit(
        Overloaded{
            [](const BayesianNetwork& network) { return Network(network); },
            [](const Classifier& classifier) {
                const std::vector<WeightedNetwork> members = all_networks(classifier);
                return Network(
                    std::ranges::max_element(members, {}, &WeightedNetwork::weight)->network);
            }},
        model);
}

}  // namespace

void bind_examples(nb::module_& module) {
    module.def("example_titles", &example_titles);
    module.def("example_network", &example_network, nb::arg("name"));
}

}  // namespace pgm::python

#include <examples/explore/page_to_click.hpp>

#include <io/page/page.hpp>
#include <pgm/core/error.hpp>
#include <pgm/decide/decide.hpp>

#include <vector>

namespace pgm::examples {
namespace {

BayesianNetwork explored_network(const Example& example) {
    const ExampleModel model = example.model();
    if (const auto* const network = std::get_if<BayesianNetwork>(&model)) return *network;
    const std::vector<WeightedNetwork> members = all_networks(std::get<Classifier>(model));
    if (members.size() != 1)
        throw ArgumentError("it averages " + std::to_string(members.size()) +
                            " networks, each with a page of its own");
    return members.front().network;
}

}  // namespace

std::string page_to_click(const Example& example) {
    const BayesianNetwork network = explored_network(example);
    const io::PageOptions options{.title = example.title};
    if (!decision_or_utility(network)) return io::write_page(network, options);
    const InfluenceDiagram diagram(network);
    return io::write_page(diagram, decide(diagram).strategy, options);
}

}  // namespace pgm::examples

#include <learners/search/arc_confidence.hpp>

#include <learners/search/detail/arc_votes.hpp>
#include <learners/search/detail/resampling.hpp>

namespace pgm::learners {

using namespace detail;

BootstrapResult bootstrap(const Dataset& data, const StructureLearner& learner,
                          const Bootstrap& options, const SearchControl& control) {
    SearchWatch watch(control);
    ArcVotes votes(data.schema(), options.constraints);
    const auto learn = [&](const Dataset& rows, const SearchControl& of_rows) {
        LearnedStructure structure = learner(rows, of_rows);
        return structure.partial ? std::nullopt : std::optional(std::move(structure.dag));
    };
    for (const Dag& dag : learned_from_replicates<Dag>(data, options, watch, learn)) votes.add(dag);
    return {votes.shares(), votes.structures(), watch.stopped()};
}

BootstrapResult bootstrap(const Dataset& data, const NetworkLearner& learner,
                          const Bootstrap& options, const SearchControl& control) {
    SearchWatch watch(control);
    ArcVotes votes(data.schema(), options.constraints);
    auto networks = learned_from_replicates<BayesianNetwork>(data, options, watch, learner);
    for (const BayesianNetwork& network : networks) votes.add(network.dag());
    return {votes.shares(), votes.structures(), watch.stopped(), std::move(networks)};
}

}  // namespace pgm::learners

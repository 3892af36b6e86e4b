#include <learners/search/constraint_search.hpp>

#include <learners/search/detail/orientation.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/search/detail/skeleton_search.hpp>

#include <optional>

namespace pgm::learners {
namespace {

/// The class of a DAG among those that the constraints allow.
PartiallyDirectedGraph allowed_class(const Dag& dag, const AllowedArcs& allowed) {
    PartiallyDirectedGraph graph(cpdag(dag));
    detail::direct_by_constraints(graph, allowed);
    apply_meek_rules(graph);
    return graph;
}

}  // namespace

LearnedClass pc(const IndependenceTest& test, const Constraints& constraints,
                const SearchControl& control, const Pc& options) {
    detail::require_level(options.alpha);
    const AllowedArcs allowed(test.variables(), constraints);
    detail::SearchWatch watch(control);
    detail::SkeletonSearch search(test, allowed, watch, options.alpha);
    search.run(options.max_conditions.value_or(test.variables()));
    std::optional<PartiallyDirectedGraph> graph;
    if (!watch.stopped()) graph = detail::directed_skeleton(search, test, allowed, watch);
    LearnedClass result;
    result.separated = search.separated();
    result.tests = search.tests();
    result.partial = watch.stopped();
    if (result.partial) {
        result.dag = Dag(test.variables(), allowed.required_arcs());
        result.consistent = false;
    } else {
        std::optional<Dag> dag = consistent_extension(*graph);
        result.consistent = dag && allowed.obeyed_by(*dag);
        result.dag =
            result.consistent ? std::move(*dag) : detail::nearest_member(*graph, search, allowed);
    }
    result.graph = allowed_class(result.dag, allowed);
    return result;
}

}  // namespace pgm::learners

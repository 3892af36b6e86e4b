#include <pgm/inference/detail/plan/plan_description.hpp>

#include <initializer_list>
#include <span>

namespace pgm::detail {
namespace {

/// A graph as its names of values and positions read outside.
class GraphDescription {
public:
    explicit GraphDescription(const ContractionGraph& graph) : graph_(graph) {}

    PlanGraph describe() const {
        PlanGraph result;
        for (std::size_t i = 0; i < graph_.leaves.size(); ++i)
            result.tables.push_back(table(graph_.leaves[i], graph_.scope(graph_.leaf(i))));
        for (const LeafTable& scalar : graph_.scalars) result.tables.push_back(table(scalar, {}));
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const ContractionGraph::Value made = graph_.made_by(i);
            result.contractions.push_back({numbers({graph_.nodes[i].a, graph_.nodes[i].b}),
                                           variables(graph_.scope(made)),
                                           variables(graph_.reduced(made))});
        }
        result.evidence = numbers(graph_.roots);
        for (std::size_t i = 0; i < graph_.scalars.size(); ++i)
            result.evidence.push_back(graph_.leaves.size() + i);
        for (const auto& [position, value] : graph_.marginals)
            result.marginals.emplace_back(graph_.variables[position], number(value));
        return result;
    }

private:
    std::size_t number(ContractionGraph::Value value) const {
        return value - 1 + (graph_.is_made(value) ? graph_.scalars.size() : 0);
    }

    /// The number 1 is not worth mentioning.
    std::vector<std::size_t> numbers(std::span<const ContractionGraph::Value> values) const {
        std::vector<std::size_t> list;
        for (const ContractionGraph::Value value : values)
            if (value != ContractionGraph::one) list.push_back(number(value));
        return list;
    }
    std::vector<std::size_t> numbers(std::initializer_list<ContractionGraph::Value> values) const {
        return numbers(std::span(values.begin(), values.size()));
    }

    std::vector<VariableId> variables(PlanScope scope) const {
        std::vector<VariableId> list;
        for (const std::uint32_t position : scope) list.push_back(graph_.variables[position]);
        return list;
    }

    PlanGraph::Table table(const LeafTable& leaf, PlanScope scope) const {
        PlanGraph::Table table{VariableId(std::size_t{leaf.variable}), variables(scope), {}};
        for (const EvidenceAxis& given :
             std::span(graph_.evidence_axes).subspan(leaf.first_evidence_axis, leaf.evidence_axes))
            table.evidence_axes.emplace_back(std::size_t{given.variable});
        return table;
    }

    const ContractionGraph& graph_;
};

}  // namespace

PlanGraph describe_plan(const ContractionGraph& graph) {
    return GraphDescription(graph).describe();
}

}  // namespace pgm::detail

#include <pgm/inference/detail/graph/plan_sketch.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/order/order_search.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

class Sketcher {
public:
    Sketcher(const BayesianNetwork& network, const PlanRequest& request, SketchEffort effort,
             std::pmr::memory_resource* memory)
        : network_(network),
          request_(request),
          effort_(effort),
          memory_(memory),
          sketch_(memory),
          members_(memory) {}

    PlanSketch sketch() {
        find_variables();
        passes_ = cost_model::passes(request_.task, share_asked());
        collect_families();
        const EliminationOrder order =
            find_elimination_order(interaction_graph(), hopeless_cells(), memory_);
        renumber(order);
        predict(order);
        return std::move(sketch_);
    }

private:
    /// The variables that have more than one state left, numbered for now as they come.
    void find_variables() {
        relevant_ = relevant_variables(network_.dag(), request_.targets, request_.roles);
        sketch_.position.assign(network_.size(), PlanSketch::none);
        sketch_.fixed_state.assign(network_.size(), PlanSketch::none);
        sketch_.variables.reserve(network_.size());
        sketch_.cardinalities.reserve(network_.size());
        sketch_.first_state.reserve(network_.size());
        sketch_.kept_states.reserve(4 * network_.size());
        for (std::size_t v = 0; v < network_.size(); ++v) {
            const Role role = request_.roles[v];
            if (!relevant_[v] || role == Role::observed || role == Role::intervened) continue;
            const auto first = static_cast<std::uint32_t>(sketch_.kept_states.size());
            request_.domains->append_states(VariableId(v), sketch_.kept_states);
            const auto states = static_cast<std::uint32_t>(sketch_.kept_states.size()) - first;
            if (states == 1) {
                sketch_.fixed_state[v] = sketch_.kept_states.back();
                sketch_.kept_states.pop_back();
                continue;
            }
            sketch_.position[v] = static_cast<std::uint32_t>(sketch_.variables.size());
            sketch_.variables.push_back(VariableId(v));
            sketch_.cardinalities.push_back(states);
            sketch_.first_state.push_back(first);
        }
    }

    /// The share of targets among the variables that are left.
    double share_asked() const {
        const std::size_t left = std::max<std::size_t>(sketch_.variables.size(), 1);
        return std::min(1.0,
                        static_cast<double>(request_.targets.size()) / static_cast<double>(left));
    }

    void collect_families() {
        sketch_.families.reserve(network_.size());
        for (std::size_t v = 0; v < network_.size(); ++v) {
            if (!relevant_[v] || request_.roles[v] == Role::intervened) continue;
            members_.clear();
            bool is_loaded_again = false;
            for (const VariableId member : table_of(network_.cpds()[v]).scope().variables()) {
                if (sketch_.position[member.index()] != PlanSketch::none)
                    members_.push_back(sketch_.position[member.index()]);
                is_loaded_again |= request_.roles[member.index()] == Role::observed;
            }
            tables_loaded_ += is_loaded_again;
            PlanSketch::Family& family = sketch_.families.emplace_back();
            family.variable = VariableId(v);
            family.scope = sketch_.scopes.copy(members_);
            family.sums_to_one = sums_to_one(VariableId(v));
        }
    }

    bool sums_to_one(VariableId v) const {
        return request_.prior && request_.roles[v.index()] == Role::free &&
               std::ranges::equal(request_.domains->words(v), request_.prior->words(v));
    }

    InteractionGraph interaction_graph() {
        std::pmr::vector<PlanScope> scopes(memory_);
        scopes.reserve(sketch_.families.size());
        for (const PlanSketch::Family& family : sketch_.families) {
            if (!family.scope.empty()) scopes.push_back(family.scope);
        }
        InteractionGraph graph(sketch_.cardinalities, scopes, memory_);
        if (request_.task == Task::joint || request_.task == Task::maximum) {
            graph.stage.assign(sketch_.variables.size(), 0);
            for (const VariableId target : request_.targets) {
                if (sketch_.position[target.index()] != PlanSketch::none)
                    graph.stage[sketch_.position[target.index()]] = 1;
            }
        }
        last_stage_ = static_cast<std::uint32_t>(std::ranges::count(graph.stage, 1));
        return graph;
    }

    /// Renumbers variables as they came by their positions in the order.
    void renumber(const EliminationOrder& order) {
        const auto count = static_cast<std::uint32_t>(order.order.size());
        std::pmr::vector<std::uint32_t> position_of(count, memory_);
        for (std::uint32_t p = 0; p < count; ++p) position_of[order.order[p]] = p;
        const auto reorder = [&](auto& list) {
            auto by_position = std::remove_reference_t<decltype(list)>(count, memory_);
            for (std::uint32_t p = 0; p < count; ++p) by_position[p] = list[order.order[p]];
            list.swap(by_position);
        };
        reorder(sketch_.variables);
        reorder(sketch_.cardinalities);
        reorder(sketch_.first_state);
        for (std::uint32_t p = 0; p < count; ++p)
            sketch_.position[sketch_.variables[p].index()] = p;
        for (PlanSketch::Family& family : sketch_.families) {
            members_.clear();
            for (const std::uint32_t member : family.scope) members_.push_back(position_of[member]);
            std::ranges::sort(members_);
            family.scope = sketch_.scopes.copy(members_);
        }
        sketch_.eliminated = request_.task == Task::joint ? count - last_stage_ : count;
        sketch_.first_maximised = request_.task == Task::maximum ? count - last_stage_ : count;
        for (const std::uint32_t member : order.largest)
            sketch_.largest_clique.push_back(sketch_.variables[position_of[member]]);
    }

    void predict(const EliminationOrder& order) {
        sketch_.clique_cells = order.total_cells;
        sketch_.largest_clique_cells = order.largest_cells;
        sketch_.is_cut_short = order.is_cut_short();
        if (request_.task == Task::joint) {
            double cells = 1;
            for (std::size_t p = sketch_.eliminated; p < sketch_.variables.size(); ++p)
                cells *= sketch_.cardinalities[p];
            if (cells > sketch_.largest_clique_cells) {
                sketch_.largest_clique_cells = cells;
                sketch_.largest_clique.assign(sketch_.variables.begin() + sketch_.eliminated,
                                              sketch_.variables.end());
            }
            sketch_.clique_cells += cells;
        }
        sketch_.run_seconds = run_seconds(sketch_.clique_cells);
        sketch_.first_run_seconds =
            run_seconds(sketch_.clique_cells - order.total_cells + order.first_total_cells);
        sketch_.compile_seconds = cost_model::compile_seconds(tables(), passes_);
        sketch_.search_seconds = order.further_tries_seconds;
    }

    double tables() const { return static_cast<double>(sketch_.families.size()); }
    double run_seconds(double clique_cells) const {
        return cost_model::run_seconds(clique_cells, tables(), tables_loaded_, passes_);
    }

    /// The cells from which on a plan runs longer than it compiles.
    double hopeless_cells() const {
        if (effort_ == SketchEffort::full) return infinity;
        return (cost_model::compile_seconds(tables(), passes_) - run_seconds(0)) /
               cost_model::run_seconds_per_cell(passes_);
    }

    const BayesianNetwork& network_;
    const PlanRequest& request_;
    SketchEffort effort_;
    std::pmr::memory_resource* memory_;
    PlanSketch sketch_;
    std::vector<char> relevant_;
    std::pmr::vector<std::uint32_t> members_;  ///< of one family
    double passes_ = 1;                        ///< through the cliques
    std::uint32_t tables_loaded_ = 0;  ///< families of which every evidence reads another slice
    std::uint32_t last_stage_ = 0;     ///< number of variables that are kept or maximised
};

}  // namespace

PlanSketch sketch_plan(const BayesianNetwork& network, const PlanRequest& request,
                       SketchEffort effort, std::pmr::memory_resource* memory) {
    return Sketcher(network, request, effort, memory).sketch();
}

}  // namespace pgm::detail

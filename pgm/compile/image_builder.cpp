#include <pgm/compile/image.hpp>

#include <pgm/compile/detail/image_start.hpp>
#include <pgm/compile/detail/image_walk.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/plan/arena_layout.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>

#include <algorithm>
#include <utility>

namespace pgm {
namespace {

using detail::ContractionGraph, detail::Domains, detail::LeafTable, detail::PlanScope;
using Space = Image::Space;
using Value = ContractionGraph::Value;

constexpr std::uint32_t none = ContractionGraph::none;
constexpr Image::Table number_one{Space::constants, 0};

/// Lowers a graph of contractions to an image: every value gets a place, every node a step. What is
/// made of constants alone is computed here, and is a constant itself.
class ImageBuilder {
public:
    /// `network` has tables, and `image` has the variables, their slots and flags.
    ImageBuilder(const BayesianNetwork& network, const ContractionGraph& graph, Image image,
                 const ImageOptions& options)
        : network_(network),
          graph_(graph),
          image_(std::move(image)),
          options_(options),
          needed_(graph.size(), 0),
          place_(graph.size()),
          weight_(graph.size(), 0),
          answer_of_(graph.size(), none) {
        image_.constants.push_back(1);
    }

    Image build() {
        const bool explains = image_.task == ImageTask::explanation;
        const auto& roots = explains ? graph_.maximum_roots : graph_.roots;
        for (const Value root : roots) needed_[root] = 1;
        need_operands();
        forward_ = needed_;
        for (const auto& marginal : graph_.marginals) needed_[marginal.value] = 1;
        need_operands();
        find_answers();
        add_nodes(true);
        for (const Value root : roots) {
            if (root != ContractionGraph::one) image_.roots.push_back(place_of(root));
        }
        for (const LeafTable& scalar : graph_.scalars)
            image_.roots.push_back(weighted(add_constants(scalar, {}), scalar));
        image_.forward = image_.steps.size();
        if (explains) add_choices();
        add_nodes(false);
        if (!explains) add_posteriors();
        lay_out();
        return std::move(image_);
    }

private:
    bool is_leaf(Value value) const {
        return value != ContractionGraph::one && !graph_.is_made(value);
    }

    /// Marks what the marked values are made of.
    void need_operands() {
        for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
            if (!needed_[graph_.made_by(i)]) continue;
            needed_[graph_.nodes[i].a] = needed_[graph_.nodes[i].b] = 1;
        }
    }

    /// Values that are posteriors and nothing else are written to their place at once.
    void find_answers() {
        for (const ContractionGraph::Marginal& marginal : graph_.marginals) {
            if (graph_.is_made(marginal.value))
                answer_of_[marginal.value] = graph_.variables[marginal.position].value;
        }
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (!needed_[graph_.made_by(i)]) continue;
            answer_of_[graph_.nodes[i].a] = answer_of_[graph_.nodes[i].b] = none;
        }
        for (const Value root : graph_.roots) answer_of_[root] = none;
    }

    /// Adds the nodes that P(e) needs, or the others.
    void add_nodes(bool forward) {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const Value value = graph_.made_by(i);
            if (needed_[value] && (forward_[value] != 0) == forward) add_node(value);
        }
    }

    /// Tables of the network are entered where they are first read.
    Image::Table place_of(Value value) {
        if (value == ContractionGraph::one) return number_one;
        if (is_leaf(value) && weight_[value] == 0) {
            const LeafTable& leaf = graph_.leaves[value - 1];
            place_[value] = weighted(add_constants(leaf, graph_.scope(value)), leaf);
            weight_[value] = 1;
        }
        return place_[value];
    }

    void add_node(Value value) {
        const ContractionGraph::Node& node = graph_.node_of(value);
        Image::Step step = start_step(place_of(node.a), place_of(node.b));
        append_loops(step, graph_.scope(value), graph_.scope(node.a), graph_.scope(node.b));
        step.maximise = node.maximise;
        const std::uint32_t weight = weight_[node.a] + weight_[node.b];
        step.rescale = weight > options_.factors_between_scalings;
        weight_[value] = step.rescale ? 1 : weight;
        if (answer_of_[value] != none && !is_constant(step)) {
            step.rescale = false;
            step.out = posterior_of(answer_of_[value]);
            image_.steps.push_back(step);
            place_[value] = step.out;
            return;
        }
        place_[value] = finish(step);
    }

    Image::Table add_constants(const LeafTable& leaf, PlanScope scope) {
        const auto first = static_cast<std::uint32_t>(image_.constants.size());
        const std::span<const double> table = table_of(network_.cpds()[leaf.variable]).numbers();
        std::vector<std::uint32_t> offsets;
        graph_.append_offsets(leaf, offsets);
        for (std::uint32_t i = 0; i < leaf.cells; ++i)
            image_.constants.push_back(table[leaf.base + offsets[i]]);
        if (options_.interventions && may_have_finding(leaf.variable)) {
            image_.own_tables.push_back({VariableId(leaf.variable), first, leaf.cells, {}});
            for (const std::uint32_t position : scope)
                image_.own_tables.back().axes.push_back(graph_.variables[position]);
        }
        return {Space::constants, first};
    }

    bool may_have_finding(std::uint32_t variable) const {
        return variable < image_.variables.size() && image_.has_evidence[variable];
    }

    /// The table times the likelihoods of the states of its variable.
    Image::Table weighted(Image::Table table, const LeafTable& leaf) {
        if (!may_have_finding(leaf.variable)) return table;
        Image::Step step = start_step(table, {Space::evidence, image_.first_slot[leaf.variable]});
        const std::uint32_t extent = std::max(leaf.own_extent, 1u),
                            inner = leaf.own_extent ? leaf.own_stride : leaf.cells,
                            whole = extent * inner;
        append(step, {leaf.cells / whole, whole, whole, 0});
        append(step, {extent, inner, inner, 1});
        append(step, {inner, 1, 1, 0});
        return finish(step);
    }

    Image::Step start_step(Image::Table a, Image::Table b) const {
        return {.out = {},
                .a = a,
                .b = b,
                .cells = 1,
                .first_loop = static_cast<std::uint32_t>(image_.loops.size()),
                .loops = 0,
                .maximise = false,
                .rescale = false};
    }

    void append(Image::Step& step, Image::StepLoop loop) {
        if (loop.extent == 1) return;
        if (loop.out) step.cells *= loop.extent;
        if (step.loops > 0) {
            Image::StepLoop& outer = image_.loops.back();
            if (outer.out == loop.out * loop.extent && outer.a == loop.a * loop.extent &&
                outer.b == loop.b * loop.extent) {
                outer = {outer.extent * loop.extent, loop.out, loop.a, loop.b};
                return;
            }
        }
        image_.loops.push_back(loop);
        ++step.loops;
    }

    void append_loops(Image::Step& step, PlanScope out, PlanScope a, PlanScope b) {
        std::size_t next = 0;
        auto cells_out = static_cast<std::uint32_t>(graph_.cells(out));
        walk(a, b, [&](std::uint32_t position, Image::StepLoop loop) {
            if (next < out.size() && out[next] == position) {
                loop.out = cells_out /= loop.extent;
                ++next;
            }
            append(step, loop);
        });
    }

    /// Calls visit(position, loop) for every axis of two tables, outermost first; the loop has no
    /// stride of the result.
    template <class Visit>
    void walk(PlanScope a, PlanScope b, const Visit& visit) const {
        auto cells_a = static_cast<std::uint32_t>(graph_.cells(a)),
             cells_b = static_cast<std::uint32_t>(graph_.cells(b));
        detail::walk_union(a, b, [&](std::uint32_t position, bool in_a, bool in_b) {
            const std::uint32_t extent = graph_.cardinalities[position];
            cells_a /= in_a ? extent : 1;
            cells_b /= in_b ? extent : 1;
            visit(position, Image::StepLoop{extent, 0, in_a ? cells_a : 0, in_b ? cells_b : 0});
        });
    }

    static bool is_constant(const Image::Step& step) {
        return step.a.space == Space::constants && step.b.space == Space::constants;
    }

    /// Gives the step a place for its result, which is scratch memory unless it is a constant.
    Image::Table finish(Image::Step step) {
        if (is_constant(step)) return fold(step);
        step.out = {Space::scratch, blocks_++};
        image_.steps.push_back(step);
        return step.out;
    }

    Image::Table fold(const Image::Step& step) {
        const std::size_t first = image_.constants.size();
        image_.constants.resize(first + step.cells, 0.0);
        double* const numbers = image_.constants.data();
        detail::for_each_product(
            detail::loops_of(image_, step), [&](std::size_t out, std::size_t a, std::size_t b) {
                double& result = numbers[first + out];
                const double product = numbers[step.a.cell + a] * numbers[step.b.cell + b];
                result = step.maximise ? std::max(result, product) : result + product;
            });
        image_.loops.resize(step.first_loop);
        return {Space::constants, static_cast<std::uint32_t>(first)};
    }

    void add_posteriors() {
        for (const ContractionGraph::Marginal& marginal : graph_.marginals)
            answer(place_of(marginal.value), graph_.variables[marginal.position].index(),
                   graph_.cardinalities[marginal.position]);
        for (std::size_t v = 0; v < image_.variables.size(); ++v) {
            if (image_.has_posterior[v] && graph_.fixed_state[v] != none) answer(number_one, v, 1);
        }
    }

    Image::Table posterior_of(std::size_t variable) const {
        return {Space::posterior, image_.first_slot[variable]};
    }

    void answer(Image::Table from, std::size_t variable, std::uint32_t states) {
        if (from == posterior_of(variable)) return;
        Image::Step step = start_step(from, number_one);
        append(step, {states, 1, 1, 0});
        step.out = posterior_of(variable);
        image_.steps.push_back(step);
    }

    void add_choices() {
        for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
            const Value value = graph_.made_by(i);
            const ContractionGraph::Node& node = graph_.node_of(value);
            if (!needed_[value] || !node.maximise) continue;
            Image::StateChoice choice{place_of(node.a), place_of(node.b),
                                      static_cast<std::uint32_t>(image_.axes.size()), 0, 0};
            choice.given = append_axes(value, false);
            choice.chosen = append_axes(value, true);
            if (choice.chosen > 0) image_.choices.push_back(choice);
        }
    }

    std::uint32_t append_axes(Value value, bool chosen) {
        const std::size_t before = image_.axes.size();
        const PlanScope kept = graph_.scope(value);
        walk(graph_.scope(graph_.node_of(value).a), graph_.scope(graph_.node_of(value).b),
             [&](std::uint32_t position, const Image::StepLoop& loop) {
                 if (std::ranges::binary_search(kept, position) == chosen) return;
                 image_.axes.push_back({graph_.variables[position], loop.extent, loop.a, loop.b});
             });
        return static_cast<std::uint32_t>(image_.axes.size() - before);
    }

    /// Blocks of scratch memory get their cells; those that nothing reads any more are used again.
    void lay_out() {
        detail::ArenaLayout layout(1, 0);
        for (std::uint32_t i = 0; i < image_.steps.size(); ++i) {
            const Image::Step& step = image_.steps[i];
            if (step.out.space == Space::scratch) layout.add(step.cells, i);
            for (const Image::Table& read : {step.a, step.b}) {
                if (read.space == Space::scratch) layout.use(read.cell, i);
            }
        }
        const auto keep = [&](const Image::Table& table) {
            if (table.space == Space::scratch) layout.use(table.cell, detail::ArenaLayout::forever);
        };
        for (const Image::Table& root : image_.roots) keep(root);
        for (const Image::StateChoice& choice : image_.choices) keep(choice.a), keep(choice.b);
        image_.scratch_cells = static_cast<std::uint32_t>(layout.place());
        const auto move = [&](Image::Table& table) {
            if (table.space == Space::scratch)
                table.cell = static_cast<std::uint32_t>(layout.cell(table.cell));
        };
        for (Image::Step& step : image_.steps) move(step.out), move(step.a), move(step.b);
        for (Image::Table& root : image_.roots) move(root);
        for (Image::StateChoice& choice : image_.choices) move(choice.a), move(choice.b);
    }

    const BayesianNetwork& network_;
    const ContractionGraph& graph_;
    Image image_;
    const ImageOptions& options_;
    std::vector<char> needed_, forward_;  ///< by value
    std::vector<Image::Table> place_;     ///< by value
    std::vector<std::uint32_t> weight_;   ///< by value: tables multiplied since the last scaling
    /// By value: the variable whose posterior it is, if it is nothing else.
    std::vector<std::uint32_t> answer_of_;
    std::uint32_t blocks_ = 0;  ///< of scratch memory, in order of birth
};

void require_discrete(const BayesianNetwork& network) {
    for (const Variable& variable : network.variables()) {
        if (variable.is_discrete()) continue;
        throw ModelError("'" + printable(variable.name()) +
                             "' is a number, and a program is compiled from tables alone",
                         {}, "cut it into intervals, or compile a classifier of it (--class)");
    }
}

}  // namespace

Image make_image(const BayesianNetwork& network, const ImageOptions& options) {
    validate(options.known, network);
    require_discrete(network);
    const std::optional<BayesianNetwork> expanded = detail::expanded_network(network);
    const BayesianNetwork& tables = expanded ? *expanded : network;
    const Domains domains = detail::image_domains(network, tables, options);
    Image image = detail::start_image(network, domains, options);
    const detail::PlanRequest request =
        detail::image_request(image, tables.size(), domains, options);
    const ContractionGraph graph =
        compile_graph(tables, request, detail::sketch_plan(tables, request));
    return ImageBuilder(tables, graph, std::move(image), options).build();
}

}  // namespace pgm

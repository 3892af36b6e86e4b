#include <python/src/detail/bindings.hpp>

#include <io/file/output_file.hpp>
#include <io/format/record/archive.hpp>
#include <io/picture/picture_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/graph/d_separation.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/d_separation_statement.hpp>

#include <algorithm>
#include <sstream>
#include <utility>

namespace pgm::python {

VariableId Network::id(std::string_view name) const {
    if (const std::optional<VariableId> id = builder_.find(name)) return *id;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < builder_.size(); ++i)
        names.push_back(builder_.variable(VariableId(i)).name());
    throw ArgumentError("no variable '" + std::string(name) + "'", did_you_mean(name, names));
}

namespace {

/// A directed path of these arcs leads from one variable to the other.
bool leads(const std::set<std::pair<std::string, std::string>>& arcs, const std::string& from,
           const std::string& to) {
    std::set<std::string> reached{from};
    for (std::vector<std::string> open{from}; !open.empty();) {
        const std::string parent = std::move(open.back());
        open.pop_back();
        for (auto arc = arcs.lower_bound({parent, ""}); arc != arcs.end() && arc->first == parent;
             ++arc)
            if (reached.insert(arc->second).second) open.push_back(arc->second);
    }
    return reached.contains(to);
}

}  // namespace

void Network::add_arc(const std::string& parent, const std::string& child) {
    if (!arcs_) {
        arcs_.emplace();
        const auto of_graph = graph();
        for (const Arc& arc : of_graph->dag().arcs())
            arcs_->emplace(of_graph->variable(arc.parent).name(),
                           of_graph->variable(arc.child).name());
    }
    const std::string shown = printable_word(parent) + " -> " + printable_word(child);
    if (arcs_->contains({parent, child}))
        throw ArgumentError("there is an arc " + shown + " already");
    if (leads(*arcs_, child, parent))
        throw ArgumentError("the arc " + shown + " would close a cycle");
    arcs_->emplace(parent, child);
    clear(child);
    change().arc(parent, child);
}

bool Network::is_whole() const {
    if (built_) return true;
    const std::vector<Problem> problems = builder_.check();
    return std::ranges::none_of(problems, [](const Problem& problem) {
        return problem.severity == Problem::Severity::error;
    });
}

std::shared_ptr<const BayesianNetwork> Network::graph() const {
    if (is_whole()) return built();
    NetworkBuilder uniform = builder_;
    for (std::size_t i = 0; i < builder_.size(); ++i)
        uniform.cpt(builder_.variable(VariableId(i)).name()).clear();
    uniform.fill_in();
    return std::make_shared<const BayesianNetwork>(std::move(uniform).build());
}

std::shared_ptr<const BayesianNetwork> Network::with_numbers_of(VariableId variable) const {
    try {
        return built();
    } catch (const ModelError&) {
        NetworkBuilder alone = builder_;
        for (std::size_t i = 0; i < alone.size(); ++i)
            if (VariableId(i) != variable) alone.cpt(alone.variable(VariableId(i)).name()).clear();
        if (std::ranges::count(alone.fill_in(), variable) > 0) throw;
        return std::make_shared<const BayesianNetwork>(std::move(alone).build());
    }
}

namespace {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

std::vector<double> numbers_of(const Numbers& array) {
    return {array.data(), array.data() + array.size()};
}

std::vector<std::string> names_in(const BayesianNetwork& network,
                                  std::span<const VariableId> variables) {
    std::vector<std::string> names;
    for (const VariableId id : variables) names.push_back(network.variable(id).name());
    return names;
}

std::vector<std::string> all_names(const Network& network) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < network.builder().size(); ++i)
        names.push_back(network.builder().variable(VariableId(i)).name());
    return names;
}

std::vector<std::pair<std::string, std::string>> arcs_of(const Network& network) {
    const auto graph = network.graph();
    std::vector<std::pair<std::string, std::string>> arcs;
    for (const Arc& arc : graph->dag().arcs())
        arcs.emplace_back(graph->variable(arc.parent).name(), graph->variable(arc.child).name());
    return arcs;
}

/// The parents in the order of the axes, and the numbers with an axis for each and one for the
/// variable itself; None instead where there are densities.
Parts table_of(const Network& network, std::string_view name) {
    const auto graph = network.graph();
    std::vector<VariableId> family = {graph->id(name)};
    const std::span<const VariableId> parents = parents_of(graph->cpd(family.front()));
    family.insert(family.end(), parents.begin(), parents.end());
    const auto is_discrete = [&](VariableId id) { return graph->variable(id).is_discrete(); };
    if (!std::ranges::all_of(family, is_discrete))
        return nb::make_tuple(names_in(*graph, parents), nb::none());
    const auto built = network.with_numbers_of(family.front());
    const TableCpd table = tabulated(*built, family.front());
    std::vector<std::size_t> shape(table.scope().cardinalities().begin(),
                                   table.scope().cardinalities().end());
    const std::span<const double> cells = table.table().values();
    return nb::make_tuple(names_in(*built, table.parents()),
                          array_of(std::vector(cells.begin(), cells.end()), shape));
}

nb::bytes native_bytes(const Network& network) {
    std::ostringstream out;
    io::write_archive(*network.built(), out);
    const std::string bytes = std::move(out).str();
    return nb::bytes(bytes.data(), bytes.size());
}

Network from_native_bytes(const nb::bytes& bytes) {
    return Network(
        io::read_archive({static_cast<const char*>(bytes.data()), bytes.size()}).network);
}

/// Truth and path of a statement; of one about each other variable, (name, truth, path) of each.
Parts separation(const Network& network, std::string_view text) {
    const auto graph = network.graph();
    const DSeparationStatement statement = parse_d_separation(*graph, text);
    const auto about = [&](std::span<const VariableId> right) {
        const DSeparation found =
            d_separation(graph->dag(), statement.left, right, statement.given);
        return nb::make_tuple(found.separated, names_in(*graph, found.active_path));
    };
    if (!statement.is_about_each) return about(statement.right);
    nb::dict of_each;
    for (const VariableId& other : statement.right)
        of_each[nb::cast(graph->variable(other).name())] = about({&other, 1});
    return nb::make_tuple(of_each);
}

/// The picture of a network: with evidence the posteriors too.
struct NetworkPicture {
    std::shared_ptr<const BayesianNetwork> network;
    io::Picture picture;
};

/// Edges without a head, and arcs with their confidence, which other arcs do not have.
using ArcMarks = std::pair<std::vector<std::pair<std::string, std::string>>,
                           std::vector<std::tuple<std::string, std::string, double>>>;

void mark_arcs(io::Picture& picture, const BayesianNetwork& network, const ArcMarks& marks) {
    for (const auto& [a, b] : marks.first) {
        const auto [first, second] = std::minmax({network.id(a), network.id(b)});
        picture.open.push_back({first, second});
    }
    std::ranges::sort(picture.open);
    if (marks.second.empty()) return;
    picture.confidence.emplace();
    for (const auto& [parent, child, share] : marks.second)
        picture.confidence->push_back({{network.id(parent), network.id(child)}, share});
}

/// The network, or that of a diagram whose decisions follow the best strategy.
BayesianNetwork answering_network(const BayesianNetwork& network) {
    if (!decision_or_utility(network)) return network;
    const InfluenceDiagram diagram(network);
    return with_strategy(diagram, decide(diagram).strategy);
}

NetworkPicture picture_of(const Network& network, nb::handle evidence, bool tables) {
    const auto built = evidence.is_none() && !tables ? network.graph() : network.built();
    io::Picture picture;
    picture.tables = tables;
    if (!evidence.is_none()) {
        const Given given = given_from(*built, evidence);
        for (const auto& [variable, finding] : conditioned(*built, given).evidence)
            if (variable.index() < built->size()) picture.evidence.add(variable, finding);
        const InferenceEngine engine(answering_network(*built));
        Workspace workspace;
        const ConditionedEngine prepared(engine, given, workspace);
        picture.distributions.resize(built->size());
        const Posterior& posterior = prepared.marginals(discrete_variables(*built), workspace);
        for (std::size_t i = 0; i < posterior.size(); ++i)
            picture.distributions[posterior.variables()[i].index()] =
                std::vector<double>(posterior[i].begin(), posterior[i].end());
        for (std::size_t v = 0; v < built->size(); ++v) {
            const VariableId id(v);
            if (built->variable(id).is_discrete()) continue;
            picture.distributions[v] =
                prepared.solver().density(id, prepared.evidence(), workspace);
        }
    }
    return {built, std::move(picture)};
}

std::string svg(const Network& network, nb::handle evidence, bool tables,
                const std::optional<ArcMarks>& marks) {
    NetworkPicture drawn = picture_of(network, evidence, tables);
    if (marks) mark_arcs(drawn.picture, *drawn.network, *marks);
    return io::svg_text(*drawn.network, drawn.picture);
}

/// Writes a picture; returns the texts that are not shown in full (io::PdfDocument::replaced).
std::vector<std::string> draw(const Network& network, const std::string& path, nb::handle evidence,
                              bool tables, const std::string& layout,
                              const std::string& direction) {
    NetworkPicture drawn = picture_of(network, evidence, tables);
    if (layout != "layers" && layout != "file")
        throw ArgumentError("layout is 'layers' or 'file', not '" + layout + "'");
    if (direction != "down" && direction != "right")
        throw ArgumentError("direction is 'down' or 'right', not '" + direction + "'");
    drawn.picture.at_file_positions = layout == "file";
    if (direction == "right") drawn.picture.direction = io::Picture::Direction::right;
    const io::WrittenScene written = io::write_picture(*drawn.network, drawn.picture, path);
    io::save_atomically(path, written.bytes);
    return written.replaced;
}

}  // namespace

void bind_network(nb::module_& module) {
    nb::class_<Network>(module, "Network")
        .def(nb::init<>())
        .def("__init__",
             [](Network* self, std::string_view text) {
                 new (self) Network(NetworkBuilder::parse(text));
             })
        .def("copy", [](const Network& network) { return network; })
        .def("__len__", [](const Network& network) { return network.builder().size(); })
        .def("names", &all_names)
        .def("has", [](const Network& network,
                       std::string_view name) { return network.builder().find(name).has_value(); })
        .def("states",
             [](const Network& network, std::string_view name) {
                 const Variable& variable = network.builder().variable(network.id(name));
                 return variable.is_discrete() ? std::optional(variable.states()) : std::nullopt;
             })
        .def("arcs", &arcs_of)
        .def("parents",
             [](const Network& network, std::string_view name) {
                 const auto graph = network.graph();
                 return names_in(*graph, parents_of(graph->cpd(graph->id(name))));
             })
        .def(
            "add_variable",
            [](Network& network, const std::string& name,
               const std::optional<std::vector<std::string>>& states) {
                network.change().add_variable(states ? Variable(name, *states) : Variable(name));
            },
            nb::arg("name"), nb::arg("states").none())
        .def("add_arc", &Network::add_arc)
        .def("clear", &Network::clear)
        .def("set_values",
             [](Network& network, const std::string& name, const Numbers& values) {
                 network.set_values(name, numbers_of(values));
             })
        .def("set_row",
             [](Network& network, const std::string& name, const std::string& parent_states,
                const Numbers& values) {
                 network.add_row(name, {parent_states, numbers_of(values)});
             })
        .def("set_row_text",
             [](Network& network, const std::string& name, const std::string& parent_states,
                const std::string& text) {
                 network.add_row(name, {parent_states, text});
             })
        .def("table", &table_of)
        .def("is_whole", &Network::is_whole)
        .def("parameter_count",
             [](const Network& network) { return parameter_count(*network.built()); })
        .def("equals", [](const Network& a, const Network& b) { return *a.built() == *b.built(); })
        .def("native_bytes", &native_bytes)
        .def_static("from_native_bytes", &from_native_bytes)
        .def("separation", &separation)
        .def("svg", &svg, nb::arg("evidence").none(), nb::arg("tables"),
             nb::arg("marks").none() = nb::none())
        .def("draw", &draw, nb::arg("path"), nb::arg("evidence").none(), nb::arg("tables"),
             nb::arg("layout"), nb::arg("direction"));
}

}  // namespace pgm::python

#include <pgm/model/network_builder.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/draft.hpp>
#include <pgm/model/detail/family_reading.hpp>
#include <pgm/model/detail/family_text.hpp>
#include <pgm/model/detail/model_check.hpp>
#include <pgm/model/detail/network_text.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <utility>

namespace pgm {

using namespace detail;

NetworkBuilder::NetworkBuilder(std::string name, Limits limits)
    : draft_(std::make_unique<Draft>()), limits_(limits) {
    draft_->name = std::move(name);
}

NetworkBuilder::NetworkBuilder(const BayesianNetwork& network) : draft_(std::make_unique<Draft>()) {
    draft_->name = network.name();
    draft_->annotations = network.annotations();
    draft_->row_sums = network.row_sums();
    // An existing network is within the limits, so one made under higher limits can be changed
    // without giving them again.
    limits_.max_variables = std::max(limits_.max_variables, network.size());
    std::size_t cells = 0;
    for (const Variable& variable : network.variables())
        limits_.max_states = std::max(limits_.max_states, variable.cardinality());
    for (const Cpd& cpd : network.cpds()) {
        limits_.max_parents = std::max(limits_.max_parents, parents_of(cpd).size());
        limits_.max_table_cells = std::max(limits_.max_table_cells, stored_numbers(cpd));
        cells += stored_numbers(cpd);
    }
    limits_.max_model_cells = std::max(limits_.max_model_cells, cells);
    for (const Variable& variable : network.variables()) add_variable(variable);
    for (const Cpd& cpd : network.cpds()) {
        set_cpd(cpd);
        const std::span<const double> weights = network.row_weights(child_of(cpd));
        if (!weights.empty()) set_row_weights(child_of(cpd), {weights.begin(), weights.end()});
    }
}

NetworkBuilder::NetworkBuilder(const NetworkBuilder& other)
    : draft_(std::make_unique<Draft>(*other.draft_)), limits_(other.limits_) {}

NetworkBuilder::NetworkBuilder(NetworkBuilder&& other) noexcept = default;

NetworkBuilder& NetworkBuilder::operator=(const NetworkBuilder& other) {
    return *this = NetworkBuilder(other);
}

NetworkBuilder& NetworkBuilder::operator=(NetworkBuilder&& other) noexcept = default;

NetworkBuilder::~NetworkBuilder() = default;

std::size_t NetworkBuilder::size() const {
    return draft_->size();
}

const Variable& NetworkBuilder::variable(VariableId id) const {
    return draft_->variables[id.index()];
}

NetworkBuilder NetworkBuilder::parse(std::string_view text, const Limits& limits) {
    NetworkText parsed = parse_network_text(text, limits);
    NetworkBuilder builder({}, limits);
    const std::vector<StructureNode>& nodes = parsed.structure.nodes;
    for (const StructureNode& node : nodes) builder.add_variable(variable_of(node));
    for (const Arc& arc : parsed.structure.arcs)
        builder.arc(nodes[arc.parent.index()].name, nodes[arc.child.index()].name);
    for (RowStatement& row : parsed.rows) {
        NamedFamily& family = builder.draft_->family(row.child);
        NamedFamily::Row draft{row.parent_states.value_or(""), std::move(row.distribution),
                               std::move(row.location)};
        if (row.parent_states) {
            family.rows.push_back(std::move(draft));
        } else if (!family.otherwise) {
            family.otherwise = std::move(draft);
        } else {
            builder.add_problem({.message = "'" + printable(row.child) +
                                            "' has two rows without states of its parents",
                                 .location = draft.location});
        }
    }
    return builder;
}

NetworkBuilder& NetworkBuilder::variable(std::string name, std::vector<std::string> states) {
    add_variable(Variable(std::move(name), std::move(states)));
    return *this;
}

NetworkBuilder& NetworkBuilder::arc(std::string_view parent, std::string_view child) {
    draft_->family(child).parents.emplace_back(parent);
    return *this;
}

NetworkBuilder::CptBuilder NetworkBuilder::cpt(std::string_view variable) {
    return CptBuilder(*this, std::string(variable));
}

void NetworkBuilder::refuse_variable(std::size_t place) const {
    throw TooLargeError(
        "a network of more than " + std::to_string(limits_.max_variables) + " variables",
        draft_->locate(place), "raise Limits::max_variables");
}

VariableId NetworkBuilder::add_variable(Variable variable, std::size_t place) {
    if (!has_room()) refuse_variable(place);
    const VariableId id(size());
    if (draft_->add(std::move(variable)) != id) draft_->has_repeated_names = true;
    if (place != no_place) draft_->places_of(id).variable = place;
    return id;
}

VariableId NetworkBuilder::add_variable_once(Variable variable) {
    if (!has_room()) refuse_variable(no_place);
    const VariableId owner = draft_->add(std::move(variable));
    if (owner.index() + 1 != size()) draft_->variables.pop_back();
    return owner;
}

NetworkBuilder& NetworkBuilder::annotate(VariableId variable, std::string line) {
    draft_->variables[variable.index()].annotate(std::move(line));
    return *this;
}

std::optional<VariableId> NetworkBuilder::find(std::string_view name) const {
    return draft_->find(name);
}

NetworkBuilder& NetworkBuilder::set_cpd(Cpd cpd, std::size_t place) {
    const TableCpd* const table = as_table(cpd);
    const bool has_no_child = table != nullptr && table->scope().size() == 0;
    const VariableId child = has_no_child ? VariableId(size()) : child_of(cpd);
    if (child.index() >= size()) {
        const std::string whose =
            has_no_child ? "no variable" : "variable number " + std::to_string(child.index());
        return add_problem({Problem::Severity::error,
                            (table ? "a table was given for " : "a distribution was given for ") +
                                whose + ", but there are only " + std::to_string(size()) +
                                " variables, counted from 0",
                            draft_->locate(place),
                            {}});
    }
    draft_->set_cpd(child, std::move(cpd));
    if (child.index() < draft_->row_weights.size()) draft_->row_weights[child.index()].clear();
    if (place != no_place || !draft_->places.empty()) draft_->places_of(child).distribution = place;
    // This replaces what was declared by name before.
    if (NamedFamily* const named = draft_->named_family(child)) named->clear();
    return *this;
}

NetworkBuilder& NetworkBuilder::set_row_weights(VariableId variable, std::vector<double> weights) {
    draft_->row_weights.resize(size());
    draft_->row_weights[variable.index()] = std::move(weights);
    return *this;
}

NetworkBuilder& NetworkBuilder::add_family(WrittenFamily family) {
    draft_->written.push_back(std::move(family));
    return *this;
}

NetworkBuilder& NetworkBuilder::add_arc(WrittenName parent, WrittenName child) {
    draft_->arcs.push_back({std::move(parent), std::move(child)});
    return *this;
}

NetworkBuilder& NetworkBuilder::set_source(WrittenSource source) {
    draft_->source = std::move(source);
    return *this;
}

std::vector<Problem> NetworkBuilder::read_families() {
    FamilyReading(*draft_, limits_).read_all();
    return draft_->list_of_problems();
}

std::string NetworkBuilder::family_text(VariableId child,
                                        std::span<const VariableId> parents) const {
    return FamilyText(draft_->variables, child, parents).family();
}

NetworkBuilder& NetworkBuilder::add_problem(Problem problem) {
    draft_->problems.add(std::move(problem));
    return *this;
}

NetworkBuilder& NetworkBuilder::add_problem(Problem::Severity severity, std::size_t place,
                                            std::string message, std::string hint) {
    draft_->report(severity, place, std::move(message), std::move(hint));
    return *this;
}

NetworkBuilder& NetworkBuilder::add_unknown(
    std::size_t place, std::string message, std::string_view name,
    const std::function<std::vector<std::string>()>& known) {
    draft_->unknown(place, std::move(message), name, known);
    return *this;
}

NetworkBuilder& NetworkBuilder::set_name(std::string name) {
    draft_->name = std::move(name);
    return *this;
}

NetworkBuilder& NetworkBuilder::set_row_sums(RowSums row_sums) {
    draft_->row_sums = row_sums;
    return *this;
}

NetworkBuilder& NetworkBuilder::annotate(std::string line) {
    draft_->annotations.push_back(std::move(line));
    return *this;
}

std::vector<Problem> NetworkBuilder::check() const {
    Draft draft = *draft_;
    check_model(draft, limits_);
    return draft.list_of_problems();
}

BayesianNetwork NetworkBuilder::build() const& {
    return NetworkBuilder(*this).build();
}

BayesianNetwork NetworkBuilder::build(std::vector<Problem>& remarks) const& {
    return NetworkBuilder(*this).build(remarks);
}

BayesianNetwork NetworkBuilder::build() && {
    std::vector<Problem> remarks;
    return std::move(*this).build(remarks);
}

BayesianNetwork NetworkBuilder::build(std::vector<Problem>& remarks) && {
    CheckedModel model = check_model(*draft_, limits_);
    if (model.too_large) throw *model.too_large;
    if (model.cut_off) throw *model.cut_off;
    std::vector<Problem> problems = draft_->list_of_problems();
    if (draft_->problems.has_error()) throw ModelError(std::move(problems));

    BayesianNetwork network;
    network.name_ = std::move(draft_->name);
    network.annotations_ = std::move(draft_->annotations);
    network.row_sums_ = model.row_sums;
    network.dag_ = Dag(size(), model.arcs);
    network.variables_ = std::move(draft_->variables);
    for (const Cpd& cpd : model.cpds) network.continuous_count_ += is_continuous(cpd);
    network.cpds_ = std::move(model.cpds);
    network.row_weights_ = std::move(draft_->row_weights);
    if (!network.row_weights_.empty()) network.row_weights_.resize(network.size());
    network.names_ = std::move(draft_->names);
    remarks.insert(remarks.end(), problems.begin(), problems.end());
    return network;
}

namespace {

RowDistribution of_row(NetworkBuilder::CptBuilder::Distribution&& distribution) {
    return std::visit([](auto&& given) { return RowDistribution(std::move(given)); },
                      std::move(distribution.given));
}

}  // namespace

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::row(std::string_view parent_states,
                                                            Distribution distribution) {
    builder_->draft_->family(variable_).rows.push_back(
        {std::string(parent_states), of_row(std::move(distribution))});
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::values(Distribution distribution) {
    auto* const numbers = std::get_if<std::vector<double>>(&distribution.given);
    if (numbers == nullptr) return otherwise(std::move(distribution));
    NamedFamily& family = builder_->draft_->family(variable_);
    family.flat = std::move(*numbers);
    family.flat_parent_order.reset();
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::values(
    std::vector<std::string> parent_order, Distribution distribution) {
    values(std::move(distribution));
    builder_->draft_->family(variable_).flat_parent_order = std::move(parent_order);
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::otherwise(Distribution distribution) {
    builder_->draft_->family(variable_).otherwise = {{}, of_row(std::move(distribution))};
    return *this;
}

NetworkBuilder::CptBuilder& NetworkBuilder::CptBuilder::clear() {
    Draft& draft = *builder_->draft_;
    NamedFamily& family = draft.family(variable_);
    std::vector<std::string> parents = std::move(family.parents);
    family.clear();
    family.parents = std::move(parents);
    const std::optional<VariableId> child = draft.find(variable_);
    const Cpd* const cpd = child ? draft.cpd(*child) : nullptr;
    if (cpd == nullptr) return *this;
    const auto name_of = [&](VariableId id) { return draft.variables[id.index()].name(); };
    std::vector<std::string> of_cpd;
    for (const VariableId parent : parents_of(*cpd)) of_cpd.push_back(name_of(parent));
    family.parents.insert(family.parents.begin(), of_cpd.begin(), of_cpd.end());
    draft.cpd_of[child->index()] = 0;
    return *this;
}

}  // namespace pgm

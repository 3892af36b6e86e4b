#include <pgm/classify/classifier.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace pgm {
namespace {

auto name_in(std::span<const Variable> schema) {
    return [schema](std::uint32_t i) { return std::string_view(schema[i].name()); };
}

const Variable* named(std::span<const Variable> schema, const SortedNames& names,
                      std::string_view name) {
    const auto found = names.find(name, name_in(schema));
    return found ? &schema[*found] : nullptr;
}

[[noreturn]] void fail(const std::string& reason) {
    throw ArgumentError("a classifier whose parts contradict each other: " + reason);
}

std::string quoted(std::string_view name) {
    return "'" + printable(name) + "'";
}

void check_schema(const ClassifierParts& parts, const SortedNames& names) {
    if (parts.schema.empty() || parts.schema.front().name() != parts.class_name)
        fail("the schema does not begin with the class");
    if (!parts.schema.front().is_discrete()) fail("the class is not discrete");
    const auto twice = std::ranges::adjacent_find(names.numbers(), {}, name_in(parts.schema));
    if (twice != names.numbers().end())
        fail("the schema has " + quoted(parts.schema[*twice].name()) + " twice");
}

void check_network(const BayesianNetwork& network, std::span<const Variable> cut_schema,
                   const SortedNames& names) {
    if (!network.find(cut_schema.front().name())) fail("a member is without the class");
    for (const Variable& variable : network.variables()) {
        const Variable* const expected = named(cut_schema, names, variable.name());
        if (!expected && !variable.is_discrete())
            fail("a member has a continuous variable " + quoted(variable.name()) +
                 " that is not in the schema");
        if (expected && expected->states() != variable.states())
            fail("a member has other states of " + quoted(variable.name()) + " than the schema");
    }
}

void check_super_parent(const SuperParent& super_parent, const BayesianNetwork& network) {
    if (super_parent.features.empty()) fail("a member's super-parent has no feature");
    const std::string name = quoted(super_parent.features.front());
    std::set<std::string_view> seen;
    std::vector<std::size_t> cardinalities;
    std::size_t combinations = 1;
    for (const std::string& feature : super_parent.features) {
        const auto id = network.find(feature);
        if (!id) fail("a member is without its super-parent " + quoted(feature));
        if (!seen.insert(feature).second) fail("a member has a super-parent twice");
        cardinalities.push_back(network.cardinality(*id));
        combinations *= cardinalities.back();
    }
    if (super_parent.cardinalities != cardinalities ||
        super_parent.weights.size() != combinations || combinations == 0)
        fail("the super-parent " + name + " has not one weight per combination of states");
    for (const double weight : super_parent.weights) {
        if (!(std::isfinite(weight) && weight >= 0))
            fail("the super-parent " + name + " has a weight that is negative or no number");
    }
    if (!std::isfinite(super_parent.least_weight))
        fail("the least weight of the super-parent " + name + " is no number");
}

void check_weights(std::span<const double> weights) {
    double sum = 0;
    for (const double weight : weights) {
        if (!(std::isfinite(weight) && weight > 0)) fail("the weight of a member is not above 0");
        sum += weight;
    }
    if (!(std::fabs(sum - 1) <= 1e-6)) fail("the weights of the members do not sum to 1");
}

/// After cuts and replacements.
std::vector<Variable> schema_of_members(const ClassifierParts& parts, const SortedNames& names) {
    for (const auto& [column, replacement] : parts.replacements.columns()) {
        if (!named(parts.schema, names, column))
            fail("it replaces missing cells of " + quoted(column) +
                 ", which is not in the schema");
        if (column == parts.class_name) fail("it replaces missing cells of the class");
    }
    return prepared(parts.schema, parts.discretisation, parts.replacements);
}

void check_members(const ClassifierParts& parts, const SortedNames& names) {
    if (parts.members.empty()) fail("it has no network");
    const std::vector<Variable> schema = schema_of_members(parts, names);
    std::vector<double> weights;
    for (const WeightedNetwork& member : parts.members) {
        check_network(member.network, schema, names);
        if (member.super_parent) check_super_parent(*member.super_parent, member.network);
        weights.push_back(member.weight);
    }
    check_weights(weights);
}

void check_stack(const ClassifierParts& parts) {
    if (!parts.members.empty()) fail("it has networks and classifiers");
    if (!parts.discretisation.empty() || !parts.replacements.empty() || parts.statistics ||
        parts.prior || parts.training_rows)
        fail("a stack has cuts, replacements, statistics or a prior of its own");
    std::vector<double> weights;
    for (const StackedClassifier& stacked : parts.stack) {
        if (!stacked.classifier.stack().empty()) fail("a stacked classifier is a stack");
        if (!std::ranges::equal(stacked.classifier.schema(), parts.schema))
            fail("a stacked classifier has another schema");
        weights.push_back(stacked.weight);
    }
    check_weights(weights);
}

void check_calibration(const ClassifierParts& parts) {
    const double temperature = parts.temperature.value;
    if (!(std::isfinite(temperature) && temperature > 0)) fail("the temperature is not above 0");
    if (!parts.training_rows) return;
    std::vector<Variable> discrete =
        prepared(parts.schema, parts.discretisation, parts.replacements);
    std::erase_if(discrete, [](const Variable& variable) { return !variable.is_discrete(); });
    if (parts.training_rows->schema() != discrete)
        fail("the training rows have other columns than the schema");
}

}  // namespace

Classifier::Classifier(ClassifierParts parts)
    : parts_(std::move(parts)), names_(parts_.schema.size(), name_in(parts_.schema)) {
    check_schema(parts_, names_);
    parts_.stack.empty() ? check_members(parts_, names_) : check_stack(parts_);
    check_calibration(parts_);
}

InferenceEngine Classifier::engine() const {
    return engine(EngineOptions{});
}

InferenceEngine Classifier::engine(const EngineOptions& options) const {
    if (members().size() == 1) return InferenceEngine(members().front().network, options);
    throw ArgumentError("the classifier averages " + std::to_string(all_networks(*this).size()) +
                            " networks, and an engine answers for one",
                        "MixtureEngine answers for all of them");
}

const Variable* Classifier::find(std::string_view name) const {
    return named(parts_.schema, names_, name);
}

std::vector<Variable> Classifier::prepared_schema() const {
    return prepared(parts_.schema, parts_.discretisation, parts_.replacements);
}

// Defined here, where every type is complete: a classifier may hold classifiers.
bool operator==(const ClassifierParts&, const ClassifierParts&) = default;

bool operator==(const Classifier& a, const Classifier& b) {
    return a.parts_ == b.parts_;  // from which the names follow
}

bool operator==(const StackedClassifier& a, const StackedClassifier& b) {
    return a.weight == b.weight && a.classifier == b.classifier;
}

std::vector<WeightedNetwork> all_networks(const Classifier& classifier) {
    std::vector<WeightedNetwork> networks(classifier.members().begin(), classifier.members().end());
    for (const StackedClassifier& stacked : classifier.stack()) {
        for (WeightedNetwork member : stacked.classifier.members()) {
            member.weight *= stacked.weight;
            networks.push_back(std::move(member));
        }
    }
    return networks;
}

}  // namespace pgm

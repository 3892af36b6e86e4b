#include <pgm/classify/classifier.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

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

void check_schema(std::span<const Variable> schema, const SortedNames& names) {
    if (schema.empty()) fail("the schema is without the class");
    if (!schema.front().is_discrete()) fail("the class is not discrete");
    const auto twice = std::ranges::adjacent_find(names.numbers(), {}, name_in(schema));
    if (twice != names.numbers().end())
        fail("the schema has " + in_quotes(schema[*twice].name()) + " twice");
}

/// All networks of a model have the same variables.
void check_variables(const BayesianNetwork& network, std::span<const Variable> cut_schema,
                     const SortedNames& names) {
    if (!network.find(cut_schema.front().name())) fail("a network is without the class");
    for (const Variable& variable : network.variables()) {
        const Variable* const expected = named(cut_schema, names, variable.name());
        if (!expected && !variable.is_discrete())
            fail("a network has a continuous variable " + in_quotes(variable.name()) +
                 " that is not in the schema");
        if (expected && expected->states() != variable.states())
            fail("a network has other states of " + in_quotes(variable.name()) +
                 " than the schema");
    }
}

void check_replacements(const NetworkClassifierParts& parts, const SortedNames& names) {
    for (const auto& [column, replacement] : parts.replacements.columns()) {
        if (!named(parts.schema, names, column))
            fail("it replaces missing values of " + in_quotes(column) +
                 ", which is not in the schema");
        if (column == parts.schema.front().name()) fail("it replaces missing values of the class");
    }
}

void check(const Temperature& temperature) {
    if (!(std::isfinite(temperature.value) && temperature.value > 0))
        fail("the temperature is not above 0");
}

void check_training_rows(const NetworkClassifierParts& parts, std::vector<Variable> schema) {
    if (!parts.training_rows) return;
    std::erase_if(schema, [](const Variable& variable) { return !variable.is_discrete(); });
    if (parts.training_rows->schema() != schema)
        fail("the training rows have other columns than the schema");
}

}  // namespace

NetworkClassifier::NetworkClassifier(NetworkClassifierParts parts)
    : parts_(std::move(parts)), names_(parts_.schema.size(), name_in(parts_.schema)) {
    check_schema(parts_.schema, names_);
    check_replacements(parts_, names_);
    const std::vector<Variable> schema = prepared_schema();
    check_variables(model().network(), schema, names_);
    check(temperature());
    check_training_rows(parts_, schema);
}

const Variable* NetworkClassifier::find(std::string_view name) const {
    return named(parts_.schema, names_, name);
}

std::vector<Variable> NetworkClassifier::prepared_schema() const {
    return prepared(parts_.schema, parts_.discretisation, parts_.replacements);
}

Ensemble::Ensemble(std::vector<PooledClassifier> classifiers, Provenance provenance,
                   Temperature temperature)
    : classifiers_(std::move(classifiers)),
      provenance_(std::move(provenance)),
      temperature_(temperature) {
    if (classifiers_.empty()) throw ArgumentError("an ensemble of no classifier");
    std::vector<double> weights;
    for (const PooledClassifier& pooled : classifiers_) {
        if (!std::ranges::equal(pooled.classifier.schema(), schema()))
            fail("two classifiers of the ensemble have different schemas");
        weights.push_back(pooled.weight);
    }
    check_weights(weights, "classifier");
    check(temperature_);
}

const PooledClassifier& Ensemble::heaviest() const {
    return *std::ranges::max_element(classifiers_, {}, [](const PooledClassifier& pooled) {
        return std::pair(pooled.classifier.model().network().size(), pooled.weight);
    });
}

std::span<const Variable> Classifier::schema() const {
    return std::visit([](const auto& kind) { return kind.schema(); }, kind_);
}

const Variable* Classifier::find(std::string_view name) const {
    return std::visit([&](const auto& kind) { return kind.find(name); }, kind_);
}

const Temperature& Classifier::temperature() const {
    return std::visit([](const auto& kind) -> const Temperature& { return kind.temperature(); },
                      kind_);
}

const Provenance& Classifier::provenance() const {
    return std::visit([](const auto& kind) -> const Provenance& { return kind.provenance(); },
                      kind_);
}

const Model& Classifier::model() const {
    return ensemble() ? ensemble()->heaviest().classifier.model() : networks()->model();
}

InferenceEngine Classifier::engine() const {
    return engine(EngineOptions{});
}

InferenceEngine Classifier::engine(const EngineOptions& options) const {
    return InferenceEngine(model(), options);
}

Classifier with_provenance(const Classifier& classifier, Provenance provenance) {
    return std::visit(Overloaded{[&](const NetworkClassifier& networks) -> Classifier {
                                     NetworkClassifierParts parts = networks.parts();
                                     parts.provenance = std::move(provenance);
                                     return NetworkClassifier(std::move(parts));
                                 },
                                 [&](const Ensemble& ensemble) -> Classifier {
                                     const auto pooled = ensemble.classifiers();
                                     return Ensemble({pooled.begin(), pooled.end()},
                                                     std::move(provenance), ensemble.temperature());
                                 }},
                      classifier.kind());
}

std::vector<const NetworkClassifier*> network_classifiers(const Classifier& classifier) {
    if (classifier.networks()) return {classifier.networks()};
    std::vector<const NetworkClassifier*> all;
    for (const PooledClassifier& pooled : classifier.ensemble()->classifiers())
        all.push_back(&pooled.classifier);
    return all;
}

std::vector<WeightedNetwork> all_networks(const Classifier& classifier) {
    if (const NetworkClassifier* const networks = classifier.networks())
        return {networks->members().begin(), networks->members().end()};
    std::vector<WeightedNetwork> all;
    for (const PooledClassifier& pooled : classifier.ensemble()->classifiers()) {
        for (WeightedNetwork member : pooled.classifier.members()) {
            member.weight *= pooled.weight;
            all.push_back(std::move(member));
        }
    }
    return all;
}

}  // namespace pgm

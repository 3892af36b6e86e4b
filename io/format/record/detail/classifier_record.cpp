#include <io/format/record/detail/classifier_record.hpp>

#include <io/format/record/detail/history_record.hpp>
#include <io/format/record/detail/statistics_record.hpp>
#include <io/format/record/detail/training_rows_record.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace pgm::io::detail {
namespace {

void write_cuts(FlatWriter& writer, const Discretisation& discretisation) {
    writer.number(discretisation.columns().size());
    for (const auto& [name, points] : discretisation.columns()) {
        writer.text(name);
        writer.number(points.cuts.size());
        writer.values(points.cuts);
    }
}

void write_provenance(FlatWriter& writer, const Provenance& provenance) {
    const FitWords& choices = provenance.choices;
    for (const std::string* words : {&choices.structure, &choices.smoothing, &choices.continuous,
                                     &choices.class_prior, &choices.empty_rows}) {
        writer.text(*words);
    }
    writer.number(provenance.rows);
    writer.number(provenance.rows_without_class);
    writer.number(provenance.version);
    writer.texts(provenance.remarks);
}

void write_member(FlatWriter& writer, const WeightedNetwork& member, std::uint32_t version) {
    writer.value(member.weight);
    writer.number(version);
    writer.number(member.super_parent ? member.super_parent->features.size() : 0);
    if (!member.super_parent) return;
    for (const std::string& feature : member.super_parent->features) writer.text(feature);
    writer.number(member.super_parent->weights.size());
    writer.values(member.super_parent->weights);
    writer.value(member.super_parent->least_weight);
}

bool has_history(const Provenance& provenance) {
    return provenance.candidates || provenance.em;
}

bool has_missing_cells_rule(const Provenance& provenance) {
    return provenance.choices.missing_cells != FitWords{}.missing_cells;
}

bool needs_richest(const NetworkClassifier& classifier) {
    return has_missing_cells_rule(classifier.provenance()) || !classifier.replacements().empty() ||
           std::ranges::any_of(classifier.members(), [](const WeightedNetwork& member) {
               return member.super_parent && member.super_parent->features.size() > 1;
           });
}

bool is_calibrated(const NetworkClassifier& classifier) {
    return classifier.provenance().choices.calibration != FitWords{}.calibration ||
           !classifier.provenance().concentrations.empty() ||
           classifier.temperature() != Temperature() || classifier.training_rows();
}

bool has_sparse_counts(const NetworkClassifier& classifier) {
    const auto is_sparse = [](const FamilyCounts& counts) { return counts.is_sparse(); };
    return classifier.statistics() &&
           std::ranges::any_of(classifier.statistics()->all_counts(), is_sparse);
}

/// The lowest version that has all of it.
std::uint32_t version_of(const Classifier& classifier) {
    const std::vector<const NetworkClassifier*> parts = network_classifiers(classifier);
    const auto any = [&](const auto& has) {
        return std::ranges::any_of(parts, [&](const auto* part) { return has(*part); });
    };
    if (has_history(classifier.provenance()) ||
        any([](const auto& part) { return has_history(part.provenance()); }))
        return history_version;
    if (has_missing_cells_rule(classifier.provenance()) || any(needs_richest))
        return richest_version;
    if (classifier.ensemble()) return stack_version;
    if (any(is_calibrated)) return calibrated_version;
    return any(has_sparse_counts) ? sparse_version : 1;
}

void write_calibration(FlatWriter& writer, const Provenance& provenance,
                       const Temperature& temperature,
                       const std::optional<DistinctRows>& training_rows) {
    writer.text(provenance.choices.calibration);
    writer.number(provenance.concentrations.size());
    writer.values(provenance.concentrations);
    writer.value(temperature.value);
    writer.number(training_rows ? 1 : 0);
    if (training_rows) write_training_rows(writer, *training_rows);
}

void write_missing_cells(FlatWriter& writer, const Provenance& provenance,
                         const Replacements& replacements) {
    writer.text(provenance.choices.missing_cells);
    writer.number(replacements.columns().size());
    for (const auto& [column, replacement] : replacements.columns()) {
        writer.text(column);
        const auto kind = [&](ReplacementKind is) {
            writer.number(static_cast<std::uint64_t>(is));
        };
        std::visit(Overloaded{[&](StateId state) {
                                  kind(ReplacementKind::state);
                                  writer.number(state.value);
                              },
                              [&](double number) {
                                  kind(ReplacementKind::number);
                                  writer.value(number);
                              },
                              [&](const MissingState& state) {
                                  kind(ReplacementKind::missing_state);
                                  writer.text(state.name);
                              }},
                   replacement);
    }
}

/// Appends to the networks of the record.
void write_networks(FlatWriter& writer, ClassifierRecord& record,
                    const NetworkClassifier& classifier) {
    writer.number(classifier.members().size());
    for (const WeightedNetwork& member : classifier.members()) {
        record.networks.push_back(record_of(member.network));
        write_member(writer, member, record.networks.back().version);
    }
    writer.number(classifier.prior() ? 1 : 0);
    if (classifier.prior()) {
        record.networks.push_back(record_of(*classifier.prior()));
        writer.number(record.networks.back().version);
    }
    writer.number(classifier.statistics() ? 1 : 0);
    if (classifier.statistics()) write_statistics(writer, *classifier.statistics());
}

/// An ensemble has neither networks, nor a prior, nor statistics.
void write_networks(FlatWriter& writer, ClassifierRecord&, const Ensemble&) {
    for (int none = 0; none < 3; ++none) writer.number(0);
}

const NetworkClassifierParts* parts_of(const NetworkClassifier& classifier) {
    return &classifier.parts();
}
const NetworkClassifierParts* parts_of(const Ensemble&) {
    return nullptr;
}

/// The fields of a classifier of either kind.
template <class Kind>
void write_fields(FlatWriter& writer, ClassifierRecord& record, const Kind& classifier) {
    const NetworkClassifierParts* const parts = parts_of(classifier);
    const Provenance& provenance = classifier.provenance();
    writer.text(classifier.schema().front().name());
    write_schema(writer, classifier.schema());
    write_cuts(writer, parts ? parts->discretisation : Discretisation());
    write_provenance(writer, provenance);
    write_networks(writer, record, classifier);
    if (record.version >= richest_version)
        write_missing_cells(writer, provenance, parts ? parts->replacements : Replacements());
    if (record.version >= calibrated_version)
        write_calibration(writer, provenance, classifier.temperature(),
                          parts ? parts->training_rows : std::nullopt);
    if (record.version >= richest_version) {
        writer.number(0);
        writer.number(0);
    }
    if (record.version >= history_version) write_history(writer, provenance);
}

/// Appends to the parts of the record and to its networks.
void write_classifier(FlatWriter& writer, ClassifierRecord& record, const Classifier& classifier) {
    std::visit([&](const auto& kind) { write_fields(writer, record, kind); }, classifier.kind());
    if (record.version < stack_version) return;
    const auto pooled = classifier.ensemble() ? classifier.ensemble()->classifiers()
                                              : std::span<const PooledClassifier>();
    writer.number(pooled.size());
    for (const auto& [part, weight] : pooled) {
        writer.value(weight);
        write_fields(writer, record, part);
    }
}

}  // namespace

ClassifierRecord record_of(const Classifier& classifier) {
    ClassifierRecord record{.parts = {}, .version = version_of(classifier), .networks = {}};
    FlatWriter writer(record.parts);
    write_classifier(writer, record, classifier);
    return record;
}

}  // namespace pgm::io::detail

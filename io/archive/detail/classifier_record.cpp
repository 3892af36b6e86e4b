#include <io/archive/detail/classifier_record.hpp>

#include <io/archive/detail/history_record.hpp>
#include <io/archive/detail/statistics_record.hpp>
#include <io/archive/detail/training_rows_record.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace pgm::io::detail {
namespace {

/// The first whose statistics have sparse families, the first with a temperature, the first that
/// may be a stack, and the first that says what missing cells become and may have several
/// super-parents of one network, and the first that has the candidates of a choice and the report
/// of expectation maximisation.
constexpr std::uint32_t sparse_version = 2, calibrated_version = 3, stack_version = 4,
                        richest_version = 5, history_version = 6;
/// The kinds of replacements, by the alternatives of the variant.
enum class ReplacementKind : std::uint64_t { state, number, missing_state };

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

class ClassifierReader {
public:
    ClassifierReader(const FlatRecord& parts, std::uint32_t version,
                     std::vector<FlatRecord> networks, const Limits& limits,
                     const std::string& name, std::vector<Problem>& remarks)
        : reader_(parts, name),
          version_(version),
          networks_(std::move(networks)),
          limits_(limits),
          name_(name),
          remarks_(remarks) {}

    Classifier read() {
        Classifier classifier = classifier_or_stack(true);
        reader_.require_end();
        if (next_network_ != networks_.size()) reader_.fail("it holds more networks than it says");
        return classifier;
    }

private:
    Classifier classifier_or_stack(bool may_be_stack) {
        ClassifierParts parts;
        parts.class_name = reader_.text();
        parts.schema = read_schema(reader_, limits_);
        parts.discretisation = cuts();
        parts.provenance = provenance();
        for (std::size_t left = reader_.count("a network"); left > 0; --left)
            parts.members.push_back(member());
        if (reader_.flag()) parts.prior = network(reader_.number());
        if (reader_.flag()) parts.statistics = read_statistics(reader_, limits_, form());
        if (version_ >= richest_version) read_missing_cells(parts);
        if (version_ >= calibrated_version) read_calibration(parts);
        if (version_ >= richest_version) refuse_finer_calibration();
        if (version_ >= history_version) read_history(reader_, parts.provenance);
        if (version_ >= stack_version && may_be_stack) {
            for (std::size_t left = reader_.count("a classifier"); left > 0; --left) {
                const double weight = reader_.value();
                parts.stack.push_back({classifier_or_stack(false), weight});
            }
        }
        try {
            return Classifier(std::move(parts));
        } catch (const ArgumentError& error) {
            reader_.fail(error.message());
        }
    }

    std::vector<double> values() {
        const std::span<const double> numbers = reader_.values(reader_.number());
        return {numbers.begin(), numbers.end()};
    }

    Discretisation cuts() {
        Discretisation discretisation;
        for (std::size_t left = reader_.count("a cut"); left > 0; --left) {
            std::string column = reader_.text();
            try {
                discretisation.add(std::move(column), CutPoints{values()});
            } catch (const ArgumentError& error) {
                reader_.fail(error.message());
            }
        }
        return discretisation;
    }

    Provenance provenance() {
        Provenance provenance;
        FitWords& choices = provenance.choices;
        for (std::string* words : {&choices.structure, &choices.smoothing, &choices.continuous,
                                   &choices.class_prior, &choices.empty_rows}) {
            *words = reader_.text();
        }
        provenance.rows = reader_.number();
        provenance.rows_without_class = reader_.number();
        provenance.version = static_cast<std::uint32_t>(reader_.number());
        provenance.remarks = reader_.texts();
        return provenance;
    }

    void read_calibration(ClassifierParts& parts) {
        parts.provenance.choices.calibration = reader_.text();
        parts.provenance.strengths = strengths();
        parts.temperature = Temperature{reader_.value()};
        if (!reader_.flag()) return;
        try {
            parts.training_rows = read_training_rows(
                reader_, prepared(parts.schema, parts.discretisation, parts.replacements));
        } catch (const ArgumentError& error) {
            reader_.fail(error.message());
        }
    }

    void read_missing_cells(ClassifierParts& parts) {
        parts.provenance.choices.missing_cells = reader_.text();
        for (std::size_t left = reader_.count("a replacement"); left > 0; --left) {
            std::string column = reader_.text();
            try {
                parts.replacements.add(std::move(column), replacement());
            } catch (const ArgumentError& error) {
                reader_.fail(error.message());
            }
        }
    }

    Replacement replacement() {
        switch (static_cast<ReplacementKind>(reader_.number())) {
            case ReplacementKind::state: {
                const std::uint64_t state = reader_.number();
                if (state > std::numeric_limits<std::uint32_t>::max())
                    reader_.fail("a replacement for missing cells is no state");
                return StateId(static_cast<std::size_t>(state));
            }
            case ReplacementKind::number:
                return reader_.value();
            case ReplacementKind::missing_state:
                return MissingState{reader_.text()};
        }
        reader_.fail("a replacement for missing cells is of no kind");
    }

    /// Programs before 1.0 could have a temperature for each class, and back-off for each variable.
    void refuse_finer_calibration() {
        if (reader_.number() != 0 || reader_.number() != 0)
            reader_.fail(
                "it was calibrated by class or by variable, which is no longer supported: fit it "
                "again");
    }

    std::vector<double> strengths() {
        std::vector<double> strengths = values();
        if (!std::ranges::all_of(strengths, [](double m) { return std::isfinite(m) && m >= 0; }))
            reader_.fail("a strength is not 0 or more");
        return strengths;
    }

    WeightedNetwork member() {
        WeightedNetwork member;
        member.weight = reader_.value();
        member.network = network(reader_.number());
        const std::size_t features =
            version_ < richest_version ? reader_.flag() : reader_.count("a super-parent");
        if (features > 0) member.super_parent = super_parent(features, member.network);
        return member;
    }

    SuperParent super_parent(std::size_t features, const BayesianNetwork& network) {
        SuperParent super_parent;
        for (std::size_t i = 0; i < features; ++i) {
            super_parent.features.push_back(reader_.text());
            const auto id = network.find(super_parent.features.back());
            if (!id) reader_.fail("a network is without its super-parent");
            super_parent.cardinalities.push_back(network.cardinality(*id));
        }
        super_parent.weights = values();
        super_parent.least_weight = reader_.value();
        return super_parent;
    }

    StatisticsForm form() const {
        return version_ < sparse_version ? StatisticsForm::all_cells : StatisticsForm::sparse;
    }

    BayesianNetwork network(std::uint64_t version) {
        if (next_network_ == networks_.size()) reader_.fail("a network is missing");
        if (version == 0 || version > newest_network_version)
            reader_.fail("a network has a version that does not exist");
        const NetworkRecord record{std::move(networks_[next_network_++]),
                                   static_cast<std::uint32_t>(version)};
        return network_of(record, limits_, name_, remarks_);
    }

    FlatReader reader_;
    std::uint32_t version_;
    std::vector<FlatRecord> networks_;
    const Limits& limits_;
    const std::string& name_;
    std::vector<Problem>& remarks_;
    std::size_t next_network_ = 0;
};

bool says_missing_cells(const Classifier& classifier) {
    return classifier.provenance().choices.missing_cells != FitWords{}.missing_cells ||
           !classifier.replacements().empty();
}

bool has_several_super_parents(const Classifier& classifier) {
    return std::ranges::any_of(classifier.members(), [](const WeightedNetwork& member) {
        return member.super_parent && member.super_parent->features.size() > 1;
    });
}

bool has_history(const Classifier& classifier) {
    return classifier.provenance().candidates || classifier.provenance().em;
}

/// The lowest version that has all of it.
std::uint32_t version_of(const Classifier& classifier) {
    if (has_history(classifier) ||
        std::ranges::any_of(classifier.stack(), has_history, &StackedClassifier::classifier))
        return history_version;
    const auto needs_newest = [](const Classifier& of_networks) {
        return says_missing_cells(of_networks) || has_several_super_parents(of_networks);
    };
    if (needs_newest(classifier) ||
        std::ranges::any_of(classifier.stack(), needs_newest, &StackedClassifier::classifier))
        return richest_version;
    if (!classifier.stack().empty()) return stack_version;
    if (classifier.provenance().choices.calibration != FitWords{}.calibration ||
        !classifier.provenance().strengths.empty() || classifier.temperature() != Temperature() ||
        classifier.training_rows())
        return calibrated_version;
    const auto is_sparse = [](const FamilyCounts& counts) { return counts.is_sparse(); };
    return classifier.statistics() &&
                   std::ranges::any_of(classifier.statistics()->all_counts(), is_sparse)
               ? sparse_version
               : 1;
}

void write_calibration(FlatWriter& writer, const Classifier& classifier) {
    const std::vector<double>& strengths = classifier.provenance().strengths;
    writer.text(classifier.provenance().choices.calibration);
    writer.number(strengths.size());
    writer.values(strengths);
    writer.value(classifier.temperature().value);
    writer.number(classifier.training_rows() ? 1 : 0);
    if (classifier.training_rows()) write_training_rows(writer, *classifier.training_rows());
}

void write_missing_cells(FlatWriter& writer, const Classifier& classifier) {
    writer.text(classifier.provenance().choices.missing_cells);
    writer.number(classifier.replacements().columns().size());
    for (const auto& [column, replacement] : classifier.replacements().columns()) {
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

/// Appends to the parts of the record and to its networks.
void write_classifier(FlatWriter& writer, ClassifierRecord& record, const Classifier& classifier,
                      bool may_be_stack) {
    writer.text(classifier.class_name());
    write_schema(writer, classifier.schema());
    write_cuts(writer, classifier.discretisation());
    write_provenance(writer, classifier.provenance());
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
    if (record.version >= richest_version) write_missing_cells(writer, classifier);
    if (record.version >= calibrated_version) write_calibration(writer, classifier);
    if (record.version >= richest_version) {
        writer.number(0);
        writer.number(0);
    }
    if (record.version >= history_version) write_history(writer, classifier.provenance());
    if (record.version >= stack_version && may_be_stack) {
        writer.number(classifier.stack().size());
        for (const StackedClassifier& stacked : classifier.stack()) {
            writer.value(stacked.weight);
            write_classifier(writer, record, stacked.classifier, false);
        }
    }
}

}  // namespace

ClassifierRecord record_of(const Classifier& classifier) {
    ClassifierRecord record{.parts = {}, .version = version_of(classifier), .networks = {}};
    FlatWriter writer(record.parts);
    write_classifier(writer, record, classifier, true);
    return record;
}

Classifier classifier_of(const FlatRecord& parts, std::uint32_t version,
                         std::vector<FlatRecord> networks, const Limits& limits,
                         const std::string& name, std::vector<Problem>& remarks) {
    return ClassifierReader(parts, version, std::move(networks), limits, name, remarks).read();
}

}  // namespace pgm::io::detail

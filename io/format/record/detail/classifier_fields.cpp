#include <io/format/record/detail/classifier_fields.hpp>

#include <io/text/text_cursor.hpp>
#include <pgm/core/overloaded.hpp>

#include <utility>

namespace pgm::io::detail {
namespace {

ReplacementFields fields_of(const Replacement& replacement) {
    ReplacementFields fields;
    std::visit(Overloaded{[&](StateId state) { fields.state = state.value; },
                          [&](double number) { fields.number = number; },
                          [&](const MissingState& own) { fields.own_state = own.name; }},
               replacement);
    return fields;
}

Replacement replacement_of(ReplacementFields fields) {
    if (fields.state) return StateId(std::size_t{*fields.state});
    if (fields.number) return *fields.number;
    return MissingState{*std::move(fields.own_state)};
}

std::optional<std::vector<TrainingRow>> fields_of(const std::optional<DistinctRows>& rows) {
    if (!rows) return std::nullopt;
    std::vector<TrainingRow> fields;
    for (const DistinctRows::WeightedRow& row : rows->rows()) {
        TrainingRow& added = fields.emplace_back();
        added.weight = row.weight;
        for (const std::uint32_t code : row.codes) added.states.push_back({code});
    }
    return fields;
}

ClassifierParts parts_of(const NetworkClassifier& classifier) {
    ClassifierParts parts;
    parts.schema = columns_of(classifier.schema());
    for (const auto& [column, points] : classifier.discretisation().columns())
        parts.cuts.push_back(named(column, points.cuts));
    for (const auto& [column, replacement] : classifier.replacements().columns())
        parts.replacements.push_back(named(column, fields_of(replacement)));
    parts.fit = classifier.provenance();
    for (const WeightedNetwork& member : classifier.members())
        parts.networks.push_back({{}, member.weight, member.super_parent, {{}, &member.network}});
    if (classifier.prior()) parts.prior.written = &*classifier.prior();
    if (classifier.statistics()) parts.statistics.written = &*classifier.statistics();
    parts.training_rows = fields_of(classifier.training_rows());
    return parts;
}

void set_temperature(ClassifierParts& parts, const Temperature& temperature) {
    if (!temperature.changes_nothing()) parts.temperature = temperature.value;
}

/// Makes a classifier of its parts.
class ClassifierMaker {
public:
    explicit ClassifierMaker(const Limits& limits) : limits_(limits) {}

    NetworkClassifier network_classifier(ClassifierParts parts) {
        Discretisation cuts = cuts_of(parts);
        Replacements replacements = replacements_of(parts);
        if (parts.schema.empty()) refuse(parts.offset, "the classifier has no schema");
        if (parts.networks.empty()) refuse(parts.offset, "the classifier has no networks");
        std::vector<WeightedNetwork> members;
        for (MemberFields& member : parts.networks) members.push_back(network_of(member));
        return checked(parts.offset, [&] {
            NetworkClassifierParts made{Model(std::move(members)),
                                        schema_of(std::move(parts.schema), limits_),
                                        std::move(cuts), std::move(replacements)};
            if (parts.training_rows) made.training_rows = rows_of(*parts.training_rows, made);
            made.temperature = temperature_of(parts);
            made.provenance = std::move(parts.fit);
            made.statistics = std::move(parts.statistics.value);
            made.prior = std::move(parts.prior.value);
            return NetworkClassifier(std::move(made));
        });
    }

    Classifier classifier(ClassifierFile file) {
        if (file.classifiers.empty()) return network_classifier(std::move(file));
        if (!file.networks.empty())
            refuse(file.offset, "a classifier has networks or classifiers, not both");
        std::vector<PooledClassifier> pooled;
        for (ClassifierParts& parts : file.classifiers) {
            const double weight = parts.weight.value_or(1);
            pooled.push_back({network_classifier(std::move(parts)), weight});
        }
        return checked(file.offset, [&] {
            return Ensemble(std::move(pooled), std::move(file.fit), temperature_of(file));
        });
    }

private:
    template <class Make>
    static auto checked(std::size_t place, const Make& make) -> decltype(make()) {
        try {
            return make();
        } catch (const ArgumentError& error) {
            throw PartsError(place, error);
        }
    }

    [[noreturn]] static void refuse(std::size_t place, const std::string& message) {
        throw PartsError(place, ArgumentError(message));
    }

    static Temperature temperature_of(const ClassifierParts& parts) {
        return parts.temperature ? Temperature{*parts.temperature} : Temperature();
    }

    WeightedNetwork network_of(MemberFields& member) {
        const BayesianNetwork& network = *member.network.value;
        if (member.super_parent) {
            for (const std::string& feature : member.super_parent->features) {
                const auto id = network.find(feature);
                if (!id)
                    refuse(member.offset,
                           "the network is without its super-parent " + shown(feature));
                member.super_parent->cardinalities.push_back(network.cardinality(*id));
            }
        }
        return {*std::move(member.network.value), member.weight, std::move(member.super_parent)};
    }

    Discretisation cuts_of(ClassifierParts& parts) {
        Discretisation found;
        for (auto& [column, cuts] : parts.cuts)
            checked(column.offset, [&] { found.add(column.text, CutPoints{std::move(cuts)}); });
        return found;
    }

    Replacements replacements_of(ClassifierParts& parts) {
        Replacements found;
        for (auto& [column, replacement] : parts.replacements)
            checked(column.offset,
                    [&] { found.add(column.text, replacement_of(std::move(replacement))); });
        return found;
    }

    DistinctRows rows_of(const std::vector<TrainingRow>& fields,
                         const NetworkClassifierParts& made) {
        std::vector<Variable> schema =
            prepared(made.schema, made.discretisation, made.replacements);
        std::erase_if(schema, [](const Variable& variable) { return !variable.is_discrete(); });
        std::vector<DistinctRows::WeightedRow> rows;
        for (const TrainingRow& row : fields) {
            if (row.states.size() != schema.size())
                refuse(row.offset, "a row needs " + std::to_string(schema.size()) +
                                       " cells, found " + std::to_string(row.states.size()));
            DistinctRows::WeightedRow& added = rows.emplace_back();
            added.weight = row.weight;
            for (const CellCode& cell : row.states) added.codes.push_back(cell.code);
        }
        return DistinctRows::from_rows(std::move(schema), std::move(rows));
    }

    const Limits& limits_;
};

}  // namespace

ClassifierFile file_of(const Classifier& classifier) {
    ClassifierFile file;
    if (const Ensemble* const ensemble = classifier.ensemble()) {
        file.fit = ensemble->provenance();
        for (const auto& [part, weight] : ensemble->classifiers()) {
            file.classifiers.push_back(parts_of(part));
            file.classifiers.back().weight = weight;
            set_temperature(file.classifiers.back(), part.temperature());
        }
    } else {
        static_cast<ClassifierParts&>(file) = parts_of(*classifier.networks());
    }
    set_temperature(file, classifier.temperature());
    return file;
}

Classifier classifier_of(ClassifierFile file, const Limits& limits) {
    return ClassifierMaker(limits).classifier(std::move(file));
}

}  // namespace pgm::io::detail

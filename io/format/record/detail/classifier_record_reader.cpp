#include <io/format/record/detail/classifier_record.hpp>

#include <io/format/detail/classifier_network.hpp>
#include <io/format/record/detail/history_record.hpp>
#include <io/format/record/detail/statistics_record.hpp>
#include <io/format/record/detail/training_rows_record.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace pgm::io::detail {
namespace {

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
        Classifier classifier = read_classifier();
        reader_.require_end();
        if (next_network_ != networks_.size()) reader_.fail("it holds more networks than it says");
        return classifier;
    }

private:
    Classifier read_classifier() {
        ClassifierFields fields = read_fields();
        if (version_ >= stack_version) {
            for (std::size_t left = reader_.count("a classifier"); left > 0; --left) {
                const double weight = reader_.value();
                fields.pooled.push_back(
                    {checked([&] { return network_classifier_of(read_fields()); }), weight});
            }
        }
        return checked([&] { return detail::classifier_of(std::move(fields)); });
    }

    ClassifierFields read_fields() {
        ClassifierFields fields;
        const std::string class_name = reader_.text();
        fields.schema = read_schema(reader_, limits_);
        if (fields.schema.empty() || fields.schema.front().name() != class_name)
            reader_.fail("the schema does not begin with the class");
        fields.discretisation = cuts();
        fields.provenance = provenance();
        for (std::size_t left = reader_.count("a network"); left > 0; --left)
            fields.members.push_back(member());
        if (reader_.flag()) fields.prior = network(reader_.number());
        if (reader_.flag()) fields.statistics = read_statistics(reader_, limits_, form());
        if (version_ >= richest_version) read_missing_cells(fields);
        if (version_ >= calibrated_version) read_calibration(fields);
        if (version_ >= richest_version) refuse_finer_calibration();
        if (version_ >= history_version) read_history(reader_, fields.provenance);
        return fields;
    }

    /// Parts that contradict each other are a fault of the file.
    template <class Make>
    auto checked(const Make& make) -> decltype(make()) {
        try {
            return make();
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

    void read_calibration(ClassifierFields& parts) {
        parts.provenance.choices.calibration = reader_.text();
        parts.provenance.concentrations = concentrations();
        parts.temperature = Temperature{reader_.value()};
        if (!reader_.flag()) return;
        try {
            parts.training_rows = read_training_rows(
                reader_, prepared(parts.schema, parts.discretisation, parts.replacements));
        } catch (const ArgumentError& error) {
            reader_.fail(error.message());
        }
    }

    void read_missing_cells(ClassifierFields& parts) {
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
                    reader_.fail("a replacement for missing values is no state");
                return StateId(static_cast<std::size_t>(state));
            }
            case ReplacementKind::number:
                return reader_.value();
            case ReplacementKind::missing_state:
                return MissingState{reader_.text()};
        }
        reader_.fail("a replacement for missing values is of no kind");
    }

    /// Programs before 1.0 could have a temperature for each class, and back-off for each variable.
    void refuse_finer_calibration() {
        if (reader_.number() != 0 || reader_.number() != 0)
            reader_.fail(
                "it was calibrated by class or by variable, which is no longer supported: fit it "
                "again");
    }

    std::vector<double> concentrations() {
        std::vector<double> concentrations = values();
        if (!std::ranges::all_of(concentrations,
                                 [](double m) { return std::isfinite(m) && m >= 0; }))
            reader_.fail("a concentration is not 0 or more");
        return concentrations;
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

}  // namespace

Classifier classifier_of(const FlatRecord& parts, std::uint32_t version,
                         std::vector<FlatRecord> networks, const Limits& limits,
                         const std::string& name, std::vector<Problem>& remarks) {
    return ClassifierReader(parts, version, std::move(networks), limits, name, remarks).read();
}

}  // namespace pgm::io::detail

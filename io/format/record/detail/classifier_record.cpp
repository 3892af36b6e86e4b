#include <io/format/record/detail/classifier_record.hpp>

#include <io/format/record/detail/statistics_record.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pgm::io::detail {
namespace {

/// The kinds of replacements for missing values in files.
enum class ReplacementKind : std::uint64_t { state, number, missing_state };

void write_replacement(FlatWriter& writer, const ReplacementFields& replacement) {
    const auto write = [&](ReplacementKind kind, const auto& value) {
        writer.number(static_cast<std::uint64_t>(kind));
        writer.write(value);
    };
    if (replacement.state) write(ReplacementKind::state, *replacement.state);
    if (replacement.number) write(ReplacementKind::number, *replacement.number);
    if (replacement.own_state) write(ReplacementKind::missing_state, *replacement.own_state);
}

ReplacementFields read_replacement(FlatReader& reader) {
    switch (static_cast<ReplacementKind>(reader.number())) {
        case ReplacementKind::state: {
            const std::uint64_t state = reader.number();
            if (state > DistinctRows::missing)
                reader.fail("a replacement for missing values is no state");
            return {.state = static_cast<std::uint32_t>(state)};
        }
        case ReplacementKind::number:
            return {.number = reader.value()};
        case ReplacementKind::missing_state:
            return {.own_state = reader.text()};
    }
    reader.fail("a replacement for missing values is of no kind");
}

constexpr std::size_t bytes_of_code = 4;

void write_training_rows(FlatWriter& writer, const std::vector<TrainingRow>& rows) {
    writer.number(rows.size());
    std::string bytes;
    for (const TrainingRow& row : rows) {
        write_weight(writer, row.weight);
        for (const auto [code] : row.states)
            for (std::size_t i = 0; i < bytes_of_code; ++i)
                bytes += static_cast<char>(static_cast<unsigned char>(code >> (8 * i)));
    }
    writer.bytes(bytes);
}

std::vector<TrainingRow> read_training_rows(FlatReader& reader) {
    std::vector<TrainingRow> rows(reader.count("a training row"));
    for (TrainingRow& row : rows) row.weight = read_weight(reader);
    const std::string bytes = reader.bytes();
    const std::size_t of_row = rows.empty() ? 0 : bytes.size() / rows.size();
    if (of_row % bytes_of_code != 0 || of_row * rows.size() != bytes.size())
        reader.fail("the training rows are not complete");
    for (std::size_t at = 0; at < bytes.size(); at += bytes_of_code) {
        std::uint32_t code = 0;
        for (std::size_t i = bytes_of_code; i-- > 0;)
            code = code << 8 | static_cast<unsigned char>(bytes[at + i]);
        rows[at / of_row].states.push_back({code});
    }
    return rows;
}

/// True if the fields that files have from this version on say something.
bool needs(const Provenance& fit, std::uint32_t version) {
    const auto record_of_fields = [&](const Provenance& of) {
        FlatRecord record;
        FlatWriter(record).write_fields(of, version);
        return record;
    };
    return record_of_fields(fit) != record_of_fields(Provenance{});
}

/// The lowest version that has all of it.
std::uint32_t version_of(const ClassifierFile& file) {
    const auto any = [&](const auto& has) {
        return has(static_cast<const ClassifierParts&>(file)) ||
               std::ranges::any_of(file.classifiers, has);
    };
    const auto has_history = [](const ClassifierParts& parts) {
        return needs(parts.fit, history_version);
    };
    const auto is_rich = [](const ClassifierParts& parts) {
        return needs(parts.fit, richest_version) || !parts.replacements.empty() ||
               std::ranges::any_of(parts.networks, [](const MemberFields& member) {
                   return member.super_parent && member.super_parent->features.size() > 1;
               });
    };
    const auto is_calibrated = [](const ClassifierParts& parts) {
        return needs(parts.fit, calibrated_version) || parts.temperature || parts.training_rows;
    };
    const auto has_sparse_counts = [](const ClassifierParts& parts) {
        const Statistics* const statistics = parts.statistics.written;
        return statistics &&
               std::ranges::any_of(statistics->all_counts(), &FamilyCounts::is_sparse);
    };
    if (any(has_history)) return history_version;
    if (any(is_rich)) return richest_version;
    if (!file.classifiers.empty()) return stack_version;
    if (any(is_calibrated)) return calibrated_version;
    return any(has_sparse_counts) ? sparse_version : 1;
}

class ClassifierWriter {
public:
    explicit ClassifierWriter(ClassifierRecord& record) : record_(record), writer_(record.parts) {}

    void write(const ClassifierFile& file) {
        write_parts(file);
        if (record_.version < stack_version) return;
        writer_.number(file.classifiers.size());
        for (const ClassifierParts& parts : file.classifiers) {
            writer_.value(parts.weight.value_or(1));
            write_parts(parts);
        }
    }

private:
    void write_parts(const ClassifierParts& parts) {
        writer_.text(parts.schema.front().name);
        writer_.write(parts.schema);
        writer_.write(parts.cuts);
        writer_.write_fields(parts.fit, 1);
        writer_.number(parts.networks.size());
        for (const MemberFields& member : parts.networks) write_member(member);
        writer_.number(parts.prior.written ? 1 : 0);
        if (parts.prior.written) write_network(*parts.prior.written);
        writer_.number(parts.statistics.written ? 1 : 0);
        if (parts.statistics.written) write_statistics(writer_, *parts.statistics.written);
        if (record_.version >= richest_version) {
            writer_.write_fields(parts.fit, richest_version);
            writer_.number(parts.replacements.size());
            for (const auto& [column, replacement] : parts.replacements) {
                writer_.text(column.text);
                write_replacement(writer_, replacement);
            }
        }
        if (record_.version >= calibrated_version) {
            writer_.write_fields(parts.fit, calibrated_version);
            writer_.value(parts.temperature.value_or(1));
            writer_.number(parts.training_rows ? 1 : 0);
            if (parts.training_rows) write_training_rows(writer_, *parts.training_rows);
        }
        if (record_.version >= richest_version)
            for (int finer = 0; finer < 2; ++finer) writer_.number(0);
        if (record_.version >= history_version) writer_.write_fields(parts.fit, history_version);
    }

    void write_member(const MemberFields& member) {
        writer_.value(member.weight);
        write_network(*member.network.written);
        if (member.super_parent)
            writer_.write(*member.super_parent);
        else
            writer_.number(0);
    }

    void write_network(const BayesianNetwork& network) {
        record_.networks.push_back(record_of(network));
        writer_.number(record_.networks.back().version);
    }

    ClassifierRecord& record_;
    FlatWriter writer_;
};

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
        ClassifierFile file;
        read_parts(file);
        if (version_ >= stack_version) {
            for (std::size_t left = reader_.count("a classifier"); left > 0; --left) {
                ClassifierParts& parts = file.classifiers.emplace_back();
                parts.weight = reader_.value();
                read_parts(parts);
            }
        }
        reader_.require_end();
        if (next_network_ != networks_.size()) reader_.fail("it holds more networks than it says");
        return classifier_of(
            std::move(file), limits_,
            [&](std::size_t, const ArgumentError& error) { reader_.fail(error.message()); });
    }

private:
    void read_parts(ClassifierParts& parts) {
        const std::string class_name = reader_.text();
        reader_.read("a variable", parts.schema);
        if (parts.schema.empty() || parts.schema.front().name != class_name)
            reader_.fail("the schema does not begin with the class");
        reader_.read("a cut", parts.cuts);
        reader_.read_fields(parts.fit, 1);
        for (std::size_t left = reader_.count("a network"); left > 0; --left)
            parts.networks.push_back(member());
        if (reader_.flag()) parts.prior.value = network(reader_.number());
        if (reader_.flag())
            parts.statistics.value = read_statistics(
                reader_, limits_,
                version_ < sparse_version ? StatisticsForm::all_cells : StatisticsForm::sparse);
        if (version_ >= richest_version) read_missing_cells(parts);
        if (version_ >= calibrated_version) {
            reader_.read_fields(parts.fit, calibrated_version);
            parts.temperature = reader_.value();
            if (reader_.flag()) parts.training_rows = read_training_rows(reader_);
        }
        if (version_ >= richest_version) refuse_finer_calibration();
        if (version_ >= history_version) reader_.read_fields(parts.fit, history_version);
    }

    void read_missing_cells(ClassifierParts& parts) {
        reader_.read_fields(parts.fit, richest_version);
        for (std::size_t left = reader_.count("a replacement"); left > 0; --left) {
            std::string column = reader_.text();
            parts.replacements.push_back(named(std::move(column), read_replacement(reader_)));
        }
    }

    /// Programs before 1.0 could have a temperature for each class, and back-off for each variable.
    void refuse_finer_calibration() {
        const std::array finer = {reader_.number(), reader_.number()};
        if (finer != std::array<std::uint64_t, 2>{})
            reader_.fail(
                "it was calibrated by class or by variable, which is no longer supported: fit it "
                "again");
    }

    MemberFields member() {
        MemberFields member;
        member.weight = reader_.value();
        member.network.value = network(reader_.number());
        SuperParent super_parent;
        for (std::size_t left = reader_.count("a super-parent"); left > 0; --left)
            super_parent.features.push_back(reader_.text());
        if (super_parent.features.empty()) return member;
        reader_.read({}, super_parent.weights);
        super_parent.least_weight = reader_.value();
        member.super_parent = std::move(super_parent);
        return member;
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

ClassifierRecord record_of(const Classifier& classifier) {
    ClassifierFile file = file_of(classifier);
    if (file.schema.empty()) file.schema = columns_of(classifier.schema());  // an ensemble's
    ClassifierRecord record{.parts = {}, .version = version_of(file), .networks = {}};
    ClassifierWriter(record).write(file);
    return record;
}

Classifier classifier_of(const FlatRecord& parts, std::uint32_t version,
                         std::vector<FlatRecord> networks, const Limits& limits,
                         const std::string& name, std::vector<Problem>& remarks) {
    return ClassifierReader(parts, version, std::move(networks), limits, name, remarks).read();
}

}  // namespace pgm::io::detail

#include <io/format/record/detail/classifier_record.hpp>

#include <io/format/record/detail/statistics_record.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::size_t bytes_of_code = 4;

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
        const Sums* const statistics = parts.statistics.written;
        return statistics &&
               std::ranges::any_of(statistics->all_counts(), &FamilyCounts::is_sparse);
    };
    if (any(has_history)) return history_version;
    if (any(is_rich)) return richest_version;
    if (!file.classifiers.empty()) return stack_version;
    if (any(is_calibrated)) return calibrated_version;
    return any(has_sparse_counts) ? sparse_version : 1;
}

void write_member(FlatWriter& writer, const MemberFields& member) {
    writer.value(member.weight);
    writer.write(*member.network.written);
    if (member.super_parent)
        writer.write(*member.super_parent);
    else
        writer.number(0);
}

void write_parts(FlatWriter& writer, const ClassifierParts& parts) {
    const std::uint32_t version = writer.record().version;
    writer.text(parts.schema.front().name);
    writer.write(parts.schema);
    writer.write(parts.cuts);
    writer.write_fields(parts.fit, 1);
    writer.number(parts.networks.size());
    for (const MemberFields& member : parts.networks) write_member(writer, member);
    writer.write(parts.prior);
    writer.write(parts.statistics);
    if (version >= richest_version) {
        writer.write_fields(parts.fit, richest_version);
        writer.write(parts.replacements);
    }
    if (version >= calibrated_version) {
        writer.write_fields(parts.fit, calibrated_version);
        writer.value(parts.temperature.value_or(1));
        writer.write(parts.training_rows);
    }
    if (version >= richest_version)
        for (int finer = 0; finer < 2; ++finer) writer.number(0);
    if (version >= history_version) writer.write_fields(parts.fit, history_version);
}

/// Programs before 1.0 could have a temperature for each class, and back-off for each variable.
void refuse_finer_calibration(FlatReader& reader) {
    if (!reader.take_zero() || !reader.take_zero())
        reader.fail(
            "it was calibrated by class or by variable, which is no longer supported: fit it "
            "again");
}

void read_member(FlatReader& reader, MemberFields& member) {
    member.weight = reader.value();
    reader.read({}, member.network.value.emplace());
    if (!reader.take_zero()) reader.read({}, member.super_parent.emplace());
}

void read_parts(FlatReader& reader, ClassifierParts& parts) {
    const std::string class_name = reader.text();
    reader.read("a variable", parts.schema);
    if (parts.schema.empty() || parts.schema.front().name != class_name)
        reader.fail("the schema does not begin with the class");
    reader.read("a cut", parts.cuts);
    reader.read_fields(parts.fit, 1);
    for (std::size_t left = reader.count("a network"); left > 0; --left)
        read_member(reader, parts.networks.emplace_back());
    reader.read({}, parts.prior);
    reader.read({}, parts.statistics);
    if (reader.version() >= richest_version) {
        reader.read_fields(parts.fit, richest_version);
        reader.read("a replacement", parts.replacements);
    }
    if (reader.version() >= calibrated_version) {
        reader.read_fields(parts.fit, calibrated_version);
        parts.temperature = reader.value();
        reader.read("a training row", parts.training_rows);
    }
    if (reader.version() >= richest_version) refuse_finer_calibration(reader);
    if (reader.version() >= history_version) reader.read_fields(parts.fit, history_version);
}

}  // namespace

void write_value(FlatWriter& writer, const std::vector<TrainingRow>& rows) {
    writer.number(rows.size());
    std::string bytes;
    for (const TrainingRow& row : rows) {
        writer.write(row.weight);
        for (const auto [code] : row.states)
            for (std::size_t i = 0; i < bytes_of_code; ++i)
                bytes += static_cast<char>(static_cast<unsigned char>(code >> (8 * i)));
    }
    writer.bytes(bytes);
}

void read_value(FlatReader& reader, std::string_view what, std::vector<TrainingRow>& rows) {
    rows.resize(reader.count(what));
    for (TrainingRow& row : rows) reader.read({}, row.weight);
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
}

FlatRecord record_of(const Classifier& classifier) {
    ClassifierFile file = file_of(classifier);
    if (file.schema.empty()) file.schema = columns_of(classifier.schema());  // an ensemble's
    FlatRecord record{.version = version_of(file)};
    FlatWriter writer(record);
    write_parts(writer, file);
    if (record.version < stack_version) return record;
    writer.number(file.classifiers.size());
    for (const ClassifierParts& parts : file.classifiers) {
        writer.value(parts.weight.value_or(1));
        write_parts(writer, parts);
    }
    return record;
}

Classifier classifier_of(FlatReader& reader) {
    ClassifierFile file;
    read_parts(reader, file);
    if (reader.version() >= stack_version) {
        for (std::size_t left = reader.count("a classifier"); left > 0; --left) {
            ClassifierParts& parts = file.classifiers.emplace_back();
            parts.weight = reader.value();
            read_parts(reader, parts);
        }
    }
    reader.require_end();
    try {
        return classifier_of(std::move(file), reader.limits());
    } catch (const PartsError& error) {
        reader.fail(error.message());
    }
}

}  // namespace pgm::io::detail

#include <io/format/record/archive.hpp>

#include <io/format/detail/classifier_network.hpp>
#include <io/format/record/detail/classifier_record.hpp>
#include <io/format/record/detail/envelope.hpp>
#include <io/format/record/detail/flat_archive.hpp>
#include <io/format/record/detail/network_record.hpp>
#include <io/format/record/detail/statistics_record.hpp>

#include <ostream>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

/// Versions of the form of statistics_record.hpp.
constexpr std::uint32_t newest_statistics_version = 1;
constexpr std::uint32_t newest_checkpoint_version = 1;

void require_bytes_within_limit(std::string_view bytes, const ReadOptions& options) {
    if (bytes.size() <= options.limits.max_file_bytes) return;
    throw TooLargeError("the file has more than " + std::to_string(options.limits.max_file_bytes) +
                            " bytes, the limit",
                        {.file = options.name}, "raise Limits::max_file_bytes");
}

/// Refuses other native files; a file that is none is left to opened().
void require_model(std::string_view bytes, const ReadOptions& options) {
    const EnvelopeKind kind = kind_of(bytes);
    if (kind == EnvelopeKind::statistics)
        throw ParseError("the file holds statistics, not a model", {.file = options.name},
                         "a model is fitted from them");
    if (kind == EnvelopeKind::table)
        throw ParseError("the file holds a data set, not a model", {.file = options.name},
                         "a model is fitted from it");
    if (kind == EnvelopeKind::checkpoint)
        throw ParseError("the file holds a checkpoint, not a model", {.file = options.name},
                         "the run that it is of goes on from it");
}

/// The record in a file of one that holds no model but `what`.
FlatRecord only_record(std::string_view bytes, EnvelopeKind kind, std::uint32_t newest_version,
                       const std::string& what, const ReadOptions& options) {
    require_bytes_within_limit(bytes, options);
    const Envelope envelope = opened(bytes, newest_version, options.name);
    if (envelope.kind != kind)
        throw ParseError("the file does not hold " + what, {.file = options.name});
    return std::move(unpacked(envelope.contents, 1, options.name).front());
}

}  // namespace

ReadResult read_archive(std::string_view bytes, const ReadOptions& options) {
    require_bytes_within_limit(bytes, options);
    require_model(bytes, options);
    if (kind_of(bytes) == EnvelopeKind::classifier) {
        std::vector<Problem> remarks;
        const Classifier classifier = read_classifier_archive(bytes, options, &remarks);
        return detail::network_of(classifier, options.name, std::move(remarks));
    }
    const Envelope envelope = opened(bytes, newest_network_version, options.name);
    std::vector<FlatRecord> records = unpacked(envelope.contents, 1, options.name);
    NetworkRecord record{std::move(records.front()), envelope.version};
    ReadResult result;
    result.network = network_of(record, options.limits, options.name, result.remarks);
    return result;
}

void write_archive(const BayesianNetwork& network, std::ostream& out) {
    const NetworkRecord record = record_of(network);
    std::string bytes = packed({&record});
    seal(bytes, record.version);
    out << bytes;
}

bool is_archive(std::string_view bytes) {
    return is_envelope(bytes);
}

Classifier read_classifier_archive(std::string_view bytes, const ReadOptions& options,
                                   std::vector<Problem>* remarks) {
    if (is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::network) {
        throw ParseError("the file holds a network, not a classifier", {.file = options.name},
                         "fit a classifier with the structure of that network, or query it");
    }
    require_model(bytes, options);
    const Envelope envelope = opened(bytes, newest_classifier_version, options.name);
    std::vector<FlatRecord> records =
        unpacked(envelope.contents, options.limits.max_variables, options.name);
    const FlatRecord parts = std::move(records.front());
    records.erase(records.begin());
    std::vector<Problem> ignored;
    return classifier_of(parts, envelope.version, std::move(records), options.limits, options.name,
                         remarks ? *remarks : ignored);
}

void write_classifier_archive(const Classifier& classifier, std::ostream& out) {
    out << classifier_archive(classifier);
}

std::string classifier_archive(const Classifier& classifier) {
    const ClassifierRecord record = record_of(classifier);
    std::vector<const FlatRecord*> records = {&record.parts};
    for (const NetworkRecord& network : record.networks) records.push_back(&network);
    std::string bytes = packed(records);
    seal(bytes, record.version, EnvelopeKind::classifier);
    return bytes;
}

bool is_classifier_archive(std::string_view bytes) {
    return is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::classifier;
}

Statistics read_statistics_archive(std::string_view bytes, const ReadOptions& options) {
    const FlatRecord record = only_record(bytes, EnvelopeKind::statistics,
                                          newest_statistics_version, "statistics", options);
    FlatReader reader(record, options.name);
    Statistics statistics = read_statistics(reader, options.limits);
    reader.require_end();
    return statistics;
}

std::string statistics_archive(const Statistics& statistics) {
    FlatRecord record;
    FlatWriter writer(record);
    write_statistics(writer, statistics);
    std::string bytes = packed({&record});
    seal(bytes, newest_statistics_version, EnvelopeKind::statistics);
    return bytes;
}

Checkpoint read_checkpoint_archive(std::string_view bytes, const ReadOptions& options) {
    const FlatRecord record = only_record(bytes, EnvelopeKind::checkpoint,
                                          newest_checkpoint_version, "a checkpoint", options);
    FlatReader reader(record, options.name);
    Checkpoint checkpoint;
    checkpoint.rows = reader.bytes();
    const std::size_t passes = reader.count("passes");
    for (std::size_t i = 0; i < passes; ++i) {
        Checkpoint::Pass& pass = checkpoint.passes.emplace_back();
        pass.request = reader.bytes();
        pass.rows = reader.number();
        pass.rows_without_class = reader.number();
        pass.is_complete = reader.flag();
        pass.sums = read_statistics(reader, options.limits);
    }
    reader.require_end();
    return checkpoint;
}

std::string checkpoint_archive(const Checkpoint& checkpoint) {
    FlatRecord record;
    FlatWriter writer(record);
    writer.bytes(checkpoint.rows);
    writer.number(checkpoint.passes.size());
    for (const Checkpoint::Pass& pass : checkpoint.passes) {
        writer.bytes(pass.request);
        writer.number(pass.rows);
        writer.number(pass.rows_without_class);
        writer.number(pass.is_complete ? 1 : 0);
        write_statistics(writer, pass.sums);
    }
    std::string bytes = packed({&record});
    seal(bytes, newest_checkpoint_version, EnvelopeKind::checkpoint);
    return bytes;
}

}  // namespace pgm::io

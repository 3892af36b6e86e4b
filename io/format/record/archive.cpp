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

/// The version of files of statistics and of checkpoints.
constexpr std::uint32_t version_of_sums = 1;

void require_bytes_within_limit(std::string_view bytes, const ReadOptions& options) {
    if (bytes.size() <= options.limits.max_file_bytes) return;
    throw TooLargeError("the file has more than " + std::to_string(options.limits.max_file_bytes) +
                            " bytes, the limit",
                        {.file = options.name}, "raise Limits::max_file_bytes");
}

/// Refuses other native files; a file that is none is left to opened().
void require_model(std::string_view bytes, const ReadOptions& options) {
    const auto refuse = [&](EnvelopeKind kind, const std::string& contents, std::string hint) {
        if (kind_of(bytes) == kind)
            throw ParseError("the file holds " + contents + ", not a model", {.file = options.name},
                             std::move(hint));
    };
    refuse(EnvelopeKind::statistics, "statistics", "a model is fitted from them");
    refuse(EnvelopeKind::table, "a data set", "a model is fitted from it");
    refuse(EnvelopeKind::checkpoint, "a checkpoint", "the run that it is of goes on from it");
}

/// The record in a file of one that holds no model but `what`, of which there is one version.
FlatRecord only_record(std::string_view bytes, EnvelopeKind kind, const std::string& what,
                       const ReadOptions& options) {
    require_bytes_within_limit(bytes, options);
    const Envelope envelope = opened(bytes, version_of_sums, options.name);
    if (envelope.kind != kind)
        throw ParseError("the file does not hold " + what, {.file = options.name});
    return std::move(unpacked(envelope.contents, 1, options.name).front());
}

/// A record and those that follow it as a file.
std::string file_of(const FlatRecord& record, std::uint32_t version, EnvelopeKind kind) {
    std::vector<const FlatRecord*> records = {&record};
    for (const FlatRecord& other : record.others) records.push_back(&other);
    std::string bytes = packed(records);
    seal(bytes, version, kind);
    return bytes;
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
    const std::vector<FlatRecord> records = unpacked(envelope.contents, 1, options.name);
    ReadResult result;
    result.network =
        network_of(records.front(), envelope.version, options.limits, options.name, result.remarks);
    return result;
}

void write_archive(const BayesianNetwork& network, std::ostream& out) {
    const FlatRecord record = record_of(network);
    out << file_of(record, record.version, EnvelopeKind::network);
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
    FlatRecord record = std::move(records.front());
    records.erase(records.begin());
    record.others = std::move(records);
    FlatReader reader(record, options.name, options.limits, envelope.version);
    Classifier classifier = classifier_of(reader);
    if (remarks) remarks->insert(remarks->end(), reader.remarks().begin(), reader.remarks().end());
    return classifier;
}

void write_classifier_archive(const Classifier& classifier, std::ostream& out) {
    out << classifier_archive(classifier);
}

std::string classifier_archive(const Classifier& classifier) {
    const FlatRecord record = record_of(classifier);
    return file_of(record, record.version, EnvelopeKind::classifier);
}

bool is_classifier_archive(std::string_view bytes) {
    return is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::classifier;
}

Sums read_statistics_archive(std::string_view bytes, const ReadOptions& options) {
    const FlatRecord record = only_record(bytes, EnvelopeKind::statistics, "statistics", options);
    FlatReader reader(record, options.name, options.limits);
    Sums statistics;
    reader.read({}, statistics);
    reader.require_end();
    return statistics;
}

std::string statistics_archive(const Sums& statistics) {
    FlatRecord record;
    FlatWriter(record).write(statistics);
    return file_of(record, version_of_sums, EnvelopeKind::statistics);
}

Checkpoint read_checkpoint_archive(std::string_view bytes, const ReadOptions& options) {
    const FlatRecord record = only_record(bytes, EnvelopeKind::checkpoint, "a checkpoint", options);
    FlatReader reader(record, options.name, options.limits);
    Checkpoint checkpoint;
    checkpoint.rows = reader.bytes();
    const std::size_t passes = reader.count("passes");
    for (std::size_t i = 0; i < passes; ++i) {
        Checkpoint::Pass& pass = checkpoint.passes.emplace_back();
        pass.request = reader.bytes();
        pass.rows = reader.number();
        pass.rows_without_class = reader.number();
        pass.is_complete = reader.flag();
        reader.read({}, pass.sums);
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
        writer.write(pass.is_complete);
        writer.write(pass.sums);
    }
    return file_of(record, version_of_sums, EnvelopeKind::checkpoint);
}

}  // namespace pgm::io

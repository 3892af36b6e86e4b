#include <io/classifier_file.hpp>

#include <io/archive/classifier_record.hpp>
#include <io/archive/envelope.hpp>
#include <io/archive/flat_archive.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/gzip.hpp>
#include <io/file/output_file.hpp>

#include <ostream>
#include <sstream>
#include <utility>

namespace pgm::io {

Classifier read_classifier(const std::string& path, const Limits& limits) {
    FileBytes file(path);
    const std::string_view bytes = file.read(limits.max_file_bytes, is_envelope);
    return read_classifier_archive(bytes, {.name = path == "-" ? "stdin" : path, .limits = limits});
}

Classifier read_classifier_archive(std::string_view bytes, const ReadOptions& options, std::vector<Problem>* remarks) {
    if (is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::network) {
        throw ParseError("the file holds a network, not a classifier", {.file = options.name},
                         "fit a classifier with the structure of that network, or query it");
    }
    const Envelope envelope = opened(bytes, newest_classifier_version, options.name);
    std::vector<FlatRecord> records = unpacked(envelope.contents, options.limits.max_variables, options.name);
    const FlatRecord parts = std::move(records.front());
    records.erase(records.begin());
    std::vector<Problem> ignored;
    return classifier_of(parts, envelope.version, std::move(records), options.limits,
                         options.name, remarks ? *remarks : ignored);
}

void write_classifier(const Classifier& classifier, const std::string& path) {
    if (!without_packing(path).ends_with(".pgmodel") && !is_stream(path))
        throw IoError("a classifier is saved as .pgmodel or .pgmodel.gz only", {.file = path});
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // else a stream hides that memory ran out
    write_classifier_archive(classifier, text);
    save_atomically(path, text.view());
}

void write_classifier_archive(const Classifier& classifier, std::ostream& out) {
    const ClassifierRecord record = record_of(classifier);
    std::vector<const FlatRecord*> records = {&record.parts};
    for (const NetworkRecord& network : record.networks) records.push_back(&network);
    out << sealed(record.version, packed(records), EnvelopeKind::classifier);
}

bool is_classifier_archive(std::string_view bytes) {
    return is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::classifier;
}

}  // namespace pgm::io

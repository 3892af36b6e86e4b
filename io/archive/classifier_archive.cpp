#include <io/archive/classifier_archive.hpp>

#include <io/archive/detail/classifier_record.hpp>
#include <io/archive/detail/envelope.hpp>
#include <io/archive/detail/flat_archive.hpp>

#include <ostream>
#include <utility>

namespace pgm::io {

using namespace detail;

Classifier read_classifier_archive(std::string_view bytes, const ReadOptions& options,
                                   std::vector<Problem>* remarks) {
    if (is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::network) {
        throw ParseError("the file holds a network, not a classifier", {.file = options.name},
                         "fit a classifier with the structure of that network, or query it");
    }
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
    const ClassifierRecord record = record_of(classifier);
    std::vector<const FlatRecord*> records = {&record.parts};
    for (const NetworkRecord& network : record.networks) records.push_back(&network);
    out << sealed(record.version, packed(records), EnvelopeKind::classifier);
}

bool is_classifier_archive(std::string_view bytes) {
    return is_envelope(bytes) && kind_of(bytes) == EnvelopeKind::classifier;
}

}  // namespace pgm::io

#include <tests/fuzz/fuzz_target.hpp>

#include <io/format/record/archive.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/small_mixture.hpp>
#include <tests/support/text_format.hpp>

#include <sstream>

namespace pgm::tests {
namespace {

using ReadClassifier = Classifier (*)(std::string_view, const io::ReadOptions&);
using WriteClassifier = std::string (*)(const Classifier&);

Classifier read_classifier_contents(std::string_view bytes, const io::ReadOptions& options) {
    return io::read_classifier_archive(sealed_contents(bytes, SealedKind::classifier), options);
}

std::string write_classifier_contents(const Classifier& classifier) {
    return contents_with_version(io::classifier_archive(classifier));
}

Classifier read_classifier_json(std::string_view bytes, const io::ReadOptions& options) {
    std::vector<Problem> remarks;
    return format_of(".json").classifiers->read(bytes, options, remarks);
}

std::string write_classifier_json(const Classifier& classifier) {
    std::ostringstream out;
    format_of(".json").classifiers->write(classifier, out);
    return std::move(out).str();
}

/// A classifier that was read is written and read back as an equal one.
std::string_view check_classifier(ReadClassifier read, WriteClassifier write,
                                  std::string_view bytes, bool& accepted) {
    accepted = false;
    std::optional<Classifier> classifier;
    try {
        classifier = read(bytes, {.name = "f", .limits = fuzz_limits});
    } catch (const Error& error) {
        return complaint_about(error);
    }
    accepted = true;
    return read(write(*classifier), {}) == *classifier
               ? ""
               : "what was written reads back as another classifier";
}

FuzzTarget target_of(std::string name, ReadClassifier read, WriteClassifier write) {
    return {std::move(name),
            [=](std::string_view bytes, bool& accepted) {
                return check_classifier(read, write, bytes, accepted);
            },
            [=] { return std::vector{write(small_mixture())}; }};
}

}  // namespace

std::vector<FuzzTarget> classifier_targets() {
    return {target_of("classifier", read_classifier_contents, write_classifier_contents),
            target_of("classifier_json", read_classifier_json, write_classifier_json)};
}

}  // namespace pgm::tests

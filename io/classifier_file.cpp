#include <io/classifier_file.hpp>

#include <io/archive/archive.hpp>
#include <io/archive/detail/envelope.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/pmml/detail/pmml.hpp>

#include <sstream>

namespace pgm::io {

using namespace detail;

Classifier read_classifier(const std::string& path, const Limits& limits) {
    FileBytes file(path);
    const std::string_view bytes = file.read(limits.max_file_bytes, is_envelope);
    return read_classifier_archive(bytes, {.name = path == "-" ? "stdin" : path, .limits = limits});
}

bool holds_classifier(const std::string& path, const Classifier& classifier) {
    return has_suffix(path, ".pgmodel") || is_stream(path) ||
           (has_suffix(path, ".pmml") && is_pmml_naive_bayes(classifier));
}

void write_classifier(const Classifier& classifier, const std::string& path) {
    if (!holds_classifier(path, classifier))
        throw IoError(has_suffix(path, ".pmml")
                          ? "PMML holds naive Bayes classifiers of tables and Gaussians only, so "
                            "this one is saved as .pgmodel"
                          : "a classifier is saved as .pgmodel or .pgmodel.gz only",
                      {.file = path});
    if (!has_suffix(path, ".pmml")) return save_atomically(path, classifier_archive(classifier));
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // else a stream hides that memory ran out
    write_pmml_naive_bayes(classifier, text);
    save_atomically(path, std::move(text).str());
}

}  // namespace pgm::io

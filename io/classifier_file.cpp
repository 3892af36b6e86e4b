#include <io/classifier_file.hpp>

#include <io/archive/archive.hpp>
#include <io/archive/detail/envelope.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>

namespace pgm::io {

using namespace detail;

Classifier read_classifier(const std::string& path, const Limits& limits) {
    FileBytes file(path);
    const std::string_view bytes = file.read(limits.max_file_bytes, is_envelope);
    return read_classifier_archive(bytes, {.name = path == "-" ? "stdin" : path, .limits = limits});
}

void write_classifier(const Classifier& classifier, const std::string& path) {
    if (!has_suffix(path, ".pgmodel") && !is_stream(path))
        throw IoError("a classifier is saved as .pgmodel or .pgmodel.gz only", {.file = path});
    save_atomically(path, classifier_archive(classifier));
}

}  // namespace pgm::io

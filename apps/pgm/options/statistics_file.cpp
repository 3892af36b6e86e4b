#include <apps/pgm/options/statistics_file.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/format/record/archive.hpp>
#include <io/network_file.hpp>
#include <learners/counting/update.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>

namespace pgm::apps {
namespace {

constexpr const char* how_made = "'pgm stats' and 'pgm fit --updatable' write such files";

bool has_model_suffix(const std::string& path) {
    const io::Suffix* const suffix = io::suffix_of(path);
    return suffix != nullptr && suffix->kind == io::FileKind::model;
}

Classifier read_statistics(const std::string& path) {
    if (has_model_suffix(path)) {
        io::SavedModel model = io::read_model(path).model;
        if (auto* const classifier = std::get_if<Classifier>(&model)) return std::move(*classifier);
    } else {
        io::FileBytes file(path);
        const std::string_view bytes = file.read(Limits{}.max_file_bytes, io::is_archive);
        if (io::is_classifier_archive(bytes))
            return io::read_classifier_archive(bytes, {.name = path});
    }
    throw ArgumentError(quoted_name(path) + " holds no statistics", how_made);
}

}  // namespace

Classifier load_statistics(Session& session, const std::string& path) {
    Classifier classifier = loaded(session, [&] { return read_statistics(path); });
    const NetworkClassifier* const networks = classifier.networks();
    if (!networks || !networks->statistics())
        throw ArgumentError(quoted_name(path) + " kept no statistics", how_made);
    return classifier;
}

Classifier load_merged(Session& session, const std::vector<std::string>& paths,
                       std::size_t threads) {
    std::vector<Classifier> shards;
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        shards.push_back(load_statistics(session, path));
        names.push_back(quoted_name(path));
    }
    if (shards.size() == 1) return std::move(shards.front());
    learners::UpdateOptions options{.threads = threads};
    options.max_fit_bytes = session.memory.limit.value_or(options.max_fit_bytes);
    return timed(session, [&] { return learners::merged(shards, names, options); });
}

void write_statistics(const Classifier& classifier, const std::string& path) {
    if (has_model_suffix(path))
        io::write_classifier(classifier, path);
    else
        io::save_atomically(path, io::classifier_archive(classifier));
}

}  // namespace pgm::apps

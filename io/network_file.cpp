#include <io/network_file.hpp>

#include <io/archive/archive.hpp>
#include <io/bif/bif.hpp>
#include <io/dne/detail/dne.hpp>
#include <io/dsc/detail/dsc.hpp>
#include <io/dsl/detail/dsl.hpp>
#include <io/elv/detail/elv.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/json/detail/json.hpp>
#include <io/net/detail/net.hpp>
#include <io/network/detail/genie_network.hpp>
#include <io/pgmx/detail/pgmx.hpp>
#include <io/picture/picture.hpp>
#include <io/pmml/detail/pmml.hpp>
#include <io/uai/detail/uai_names.hpp>
#include <io/uai/uai.hpp>
#include <io/xdsl/detail/xdsl.hpp>
#include <io/xmlbif/detail/xmlbif.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <sstream>

namespace pgm::io {
namespace {

/// The file beside a model that has what the format has no place for.
struct FileBeside {
    BayesianNetwork (*read)(BayesianNetwork network, const std::string& path,
                            const Limits& limits) = nullptr;  ///< null: there is none
    void (*write)(const BayesianNetwork& network, const std::string& path) = nullptr;
};

/// A file format. The rest of the library uses formats through the table below only;
/// docs/adding-a-format.md shows how to add one.
struct Format {
    std::array<std::string_view, 3> suffixes;  ///< the first one is the usual one
    /// Null for pictures, which are only written.
    ReadResult (*read)(std::string_view bytes, const ReadOptions& options) = nullptr;
    /// Null: whatever read() throws is all there is to say.
    std::vector<Problem> (*check)(std::string_view bytes, const ReadOptions& options) = nullptr;
    void (*write)(const BayesianNetwork& network, std::ostream& out) = nullptr;
    /// Null where nothing is ever lost.
    std::vector<std::string> (*losses)(const BayesianNetwork& network) = nullptr;
    /// By the first bytes; null: only by suffix.
    bool (*recognise)(std::string_view bytes) = nullptr;
    /// How classifiers are kept in the format, if it has them.
    struct Classifiers {
        void (*write)(const Classifier& classifier, std::ostream& out) = nullptr;
        /// Null: any.
        bool (*holds)(const Classifier& classifier) = nullptr;
        /// Null: what is written is read as a network.
        bool (*recognise)(std::string_view bytes) = nullptr;
        Classifier (*read)(std::string_view bytes, const ReadOptions& options,
                           std::vector<Problem>& remarks) = nullptr;
    };
    std::optional<Classifiers> classifiers = std::nullopt;
    FileBeside beside = {};
};

void write_dot(const BayesianNetwork& network, std::ostream& out) {
    out << dot_text(network);
}

std::vector<std::string> lost_in_pictures(const BayesianNetwork& network) {
    if (network.size() == 0) return {};
    return {"the probabilities: a picture cannot be read back as a network"};
}

Classifier read_classifier_in_archive(std::string_view bytes, const ReadOptions& options,
                                      std::vector<Problem>& remarks) {
    return read_classifier_archive(bytes, options, &remarks);
}

constexpr std::array formats = {
    Format{.suffixes = {".bif"},
           .read = read_bif,
           .check = check_bif,
           .write = write_bif,
           .recognise = is_bif},
    Format{.suffixes = {".xmlbif", ".bifxml", ".xml"},
           .read = detail::read_xmlbif,
           .write = detail::write_xmlbif,
           .recognise = detail::is_xmlbif},
    Format{.suffixes = {".xdsl"},
           .read = detail::read_xdsl,
           .write = detail::write_xdsl,
           .losses = detail::losses_in_genie,
           .recognise = detail::is_xdsl},
    Format{.suffixes = {".dsl"},
           .read = detail::read_dsl,
           .write = detail::write_dsl,
           .losses = detail::losses_in_genie,
           .recognise = detail::is_dsl},
    Format{.suffixes = {".dne", ".dnet"},
           .read = detail::read_dne,
           .write = detail::write_dne,
           .losses = detail::losses_of_dne,
           .recognise = detail::is_dne},
    Format{.suffixes = {".dsc"},
           .read = detail::read_dsc,
           .write = detail::write_dsc,
           .losses = detail::losses_of_dsc,
           .recognise = detail::is_dsc},
    Format{.suffixes = {".net", ".hugin", ".oobn"},
           .read = detail::read_net,
           .write = detail::write_net,
           .losses = detail::losses_of_net,
           .recognise = detail::is_net},
    Format{.suffixes = {".pgmx"},
           .read = detail::read_pgmx,
           .write = detail::write_pgmx,
           .losses = detail::losses_of_pgmx,
           .recognise = detail::is_pgmx},
    Format{.suffixes = {".elv"},
           .read = detail::read_elv,
           .write = detail::write_elv,
           .losses = detail::losses_of_elv,
           .recognise = detail::is_elv},
    Format{.suffixes = {".pmml"},
           .read = detail::read_pmml,
           .write = detail::write_pmml,
           .losses = detail::losses_of_pmml,
           .recognise = detail::is_pmml,
           .classifiers = Format::Classifiers{.write = detail::write_pmml_naive_bayes,
                                              .holds = detail::is_pmml_naive_bayes}},
    Format{.suffixes = {".uai"},
           .read = read_uai,
           .write = write_uai,
           .losses = losses_of_uai,
           .recognise = is_uai,
           .beside = {detail::with_names_beside, detail::write_names_beside}},
    Format{.suffixes = {".json"},
           .read = detail::read_json,
           .write = detail::write_json,
           .recognise = detail::is_json,
           .classifiers = Format::Classifiers{.write = detail::write_classifier_json,
                                              .recognise = detail::is_classifier_json,
                                              .read = detail::read_classifier_json}},
    Format{.suffixes = {".pgmodel"},
           .read = read_archive,
           .write = write_archive,
           .recognise = is_archive,
           .classifiers = Format::Classifiers{.write = write_classifier_archive,
                                              .recognise = is_classifier_archive,
                                              .read = read_classifier_in_archive}},
    Format{.suffixes = {".dot"}, .write = write_dot, .losses = lost_in_pictures},
};

constexpr const Format& default_format = formats.front();

/// In which classifiers go to standard output.
constexpr const Format& native_format = *std::ranges::find(
    formats, ".pgmodel", [](const Format& format) { return format.suffixes[0]; });

std::string known_suffixes(bool readable) {
    std::string text;
    for (const Format& format : formats) {
        for (const std::string_view suffix : format.suffixes)
            if ((!readable || format.read) && !suffix.empty())
                text.append(text.empty() ? "" : ", ").append(suffix);
    }
    return text + ", each also with .gz";
}

const Format& format_of(const std::string& path, bool readable) {
    const auto found = std::ranges::find_if(formats, [&](const Format& format) {
        return std::ranges::any_of(format.suffixes, [&](std::string_view suffix) {
            return !suffix.empty() && has_suffix(path, suffix);
        });
    });
    if (found != formats.end() && (found->read || !readable)) return *found;
    const Suffix* const suffix = suffix_of(path);
    const bool elsewhere = suffix && suffix->kind == FileKind::unsupported;
    const std::string what = found != formats.end() ? "this format can only be written"
                             : elsewhere            ? "this format is not supported yet"
                                                    : "the suffix tells no known format";
    throw IoError(what + "; known formats are " + known_suffixes(readable), {.file = path});
}

/// BIF, the first, is recognised by the least, so it is tried last.
const Format* recognised_format(std::string_view first_bytes) {
    const auto found = std::find_if(formats.rbegin(), formats.rend(), [&](const Format& format) {
        return format.recognise && format.recognise(first_bytes);
    });
    return found == formats.rend() ? nullptr : &*found;
}

/// The recognised format, or the default, whose reader then reports what is wrong.
const Format& format_by_contents(std::string_view bytes) {
    const Format* const format = recognised_format(bytes);
    return format ? *format : default_format;
}

/// The format and the unpacked bytes of a file.
class Source {
public:
    Source(const std::string& path, const Limits& limits)
        : path_(path),
          file_(path),
          format_(is_stream(path) ? &default_format : &format_of(path, true)) {
        bytes_ = file_.read(limits.max_file_bytes, is_archive);
        if (is_stream(path)) format_ = &format_by_contents(bytes_);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    const std::string& path() const { return path_; }
    const Format& format() const { return *format_; }
    std::string_view bytes() const { return bytes_; }

private:
    std::string path_;
    FileBytes file_;
    const Format* format_;
    std::string_view bytes_;  ///< unpacked
};

ReadOptions options_for(const std::string& path, const Limits& limits,
                        TablesToLearn tables = TablesToLearn::refuse) {
    return {.name = path == "-" ? "stdin" : path, .limits = limits, .tables_to_learn = tables};
}

ModelResult read_with(const Format& format, std::string_view bytes, const ReadOptions& options) {
    if (format.classifiers && format.classifiers->read && format.classifiers->recognise(bytes)) {
        std::vector<Problem> remarks;
        Classifier classifier = format.classifiers->read(bytes, options, remarks);
        return {std::move(classifier), std::move(remarks)};
    }
    ReadResult read = format.read(bytes, options);
    return {std::move(read.network), std::move(read.remarks), std::move(read.tables_to_learn)};
}

/// The network with what the file beside it has.
BayesianNetwork with_file_beside(BayesianNetwork network, const Source& source,
                                 const Limits& limits) {
    const auto read = source.format().beside.read;
    return read ? read(std::move(network), source.path(), limits) : std::move(network);
}

ModelResult read_with(const Source& source, const ReadOptions& options) {
    ModelResult read = read_with(source.format(), source.bytes(), options);
    if (auto* const network = std::get_if<BayesianNetwork>(&read.model))
        *network = with_file_beside(std::move(*network), source, options.limits);
    return read;
}

std::vector<Problem> problems_of_reading(const Source& source, const ReadOptions& options) {
    try {
        return read_with(source, options).remarks;
    } catch (const ModelError& error) {
        return error.problems();
    }
}

template <class Model>
std::string written(void (*write)(const Model& model, std::ostream& out), const Model& model) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // else a stream hides that memory ran out
    write(model, text);
    return std::move(text).str();
}

std::string written(const BayesianNetwork& network, const std::string& path) {
    return written((is_stream(path) ? default_format : format_of(path, false)).write, network);
}

/// How classifiers are kept in the format of a path, or null. Streams are in the native one.
const Format::Classifiers* classifiers_in(const std::string& path) {
    const auto found = std::ranges::find_if(formats, [&](const Format& format) {
        return std::ranges::any_of(format.suffixes, [&](std::string_view suffix) {
            return !suffix.empty() && has_suffix(path, suffix);
        });
    });
    const Format* const format = is_stream(path)          ? &native_format
                                 : found == formats.end() ? nullptr
                                                          : &*found;
    return format && format->classifiers ? &*format->classifiers : nullptr;
}

}  // namespace

ReadResult read_network(const std::string& path, const Limits& limits, TablesToLearn tables) {
    const Source source(path, limits);
    ReadResult read = source.format().read(source.bytes(), options_for(path, limits, tables));
    read.network = with_file_beside(std::move(read.network), source, limits);
    return read;
}

ModelResult read_model(const std::string& path, const Limits& limits, TablesToLearn tables) {
    const Source source(path, limits);
    return read_with(source, options_for(path, limits, tables));
}

ModelResult read_model(ByteSource& source, const Limits& limits, TablesToLearn tables) {
    std::string bytes;
    const auto next = [&](std::span<char> piece) {
        const std::size_t count = source.read(piece);
        check_unpacked_size(source.name(), source.stored_bytes_read(), bytes.size() + count);
        return count;
    };
    append_pieces(bytes, next, is_archive, limits.max_file_bytes, source.name(),
                  source.size_hint());
    return read_with(format_by_contents(bytes), bytes,
                     {.name = source.name(), .limits = limits, .tables_to_learn = tables});
}

Classifier read_classifier(const std::string& path, const Limits& limits) {
    const Source source(path, limits);
    const ReadOptions options = options_for(path, limits);
    if (!source.format().classifiers || !source.format().classifiers->read)
        throw ParseError("the file holds a network, not a classifier", {.file = options.name},
                         "fit a classifier with the structure of that network, or query it");
    std::vector<Problem> ignored;
    return source.format().classifiers->read(source.bytes(), options, ignored);
}

std::vector<WeightedNetwork> members_of(SavedModel model) {
    if (const auto* const classifier = std::get_if<Classifier>(&model)) {
        const std::span<const WeightedNetwork> members = classifier->model().members();
        return {members.begin(), members.end()};
    }
    std::vector<WeightedNetwork> members;
    members.push_back({std::get<BayesianNetwork>(std::move(model))});
    return members;
}

bool is_network(std::string_view first_bytes) {
    return recognised_format(first_bytes) != nullptr;
}

std::vector<Problem> check_network_file(const std::string& path, const Limits& limits) {
    try {
        const Source source(path, limits);
        const ReadOptions options = options_for(path, limits);
        const Format& format = source.format();
        return format.check ? format.check(source.bytes(), options)
                            : problems_of_reading(source, options);
    } catch (const IoError&) {
        throw;
    } catch (const Error& error) {
        return {problem_of(error)};
    }
}

std::vector<std::string> losses(const BayesianNetwork& network, const std::string& path) {
    const Format& format = is_stream(path) ? default_format : format_of(path, false);
    return format.losses ? format.losses(network) : std::vector<std::string>{};
}

void check_writable(const BayesianNetwork& network, const std::string& path) {
    written(network, path);
}

void write_network(const BayesianNetwork& network, const std::string& path) {
    save_atomically(path, written(network, path));
    if (is_stream(path)) return;
    if (const auto write_beside = format_of(path, false).beside.write) write_beside(network, path);
}

bool holds_classifiers(const std::string& path) {
    const auto* const classifiers = classifiers_in(path);
    return classifiers && !classifiers->holds;
}

bool holds_classifier(const std::string& path, const Classifier& classifier) {
    const auto* const classifiers = classifiers_in(path);
    return classifiers && (!classifiers->holds || classifiers->holds(classifier));
}

void write_classifier(const Classifier& classifier, const std::string& path) {
    if (!holds_classifier(path, classifier))
        throw IoError(classifiers_in(path)
                          ? "PMML holds naive Bayes classifiers of tables and Gaussians only, so "
                            "this one is saved as .pgmodel or .json"
                          : "a classifier is saved as .pgmodel or .json, each also with .gz",
                      {.file = path});
    save_atomically(path, written(classifiers_in(path)->write, classifier));
}

}  // namespace pgm::io

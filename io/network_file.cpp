#include <io/network_file.hpp>

#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/format/detail/kept_text.hpp>
#include <io/format/record/archive.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <span>
#include <sstream>

namespace pgm::io {
namespace {

using Formats = std::span<const NetworkFormat>;

/// In which networks go to standard output: BIF.
const NetworkFormat& default_format() {
    return network_formats().front();
}

/// In which classifiers go to standard output.
const NetworkFormat& native_format() {
    return *std::ranges::find(network_formats(), ".pgmodel",
                              [](const NetworkFormat& format) { return format.suffixes[0]; });
}

/// The format of that suffix, or null.
const NetworkFormat* find_format(const std::string& path, Formats formats) {
    const auto found = std::ranges::find_if(formats, [&](const NetworkFormat& format) {
        return std::ranges::any_of(format.suffixes, [&](std::string_view suffix) {
            return !suffix.empty() && has_suffix(path, suffix);
        });
    });
    return found == formats.end() ? nullptr : &*found;
}

std::string known_suffixes(bool readable, Formats formats) {
    std::string text;
    for (const NetworkFormat& format : formats) {
        for (const std::string_view suffix : format.suffixes)
            if ((!readable || format.read) && !suffix.empty())
                text.append(text.empty() ? "" : ", ").append(suffix);
    }
    return text + ", each also with .gz or .zst";
}

const NetworkFormat& format_of(const std::string& path, bool readable, Formats formats) {
    const NetworkFormat* const found = find_format(path, formats);
    if (found && (found->read || !readable)) return *found;
    const Suffix* const suffix = suffix_of(path);
    const bool elsewhere = suffix && suffix->kind == FileKind::unsupported;
    const std::string what = found       ? "this format can only be written"
                             : elsewhere ? "this format is not supported yet"
                                         : "the suffix tells no known format";
    throw IoError(what + "; known formats are " + known_suffixes(readable, formats),
                  {.file = path});
}

/// The format of the path; a stream gets BIF, or JSON of a network that BIF cannot hold.
const NetworkFormat& format_to_write(const BayesianNetwork& network, const std::string& path,
                                     Formats formats) {
    if (!is_stream(path)) return format_of(path, false, formats);
    const bool is_in_bif = network.is_discrete() && !decision_or_utility(network);
    return is_in_bif ? default_format() : *find_format(".json", network_formats());
}

/// BIF, the first, is recognised by the least, so it is tried last.
const NetworkFormat* recognised_format(std::string_view first_bytes, Formats formats) {
    const auto found =
        std::find_if(formats.rbegin(), formats.rend(), [&](const NetworkFormat& format) {
            return format.recognise && format.recognise(first_bytes);
        });
    return found == formats.rend() ? nullptr : &*found;
}

/// The recognised format, or another one, whose reader then reports what is wrong.
const NetworkFormat& format_by_contents(std::string_view bytes, Formats formats,
                                        const NetworkFormat& otherwise = default_format()) {
    const NetworkFormat* const format = recognised_format(bytes, formats);
    return format ? *format : otherwise;
}

/// Other programs also call PMML and GeNIe's files `.xml`, which says less than their first bytes.
const NetworkFormat& format_of_xml(const NetworkFormat& by_suffix, std::string_view bytes,
                                   Formats formats) {
    if (by_suffix.recognise && by_suffix.recognise(bytes)) return by_suffix;
    return format_by_contents(bytes, formats, by_suffix);
}

/// The format and the unpacked bytes of a file.
class Source {
public:
    Source(const std::string& path, const Limits& limits, Formats formats)
        : path_(path),
          file_(path),
          format_(is_stream(path) ? &default_format() : &format_of(path, true, formats)) {
        bytes_ = file_.read(limits.max_file_bytes, is_archive);
        if (is_stream(path)) format_ = &format_by_contents(bytes_, formats);
        if (has_suffix(path, ".xml")) format_ = &format_of_xml(*format_, bytes_, formats);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    const std::string& path() const { return path_; }
    const NetworkFormat& format() const { return *format_; }
    std::string_view bytes() const { return bytes_; }

private:
    std::string path_;
    FileBytes file_;
    const NetworkFormat* format_;
    std::string_view bytes_;  ///< unpacked
};

ReadOptions options_for(const std::string& path, const Limits& limits,
                        TablesToLearn tables = TablesToLearn::refuse) {
    return {.name = source_name(path), .limits = limits, .tables_to_learn = tables};
}

void keep_text(const NetworkFormat& format, std::string_view bytes, SourceText& source) {
    if (!format.keeps_text || !source.is_usual) return;
    source.suffix = format.suffixes[0];
    source.bytes = bytes;
}

ModelResult read_with(const NetworkFormat& format, std::string_view bytes,
                      const ReadOptions& options) {
    if (format.classifiers && format.classifiers->read && format.classifiers->recognise(bytes)) {
        std::vector<Problem> remarks;
        Classifier classifier = format.classifiers->read(bytes, options, remarks);
        return {std::move(classifier), std::move(remarks)};
    }
    ReadResult read = format.read(bytes, options);
    keep_text(format, bytes, read.source);
    return {std::move(read.network), std::move(read.remarks), std::move(read.tables_to_learn),
            std::move(read.source)};
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

/// The text of the file that the network was read from, if the path is of its format and the text
/// can stay.
std::optional<std::string> kept_text(const BayesianNetwork& network, const std::string& path,
                                     const SourceText& source, Formats formats) {
    const NetworkFormat& format = format_to_write(network, path, formats);
    if (format.suffixes[0] != source.suffix) return std::nullopt;
    return detail::kept_text(source, format.read, network);
}

void save(const std::string& bytes, const BayesianNetwork& network, const std::string& path,
          Formats formats) {
    save_atomically(path, bytes);
    if (is_stream(path)) return;
    if (const auto write_beside = format_to_write(network, path, formats).beside.write)
        write_beside(network, path);
}

/// How classifiers are kept in the format of a path, or null. Streams are in the native one.
const NetworkFormat::Classifiers* classifiers_in(const std::string& path) {
    const NetworkFormat* const format =
        is_stream(path) ? &native_format() : find_format(path, network_formats());
    return format && format->classifiers ? &*format->classifiers : nullptr;
}

}  // namespace

ReadResult read_network(const std::string& path, const Limits& limits, TablesToLearn tables,
                        std::span<const NetworkFormat> formats) {
    const Source source(path, limits, formats);
    ReadResult read = source.format().read(source.bytes(), options_for(path, limits, tables));
    read.network = with_file_beside(std::move(read.network), source, limits);
    keep_text(source.format(), source.bytes(), read.source);
    return read;
}

ModelResult read_model(const std::string& path, const Limits& limits, TablesToLearn tables,
                       std::span<const NetworkFormat> formats) {
    const Source source(path, limits, formats);
    return read_with(source, options_for(path, limits, tables));
}

ModelResult read_model(ByteSource& source, const Limits& limits, TablesToLearn tables,
                       const std::string& suffix) {
    const Formats formats = network_formats();
    const NetworkFormat* const named = suffix.empty() ? nullptr : &format_of(suffix, true, formats);
    std::string bytes;
    const auto next = [&](std::span<char> piece) {
        const std::size_t count = source.read(piece);
        check_unpacked_size(source.name(), source.stored_bytes_read(), bytes.size() + count);
        return count;
    };
    append_pieces(bytes, next, is_archive, limits.max_file_bytes, source.name(),
                  source.size_hint());
    return read_with(named ? *named : format_by_contents(bytes, formats), bytes,
                     {.name = source.name(), .limits = limits, .tables_to_learn = tables});
}

Classifier read_classifier(const std::string& path, const Limits& limits) {
    const Source source(path, limits, network_formats());
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
    return recognised_format(first_bytes, network_formats()) != nullptr;
}

std::vector<Problem> check_network_file(const std::string& path, const Limits& limits,
                                        std::span<const NetworkFormat> formats) {
    try {
        const Source source(path, limits, formats);
        const ReadOptions options = options_for(path, limits);
        const NetworkFormat& format = source.format();
        return format.check ? format.check(source.bytes(), options)
                            : problems_of_reading(source, options);
    } catch (const IoError&) {
        throw;
    } catch (const Error& error) {
        return {problem_of(error)};
    }
}

std::vector<std::string> losses(const BayesianNetwork& network, const std::string& path,
                                std::span<const NetworkFormat> formats) {
    const NetworkFormat& format = format_to_write(network, path, formats);
    auto lost = format.losses ? format.losses(network) : std::vector<std::string>{};
    if (!network.replicates().empty() && !format.keeps_replicates)
        lost.push_back("its " + counted(network.replicates().size(), "replicate"));
    return lost;
}

std::string network_bytes(const BayesianNetwork& network, const std::string& path,
                          std::span<const NetworkFormat> formats) {
    return written(format_to_write(network, path, formats).write, network);
}

std::string network_bytes(const BayesianNetwork& network, const std::string& path,
                          const SourceText& source, std::span<const NetworkFormat> formats) {
    std::optional<std::string> kept = kept_text(network, path, source, formats);
    return kept ? std::move(*kept) : network_bytes(network, path, formats);
}

std::vector<std::string> losses(const BayesianNetwork& network, const std::string& path,
                                const SourceText& source, std::span<const NetworkFormat> formats) {
    if (kept_text(network, path, source, formats)) return {};
    std::vector<std::string> lost = losses(network, path, formats);
    lost.insert(lost.end(), source.contents.begin(), source.contents.end());
    return lost;
}

std::vector<std::string> lost_looks(const BayesianNetwork& network, const std::string& path,
                                    const SourceText& source,
                                    std::span<const NetworkFormat> formats) {
    const bool is_kept = source.looks.empty() || kept_text(network, path, source, formats);
    return is_kept ? std::vector<std::string>{} : source.looks;
}

void check_writable(const BayesianNetwork& network, const std::string& path,
                    std::span<const NetworkFormat> formats) {
    network_bytes(network, path, formats);
}

void write_network(const BayesianNetwork& network, const std::string& path,
                   std::span<const NetworkFormat> formats) {
    save(network_bytes(network, path, formats), network, path, formats);
}

void write_network(const BayesianNetwork& network, const std::string& path,
                   const SourceText& source, std::span<const NetworkFormat> formats) {
    save(network_bytes(network, path, source, formats), network, path, formats);
}

bool holds_classifiers(const std::string& path) {
    const auto* const classifiers = classifiers_in(path);
    return classifiers && !classifiers->holds;
}

bool holds_replicates(const std::string& path) {
    const NetworkFormat* const format = find_format(path, network_formats());
    return format != nullptr && format->keeps_replicates;
}

bool holds_classifier(const std::string& path, const Classifier& classifier) {
    const auto* const classifiers = classifiers_in(path);
    return classifiers && (!classifiers->holds || classifiers->holds(classifier));
}

void write_classifier(const Classifier& classifier, const std::string& path) {
    if (!holds_classifier(path, classifier))
        throw IoError(
            classifiers_in(path)
                ? "PMML holds naive Bayes classifiers of tables and Gaussians only; this "
                  "one is saved as .pgmodel or .json"
                : "a classifier is saved as .pgmodel or .json, each also with .gz or .zst",
            {.file = path});
    save_atomically(path, written(classifiers_in(path)->write, classifier));
}

}  // namespace pgm::io

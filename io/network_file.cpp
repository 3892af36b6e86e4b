#include <io/network_file.hpp>

#include <io/archive/archive.hpp>
#include <io/bif/bif.hpp>
#include <io/elv/detail/elv.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/net/detail/net.hpp>
#include <io/pgmx/detail/pgmx.hpp>
#include <io/picture/picture.hpp>
#include <io/pmml/detail/pmml.hpp>
#include <io/xdsl/detail/xdsl.hpp>
#include <io/xmlbif/detail/xmlbif.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <sstream>

namespace pgm::io {
namespace {

/// A file format. The rest of the library uses formats through the table below only;
/// docs/adding-a-format.md shows how to add one.
struct Format {
    std::array<std::string_view, 3> suffixes;  ///< the first one is the usual one
    ReadResult (*read)(std::string_view bytes,
                       const ReadOptions& options);  ///< null for pictures, which are only written
    std::vector<Problem> (*check)(
        std::string_view bytes,
        const ReadOptions& options);  ///< null: whatever read() throws is all there is to say
    void (*write)(const BayesianNetwork& network, std::ostream& out);
    std::vector<std::string> (*losses)(
        const BayesianNetwork& network);        ///< null when nothing is ever lost
    bool (*recognise)(std::string_view bytes);  ///< by the first bytes; null: only by suffix
};

std::vector<std::string> lost_in_pictures(const BayesianNetwork& network) {
    if (network.size() == 0) return {};
    return {"the probabilities: a picture cannot be read back as a network"};
}

constexpr std::array formats = {
    Format{{".bif"}, read_bif, check_bif, write_bif, nullptr, is_bif},
    Format{{".xmlbif", ".bifxml", ".xml"},
           detail::read_xmlbif,
           nullptr,
           detail::write_xmlbif,
           nullptr,
           detail::is_xmlbif},
    Format{{".xdsl"},
           detail::read_xdsl,
           nullptr,
           detail::write_xdsl,
           detail::losses_of_xdsl,
           detail::is_xdsl},
    Format{{".net", ".hugin", ".oobn"},
           detail::read_net,
           nullptr,
           detail::write_net,
           detail::losses_of_net,
           detail::is_net},
    Format{{".pgmx"},
           detail::read_pgmx,
           nullptr,
           detail::write_pgmx,
           detail::losses_of_pgmx,
           detail::is_pgmx},
    Format{{".elv"},
           detail::read_elv,
           nullptr,
           detail::write_elv,
           detail::losses_of_elv,
           detail::is_elv},
    Format{{".pmml"},
           detail::read_pmml,
           nullptr,
           detail::write_pmml,
           detail::losses_of_pmml,
           detail::is_pmml},
    Format{{".pgmodel"}, read_archive, nullptr, write_archive, nullptr, is_archive},
    Format{{".dot"},
           nullptr,
           nullptr,
           [](const BayesianNetwork& network, std::ostream& out) { out << dot_text(network); },
           lost_in_pictures,
           nullptr},
};

constexpr const Format& default_format = formats.front();

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
        : file_(path), format_(is_stream(path) ? &default_format : &format_of(path, true)) {
        bytes_ = file_.read(limits.max_file_bytes, is_archive);
        if (is_stream(path)) format_ = &format_by_contents(bytes_);
    }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    const Format& format() const { return *format_; }
    std::string_view bytes() const { return bytes_; }

private:
    FileBytes file_;
    const Format* format_;
    std::string_view bytes_;  ///< unpacked
};

ReadOptions options_for(const std::string& path, const Limits& limits,
                        TablesToLearn tables = TablesToLearn::refuse) {
    return {.name = path == "-" ? "stdin" : path, .limits = limits, .tables_to_learn = tables};
}

ModelResult read_with(const Format& format, std::string_view bytes, const ReadOptions& options) {
    if (format.read == read_archive && is_classifier_archive(bytes)) {
        std::vector<Problem> remarks;
        Classifier classifier = read_classifier_archive(bytes, options, &remarks);
        return {std::move(classifier), std::move(remarks)};
    }
    ReadResult read = format.read(bytes, options);
    return {std::move(read.network), std::move(read.remarks), std::move(read.tables_to_learn)};
}

std::vector<Problem> problems_of_reading(const Format& format, std::string_view bytes,
                                         const ReadOptions& options) {
    try {
        return read_with(format, bytes, options).remarks;
    } catch (const ModelError& error) {
        return error.problems();
    }
}

std::string written(const BayesianNetwork& network, const std::string& path) {
    const Format& format = is_stream(path) ? default_format : format_of(path, false);
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // else a stream hides that memory ran out
    format.write(network, text);
    return std::move(text).str();
}

}  // namespace

ReadResult read_network(const std::string& path, const Limits& limits, TablesToLearn tables) {
    const Source source(path, limits);
    return source.format().read(source.bytes(), options_for(path, limits, tables));
}

ModelResult read_model(const std::string& path, const Limits& limits, TablesToLearn tables) {
    const Source source(path, limits);
    return read_with(source.format(), source.bytes(), options_for(path, limits, tables));
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
                            : problems_of_reading(format, source.bytes(), options);
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
}

}  // namespace pgm::io

#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/read_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <array>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm::io {

/// A file format of networks, and perhaps of classifiers: one row of network_formats(), by which
/// every function below finds it. A program adds formats of its own by passing a longer table, its
/// rows and those of network_formats(); nothing is registered anywhere (docs/adding-a-format.md).
struct NetworkFormat {
    std::array<std::string_view, 3> suffixes;  ///< ".bif", in small letters; the usual one first
    /// Null for pictures, which are only written.
    ReadResult (*read)(std::string_view bytes, const ReadOptions& options) = nullptr;
    /// All problems of a text; null: those that read() throws are all.
    std::vector<Problem> (*check)(std::string_view bytes, const ReadOptions& options) = nullptr;
    void (*write)(const BayesianNetwork& network, std::ostream& out) = nullptr;
    /// The parts of a network that cannot be written; null where nothing is ever lost.
    std::vector<std::string> (*losses)(const BayesianNetwork& network) = nullptr;
    /// Recognises the first bytes on standard input; null: it is known by its suffix only.
    bool (*recognise)(std::string_view bytes) = nullptr;
    /// True if a file of the format has more than a network, and keeps it (SourceText).
    bool keeps_text = false;
    /// True if a file keeps BayesianNetwork::replicates().
    bool keeps_replicates = false;

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

    /// The file beside a model that has what the format has no place for; null: there is none.
    struct FileBeside {
        BayesianNetwork (*read)(BayesianNetwork network, const std::string& path,
                                const Limits& limits) = nullptr;
        void (*write)(const BayesianNetwork& network, const std::string& path) = nullptr;
    };
    FileBeside beside = {};
};

/// The formats of this library; the first one is that of standard output.
std::span<const NetworkFormat> network_formats();

/// Reads a network in the format of the file's suffix (docs/formats.md lists them; each also with
/// .gz). "-" reads standard input and recognises the format by the first bytes. A file of a
/// classifier is read as its network if it has just one. Throws IoError, ParseError, ModelError
/// (all problems at once) and TooLargeError. Tables without numbers are refused unless `tables`
/// accepts them.
ReadResult read_network(const std::string& path, const Limits& limits = {},
                        TablesToLearn tables = TablesToLearn::refuse,
                        std::span<const NetworkFormat> formats = network_formats());

/// The contents of a model file: a network, or a classifier, which may average several networks and
/// then is no network.
using SavedModel = std::variant<BayesianNetwork, Classifier>;

/// A model, with remarks about its file.
struct ModelResult {
    SavedModel model;
    std::vector<Problem> remarks{};
    std::vector<TableToLearn> tables_to_learn{};  ///< empty unless they were accepted
    SourceText source{};                          ///< of a network
};

/// Reads a model of either kind like read_network().
ModelResult read_model(const std::string& path, const Limits& limits = {},
                       TablesToLearn tables = TablesToLearn::refuse,
                       std::span<const NetworkFormat> formats = network_formats());
/// Reads a model from an open source at its first byte, in the format of a suffix (".bif"); without
/// one the first bytes determine the format.
ModelResult read_model(ByteSource& source, const Limits& limits = {},
                       TablesToLearn tables = TablesToLearn::refuse,
                       const std::string& suffix = {});

/// The classifier that a file holds, with its networks, schema, cut points, provenance and
/// statistics: it makes the same predictions and can be updated with more rows. Throws as
/// read_network() does, and ParseError for a file that holds a network.
Classifier read_classifier(const std::string& path, const Limits& limits = {});

/// The networks of a model with their weights, of a classifier those of Classifier::model(); a
/// network by itself is the only member.
std::vector<WeightedNetwork> members_of(SavedModel model);

/// True if a file that begins with these bytes is a network in BIF or in the native format.
bool is_network(std::string_view first_bytes);

/// All problems of a file with their locations: errors, warnings and notes. Throws only IoError.
std::vector<Problem> check_network_file(const std::string& path, const Limits& limits = {},
                                        std::span<const NetworkFormat> formats = network_formats());

/// Losses if the network were written in the format of that path.
std::vector<std::string> losses(const BayesianNetwork& network, const std::string& path,
                                std::span<const NetworkFormat> formats = network_formats());
/// The losses if a network that was read from that file is written: also the contents of the file
/// that no network holds.
std::vector<std::string> losses(const BayesianNetwork& network, const std::string& path,
                                const SourceText& source,
                                std::span<const NetworkFormat> formats = network_formats());
/// The parts of the file's looks that are lost then: comments, fonts and the like.
std::vector<std::string> lost_looks(const BayesianNetwork& network, const std::string& path,
                                    const SourceText& source,
                                    std::span<const NetworkFormat> formats = network_formats());

/// The bytes that write_network() would write, not packed. Throws what it throws for a network that
/// the format of the path cannot hold.
std::string network_bytes(const BayesianNetwork& network, const std::string& path,
                          std::span<const NetworkFormat> formats = network_formats());

/// The bytes of a network that was read from that file.
std::string network_bytes(const BayesianNetwork& network, const std::string& path,
                          const SourceText& source,
                          std::span<const NetworkFormat> formats = network_formats());

/// Throws what write_network() throws for a network that the format of the path cannot hold, and
/// does not write.
void check_writable(const BayesianNetwork& network, const std::string& path,
                    std::span<const NetworkFormat> formats = network_formats());

/// Writes a network atomically (io/file/output_file.hpp) in the format of the path's suffix, also
/// .dot, each also with .gz or .zst. "-" writes BIF to standard output. Names that a format has no
/// place for go to a file beside it (io/format/uai/uai.hpp).
void write_network(const BayesianNetwork& network, const std::string& path,
                   std::span<const NetworkFormat> formats = network_formats());

/// Writes a network that was read from that file: in its own format the file keeps its text, byte
/// for byte if nothing has changed, and with other numbers where only numbers have.
void write_network(const BayesianNetwork& network, const std::string& path,
                   const SourceText& source,
                   std::span<const NetworkFormat> formats = network_formats());

/// True if the format of the path's suffix holds any classifier: .pgmodel and .json, and "-".
bool holds_classifiers(const std::string& path);
/// True if it holds this classifier: .pmml holds naive Bayes of tables, cut points and Gaussians,
/// without its provenance and statistics, and it is read back as a network.
bool holds_classifier(const std::string& path, const Classifier& classifier);

/// True if the format keeps the replicates of a network: .pgmodel.
bool holds_replicates(const std::string& path);

/// Writes a classifier atomically, every number bit for bit. "-" writes .pgmodel to standard
/// output. Throws IoError for a path whose format does not hold it, ArgumentError for a
/// network with a FunctionCpd.
void write_classifier(const Classifier& classifier, const std::string& path);

}  // namespace pgm::io

#pragma once

#include <io/options/read_options.hpp>
#include <pgm/data/sums.hpp>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {
class BayesianNetwork;
class Classifier;
}  // namespace pgm

namespace pgm::io {

/// `.pgmodel`, the native file: a network or a classifier bit for bit, fast to read and safe
/// against damage.
///
/// It is the record of a network or of a classifier (network_record.hpp, classifier_record.hpp of
/// io/format/record/detail) written by Boost.Serialization's binary archive inside an Envelope
/// (envelope.hpp). The archive is read only after magic, version, length and checksum were found
/// right, holds no pointers, classes or versions of its own, and every count in it is compared with
/// the bytes that are there before memory is allocated. Loading ends in NetworkBuilder like any
/// other reading.
///
/// The numbers are stored in the byte order of the machine that wrote them; a machine of the other
/// order refuses them. Files of version 1 remain readable by every later version of this library.
/// To exchange models with strangers use a text format (docs/security.md).
///
/// Throws ParseError (with the file's name; bytes have no lines) for files that are damaged, newer
/// or none, or hold a classifier of several networks, ModelError, TooLargeError.
ReadResult read_archive(std::string_view bytes, const ReadOptions& options = {});

void write_archive(const BayesianNetwork& network, std::ostream& out);

/// True if the bytes begin like a native file.
bool is_archive(std::string_view bytes);

/// The classifier that a native file holds. Throws as read_archive() does, ParseError also for a
/// file that holds a network. Warnings of its networks are appended to `remarks`, where given.
Classifier read_classifier_archive(std::string_view bytes, const ReadOptions& options = {},
                                   std::vector<Problem>* remarks = nullptr);

void write_classifier_archive(const Classifier& classifier, std::ostream& out);
/// Equal bytes.
std::string classifier_archive(const Classifier& classifier);

/// True if the bytes begin like a classifier's native file.
bool is_classifier_archive(std::string_view bytes);

/// Sums over rows in such a file, with the columns that they are of: what a process that counts
/// some of the rows sends to the one that adds up and estimates. Equal statistics give equal bytes.
///
/// Throws ParseError for a file that is damaged, newer, none or holds a model, and TooLargeError
/// past the limits, which are those of Sums.
Sums read_statistics_archive(std::string_view bytes, const ReadOptions& options = {});

std::string statistics_archive(const Sums& statistics);

/// How far a run has come that takes sums of the same rows in one pass or several.
struct Checkpoint {
    /// One pass, as far as it went.
    struct Pass {
        std::string request;     ///< what beside the families of the sums makes them what they are
        std::uint64_t rows = 0;  ///< that were looked at
        std::uint64_t rows_without_class = 0;
        bool is_complete = false;
        Sums sums;
    };

    std::string rows;  ///< which these are, in words that distinguish them
    std::vector<Pass> passes;
};

/// A checkpoint in such a file. Throws as read_statistics_archive() does.
Checkpoint read_checkpoint_archive(std::string_view bytes, const ReadOptions& options = {});

std::string checkpoint_archive(const Checkpoint& checkpoint);

}  // namespace pgm::io

#pragma once

#include <io/data_file.hpp>
#include <io/format/record/archive.hpp>
#include <io/options/data_options.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace pgm::sources {

/// Rows in parts whose sums are saved in a file while they are taken. A run that is killed begins
/// again with the same file and goes on behind the rows that were saved; since sums are exact, it
/// ends in the same bits.
///
/// The rows of all parts are read again, but those that are in the saved sums are not counted
/// again, and a pass that was complete is not made again. The file is written between two parts, as
/// often as that takes a small share of the time, and replaced as a whole, so that there is a good
/// one at every moment.
class CheckpointedRows {
public:
    /// Words that distinguish the rows of files from all others: the names, sizes and times of the
    /// files, and how they are read.
    ///
    ///     /data/days.csv (1204 bytes, written 2026-11-28 20:07:03.250 UTC), 'play' discrete
    ///
    /// Throws ArgumentError for what has no rows that can be read again in the same order: standard
    /// input, a pipe, a database.
    static std::string identity_of(const io::TableFiles& files, const io::DataOptions& options);

    /// `which` tells these rows from all others, and with them how they are read. Throws IoError,
    /// ParseError for a file that is no checkpoint, and ArgumentError for one of other rows.
    CheckpointedRows(Rows rows, std::string path, std::string which);

    /// Data of which there are counts only. This must live as long. Its passes are made one at a
    /// time, by one thread.
    Rows source();

    /// The number of rows of the pass that was being made that need not be counted again.
    std::uint64_t resumed_rows() const { return resumed_rows_; }

    /// Removes the file, for the run has its result.
    void finish() const;

private:
    CountedRows count(const CountRequest& request);
    /// The sums that were saved of this pass, or none yet.
    io::Checkpoint::Pass& pass_of(const CountRequest& request);
    void save() const;

    Rows rows_;
    std::string path_;
    io::Checkpoint checkpoint_;
    std::size_t next_pass_ = 0;
    std::uint64_t resumed_rows_ = 0;
};

}  // namespace pgm::sources

#pragma once

#include <io/data_file.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/data/rows.hpp>
#include <sources/ranks/rank_failure.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::sources {

/// Processes that run the same program on the same input, each over a part of the rows; this one is
/// `rank()` of `size()`.
///
/// All ranks take the same decisions, because rows reach a decision only through what is exchanged
/// here: every rank calls the same members in the same order, and what they give is the same
/// everywhere. Sums over rows are exact, so it does not depend on the number of ranks either.
/// MpiRanks (mpi_ranks.hpp) is the maker for programs; it differs from this interface in that it
/// needs MPI.
class Ranks {
public:
    virtual ~Ranks() = default;

    virtual std::size_t rank() const = 0;
    virtual std::size_t size() const = 0;
    /// The first rank alone prints and writes files.
    bool is_first() const { return rank() == 0; }

    /// The texts of all ranks in their order.
    virtual std::vector<std::string> all_gather(const std::string& bytes) const = 0;
    /// The texts on the first rank; none on the others.
    virtual std::vector<std::string> gather(const std::string& bytes) const = 0;
    /// The texts of all ranks made one by `merge`, which is associative.
    virtual std::string all_reduce(
        const std::string& bytes,
        const std::function<std::string(const std::string&, const std::string&)>& merge) const = 0;
    /// Adds to each number those that the other ranks have in its place. At most 2^31 - 1 numbers.
    virtual void add_up(std::span<std::uint64_t> numbers) const = 0;

protected:
    Ranks() = default;
    Ranks(const Ranks&) = default;
    Ranks& operator=(const Ranks&) = default;
};

/// Opens a table of which each rank reads a share: some of the files, or where they are fewer than
/// ranks, some of the parts of one. The result has the columns and the number of rows of the whole
/// table, the same on all ranks and those that io::open_data() has; its parts are those of the
/// share, in the states of the whole. States that occur in one share only are in it.
///
/// `admits` is asked once, about the whole table. Where it refuses, and for a table that does not
/// come in parts, every rank has the whole table in memory. `remarks` are those of the share.
///
/// Throws what io::open_data() throws, inside RankFailure where it concerns the share alone; and
/// ArgumentError where the shares have different columns.
Rows open_share(const Ranks& ranks, const io::TableFiles& files, const io::DataOptions& options,
                const io::ColumnCheck& admits, io::DataRemarks* remarks = nullptr);

/// The rows of all ranks, counted where they are: each rank counts its share, and one exchange per
/// pass adds up the sums. What needs rows and not only sums gets `all_rows`, which every rank reads
/// alike. `share` must have the same schema on all ranks.
Rows count_together(const Ranks& ranks, Rows share, Rows::Pass all_rows);

/// Counting families of a table of which each rank has a share in memory (pgm::CountExchange).
CountExchange count_exchange(const Ranks& ranks);

/// The share of this rank in long work on a table that all ranks have.
learners::WorkShare work_share(const Ranks& ranks);

/// learners::validate() with the folds spread over the ranks, which all have the table and all get
/// the whole result. Throws what it throws.
learners::Validation validate_together(const Ranks& ranks, const Dataset& data,
                                       std::string_view class_name,
                                       std::span<const learners::Estimator> choices,
                                       learners::Folds folds, learners::ValidationOptions options);

/// The sums of equally many numbers of each rank, added in the order of the ranks.
std::vector<double> add_together(const Ranks& ranks, const std::vector<double>& numbers);

}  // namespace pgm::sources

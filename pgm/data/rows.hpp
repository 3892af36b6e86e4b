#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/sums.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// The sums that are asked for: of these families over the rows that have a class. Plain data.
struct CountRequest {
    /// The columns of the sums, the class first, as they are after `cuts` and `replacements`; the
    /// families refer to them. The rows may have others.
    std::vector<Variable> schema;
    std::vector<Family> families;
    Discretisation cuts{};        ///< of continuous columns into intervals
    Replacements replacements{};  ///< of missing values
    Limits limits{};
    std::size_t threads = 1;
    StopToken stop{};
};

/// The answer: statistics over the schema of the request that have all its families.
struct CountedRows {
    Sums statistics;
    std::uint64_t rows_without_class = 0;

    /// Adds the sums of other rows. Throws what Sums::merge() throws.
    void merge(const CountedRows& more);
};

/// The sums of a request whose families were counted apart, each in one of `counted` or more, over
/// the same rows, of which so many have a class. Throws ArgumentError where these have different
/// weights.
CountedRows joined(const CountRequest& request, std::span<const CountedRows> counted,
                   std::uint64_t rows);

/// The rows of a table, wherever they are: in memory; in a file that is read part by part, as often
/// as wanted, and never held in memory as a whole; or in a place that counts them by itself, as a
/// database or other processes do. Learners take any of them, and what they learn is the same bits.
///
/// It differs from a Dataset in that not all rows need be there at once, or at all. What needs all
/// of them at once (cut points that are learned, folds, expectation maximisation) asks for table()
/// and refuses others; what needs rows, but not at once (kernel densities, what is chosen by
/// leaving out rows) makes a pass(), which refuses only those that are counted elsewhere; what
/// needs no more than sums asks to count() them.
///
/// The columns are known beforehand, so that all parts have the same states. Copies are passes over
/// the same source, one at a time.
class Rows {
public:
    using Visit = std::function<void(const Dataset& part)>;
    /// One pass over all rows, in parts of about so many.
    using Pass = std::function<void(std::size_t rows_of_part, const Visit& visit)>;
    using Count = std::function<CountedRows(const CountRequest& request)>;

    /// A table in memory: one that must live as long, or one that is held.
    Rows(const Dataset& table) : rows_(table.view()) {}
    Rows(Dataset&& table) : rows_(std::move(table)) {}
    /// Rows that are read in passes: of these columns, and so many of them, if that is known.
    Rows(std::vector<Variable> schema, std::optional<std::uint64_t> rows, Pass pass)
        : rows_(Elsewhere{std::move(schema), rows, std::move(pass), {}}) {}
    /// Rows that are counted where they are. Where there is a pass besides, what needs rows and not
    /// only counts makes it.
    static Rows of_counts(std::vector<Variable> schema, std::optional<std::uint64_t> rows,
                          Count count, Pass pass = {}) {
        return Rows(Elsewhere{std::move(schema), rows, std::move(pass), std::move(count)});
    }

    /// The table; null where the rows are not in memory.
    const Dataset* table() const { return std::get_if<Dataset>(&rows_); }
    Dataset* table() { return std::get_if<Dataset>(&rows_); }

    /// The columns of the whole table.
    std::vector<Variable> schema() const {
        return table() ? table()->schema() : std::get<Elsewhere>(rows_).schema;
    }
    /// How many there are in all, where that is known before a pass.
    std::optional<std::uint64_t> rows() const {
        return table() ? std::optional<std::uint64_t>(table()->rows())
                       : std::get<Elsewhere>(rows_).rows;
    }

    /// Calls `visit` with one part after the other, of about a few megabytes or so many rows; a
    /// table in memory is one. All have the schema; their cells may be views that are valid during
    /// the call. Throws what the reader of the table throws, IoError if the table has changed since
    /// its columns were found, and ArgumentError where there are counts only.
    void pass(const Visit& visit) const;
    void pass(std::size_t rows_of_part, const Visit& visit) const;

    /// The sums over all rows, in one pass. Throws ArgumentError where a column is missing or has
    /// other states than the request, and where a function gives other sums than it was asked for;
    /// what the function throws; TooLargeError past the limits; Stopped.
    CountedRows count(const CountRequest& request) const;

private:
    struct Elsewhere {
        std::vector<Variable> schema;
        std::optional<std::uint64_t> rows;
        Pass pass;    ///< empty where there are counts only
        Count count;  ///< empty where the rows are counted in a pass
    };
    explicit Rows(Elsewhere rows) : rows_(std::move(rows)) {}

    std::variant<Dataset, Elsewhere> rows_;
};

/// The rows whose class is not missing, from which classifiers are learned and by which they are
/// judged. Cells may be views of `data`, which must live as long. Throws ArgumentError where there
/// is no such column.
Dataset labelled_rows(const Dataset& data, std::string_view class_name);

/// The labelled rows, their continuous columns cut and their missing values replaced, on so many
/// threads; likewise.
Dataset prepared_rows(const Dataset& data, std::string_view class_name, const Discretisation& cuts,
                      const Replacements& replacements, std::size_t threads);

}  // namespace pgm

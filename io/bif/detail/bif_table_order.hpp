#pragma once

#include <io/bif/detail/bif_row_locations.hpp>
#include <io/text/detail/reader_report.hpp>
#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/network_builder.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The numbers of one `table` statement with R rows, one per parent configuration, of k states. The
/// child's index s may be slowest, number[s R + r], or fastest, number[r k + s].
struct BifTableNumbers {
    std::span<const double> numbers;
    std::size_t row_length = 1;  ///< k

    std::size_t rows() const { return numbers.size() / row_length; }
    /// Entry s of row r in either order.
    double at(std::size_t r, std::size_t s, bool child_fastest) const {
        return numbers[child_fastest ? r * row_length + s : s * rows() + r];
    }
    /// True if all rows sum to 1 within the tolerance of NetworkBuilder.
    bool rows_sum_to_one(bool child_fastest) const;
    /// How far the rows are from that: how many do not, and by how much all of them.
    struct Misfit {
        std::size_t rows = 0;
        double deviation = 0;
    };
    Misfit misfit(bool child_fastest) const;
    /// True if both orders spell the same table.
    bool is_same_in_both_orders() const;
    /// Stores the rows one after the other.
    void copy_rows(bool child_fastest, std::span<double> values) const;

private:
    double row_sum(std::size_t r, bool child_fastest) const;
};

/// Decides how the `table` statements of a file are read.
///
/// BIF lists the child's states slowest; some programs list them fastest. A table whose rows sum to
/// 1 in one order only is read in that order. A program writes all its tables alike, so these
/// tables also decide for those that sum to 1 in both orders, unless they contradict each other. A
/// table whose rows sum to 1 in neither order is read as those before it are or, if there are none,
/// in the order that is nearer to 1. What nothing decides is read as BIF prescribes, with a warning
/// if the other order is another table.
class BifTableOrder {
public:
    /// One table of the file, as messages need it.
    struct TableStatement {
        std::size_t offset = 0;  ///< of the statement
        std::size_t number = 0;  ///< in the BifRowLocations
        std::string family;      ///< "P(x | a, b)"
        std::string child;       ///< quoted for a message
    };

    /// True if a table is to be stored with the child fastest, as far as it says so itself. If it
    /// sums to 1 in both orders, settle() may store it again. `place` is called for a message.
    template <class PlaceOf>
    bool is_child_fastest(const BifTableNumbers& table, const Scope& scope, PlaceOf&& place,
                          ReaderReport& report) {
        if (table.rows() <= 1) return true;
        const bool slowest = table.rows_sum_to_one(false), fastest = table.rows_sum_to_one(true);
        if (slowest != fastest) ++(fastest ? fastest_only_ : slowest_only_);
        if (slowest && fastest && !table.is_same_in_both_orders()) keep(table, scope, place());
        if (!slowest && !fastest) return is_likelier_fastest(table, place(), report);
        if (fastest && !slowest) report_only_order(place(), report);
        return fastest && !slowest;
    }

    /// Stores the tables that sum to 1 in both orders as those do that sum to 1 in one order only,
    /// after all tables were read. Warns about each.
    void settle(NetworkBuilder& builder, BifRowLocations& locations, ReaderReport& report);

private:
    struct Undecided {
        TableCpd child_fastest;
        TableStatement place;
    };

    void keep(const BifTableNumbers& table, const Scope& scope, TableStatement place);
    /// Chooses the order of a table that is wrong in both, so that the errors of its rows are those
    /// of the likelier one: that of the tables before it or, if these say nothing, the one it is
    /// nearer to. A note tells of the order that is not the prescribed one.
    bool is_likelier_fastest(const BifTableNumbers& table, const TableStatement& place,
                             ReaderReport& report) const;
    static void report_only_order(const TableStatement& place, ReaderReport& report);

    std::size_t slowest_only_ = 0, fastest_only_ = 0;
    std::vector<Undecided> undecided_;
};

}  // namespace pgm::io::detail

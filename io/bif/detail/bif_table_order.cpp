#include <io/bif/detail/bif_table_order.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <cmath>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr const char* prescribed = "BIF lists the variable's own states slowest";

}  // namespace

double BifTableNumbers::row_sum(std::size_t r, bool child_fastest) const {
    double sum = 0;
    for (std::size_t s = 0; s < row_length; ++s) sum += at(r, s, child_fastest);
    return sum;
}

bool BifTableNumbers::rows_sum_to_one(bool child_fastest) const {
    for (std::size_t r = 0; r < rows(); ++r)
        if (!(std::abs(row_sum(r, child_fastest) - 1) <= largest_accepted_deviation)) return false;
    return true;
}

BifTableNumbers::Misfit BifTableNumbers::misfit(bool child_fastest) const {
    Misfit misfit;
    for (std::size_t r = 0; r < rows(); ++r) {
        const double deviation = std::abs(row_sum(r, child_fastest) - 1);
        misfit.rows += !(deviation <= largest_accepted_deviation);
        misfit.deviation += deviation;
    }
    return misfit;
}

bool BifTableNumbers::is_same_in_both_orders() const {
    for (std::size_t r = 0; r < rows(); ++r) {
        for (std::size_t s = 0; s < row_length; ++s) {
            if (at(r, s, false) != at(r, s, true)) return false;
        }
    }
    return true;
}

void BifTableNumbers::copy_rows(bool child_fastest, std::span<double> values) const {
    for (std::size_t r = 0; r < rows(); ++r) {
        for (std::size_t s = 0; s < row_length; ++s)
            values[r * row_length + s] = at(r, s, child_fastest);
    }
}

void BifTableOrder::keep(const BifTableNumbers& table, const Scope& scope, TableStatement place) {
    undecided_.push_back({TableCpd(scope, table.numbers), std::move(place)});
}

void BifTableOrder::report_only_order(const TableStatement& place, ReaderReport& report) {
    report.add(Problem::Severity::warning, place.offset,
               "the table of " + place.family + " sums to 1 only when read with the states of " +
                   place.child + " fastest, and is read so",
               prescribed);
}

bool BifTableOrder::is_likelier_fastest(const BifTableNumbers& table, const TableStatement& place,
                                        ReaderReport& report) const {
    if (slowest_only_ > 0 && fastest_only_ == 0) return false;
    const BifTableNumbers::Misfit slowest = table.misfit(false), fastest = table.misfit(true);
    const bool is_told = fastest_only_ > 0 && slowest_only_ == 0;
    const bool is_nearer = fastest.rows < slowest.rows ||
                           (fastest.rows == slowest.rows && fastest.deviation < slowest.deviation);
    if (!is_told && !is_nearer) return false;
    report.add(Problem::Severity::note, place.offset,
               "the table of " + place.family + " sums to 1 in neither order: " +
                   std::to_string(slowest.rows) + " of " + counted(table.rows(), "row") +
                   " are wrong with the states of " + place.child + " slowest, and " +
                   std::to_string(fastest.rows) + " with them fastest; it is read so",
               prescribed);
    return true;
}

void BifTableOrder::settle(NetworkBuilder& builder, BifRowLocations& locations,
                           ReaderReport& report) {
    const bool child_slowest = slowest_only_ > 0 && fastest_only_ == 0;
    const bool child_fastest = fastest_only_ > 0 && slowest_only_ == 0;
    if (child_slowest) return;
    for (Undecided& table : undecided_) {
        const TableStatement& place = table.place;
        const std::string both = "the table of " + place.family + " sums to 1 in both orders, ";
        if (child_fastest) {
            report.add(Problem::Severity::warning, place.offset,
                       both + "and is read with the states of " + place.child +
                           " fastest, since other tables of the file can only be read so",
                       prescribed);
            locations.table(place.number).child_fastest = true;
            builder.set_cpd(std::move(table.child_fastest));
        } else {
            report.add(Problem::Severity::warning, place.offset,
                       both + "which give different tables; it is read with the states of " +
                           place.child + " slowest, as BIF prescribes",
                       "rows with their states, as in '(yes) 0.1, 0.9;', leave no doubt");
        }
    }
}

}  // namespace pgm::io::detail

#include <io/bif/detail/bif_table_order.hpp>

#include <pgm/model/row_normalisation.hpp>

#include <cmath>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr const char* prescribed = "BIF lists the variable's own states slowest";

}  // namespace

bool BifTableNumbers::rows_sum_to_one(bool child_fastest) const {
    for (std::size_t r = 0; r < rows(); ++r) {
        double sum = 0;
        for (std::size_t s = 0; s < row_length; ++s) sum += at(r, s, child_fastest);
        if (!(std::abs(sum - 1) <= largest_accepted_deviation)) return false;
    }
    return true;
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

void BifTableOrder::keep(const BifTableNumbers& table, const Scope& scope, Place place) {
    undecided_.push_back({TableCpd(scope, table.numbers), std::move(place)});
}

void BifTableOrder::report_only_order(const Place& place, BifReport& report) {
    report.add(Problem::Severity::warning, place.offset,
               "the table of " + place.family + " sums to 1 only when read with the states of " +
                   place.child + " fastest, and is read so",
               prescribed);
}

void BifTableOrder::settle(NetworkBuilder& builder, BifRowLocations& locations, BifReport& report) {
    const bool child_slowest = slowest_only_ > 0 && fastest_only_ == 0;
    const bool child_fastest = fastest_only_ > 0 && slowest_only_ == 0;
    if (child_slowest) return;
    for (Undecided& table : undecided_) {
        const Place& place = table.place;
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

#pragma once

#include <pgm/model/detail/family_text.hpp>
#include <pgm/model/detail/problem_list.hpp>
#include <pgm/model/network.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <functional>
#include <span>
#include <string>

namespace pgm::detail {

/// Checks rows one after the other. Errors go to the list at once; rows that are merely imprecise
/// are counted, and report_imprecise() reports them together, naming the worst.
class RowCheck {
public:
    RowCheck(ProblemList& problems, RowSums row_sums) : problems_(problems), row_sums_(row_sums) {}

    /// Gives the location of a row. It is called only when the row has a problem.
    using LocationOfRow = std::function<Location(std::size_t row)>;

    /// Checks the row with this number. Normalises `values` in place, unless they are refused or
    /// rows are kept as they are.
    void row(const FamilyText& family, std::size_t number, std::span<double> values,
             const LocationOfRow& location);

    /// True if a row was kept that does not sum to 1.
    bool has_kept() const { return has_kept_; }

    /// Adds one warning that names the worst imprecise row and says how many there are.
    void report_imprecise();

private:
    void count_imprecise(const FamilyText& family, std::size_t number, double sum,
                         const LocationOfRow& location);

    ProblemList& problems_;
    RowSums row_sums_;
    bool has_kept_ = false;
    std::size_t imprecise_ = 0;
    double worst_sum_ = 1;
    std::string worst_row_;
    Location worst_location_;
};

}  // namespace pgm::detail

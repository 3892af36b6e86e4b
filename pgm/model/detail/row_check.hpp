#pragma once

#include <pgm/model/detail/family_text.hpp>
#include <pgm/model/detail/problem_list.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <functional>
#include <span>
#include <string>

namespace pgm::detail {

/// Judges rows one after the other: errors go to the list at once, rows that are merely imprecise
/// are counted and reported together by report_imprecise(), by the worst of them.
class RowCheck {
public:
    RowCheck(ProblemList& problems, RowSums row_sums) : problems_(problems), row_sums_(row_sums) {}

    /// Where a row stands; asked only when the row is not fine.
    using PlaceOfRow = std::function<Location(std::size_t row)>;

    /// The row of that number in a family; normalises `values` in place unless they are refused, or
    /// all rows are to be kept as they are.
    void row(const FamilyText& family, std::size_t number, std::span<double> values,
             const PlaceOfRow& place);

    /// A row that stands for many, called `name` in messages ("the default row of P(A | B)"). False
    /// when it is refused.
    bool default_row(const std::string& name, std::span<const double> values,
                     const Location& place);

    /// One warning that names the worst imprecise row and how many there are.
    void report_imprecise();

private:
    void count_imprecise(const FamilyText& family, std::size_t number, double sum,
                         const PlaceOfRow& place);

    ProblemList& problems_;
    RowSums row_sums_;
    std::size_t imprecise_ = 0;
    double worst_sum_ = 1;
    std::string worst_row_;
    Location worst_place_;
};

}  // namespace pgm::detail

// Each rank counts its share of a table; all of them get the sums of the whole.
#include <pgm/data/rows.hpp>
#include <sources/ranks/mpi_ranks.hpp>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    const pgm::sources::MpiRanks ranks(argc, argv);
    // Rank r has r + 1 rows.
    std::vector<std::string_view> cells(ranks.rank() + 1, "yes");
    const pgm::Variable rain("rain", {"no", "yes"});
    const pgm::Dataset share({pgm::discrete_column(rain, cells)});
    const pgm::Rows all = pgm::sources::count_together(
        ranks, share, [&](std::size_t, const pgm::Rows::Visit& visit) { visit(share); });
    const pgm::CountedRows counted =
        all.count({.schema = {rain}, .families = {pgm::Family{pgm::ColumnId(0), {}}}});
    if (ranks.is_first()) std::cout << counted.statistics.rows() << " rows\n";
}

#include <learners/score/detail/product_sums.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners::detail;
using Catch::WithinRel;

namespace {

const std::vector<ColumnId> x_and_y = {ColumnId(std::size_t{1}), ColumnId(std::size_t{2})};

/// In group 0 x is 1, 3 and y is 10, 20; in group 1 x is 7 throughout and y is 0, 1, 5.
Dataset scattered_groups() {
    return Dataset({discrete_column(Variable("d", {"0", "1"}),
                                    std::vector<std::string_view>{"0", "1", "0", "1", "1"}),
                    continuous_column("x", RealCells{1, 7, 3, 7, 7}),
                    continuous_column("y", RealCells{10, 0, 20, 1, 5})});
}

RowGroups groups_of(const Dataset& data) {
    return group_rows(data, OrderedRows(data), std::vector{ColumnId(std::size_t{0})});
}

}  // namespace

TEST_CASE("Scatters of groups: by hand, and exactly 0 of what is constant") {
    const Dataset data = scattered_groups();
    const RowGroups groups = groups_of(data);
    ProductSums<double> sums(data, groups);
    // xx, yx, yy of each group; y of group 1 has the mean 2.
    CHECK(sums.scatters(x_and_y) == std::vector<double>{2, 10, 50, 0, 0, 14});
    CHECK(sums.scatters({{x_and_y[1]}}) == std::vector<double>{50, 14});
    CHECK(sums.mean(x_and_y[1], 1) == 2);
    ProductSums<DoubleDouble> precise(data, groups);
    CHECK(precise.scatters(x_and_y)[4] == DoubleDouble(0));
    CHECK_THAT(static_cast<double>(precise.scatters(x_and_y)[5]), WithinRel(14.0, 1e-15));
}

TEST_CASE("Scatters are the same bits, asked together or apart, before or when needed") {
    Rng rng(3);
    std::vector<Column> columns;
    std::vector<ColumnId> all;
    for (std::size_t c = 0; c < 7; ++c) {
        RealCells cells(600);
        for (double& cell : cells) cell = 1e6 + rng.uniform();
        columns.push_back(continuous_column(std::to_string(c), std::move(cells)));
        all.emplace_back(c);
    }
    const Dataset data(std::move(columns));
    const RowGroups groups = group_rows(data, OrderedRows(data), {});
    ProductSums<double> before(data, groups), pairs(data, groups), together(data, groups);
    before.sum_all(all, 3);
    const std::vector<double> expected = before.scatters(all);
    CHECK(together.scatters(all) == expected);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            CHECK(pairs.scatters(std::vector{all[j], all[i]})[1] == expected[triangle(i, j)]);
}

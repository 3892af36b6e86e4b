#include <learners/em/detail/pattern_layout.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const ColumnId col_a{std::size_t{0}}, col_b{std::size_t{1}}, col_c{std::size_t{2}},
    col_x{std::size_t{3}}, col_y{std::size_t{4}};

/// a has two states, b three, c four; x and y are numbers.
const std::vector<Variable> layout_schema = {
    Variable("a", {"0", "1"}), Variable("b", {"0", "1", "2"}), Variable("c", {"0", "1", "2", "3"}),
    Variable("x"), Variable("y")};

std::vector<std::size_t> strides_of(const PatternFamily& family) {
    std::vector<std::size_t> strides;
    for (const PatternFamily::Axis& axis : family.axes) strides.push_back(axis.stride);
    return strides;
}

std::vector<std::size_t> locals_of(const PatternFamily& family) {
    std::vector<std::size_t> locals;
    for (const PatternFamily::Axis& axis : family.axes) locals.push_back(axis.local);
    return locals;
}

}  // namespace

TEST_CASE(
    "Pattern layout: a known member moves the cell that reading starts at, a hidden one is an "
    "axis",
    "[learners][em]") {
    // The table of P(c | b, a) has the cell 8 b + 4 a + c.
    const std::vector<Family> families = {{col_c, {col_b, col_a}}};
    const std::vector<std::uint32_t> first = {0};
    const PatternLayout layout = lay_out_pattern({{col_a}, {}, {col_b, col_c}, {}}, layout_schema,
                                                 families, families, first, first);
    CHECK(layout.states == std::vector<std::uint32_t>{2});
    CHECK(layout.joint_cells == 2);
    REQUIRE(layout.factors.size() == 1);
    const PatternFamily& family = layout.factors[0];
    CHECK(strides_of(family) == std::vector<std::size_t>{4});
    CHECK(family.local_cells == 2);
    const std::uint32_t codes[] = {2, 3};  // b = 2, c = 3
    CHECK(family.first_cell(codes) == 19);
    CHECK(family.continuous.empty());
}

TEST_CASE(
    "Pattern layout: the joint table has an axis for every hidden column, the last one fastest",
    "[learners][em]") {
    const std::vector<Family> families = {{col_a, {}}, {col_b, {col_a}}, {col_c, {col_b}}};
    const std::vector<std::uint32_t> all = {0, 1, 2};
    const PatternLayout layout = lay_out_pattern({{col_a, col_b, col_c}, {}, {}, {}}, layout_schema,
                                                 families, families, all, all);
    CHECK(layout.states == std::vector<std::uint32_t>{2, 3, 4});
    CHECK(layout.joint_cells == 24);
    // P(a): cell a. P(b | a): cell 3 a + b. P(c | b): cell 4 b + c; over its own members the same.
    CHECK(strides_of(layout.factors[0]) == std::vector<std::size_t>{1, 0, 0});
    CHECK(strides_of(layout.factors[1]) == std::vector<std::size_t>{3, 1, 0});
    CHECK(strides_of(layout.factors[2]) == std::vector<std::size_t>{0, 4, 1});
    CHECK(locals_of(layout.factors[1]) == std::vector<std::size_t>{3, 1, 0});
    CHECK(layout.factors[0].local_cells == 2);
    CHECK(layout.factors[1].local_cells == 6);
    CHECK(layout.factors[2].local_cells == 12);
}

TEST_CASE(
    "Pattern layout: the table over the hidden members has their order, whatever the parents'",
    "[learners][em]") {
    // P(c | b, a) has the cell 8 b + 4 a + c; a runs slower than b among the hidden columns.
    const std::vector<Family> families = {{col_c, {col_b, col_a}}};
    const std::vector<std::uint32_t> first = {0};
    const PatternLayout layout = lay_out_pattern({{col_a, col_b}, {}, {col_c}, {}}, layout_schema,
                                                 families, families, first, first);
    CHECK(strides_of(layout.sums[0]) == std::vector<std::size_t>{4, 8});
    CHECK(locals_of(layout.sums[0]) == std::vector<std::size_t>{3, 1});
}

TEST_CASE("Pattern layout: continuous members are the parents in their order, then the child",
          "[learners][em]") {
    const std::vector<Family> families = {{col_x, {}}, {col_y, {col_a, col_x}}};
    const std::vector<std::uint32_t> both = {0, 1};
    const PatternLayout layout = lay_out_pattern({{}, {col_x}, {col_a}, {col_y}}, layout_schema,
                                                 families, families, both, both);
    const PatternFamily& family = layout.factors[1];
    REQUIRE(family.continuous.size() == 2);
    CHECK(family.continuous[0].hidden);
    CHECK(family.continuous[0].slot == 0);
    CHECK_FALSE(family.continuous[1].hidden);
    CHECK(family.continuous[1].slot == 0);
    CHECK(family.has_hidden_continuous);
    CHECK(layout.joint_cells == 1);
    const std::uint32_t codes[] = {1};
    CHECK(family.first_cell(codes) == 1);
}

TEST_CASE("Pattern layout: sums of the network's own families are told from those of others",
          "[learners][em]") {
    const std::vector<Family> factors = {{col_a, {}}, {col_b, {col_a}}, {col_c, {col_a, col_b}}};
    const std::vector<Family> sums = {
        {col_c, {col_a, col_b}}, {col_c, {col_b, col_a}}, {col_c, {col_a}}, {col_b, {col_a}}};
    const std::vector<std::uint32_t> all = {0, 1, 2, 3};
    const PatternLayout layout =
        lay_out_pattern({{col_a}, {}, {col_b, col_c}, {}}, layout_schema, factors, sums, {}, all);
    REQUIRE(layout.sums.size() == 4);
    CHECK(layout.sums[0].is_factor);
    CHECK_FALSE(layout.sums[1].is_factor);
    CHECK_FALSE(layout.sums[2].is_factor);
    CHECK(layout.sums[3].is_factor);
    CHECK(layout.sums[3].family == 3);
    CHECK(layout.sums[3].child == col_b);
}

TEST_CASE("A row that has no value changes no estimate, however many numbers it misses",
          "[learners]") {
    constexpr std::size_t known_rows = 30, numbers = 13;
    const std::vector<std::string> states = {"a", "b", "c"};
    std::vector<std::string_view> labels;
    for (std::size_t row = 0; row < known_rows; ++row) labels.push_back(states[row % 3]);
    labels.emplace_back();
    Dataset data({discrete_column(Variable("y", states), labels)});
    Rng rng(3);
    for (std::size_t c = 0; c < numbers; ++c) {
        std::vector<double> cells;
        for (std::size_t row = 0; row < known_rows; ++row)
            cells.push_back(static_cast<double>(row % 3) + rng.uniform());
        cells.push_back(std::nan(""));
        data = data.with_column(continuous_column("x" + std::to_string(c), cells));
    }
    std::vector<std::uint32_t> known(known_rows);
    std::iota(known.begin(), known.end(), 0u);
    const Fit options{.structure = "nb",
                      .smoothing = MaximumLikelihood{},
                      .continuous = parse_continuous("gaussian:mle"),
                      .missing_cells = MissingCells::em};
    const Classifier with = fit(data, "y", options),
                     without = fit(data.select_rows(known), "y", options);
    for (std::size_t c = 0; c < numbers; ++c) {
        const auto cpd_of = [&](const Classifier& classifier) {
            const BayesianNetwork& network = classifier.model().network();
            return std::get<LinearGaussianCpd>(network.cpd(network.id("x" + std::to_string(c))));
        };
        for (std::size_t row = 0; row < 3; ++row) {
            CHECK(cpd_of(with).row(row).intercept ==
                  Approx(cpd_of(without).row(row).intercept).epsilon(1e-9));
            CHECK(cpd_of(with).row(row).variance ==
                  Approx(cpd_of(without).row(row).variance).epsilon(1e-9));
        }
    }
}

#include <learners/fit/fit_network.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <array>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;

namespace {

/// By play, wind and sky, the last fastest.
using Cells = std::array<double, 12>;

const std::vector<Variable> schema = {Variable("play", {"yes", "no"}),
                                      Variable("wind", {"weak", "strong"}),
                                      Variable("sky", {"sun", "cloud", "rain"})};

/// So many rows of each kind, and one that knows all but the sky.
Dataset rows_of(const Cells& counts) {
    std::array<std::vector<std::optional<StateId>>, 3> cells;
    const auto add = [&](std::size_t play, std::size_t wind, std::optional<StateId> sky) {
        cells[0].emplace_back(StateId(play));
        cells[1].emplace_back(StateId(wind));
        cells[2].push_back(sky);
    };
    add(0, 0, std::nullopt);
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        for (double n = counts[cell]; n > 0; --n) add(cell / 6, cell / 3 % 2, StateId(cell % 3));
    std::vector<Column> columns;
    for (std::size_t i = 0; i < 3; ++i) columns.push_back(discrete_column(schema[i], cells[i]));
    return Dataset(std::move(columns));
}

/// play=no, wind=strong was never seen.
const Cells example = {1, 2, 1, 0, 3, 1, 2, 0, 6, 0, 0, 0};

/// The network whose joint distribution has these cells.
BayesianNetwork network_with(const Cells& joint) {
    const auto row_of = [&](std::size_t first, std::size_t width, std::size_t states) {
        std::vector<double> row(states, 0.0);
        double sum = 0;
        for (std::size_t i = 0; i < states * width; ++i) {
            row[i / width] += joint[first + i];
            sum += joint[first + i];
        }
        for (double& p : row) p = sum > 0 ? p / sum : 1.0 / static_cast<double>(states);
        return row;
    };
    NetworkBuilder net =
        NetworkBuilder::parse("play{yes|no} -> wind{weak|strong} -> sky{sun|cloud|rain} <- play");
    std::vector<double> of_wind, of_sky;
    for (std::size_t play = 0; play < 2; ++play)
        for (const double p : row_of(6 * play, 3, 2)) of_wind.push_back(p);
    for (std::size_t row = 0; row < 4; ++row)
        for (const double p : row_of(3 * row, 1, 3)) of_sky.push_back(p);
    net.cpt("play").values(row_of(0, 6, 2));
    net.cpt("wind").values(of_wind);
    net.cpt("sky").values({"play", "wind"}, of_sky);
    return net.build();
}

/// P(sky | play, wind), by rows of play and wind.
std::vector<double> row(const Fit& options, std::size_t r, const Cells& counts = example) {
    Fit complete = options;
    complete.structure = "play, wind -> sky";
    return table_row(fit_network(rows_of(counts), complete).network, "sky", r);
}

Fit by(const Smoothing& smoothing, EmptyRow empty_rows = EmptyRow::uniform) {
    Fit options;
    options.smoothing = smoothing;
    options.empty_rows = empty_rows;
    return options;
}

Fit by_prior(double size, const Cells& joint, EmptyRow empty_rows = EmptyRow::uniform) {
    Fit options = by(PriorNetwork{size}, empty_rows);
    options.prior = network_with(joint);
    return options;
}

}  // namespace

TEST_CASE("Tables by every rule of smoothing, worked out by hand", "[learners]") {
    CHECK(row(by(MaximumLikelihood{}), 0) == std::vector<double>{0.25, 0.5, 0.25});
    CHECK(row(by(Floor{1e-6}), 1) == std::vector<double>{1e-6, 0.75, 0.25});
    CHECK(row(by(Laplace{1}), 2) == std::vector<double>{3.0 / 11, 1.0 / 11, 7.0 / 11});
    CHECK(row(by(Laplace{1}), 3) == std::vector<double>(3, 1.0 / 3));
    // S / (q r) = 12 / (4 * 3) = 1 pseudo-counts row per cell
    CHECK(row(by(Bdeu{12}), 2) == std::vector<double>{3.0 / 11, 1.0 / 11, 7.0 / 11});
    CHECK(row(by_prior(2, {0, 0, 0, 0, 0, 0, 1}), 2) == std::vector<double>{0.4, 0, 0.6});
}

TEST_CASE("A row without data gets what is chosen for it", "[learners]") {
    const auto empty_row = [](EmptyRow rule) { return row(by(MaximumLikelihood{}, rule), 3); };
    CHECK(empty_row(EmptyRow::uniform) == std::vector<double>(3, 1.0 / 3));
    CHECK(empty_row(EmptyRow::marginal) ==
          std::vector<double>{0.25, 0, 0.75});  // of play=no: 2, 0, 6
    CHECK_THROWS_WITH(empty_row(EmptyRow::error),
                      "no row of the data has play=no, wind=strong, so P(sky | play=no, "
                      "wind=strong) is unknown (smooth the tables (laplace:1), or choose "
                      "uniform or marginal for rows without data)");
}

TEST_CASE("A configuration that was never seen, under each rule of smoothing", "[learners]") {
    const auto unseen = [](const Smoothing& smoothing) {
        return row(by(smoothing, EmptyRow::marginal), 3);
    };
    const auto with_prior = [](const Cells& joint) {
        return row(by_prior(1, joint, EmptyRow::marginal), 3);
    };
    const std::vector<double> uniform(3, 1.0 / 3), of_class{0.25, 0, 0.75};  // of play=no: 2, 0, 6
    CHECK(unseen(MaximumLikelihood{}) == of_class);
    CHECK(unseen(Floor{1e-6}) == std::vector<double>{0.25, 1e-6, 0.75});
    CHECK(unseen(Laplace{0}) == of_class);
    CHECK(unseen(Laplace{0.5}) == uniform);  // pseudo-counts are rows: nothing is empty
    CHECK(unseen(Bdeu{4}) == uniform);
    // A prior that thinks it impossible says nothing about it.
    CHECK(with_prior({1}) == of_class);
    CHECK(with_prior({0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.125, 0, 0.375}) == of_class);
    CHECK(with_prior({0, 0, 0, 0, 0, 0, 0, 0, 0, 0.25, 0.25, 0.5}) ==
          std::vector<double>{0.25, 0.25, 0.5});
}

TEST_CASE(
    "A configuration whose class was never seen either gets the estimate given nothing, then that "
    "of no data at all",
    "[learners]") {
    const Fit rules = by(MaximumLikelihood{}, EmptyRow::marginal);
    CHECK(row(rules, 2, {1, 2, 0, 1}) == std::vector<double>{0.5, 0.5, 0});
    CHECK(row(rules, 2, {}) == std::vector<double>(3, 1.0 / 3));
}

TEST_CASE("A floor that raises a row too far is refused", "[learners]") {
    const Dataset suns({discrete_column(schema[2], std::vector<std::string_view>(5, "sun"))});
    CHECK_THROWS_WITH(fit_network(suns, Dag(1), by(Floor{1e-3})),
                      "floor:0.001 raises a row of P(sky | ...) to a sum of 1.002 (choose a "
                      "smaller floor: rows must stay within 0.001 of 1)");
}

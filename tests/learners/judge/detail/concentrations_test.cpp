#include <learners/judge/detail/concentrations.hpp>

#include <tests/learners/judge/detail/brute_force.hpp>
#include <tests/learners/judge/detail/left_out_rows.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <array>
#include <cmath>
#include <map>
#include <span>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

double brute_force_loss(const Dataset& data, const LeftOutRows& tested,
                        const std::vector<double>& concentrations) {
    double sum = 0;
    for (std::size_t i = 0; i < data.rows(); ++i) {
        BruteForce brute_force(data, concentrations, i);
        const std::size_t label = data.columns().front().state(i)->index();
        sum -= std::max(-30.0, std::log(brute_force.posterior(tested.structures)[label]));
    }
    return sum / static_cast<double>(data.rows());
}

/// Coordinate descent as the notes of TunedBackOff describe it, over losses by brute force.
std::vector<double> brute_force_concentrations(const Dataset& data, const LeftOutRows& tested,
                                               std::vector<double> concentrations) {
    for (int round = 0; round < 2; ++round) {
        for (std::size_t level = 1; level < concentrations.size(); ++level) {
            std::map<double, double> concentration_of;  // by loss: equal ones keep the first
            for (const double m : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
                concentrations[level] = m;
                concentration_of.emplace(brute_force_loss(data, tested, concentrations), m);
            }
            concentrations[level] = concentration_of.begin()->second;
        }
    }
    return concentrations;
}

std::vector<WeightSum> counts(std::initializer_list<std::uint64_t> numbers) {
    std::vector<WeightSum> weights;
    for (const std::uint64_t number : numbers) weights.push_back(WeightSum::of_count(number));
    return weights;
}

}  // namespace

TEST_CASE("Concentrations of back-off are those of brute force", "[learners]") {
    for (const std::uint64_t seed : {11u, 12u, 13u}) {
        const Dataset data = dependent_rows(40, seed, 8);
        const LeftOutRows nb(data, "nb"), kdb(data, "kdb:2");
        CHECK_THAT(
            log_loss(nb.left_out->predict(std::vector{1.0, 2.0})),
            Catch::Matchers::WithinAbs(brute_force_loss(data, nb, std::vector{1.0, 2.0}), 1e-12));
        CHECK(tune_concentrations(*nb.left_out, 1) == brute_force_concentrations(data, nb, {1, 2}));
        CHECK(tune_concentrations(*kdb.left_out, 2) ==
              brute_force_concentrations(data, kdb, {1, 2, 4, 4}));
    }
}

TEST_CASE("Where concentrations make no difference, the first ones are chosen", "[learners]") {
    const LeftOutRows one_class(
        digits("ya", {"00", "01", "01"}, 1 + 1)
            .without_column(ColumnId(0))
            .with_column(
                discrete_column(Variable("y", {"0"}), std::vector<std::string_view>{"0", "0", "0"}))
            .select_columns(std::array{ColumnId(1), ColumnId(0)}),
        "nb");
    CHECK(tune_concentrations(*one_class.left_out, 1) == std::vector{1.0, 0.5});
}

TEST_CASE("A class that is impossible without a row costs 30 nats, not infinitely many",
          "[learners]") {
    const LeftOutRows tested(digits("ya", {"00", "00", "11"}), "nb");
    CHECK(log_loss(tested.left_out->predict(std::vector{0.0})) == Approx(30.0 / 3));
}

TEST_CASE("Concentrations of tables without a class make left-out rows most probable",
          "[learners]") {
    // Of 2 and 2 rows at each of two parents nothing is learned: the more is shrunk, the better.
    const ColumnId p(0), x(1);
    const FamilyCounts alone({x, {}}, ColumnScope({x}, {2}), counts({4, 4}));
    const FamilyCounts same({x, {p}}, ColumnScope({p, x}, {2, 2}), counts({2, 2, 2, 2}));
    const LeftOutTable independent(std::array{alone, same});
    CHECK(tune_concentrations(std::span(&independent, 1)) == std::vector{1.0, 64.0});
    // Where the parent says it all, the less the better.
    const FamilyCounts copy({x, {p}}, ColumnScope({p, x}, {2, 2}), counts({4, 0, 0, 4}));
    const LeftOutTable dependent(std::array{alone, copy});
    CHECK(tune_concentrations(std::span(&dependent, 1)) == std::vector{1.0, 0.5});
}

#include <learners/discretise/detail/cut_rules.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::learners::detail;

namespace {

/// Random numbers with classes that depend on them, in the order that cut_values() gives.
std::vector<CutValue> random_values(Rng& random, std::size_t different, std::size_t classes,
                                    double weight_step) {
    std::vector<CutValue> values;
    for (std::size_t i = 0; i < different; ++i) {
        const std::size_t kind = i * classes / different;
        for (std::uint32_t label = 0; label < classes; ++label)
            if (random() % 3 == 0 || (label == kind && random() % 2 == 0))
                values.push_back({static_cast<double>(i), label,
                                  weight_step * static_cast<double>(1 + random() % 3)});
    }
    return values;
}

}  // namespace

TEST_CASE("A table of n log2 n is exact to its error, and empty beyond its largest number") {
    const EntropyTable table(1000);
    CHECK(table.largest() == 1000);
    CHECK(table[0] == 0);
    CHECK(table[1] == 0);
    for (const std::size_t n : {2, 3, 8, 999, 1000}) {
        const long double exact = static_cast<long double>(n) *
                                  std::log2(static_cast<long double>(n)) /
                                  static_cast<long double>(table.unit());
        CHECK(std::abs(static_cast<long double>(table[n]) - exact) <=
              static_cast<long double>(table.error()));
    }
    CHECK(EntropyTable(2 * EntropyTable::largest_number).largest() == 0);
    CHECK(EntropyTable(0).largest() == 0);
}

TEST_CASE("MDLP finds the same cuts with a table as by the formula") {
    Rng random(11);
    const EntropyTable none(0);
    std::size_t cuts = 0;
    for (int repetition = 0; repetition < 300; ++repetition) {
        const std::size_t classes = 1 + random() % (repetition % 10 == 0 ? 40 : 4);
        const double step = repetition % 7 == 0 ? 0.5 : repetition % 5 == 0 ? 1000 : 1;
        // Blocks of numbers are passed over as a whole where there are many.
        const std::size_t most = repetition % 6 == 1 ? 5000 : 200;
        const auto values = random_values(random, 2 + random() % most, classes, step);
        const CutPoints by_formula = mdlp_cuts(values, none);
        CHECK(mdlp_cuts(values) == by_formula);
        cuts += by_formula.cuts.size();
    }
    CHECK(cuts > 200);
}

TEST_CASE("Among cuts that are equally good MDLP takes the lowest, with a table too") {
    // a b a b ..: symmetric, so that cuts come in pairs of the same entropy.
    for (const std::uint32_t quarter : {16, 256, 500}) {
        std::vector<CutValue> values;
        for (std::uint32_t i = 0; i < 4 * quarter; ++i)
            values.push_back(
                {static_cast<double>(i), i < quarter || i >= 3 * quarter ? 0u : 1u, 10});
        CHECK(mdlp_cuts(values).cuts == std::vector<double>{quarter - 0.5, 3 * quarter - 0.5});
        CHECK(mdlp_cuts(values) == mdlp_cuts(values, EntropyTable(0)));
    }
}

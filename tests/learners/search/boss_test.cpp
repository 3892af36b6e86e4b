#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

TEST_CASE("Boss: parents that pay together take the place of one that pays alone",
          "[learners][search]") {
    const TrapScore score;
    const LearnedStructure best = boss(score, {}, {}, {.restarts = 0});
    CHECK(best.score == 6);
    CHECK(best.score == exact_search(score).score);
    const Constraints one{.max_parents = 1};
    CHECK(boss(score, one).score == 2);
    const Constraints forbidden{.forbidden = {{VariableId(0), VariableId(3)}}};
    CHECK(boss(score, forbidden).score == 2);
}

TEST_CASE("Boss: starts end where they no longer gain", "[learners][search]") {
    const RandomScore score(7, 12);
    std::size_t all = 0, few = 0;
    const auto starts = [&](std::optional<double> least_gain, std::size_t& count) {
        double last = -1;
        return boss(score, {},
                    {.proceed =
                         [&](const SearchProgress& progress) {
                             count += progress.fraction > last ? 1 : 0;
                             last = std::max(last, progress.fraction);
                             return true;
                         }},
                    {.restarts = 30, .least_gain = least_gain, .seed = 1})
            .score;
    };
    const double best = starts(std::nullopt, all);
    CHECK(starts(1e9, few) <= best);
    CHECK(all > 20);
    CHECK(few <= 4);
}

TEST_CASE("Boss: random scores, with constraints, for any number of threads",
          "[learners][search]") {
    Rng rng(31);
    for (int trial = 0; trial < 15; ++trial) {
        const std::size_t size = 2 + rng.below(7);
        const RandomScore score(rng(), size, 0.2);
        const Constraints constraints = random_constraints(rng, size);
        const LearnedStructure best = boss(score, constraints);
        CHECK(AllowedArcs(size, constraints).obeyed_by(best.dag));
        CHECK(best.score == Approx(total(score, best.dag)).epsilon(1e-12));
        CHECK(best.score <= exact_search(score, constraints).score + 1e-9);
        CHECK(boss(score, constraints, {.threads = 3}) == best);
    }
}

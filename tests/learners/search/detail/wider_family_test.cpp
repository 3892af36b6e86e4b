#include <learners/search/detail/wider_family.hpp>

#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>

#include <optional>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using learners::detail::better_parents;

TEST_CASE("Wider family: parents that pay together take the place of one that pays alone",
          "[learners][search]") {
    const TrapScore score;
    const std::vector<VariableId> alone{VariableId(2)}, both{VariableId(0), VariableId(1)};
    const std::vector<VariableId> others{VariableId(0), VariableId(1), VariableId(4)};
    const auto wider = better_parents(score, VariableId(3), alone, others, {}, {});
    CHECK(wider == both);
    CHECK(better_parents(score, VariableId(3), both, {{VariableId(2)}}, {}, {}) == std::nullopt);
    // A required parent stays: then 0 and 1 gain 10 - 6 where 2 alone has 4 - 2.
    const auto with_required = better_parents(score, VariableId(3), alone, others, alone, {});
    CHECK(with_required == std::vector<VariableId>{VariableId(0), VariableId(1), VariableId(2)});
}

#include <pgm/inference/detail/contraction/shared_contraction.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/random.hpp>
#include <pgm/inference/detail/contraction/contraction_builder.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::detail;

namespace {

struct SharedCase {
    std::vector<std::uint32_t> cardinalities, out, a, b;
};

std::size_t cells_of(const SharedCase& c, const std::vector<std::uint32_t>& scope) {
    std::size_t cells = 1;
    for (const std::uint32_t axis : scope) cells *= c.cardinalities[axis];
    return (cells + 7) / 8 * 8;
}

}  // namespace

TEST_CASE(
    "Shared contractions: several threads give the same bits as one, behind and before small ones",
    "[contraction]") {
    const std::vector<SharedCase> cases{
        {{8, 40, 30, 64}, {0, 1, 3}, {0, 1, 2}, {2, 3}},  // long rows
        {{8, 40, 30, 64}, {0, 1}, {0, 1, 2, 3}, {2, 3}},  // dot products
        {{3, 2, 40, 2, 30, 3, 20, 4}, {0, 2, 3, 6, 7}, {0, 1, 2, 4, 6, 7}, {1, 3, 4, 5}},  // tiles
        {{4, 600, 300}, {0, 1}, {0, 1, 2}, {1, 2}},
        {{6, 22, 23, 15, 8},
         {0, 1, 2},
         {0, 3, 4},
         {1, 2,
          // Iterations of tiles: six, of which a thread gets three or two, fewer than are fused.
          3}},
    };
    Rng rng(5);
    bool some_in_turns = false;
    for (const SharedCase& c : cases) {
        const std::size_t na = cells_of(c, c.a), nb = cells_of(c, c.b), no = cells_of(c, c.out);
        AlignedDoubles arena(na + nb + no + 8 + arena_margin);
        for (double& x : arena) x = rng.uniform() * 0x1p-40;
        ContractionParts parts;
        std::vector<Contraction> list;
        const std::vector<std::uint32_t> one{0};
        ContractionBuilder builder(c.cardinalities, parts);
        list.push_back(builder.build(c.out, c.a, c.b, false));
        list.back().a = 0;
        list.back().b = static_cast<std::uint32_t>(na);
        list.back().out = static_cast<std::uint32_t>(na + nb);
        list.back().rescale = true;
        some_in_turns |= list.back().fused && list.back().outer_loops == 1 &&
                         parts.loops[list.back().first_loop].extent == 6;
        list.push_back(builder.build(one, c.out, {}, false));  // a small one that reads the result
        list.back().a = static_cast<std::uint32_t>(na + nb);
        list.back().b = 0;
        list.back().out = static_cast<std::uint32_t>(na + nb + no);
        const ContractionList contractions{list.data(), list.data() + list.size(),
                                           parts.loops.data(), parts.tiles.data(),
                                           parts.steps.data()};

        AlignedDoubles alone = arena;
        const std::int64_t exponent = run_contractions(contractions, alone.data());
        for (const std::size_t threads : {2u, 3u, 0u}) {
            AlignedDoubles shared = arena;
            bool lost_precision = false;
            CHECK(run_shared_contractions(contractions, shared.data(), threads, lost_precision) ==
                  exponent);
            CHECK(std::equal(alone.begin(),
                             alone.begin() + static_cast<std::ptrdiff_t>(na + nb + no),
                             shared.begin()));
            CHECK_FALSE(lost_precision);
        }
    }
    CHECK(some_in_turns);
}

TEST_CASE("Shared contractions: an underflow on another thread is reported", "[contraction]") {
    const std::vector<std::uint32_t> cardinalities{1024, 1024}, both{0, 1}, second{1};
    AlignedDoubles arena((1u << 21) + 2048 + arena_margin, 1e-200);
    ContractionParts parts;
    Contraction product = ContractionBuilder(cardinalities, parts).build(both, both, second, false);
    product.a = 0;
    product.b = 1u << 20;
    product.out = (1u << 20) + 1024;
    bool lost_precision = false;
    run_shared_contractions(
        {&product, &product + 1, parts.loops.data(), parts.tiles.data(), parts.steps.data()},
        arena.data(), 2, lost_precision);
    CHECK(lost_precision);
}

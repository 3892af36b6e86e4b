#include <pgm/inference/detail/plan/arena_layout.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/random.hpp>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Arena layout: tables that live at the same time never overlap, and memory is used again",
          "[arena_layout]") {
    Rng rng(9);
    for (int round = 0; round < 50; ++round) {
        ArenaLayout layout;
        struct Life {
            std::uint64_t cells;
            std::uint32_t born, last;
        };
        std::vector<Life> lives;
        for (std::uint32_t instruction = 1; instruction <= 200; ++instruction) {
            const std::uint64_t cells = 1 + rng.below(2000);
            const std::uint32_t last = rng.below(10) == 0
                                           ? ArenaLayout::forever
                                           : instruction + static_cast<std::uint32_t>(rng.below(8));
            const std::uint32_t block = layout.add(static_cast<double>(cells), instruction);
            layout.use(block, last);
            lives.push_back({cells, instruction, last});
        }
        const std::uint64_t size = layout.place();
        CHECK(static_cast<double>(size) < layout.cells_without_reuse());
        for (std::uint32_t i = 0; i < lives.size(); ++i) {
            REQUIRE(layout.cell(i) + lives[i].cells <= size);
            for (std::uint32_t j = 0; j < i; ++j) {
                const bool apart = layout.cell(i) + lives[i].cells <= layout.cell(j) ||
                                   layout.cell(j) + lives[j].cells <= layout.cell(i);
                const bool never_together = lives[j].last < lives[i].born;
                REQUIRE((apart || never_together));
            }
        }
    }
}

TEST_CASE("Arena layout: sizes beyond any memory are added up, not overflowed", "[arena_layout]") {
    ArenaLayout layout;
    for (int i = 0; i < 100; ++i) layout.add(1e300, 0);
    CHECK(layout.cells_without_reuse() > 9e19);
}

#include <io/picture/detail/layer_assignment.hpp>

#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::io::detail;

namespace {

Arc arc(std::size_t parent, std::size_t child) {
    return {VariableId(parent), VariableId(child)};
}

}  // namespace

TEST_CASE("Layers: parents are above children by the length, the first layer is 0") {
    Rng rng(6);
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<Arc> arcs;
        for (std::size_t i = 0; i < 30; ++i)
            for (std::size_t k = i + 1; k < 30; ++k)
                if (rng.below(12) == 0) arcs.push_back(arc(i, k));
        for (const std::uint32_t length : {1u, 2u}) {
            const std::vector<std::uint32_t> layers = assign_layers(30, arcs, length);
            CHECK(std::ranges::min(layers) == 0);
            std::size_t wrong = 0;
            for (const Arc& a : arcs)
                wrong += layers[a.child.index()] < layers[a.parent.index()] + length;
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("Layers: a lonely parent stands next to its child, not at the top") {
    // 0 -> 1 -> 2 -> 3 <- 4
    const std::vector<Arc> arcs{arc(0, 1), arc(1, 2), arc(2, 3), arc(4, 3)};
    CHECK(assign_layers(5, arcs, 1) == std::vector<std::uint32_t>{0, 1, 2, 3, 2});
    CHECK(assign_layers(0, {}, 1).empty());
    CHECK(assign_layers(2, {}, 1) == std::vector<std::uint32_t>{0, 0});
}

TEST_CASE("Layers: of every cycle an arc is turned, of other graphs none") {
    CHECK(arcs_to_turn(3, std::vector{arc(0, 1), arc(1, 2), arc(0, 2)}) ==
          std::vector<char>{0, 0, 0});
    CHECK(arcs_to_turn(3, std::vector{arc(0, 1), arc(1, 2), arc(2, 0)}) ==
          std::vector<char>{0, 0, 1});
    CHECK(arcs_to_turn(2, std::vector{arc(1, 0), arc(0, 1)}) == std::vector<char>{1, 0});
}

TEST_CASE("Layers: one that is too wide becomes several, with sources at the bottom") {
    // 0 above 1 to 4; 5 is a source beside these, above 6.
    const std::vector<Arc> arcs{arc(0, 1), arc(0, 2), arc(0, 3), arc(0, 4), arc(5, 6), arc(4, 6)};
    std::vector<std::uint32_t> layers{0, 1, 1, 1, 1, 1, 2};
    const std::vector<double> widths(7, 10);
    wrap_layers(layers, arcs, widths, 50, 1);
    CHECK(layers == std::vector<std::uint32_t>{0, 1, 1, 1, 1, 1, 2});
    wrap_layers(layers, arcs, widths, 30, 1);
    CHECK(layers[0] == 0);
    CHECK(layers[1] == 1);
    CHECK(layers[5] == 2);
    CHECK(layers[6] == 3);
    for (const Arc& a : arcs) CHECK(layers[a.parent.index()] < layers[a.child.index()]);
}

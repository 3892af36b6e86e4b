#include <pgm/inference/detail/contraction/contraction_shapes.hpp>

#include <tests/support/catch.hpp>

#include <map>
#include <pgm/core/random.hpp>
#include <tuple>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE(
    "Contraction shapes: what was filled in is found again by the same axes and the same reduction "
    "only",
    "[contraction_shapes]") {
    Rng rng(5);
    ContractionShapes shapes;
    std::map<std::tuple<std::vector<std::uint32_t>, bool>, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < 5000; ++i) {
        std::vector<Loop> axes(rng.below(4));
        std::vector<std::uint32_t> key;
        for (Loop& axis : axes) {
            axis = {static_cast<std::uint32_t>(2 + rng.below(3)),
                    static_cast<std::uint32_t>(rng.below(3)),
                    static_cast<std::uint32_t>(rng.below(3)), 1};
            for (const std::uint32_t number : {axis.extent, axis.out, axis.a, axis.b})
                key.push_back(number);
        }
        const bool maximise = rng.below(2) == 1;
        const auto [known, is_new] = numbers.emplace(std::tuple(key, maximise), i);
        const ContractionShapes::ShapeMatch entry = shapes.look_up(axes, maximise);
        REQUIRE(entry.is_new == is_new);
        if (is_new) entry.contraction.out_cells = i;
        REQUIRE(entry.contraction.out_cells == known->second);
        REQUIRE(entry.contraction.maximise == maximise);
    }
    CHECK(numbers.size() > 500);
}

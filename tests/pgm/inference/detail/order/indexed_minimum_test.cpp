#include <pgm/inference/detail/order/indexed_minimum.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Indexed minimum: the first of the smallest, as a plain search finds it",
          "[indexed_minimum]") {
    Rng rng(3);
    IndexedMinimum minimum;
    // One, two, three and four levels, and the sizes at which there is one more.
    for (const std::size_t size : {1u, 31u, 32u, 33u, 200u, 1024u, 1025u, 32'769u}) {
        minimum.reset(size);
        std::vector<double> values(size, infinity);
        for (int i = 0; i < 2000; ++i) {
            const auto at = static_cast<std::uint32_t>(rng.below(size));
            values[at] = rng.below(5) == 0 ? infinity : static_cast<double>(rng.below(50));
            minimum.set(at, values[at]);
            if (rng.below(3) == 0) continue;
            const auto smallest = std::ranges::min_element(values);
            if (*smallest < infinity)
                REQUIRE(minimum.smallest() ==
                        static_cast<std::uint32_t>(smallest - values.begin()));
        }
    }
}

#include <learners/search/arc_confidence.hpp>

#include <pgm/core/error.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/vertices.hpp>

#include <tests/support/vertices.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using namespace pgm::tests::vertices;

namespace {

/// The six edges of the example of Scutari and Nagarajan (2013), section 2.
ArcConfidence published() {
    using namespace vertices;
    ArcConfidence confidence(4);
    confidence.set(a, b, 0.0460);
    confidence.set(a, c, 0.2242);
    confidence.set(a, d, 0.3921);
    confidence.set(b, c, 0.7689);
    confidence.set(b, d, 0.8935);
    confidence.set(c, d, 0.9439);
    return confidence;
}

}  // namespace

TEST_CASE("Arc confidence: the threshold of the published example", "[learners][search]") {
    using namespace vertices;
    CHECK(significance_threshold(published()) == 0.3921);
    CHECK(averaged_network(published(), significance_threshold(published())) ==
          Dag(4, std::vector<Arc>{{b, c}, {b, d}, {c, d}}));
    CHECK(significance_threshold(ArcConfidence(3)) == 0);
    CHECK(significance_threshold(ArcConfidence()) == 0);
}

TEST_CASE("Arc confidence: the averaged network turns an arc around rather than close a cycle",
          "[learners][search]") {
    using namespace vertices;
    ArcConfidence confidence(3);
    confidence.set(a, b, 0.9);
    confidence.set(b, c, 0.8);
    confidence.set(c, a, 0.7);
    CHECK(averaged_network(confidence, 0.5) == Dag(3, std::vector<Arc>{{a, b}, {b, c}, {a, c}}));
    confidence.set(b, a, 0.95);
    CHECK(averaged_network(confidence, 0.5).has_arc(b, a));
    CHECK(averaged_network(confidence, 2).arc_count() == 0);
}

TEST_CASE("Arc confidence: the averaged network obeys the constraints",
          "[learners][search][property]") {
    using namespace vertices;
    Rng rng(1);
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t size = 1 + rng.below(7);
        ArcConfidence confidence(size);
        for (std::size_t from = 0; from < size; ++from)
            for (std::size_t to = 0; to < size; ++to)
                if (from != to) confidence.set(VariableId(from), VariableId(to), rng.uniform() / 2);
        const Constraints constraints = random_constraints(rng, size);
        const Dag dag = averaged_network(confidence, rng.uniform(), constraints);
        CHECK(AllowedArcs(size, constraints).obeyed_by(dag));
    }
    CHECK_THROWS_AS(ArcConfidence(1'000'000), TooLargeError);
}

#include <learners/score/decomposable_score.hpp>

#include <tests/support/catch.hpp>

#include <vector>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// Tells how often it was asked; every family has another score.
class AskedScore final : public DecomposableScore {
public:
    std::size_t variables() const override { return 4; }
    double family(VariableId child, std::span<const VariableId> parents) const override {
        ++asked;
        double score = static_cast<double>(child.index());
        for (const VariableId parent : parents)
            score = score * 10 + static_cast<double>(parent.index()) + 1;
        return score;
    }

    mutable int asked = 0;
};

}  // namespace

TEST_CASE("CachedScore: a family is asked for once, alone or as an addition") {
    const AskedScore score;
    const CachedScore cached(score);
    const std::vector<VariableId> one = {VariableId(1)}, two = {VariableId(1), VariableId(2)};
    CHECK(cached.family(VariableId(0), two) == 23);
    CHECK(cached.family(VariableId(0), two) == 23);
    CHECK(score.asked == 1);
    const std::vector<VariableId> candidates = {VariableId(2), VariableId(3)};
    std::vector<double> scores(2);
    cached.additions(VariableId(0), one, candidates, scores);
    CHECK(scores == std::vector<double>{23, 24});
    CHECK(score.asked == 2);
    CHECK(cached.size() == 2);
    CHECK(cached.variables() == 4);
}

TEST_CASE("CachedScore: a family is found by whichever parent was added last") {
    const AskedScore score;
    const CachedScore cached(score);
    const std::vector<VariableId> last = {VariableId(3)}, added = {VariableId(1)},
                                  both = {VariableId(1), VariableId(3)};
    std::vector<double> scores(1);
    cached.additions(VariableId(0), last, added, scores);
    CHECK(cached.family(VariableId(0), both) == scores[0]);
    CHECK(score.asked == 1);
}

TEST_CASE("CachedScore: what it has no room for is passed on") {
    const AskedScore score;
    const CachedScore cached(score, 4 * 16);  // one set of parents per child
    const std::vector<VariableId> none, one = {VariableId(1)}, two = {VariableId(1), VariableId(2)};
    for (int i = 0; i < 2; ++i) {
        CHECK(cached.family(VariableId(0), none) == 0);
        CHECK(cached.family(VariableId(0), one) == 2);
        CHECK(cached.family(VariableId(0), two) == 23);
    }
    CHECK(score.asked == 4);
    CHECK(cached.size() == 2);
}

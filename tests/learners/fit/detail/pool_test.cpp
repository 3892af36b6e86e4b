#include <learners/fit/detail/pool.hpp>

#include <learners/fit/fit.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

/// A structure over three features, and P(class | row) = p for the class of both of two rows.
FitResult member(const char* structure, double p) {
    const Dataset data = digits("yabc", {"0000", "0110", "1011", "1101"});
    return {fit(data, "y", {.structure = structure}),
            {.labels = {0, 1},
             .weights = {1, 1},
             .log_posteriors = {std::log(p), std::log(1 - p), std::log(1 - p), std::log(p)}}};
}

struct KeptMembers {
    std::vector<std::string> structures;
    std::vector<double> weights;
};

KeptMembers keep(const std::vector<FitResult>& results, double most_cells) {
    std::vector<const FitResult*> members;
    for (const FitResult& one : results) members.push_back(&one);
    const WeightedMembers pool = weighed(members, std::vector{1.0, 1.0}, most_cells, {});
    KeptMembers kept{{}, pool.weights};
    for (const FitResult* const one : pool.members)
        kept.structures.push_back(one->classifier.provenance().choices.structure);
    return kept;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("A member that is the network of an earlier one is dropped", "[learners]") {
    const KeptMembers kept =
        keep({member("nb", 0.9), member("y -> a, b, c", 0.9), member("tan", 0.9)}, 1e9);
    CHECK(kept.structures == Words{"nb", "tan"});
    CHECK(kept.weights == std::vector{0.5, 0.5});
}

TEST_CASE("The members of least weight per cell make room for the others", "[learners]") {
    // nb has 2 + 3 * 4 cells, tan 2 + 4 + 2 * 8, joint 2 + 4 + 8 + 16.
    const auto of_three = [](double most_cells) {
        return keep({member("nb", 0.7), member("tan", 0.9), member("joint", 0.6)}, most_cells)
            .structures;
    };
    CHECK(of_three(14 + 22 + 30) == Words{"nb", "tan", "joint"});
    CHECK(of_three(14 + 22) == Words{"nb", "tan"});
    CHECK(of_three(0).size() == 1);
    CHECK(keep({member("nb", 0.7), member("tan", 0.9)}, 22).weights == std::vector{1.0});
}

#include <learners/stack/detail/stack_members.hpp>

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

StackMembers keep(std::vector<FitResult> members, double most_cells) {
    return keep_members(std::move(members), std::vector{1.0, 1.0}, most_cells, {});
}

std::vector<std::string> structures(const StackMembers& stack) {
    std::vector<std::string> words;
    for (const FitResult& one : stack.members)
        words.push_back(one.classifier.provenance().choices.structure);
    return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("A member that is the network of an earlier one is dropped", "[learners]") {
    const StackMembers stack =
        keep({member("nb", 0.9), member("y -> a, b, c", 0.9), member("tan", 0.9)}, 1e9);
    CHECK(structures(stack) == Words{"nb", "tan"});
    CHECK(stack.weights == std::vector{0.5, 0.5});
}

TEST_CASE("The members of least weight per cell make room for the others", "[learners]") {
    // nb has 2 + 3 * 4 cells, tan 2 + 4 + 2 * 8, joint 2 + 4 + 8 + 16.
    const auto of_three = [](double most_cells) {
        return structures(
            keep({member("nb", 0.7), member("tan", 0.9), member("joint", 0.6)}, most_cells));
    };
    CHECK(of_three(14 + 22 + 30) == Words{"nb", "tan", "joint"});
    CHECK(of_three(14 + 22) == Words{"nb", "tan"});
    CHECK(of_three(0).size() == 1);
    CHECK(keep({member("nb", 0.7), member("tan", 0.9)}, 22).weights == std::vector{1.0});
}

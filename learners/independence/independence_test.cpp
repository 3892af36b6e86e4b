#include <learners/independence/independence_test.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <string>

namespace pgm::learners {

void IndependenceTest::tests(VariableId a, std::span<const VariableId> candidates,
                             std::span<const VariableId> given,
                             std::span<TestResult> results) const {
    for (std::size_t i = 0; i < candidates.size(); ++i) results[i] = test(a, candidates[i], given);
}

bool IndependenceTest::has_enough_rows(VariableId, VariableId, std::span<const VariableId>) const {
    return true;
}

std::unique_ptr<IndependenceTest> IndependenceTest::focused_on(std::span<const VariableId>,
                                                               std::size_t, double) const {
    return nullptr;
}

void IndependenceTest::require_testable(VariableId a, VariableId b,
                                        std::span<const VariableId> given) const {
    const auto is_known = [&](VariableId v) { return v.index() < variables(); };
    if (!is_known(a) || !is_known(b) || !std::ranges::all_of(given, is_known))
        throw ArgumentError("a test names a variable that is not there: there are " +
                            std::to_string(variables()));
    const bool ascends =
        std::ranges::adjacent_find(given, std::ranges::greater_equal()) == given.end();
    if (a == b || !ascends || std::ranges::binary_search(given, a) ||
        std::ranges::binary_search(given, b))
        throw ArgumentError("a test of independence is about two different variables",
                            "what is given ascends and holds neither of them");
}

}  // namespace pgm::learners

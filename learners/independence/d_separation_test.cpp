#include <learners/independence/independence_test.hpp>

#include <pgm/graph/d_separation.hpp>

namespace pgm::learners {

TestResult DSeparationTest::test(VariableId a, VariableId b,
                                 std::span<const VariableId> given) const {
    require_testable(a, b, given);
    const bool separated = d_separation(dag_, std::span(&a, 1), std::span(&b, 1), given).separated;
    return {
        .statistic = separated ? 0.0 : 1.0, .degrees_of_freedom = 1, .p = separated ? 1.0 : 0.0};
}

}  // namespace pgm::learners

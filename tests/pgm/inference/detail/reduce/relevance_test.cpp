#include <pgm/inference/detail/reduce/relevance.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// 0 -> 1 -> 2 -> 3, 4 -> 2
Dag chain() {
    return Dag(5, std::vector<Arc>{{VariableId(0), VariableId(1)},
                                   {VariableId(1), VariableId(2)},
                                   {VariableId(2), VariableId(3)},
                                   {VariableId(4), VariableId(2)}});
}

}  // namespace

TEST_CASE("Relevance: targets, findings and their ancestors matter, the rest is barren",
          "[relevance]") {
    std::vector<Role> roles(5, Role::free);
    CHECK(relevant_variables(chain(), std::vector{VariableId(1)}, roles) ==
          std::vector<char>{1, 1, 0, 0, 0});
    roles[2] = Role::observed;
    CHECK(relevant_variables(chain(), std::vector{VariableId(1)}, roles) ==
          std::vector<char>{1, 1, 1, 0, 1});
}

TEST_CASE("Relevance: an intervention cuts its variable from its causes", "[relevance]") {
    std::vector<Role> roles(5, Role::free);
    roles[2] = Role::intervened;
    CHECK(relevant_variables(chain(), std::vector{VariableId(3)}, roles) ==
          std::vector<char>{0, 0, 1, 1, 0});
}

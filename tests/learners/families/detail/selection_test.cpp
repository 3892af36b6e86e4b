#include <learners/families/detail/selection.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const std::vector<Variable> four_columns = {Variable("y", {"0", "1"}), Variable("a", {"0", "1"}),
                                            Variable("b", {"0", "1"}), Variable("c", {"0", "1"})};

ColumnId column(std::size_t i) {
    return ColumnId(i);
}

Columns over(std::vector<ColumnId> features) {
    return {four_columns, std::move(features)};
}

}  // namespace

TEST_CASE("A restricted structure has the kept features and their first parents", "[learners]") {
    // c was given b first and then a.
    const Columns all = over({column(1), column(2), column(3)});
    const std::vector<ModelStructure> structures = {structure_of(
        all, {{}, {column(0)}, {column(0), column(1)}, {column(0), column(2), column(1)}})};
    CHECK(most_parents(structures) == 2);
    CHECK(restricted(structures, all, 2) == structures);
    const auto parents_of_c = [&](std::vector<ColumnId> features, std::size_t most) {
        return restricted(structures, over(std::move(features)), most)
            .front()
            .families.back()
            .parents;
    };
    using Parents = std::vector<ColumnId>;
    CHECK(parents_of_c({column(1), column(2), column(3)}, 1) == Parents{column(0), column(2)});
    CHECK(parents_of_c({column(1), column(2), column(3)}, 0) == Parents{column(0)});
    CHECK(parents_of_c({column(2), column(3)}, 2) == Parents{column(0), column(2)});
    // Without b, its first parent, c keeps none, although a is there.
    CHECK(parents_of_c({column(1), column(3)}, 2) == Parents{column(0)});
    CHECK(restricted(structures, over({}), 2).front().families.size() == 1);
}

TEST_CASE("A member of an average is there if its super-parent is", "[learners]") {
    const Columns all = over({column(1), column(2)});
    std::vector<ModelStructure> structures = {
        structure_of(all, {{}, {column(0)}, {column(0), column(1)}, {}}),
        structure_of(all, {{}, {column(0), column(2)}, {column(0)}, {}})};
    structures[0].super_parents = {column(1)};
    structures[1].super_parents = {column(2)};
    CHECK(restricted(structures, over({column(2)}), 1).size() == 1);
    CHECK(restricted(structures, over({column(2)}), 1).front().super_parents ==
          std::vector{column(2)});
    CHECK(restricted(structures, over({}), 1).empty());
}

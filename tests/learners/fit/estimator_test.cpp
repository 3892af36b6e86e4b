#include <learners/fit/estimator.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

namespace {

std::vector<std::string> structures_of(const Estimator& tree) {
    std::vector<std::string> words;
    for (const Fit* const leaf : leaves_of(tree)) words.push_back(format(leaf->structure));
    return words;
}

}  // namespace

TEST_CASE("The leaves of an estimator are those of all its branches, from left to right",
          "[learners]") {
    const Fit nb{.structure = "nb"}, tan{.structure = "tan"}, aode{.structure = "aode"};
    using Words = std::vector<std::string>;
    CHECK(structures_of(nb) == Words{"nb"});
    CHECK(structures_of(Pool{{nb, tan}}) == Words{"nb", "tan"});
    CHECK(structures_of(BestOf{{tan, Pool{{aode, nb}}, BestOf{{nb, tan}}}}) ==
          Words{"tan", "aode", "nb", "nb", "tan"});
    CHECK(structures_of(Pool{}).empty());
}

TEST_CASE("The leaves of an estimator may be changed where they are", "[learners]") {
    Estimator tree = BestOf{{Fit{.structure = "nb"}, Pool{{Fit{.structure = "tan"}}}}};
    for (Fit* const leaf : leaves_of(tree)) leaf->threads = 3;
    const Estimator copy = tree;
    CHECK(leaves_of(copy)[0]->threads == 3);
    CHECK(leaves_of(copy)[1]->threads == 3);
}

TEST_CASE("The treatment of missing values is chosen by the data if any leaf asks", "[learners]") {
    Fit summed{.structure = "nb"}, chosen = summed;
    chosen.missing_cells = MissingCells::automatic;
    CHECK_FALSE(chooses_missing_cells(summed));
    CHECK(chooses_missing_cells(chosen));
    CHECK_FALSE(chooses_missing_cells(Pool{{summed, summed}}));
    CHECK(chooses_missing_cells(Pool{{summed, chosen}}));
    CHECK(chooses_missing_cells(BestOf{{chosen}}));
}

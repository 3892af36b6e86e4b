#include <learners/fit/estimator.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

TEST_CASE("The choices of an estimator are those of its classifier, its members or its candidates",
          "[learners]") {
    const FitOptions nb{.structure = "nb"}, tan{.structure = "tan"};
    const Estimator one = nb, stack = Stack{{nb, tan}}, automatic = Automatic{{{tan, nb, nb}}};
    REQUIRE(choices_of(one).size() == 1);
    CHECK(format(choices_of(one)[0].structure) == "nb");
    REQUIRE(choices_of(stack).size() == 2);
    CHECK(format(choices_of(stack)[1].structure) == "tan");
    REQUIRE(choices_of(automatic).size() == 3);
    CHECK(format(choices_of(automatic)[0].structure) == "tan");
}

TEST_CASE("The choices of an estimator may be changed where they are", "[learners]") {
    Estimator stack = Stack{{FitOptions{.structure = "nb"}, FitOptions{.structure = "tan"}}};
    for (FitOptions& options : choices_of(stack)) options.threads = 3;
    CHECK(std::get<Stack>(stack).members[1].threads == 3);
}

TEST_CASE("The treatment of missing values is chosen by the data if any member asks",
          "[learners]") {
    FitOptions summed{.structure = "nb"}, chosen = summed;
    chosen.missing_cells = MissingCells::automatic;
    CHECK_FALSE(chooses_missing_cells(summed));
    CHECK(chooses_missing_cells(chosen));
    CHECK_FALSE(chooses_missing_cells(Stack{{summed, summed}}));
    CHECK(chooses_missing_cells(Stack{{summed, chosen}}));
    CHECK(chooses_missing_cells(Automatic{{{chosen}}}));
}

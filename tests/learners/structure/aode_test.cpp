#include <learners/structure/averaged_structures.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

const std::vector<std::string_view> six_rows = {"000", "001", "010", "111", "111", "101"};

Classifier averaged(std::size_t states = 2) {
    return learners::fit(digits("yab", six_rows, states), "y", {.structure = "aode"});
}

}  // namespace

TEST_CASE("AODE is one network per super-parent, with equal shares", "[learners]") {
    const Classifier classifier = averaged();
    REQUIRE(classifier.model().members().size() == 2);
    CHECK(factorisation(classifier.model().network()) == "P(y) P(a | y) P(b | y, a)");
    CHECK(factorisation(classifier.model().members()[1].network) == "P(y) P(b | y) P(a | y, b)");
    CHECK(classifier.model().members()[0].weight == classifier.model().members()[1].weight);
}

TEST_CASE("The mixture of AODE, worked out by hand", "[learners]") {
    // With one more for every cell, as Webb, Boughton and Wang have it: P(y, a) = (n_ya + 1) / (6 +
    // 4), P(b | y, a) = (n_yab + 1) / (n_ya + 2). Of a=0, b=1:
    //
    //     super-parent a:  y=0:  3/10 2/4 = 3/20     y=1:  2/10 2/3 = 2/15
    //     super-parent b:  y=0:  2/10 2/3 = 2/15     y=1:  4/10 2/5 = 4/25
    //     sum              y=0:  85/300              y=1:  88/300
    const Classifier classifier = averaged();
    CHECK_THAT(posterior_of(classifier, digits("ab", {"01"})),
               Catch::Matchers::Approx<double>({85.0 / 173, 88.0 / 173}));
    CHECK_THAT(predict(classifier, digits("ab", {"01"})).log_evidence[0],
               WithinAbs(std::log(173.0 / 600), 1e-14));
}

TEST_CASE("In AODE a missing value is summed out, of a super-parent too", "[learners]") {
    // Of a=0 alone:
    //     super-parent a:  y=0:  3/10                           y=1:  2/10
    //     super-parent b:  y=0:  3/10 2/4 + 2/10 2/3 = 17/60    y=1:  1/10 1/2 + 4/10 2/5 = 21/100
    //     sum              y=0:  175/300                        y=1:  123/300
    CHECK_THAT(posterior_of(averaged(), digits("ab", {"0."})),
               Catch::Matchers::Approx<double>({175.0 / 298, 123.0 / 298}));
    CHECK_THAT(posterior_of(averaged(), digits("ab", {".."})),
               Catch::Matchers::Approx<double>({1.0 / 2, 1.0 / 2}));
}

TEST_CASE("A super-parent whose value was never seen keeps silent", "[learners]") {
    // Three states each, also of the class, which add three cells to every row. a=2 never occurs,
    // so b speaks alone, P(y, b) = (n_yb + 1) / (6 + 9):
    //     y=0:  2/15 1/4 = 1/30     y=1:  4/15 1/6 = 2/45     y=2:  1/15 1/3 = 1/45
    // In ninetieths that is 3, 4 and 2.
    CHECK_THAT(posterior_of(averaged(3), digits("ab", {"21"}, 3)),
               Catch::Matchers::Approx<double>({3.0 / 9, 4.0 / 9, 2.0 / 9}));
    // Where no super-parent's value was ever seen all speak: 1/15 1/3 for every class.
    CHECK_THAT(posterior_of(averaged(3), digits("ab", {"22"}, 3)),
               Catch::Matchers::Approx<double>({1.0 / 3, 1.0 / 3, 1.0 / 3}));
}

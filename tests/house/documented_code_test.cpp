// The code of README.md and of pages of docs, compiled and run as it
// stands there: documented_code writes each block of a page to a file of its own, and CMakeLists
// knows how many there are.
#include <pgm/pgm.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <io/io.hpp>
#include <learners/learners.hpp>

using Catch::Matchers::WithinAbs;

namespace {

/// Documented paths are relative to the repository.
class InRepository {
public:
    InRepository() : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(pgm::tests::source_file(""));
    }
    ~InRepository() { std::filesystem::current_path(before_); }
    InRepository(const InRepository&) = delete;
    InRepository& operator=(const InRepository&) = delete;

private:
    std::filesystem::path before_;
};

}  // namespace

TEST_CASE("README: a network and a question") {
#include <documented/README.md/1.inc>
    CHECK_THAT(rain, WithinAbs(509.0 / 719, 1e-14));
    CHECK_THAT(same, WithinAbs(509.0 / 719, 1e-14));
}

TEST_CASE("README: a data set and a classifier") {
    const InRepository here;
#include <documented/README.md/2.inc>
    // Add-one tables along play, outlook -> temperature -> humidity and outlook -> windy: 27/640
    // against 1/128 for the first day; of three sunny days without play one was windy.
    CHECK_THAT(first_day, WithinAbs(5.0 / 32, 1e-14));
    CHECK(decision == "no");
    CHECK_THAT(windy, WithinAbs(2.0 / 5, 1e-14));
    // The four networks added up in fractions: add-one tables of play with one feature each, and of
    // outlook under both.
    CHECK_THAT(play, WithinAbs(73172.0 / 156587, 1e-14));
}

TEST_CASE("Getting started: draw a network") {
#include <documented/docs/getting-started.md/1.inc>
#include <documented/docs/getting-started.md/2.inc>
    CHECK_THAT(pgm::answer(pgm::InferenceEngine(counted), "E(cells)").value(),
               WithinAbs(0.9 * 30 + 0.1 * 46, 1e-13));
#include <documented/docs/getting-started.md/3.inc>
    CHECK_THAT(by_text,
               WithinAbs(0.05 * 0.8 * 0.7 / (0.05 * 0.8 * 0.7 + 0.95 * 0.1 * 0.02), 1e-14));
    CHECK(by_value == by_text);

    const pgm::tests::TemporaryFolder folder;
    const std::string path = folder.file("flu.bif");
#include <documented/docs/getting-started.md/4.inc>
    CHECK(same.variables().size() == 3);
    CHECK(pgm::answer(pgm::InferenceEngine(same), "P(Flu=yes | Fever=yes, Test=positive)")
              .probability() == by_text);

#include <documented/docs/getting-started.md/5.inc>
    CHECK_THAT(
        pgm::answer(pgm::InferenceEngine(better_test), "P(Flu=yes | Test=positive)").probability(),
        WithinAbs(0.05 * 0.9 / (0.05 * 0.9 + 0.95 * 0.1), 1e-14));
}

TEST_CASE("Getting started: learn a classifier from a table") {
    const InRepository here;
#include <documented/docs/getting-started.md/6.inc>
    CHECK(decisions.size() == 14);
    CHECK(on_training_days.accuracy == 1);

#include <documented/docs/getting-started.md/7.inc>
#include <documented/docs/getting-started.md/8.inc>
    // The numbers of tests/examples/diabetes_test.cpp.
    CHECK_THAT(by_one_value, WithinAbs(0.30632385948341273, 1e-12));
    CHECK_THAT(by_both, WithinAbs(0.8635602958292589, 1e-12));

#include <documented/docs/getting-started.md/9.inc>
    CHECK(action.action == 1);
}

TEST_CASE("Query language: the same question as text and as a value") {
    using namespace pgm;
    const BayesianNetwork network = tests::query_network();
#include <documented/docs/query-language.md/1.inc>
    CHECK_THAT(probability, WithinAbs(1, 1e-14));
    CHECK(same);
    CHECK(again == probability);
}

TEST_CASE("Decisions: a diagram in C++") {
#include <documented/docs/decisions.md/1.inc>
    CHECK_THAT(expected, WithinAbs(74.55, 1e-12));
    CHECK_THAT(after_good, WithinAbs(11200.0 / 127, 1e-12));
    CHECK_THAT(deviation, WithinAbs(34.65252516051319, 1e-9));
    CHECK_THAT(taken, WithinAbs(0.365, 1e-14));
}

#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <string>

using namespace pgm::tests;
using Catch::Contains;
using Catch::WithinAbs;

namespace {

/// Diabetes, the blood cells that it changes, and a second count of them.
const char* const clinic = R"(net { }
node Diabetes { states = ("no" "yes"); }
continuous node cells { }
continuous node recount { }
potential ( Diabetes ) { data = (0.8 0.2); }
potential ( cells | Diabetes ) { data = (normal ( 30, 64 ) normal ( 46, 36 )); }
potential ( recount | cells ) { data = (normal ( cells, 9 )); }
)";

ProgramRun asked(const std::vector<std::string>& questions) {
    const TemporaryFolder folder;
    std::vector<std::string> call = {"query", folder.write("clinic.net", clinic)};
    call.insert(call.end(), questions.begin(), questions.end());
    return run_pgm(call);
}

}  // namespace

// The numbers are those of an enumeration of both states in 50 digits.
TEST_CASE("pgm marginals: continuous variables have means, quantiles and their mixture") {
    const TemporaryFolder folder;
    const std::string model = folder.write("clinic.net", clinic);
    const auto report = run_pgm({"marginals", model, "-e", "recount=41", "--json"}).json();
    const auto& cells = report["continuous"]["cells"];
    CHECK_THAT(cells["mean"].get<double>(), WithinAbs(40.482285237308346, 1e-9));
    CHECK_THAT(cells["sd"].get<double>(), WithinAbs(2.9861770022100855, 1e-9));
    CHECK_THAT(cells["quantiles"]["0.95"].get<double>(), WithinAbs(45.38634796273306, 1e-8));
    CHECK(cells["components"] == 2);
    CHECK_THAT(cells["mixture"][1]["weight"].get<double>(), WithinAbs(0.3558536181599366, 1e-9));
    CHECK(report["continuous"]["recount"]["sd"] == 0);
    const ProgramRun text = run_pgm({"marginals", model, "--targets", "cells"});
    CHECK_THAT(text.out, Contains("mean") && Contains("33.2") && !Contains("recount"));
}

TEST_CASE("pgm marginals, query: intervals are evidence, as text and in a file") {
    const TemporaryFolder folder;
    const std::string model = folder.write("clinic.net", clinic);
    const std::string file = folder.write(
        "e.json", R"([{"cells": {"above": 40, "up_to": null}}, {"cells": {"up_to": 25}}])");
    const auto sets = run_pgm({"marginals", model, "--evidence-file", file, "--json"}).json();
    CHECK_THAT(sets[0]["marginals"]["Diabetes"]["yes"].get<double>(),
               WithinAbs(0.6656504181219383, 1e-12));
    CHECK_THAT(sets[1]["log_evidence"].get<double>(),
               WithinAbs(std::log(0.21283494905476752), 1e-12));
    const auto same = run_pgm({"marginals", model, "-e", "cells > 40", "--json"}).json();
    CHECK(same == sets[0]);
    const ProgramRun wrong =
        run_pgm({"marginals", model, "--evidence-file",
                 folder.write("wrong.json", R"({"cells": {"above": 41, "up_to": 40}})")});
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.err, Contains("wrong.json:1:") && Contains("above 41 and up to 40"));
    const ProgramRun discrete =
        run_pgm({"marginals", model, "--evidence-file",
                 folder.write("discrete.json", R"({"Diabetes": {"above": 41}})")});
    CHECK_THAT(discrete.err, Contains("'Diabetes' is discrete and has states, not values"));
}

TEST_CASE("pgm query: statistics, densities and events of continuous variables") {
    const auto answers =
        asked({"E(cells | recount=41)", "P(cells > 40 | recount=41)",
               "P(recount > 50 | Diabetes=yes)", "P(cells)", "P(cells - recount > 0)", "--json"})
            .json();
    CHECK_THAT(answers[0]["value"].get<double>(), WithinAbs(40.482285237308346, 1e-9));
    CHECK_THAT(answers[1]["probability"].get<double>(), WithinAbs(0.5642859017333289, 1e-12));
    CHECK_THAT(answers[2]["probability"].get<double>(), WithinAbs(0.2754924937925468, 1e-12));
    CHECK_THAT(answers[3]["mean"].get<double>(), WithinAbs(33.2, 1e-12));
    CHECK(answers[3]["mixture"].size() == 2);
    CHECK_THAT(answers[4]["probability"].get<double>(), WithinAbs(0.5, 1e-12));
    CHECK_THAT(asked({"P(cells)"}).out, Contains("a mixture of 2 components"));
}

TEST_CASE("pgm query: what a continuous variable has no answer to is explained") {
    CHECK_THAT(asked({"P(cells = 40)"}).err, Contains("has a density, and the probability 0"));
    CHECK_THAT(asked({"quantile(cells, 2)"}).err, Contains("between 0 and 1, not 2"));
    CHECK_THAT(asked({"P(Diabetes | 3 < cells < 2)"}).err, Contains("is empty"));
    CHECK_THAT(asked({"P(cells, Diabetes)"}).err, Contains("its density is asked for alone"));
    const ProgramRun both = asked({"P(Diabetes | cells > 40, cells=30)"});
    CHECK(both.status == 3);
    CHECK_THAT(both.out + both.err, Contains("cells"));
}

TEST_CASE("pgm mpe: continuous variables follow the assignment") {
    const TemporaryFolder folder;
    const auto best =
        run_pgm({"mpe", folder.write("clinic.net", clinic), "-e", "recount=50", "--json"}).json();
    CHECK(best["assignment"]["Diabetes"] == "yes");
    // (46 * 9 + 50 * 36) / 45
    CHECK_THAT(best["continuous"]["cells"]["mean"].get<double>(), WithinAbs(49.2, 1e-12));
    CHECK(best["continuous"]["cells"]["components"] == 1);
}

#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <map>

using namespace pgm::tests;
using json = nlohmann::ordered_json;
using Catch::Contains;

namespace {

ProgramRun explain(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "explain");
    return run_pgm(arguments);
}

using NamedStates = std::map<std::string, std::string>;

/// The value of a factor where its variables have these states.
double value_at(const json& factor, const NamedStates& states) {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < factor["variables"].size(); ++i) {
        const json& all = factor["states"][i];
        const std::string& state = states.at(factor["variables"][i]);
        const auto found = std::find(all.begin(), all.end(), state);
        REQUIRE(found != all.end());
        cell = cell * all.size() + static_cast<std::size_t>(found - all.begin());
    }
    return factor["values"][cell];
}

template <class Visit>
void for_each_assignment(const json& factor, Visit visit, NamedStates states = {},
                         std::size_t axis = 0) {
    if (axis == factor["variables"].size()) return visit(states);
    for (const json& state : factor["states"][axis]) {
        states[factor["variables"][axis]] = state;
        for_each_assignment(factor, visit, states, axis + 1);
    }
}

/// The value that a step should have made there, from the words of docs/json.md alone.
double expected_of(const json& step, const NamedStates& states) {
    const json& input = step["inputs"][0];
    if (step["kind"] == "multiply") {
        double product = 1;
        for (const json& factor : step["inputs"]) product *= value_at(factor, states);
        return product;
    }
    if (step["kind"] == "select") {
        NamedStates all = states;
        for (const auto& [name, state] : step["evidence"].items()) all[name] = state;
        return value_at(input, all);
    }
    double sum = 0;
    for_each_assignment(input, [&](const NamedStates& all) {
        for (const auto& [name, state] : states)
            if (step["kind"] == "sum" && all.at(name) != state) return;
        sum += value_at(input, all);
    });
    return step["kind"] == "sum" ? sum : value_at(input, states) / sum;
}

}  // namespace

TEST_CASE("pgm explain --json: each step is what its inputs make", "[apps][explain]") {
    for (const char* const method : {"enumeration", "elimination", "messages"}) {
        const ProgramRun run =
            explain({asia(), "P(lung=yes | smoke=yes, xray=yes)", "--method", method, "--json"});
        REQUIRE(run.status == 0);
        const json answer = run.json();
        CHECK(answer["probability"].get<double>() == Approx(122500.0 / 189631).epsilon(1e-12));
        CHECK(answer["fraction"] == "122500/189631");
        CHECK(answer["method"] == method);
        for (const json& step : answer["steps"])
            for_each_assignment(step["output"], [&](const NamedStates& states) {
                CHECK(value_at(step["output"], states) ==
                      Approx(expected_of(step, states)).epsilon(1e-12));
            });
        const json& last = answer["steps"].back();
        CHECK(last["kind"] == "select");
        CHECK(last["evidence"] == json({{"lung", "yes"}}));
        CHECK(last["output"]["values"][0].get<double>() ==
              Approx(answer["probability"].get<double>()).epsilon(1e-12));
        CHECK(answer["left_out"].size() == 3);
    }
}

TEST_CASE("pgm explain: evidence of the options is part of the question", "[apps][explain]") {
    const ProgramRun run = explain({asia(), "P(lung=yes)", "-e", "smoke=yes, xray=yes"});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("P(lung=yes | smoke=yes, xray=yes) = 0.645991 = 122500 / 189631"));
}

TEST_CASE("pgm explain: the form is that of the file, or of --as", "[apps][explain]") {
    const TemporaryFolder folder;
    const std::string tex = folder.file("a.tex"), html = folder.file("a.html");
    CHECK(explain({asia(), "P(lung)", "-o", tex}).status == 0);
    CHECK_THAT(read_file(tex), Contains("\\documentclass{article}"));
    CHECK(explain({asia(), "P(lung)", "-o", html, "--json"}).json()["written"] == html);
    CHECK_THAT(read_file(html), Contains("<math ") && !Contains("<script"));
    CHECK_THAT(explain({asia(), "P(lung)", "--as", "latex"}).out, Contains("\\sum_"));
    CHECK(explain({asia(), "P(lung)", "--as", "json"}).out ==
          explain({asia(), "P(lung)", "--json"}).out);
}

TEST_CASE("pgm explain: impossible evidence is named as by query, with exit status 3",
          "[apps][explain]") {
    const ProgramRun run = explain({asia(), "P(lung | tub=yes, either=no)", "--json"});
    CHECK(run.status == 3);
    CHECK(run.json()["conflict"] == json({"either=no", "tub=yes"}));
}

TEST_CASE("pgm explain: says what has no derivation, and what is too large", "[apps][explain]") {
    const auto check = [](std::vector<std::string> arguments, int status, const char* part) {
        const ProgramRun run = explain(std::move(arguments));
        CHECK(run.status == status);
        CHECK(run.out.empty());
        CHECK_THAT(run.err, Contains(part));
    };
    check({asia(), "H(lung)"}, 1, "no derivation of an entropy");
    check({asia(), "P(lung | smoke)"}, 1, "several questions at once");
    check({asia(), "P(lung)", "--method", "magic"}, 2, "enumeration, elimination and messages");
    check({asia(), "P(lung)", "--order", "lung"}, 1, "not summed out");
    check({"A{x|y} -> B{real}; A: 0.5 0.5; B | A=x: normal(0, sd 1); B | A=y: normal(1, sd 1)",
           "P(A | B > 0)"},
          1, "event of continuous variables");
}

#include <io/network_file.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

using namespace pgm;
using nlohmann::json;

/// Small files in the manner of other programs, with answers that were worked out apart from this
/// library (dialects/README.md of the reference data).
namespace {

struct Sample {
    std::string path;
    json expected;
};

std::vector<Sample> samples(const std::string& format) {
    const std::optional<std::string> index =
        tests::reference_file("dialects/" + format + "/index.json");
    if (!index) return {};
    std::vector<Sample> found;
    std::ifstream file(*index);
    for (const json& expected : json::parse(file)) {
        const std::string name =
            "dialects/" + format + "/" + expected.at("file").get<std::string>();
        found.push_back({*tests::reference_file(name), expected});
    }
    return found;
}

/// The variable and state that a key means: a name, or a place from 0.
VariableId variable_of(const BayesianNetwork& network, const json& expected,
                       const std::string& key) {
    return expected.value("by", "") == "position" ? VariableId(std::stoul(key)) : network.id(key);
}

StateId state_of(const Variable& variable, const json& state) {
    if (state.is_number()) return StateId(state.get<std::size_t>());
    const std::optional<StateId> found = variable.find_state(state.get<std::string>());
    REQUIRE(found);
    return *found;
}

/// A number for a discrete variable is one of its values, if it has cut points.
StateId observed_state(const Variable& variable, const json& state, const json& expected) {
    if (state.is_number() && expected.value("by", "") != "position")
        return variable.state_id(to_text(state.get<double>()));
    return state_of(variable, state);
}

void check_marginals(const BayesianNetwork& network, const json& expected, const json& marginals,
                     const Posterior& posterior) {
    const double tolerance = expected.value("tolerance", 1e-9);
    const auto check = [&](const std::string& key, const json& numbers) {
        const VariableId id = variable_of(network, expected, key);
        const std::span<const double> found = posterior.marginal(id);
        if (numbers.is_object()) REQUIRE(numbers.size() == found.size());
        std::size_t place = 0;
        for (const auto& [state, p] : numbers.items()) {
            const StateId s = numbers.is_object() ? state_of(network.variable(id), json(state))
                                                  : StateId(place++);
            INFO(key << " = " << state);
            CHECK(std::abs(found[s.index()] - p.get<double>()) <= tolerance);
        }
    };
    if (marginals.is_object()) {
        for (const auto& [key, numbers] : marginals.items()) check(key, numbers);
    } else {
        for (std::size_t v = 0; v < marginals.size(); ++v) check(std::to_string(v), marginals[v]);
    }
}

void check_answers(const BayesianNetwork& network, const json& expected) {
    const InferenceEngine engine(network);
    check_marginals(network, expected, expected.at("marginals"), engine.marginals());
    for (const json& question : expected.value("posteriors", json::array())) {
        Evidence evidence;
        INFO(question.at("evidence"));
        for (const auto& [key, state] : question.at("evidence").items()) {
            const VariableId id = variable_of(network, expected, key);
            if (network.variable(id).is_discrete())
                evidence.observe(id, observed_state(network.variable(id), state, expected));
            else
                evidence.observe(id, state.get<double>());
        }
        const Posterior posterior = engine.marginals(evidence);
        if (question.contains("log_evidence"))
            CHECK(posterior.log_evidence() ==
                  Approx(question.at("log_evidence").get<double>()).epsilon(1e-9).margin(1e-9));
        check_marginals(network, expected, question.at("marginals"), posterior);
    }
}

void check_place(const Location& location, const json& where) {
    const auto line = [&](const char* name) {
        return where.contains(name) ? std::optional(where.at(name).get<std::uint32_t>())
                                    : std::nullopt;
    };
    if (where.value("no_line", false)) return;
    CHECK(location.line > 0);
    if (where.value("anywhere", false)) return;
    const auto from = line("from"), to = line("to");
    CHECK(location.line >= from.value_or(*line("line")));
    CHECK(location.line <= to.value_or(from ? ~0u : *line("line")));
}

void check_refusal(const std::string& path, const json& expected) {
    try {
        const BayesianNetwork network = io::read_network(path).network;
        // An influence diagram is read, and refused as a joint distribution.
        if (!decision_or_utility(network)) FAIL_CHECK("it was read");
        CHECK_THROWS_AS(Model(network), ArgumentError);
    } catch (const Error& error) {
        const std::string what = error.what();
        INFO(what);
        check_place(error.location(), expected.value("where", json::object()));
        for (const json& name : expected.value("names", json::array())) {
            std::string pattern = name.get<std::string>();
            const bool any_case = pattern.starts_with("(?i)");
            if (any_case) pattern.erase(0, 4);
            const std::regex regex(pattern, any_case ? std::regex::ECMAScript | std::regex::icase
                                                     : std::regex::ECMAScript);
            CHECK(std::regex_search(what, regex));
        }
    }
}

void check_sample(const Sample& sample) {
    INFO(sample.path);
    const std::string expect = sample.expected.at("expect");
    if (expect == "refuse") return check_refusal(sample.path, sample.expected);
    std::optional<io::ReadResult> read;
    try {
        read = io::read_network(sample.path);
    } catch (const Error& error) {
        INFO(error.what());
        CHECK(expect == "either");
        CHECK(error.location().line > 0);
        return;
    }
    check_answers(read->network, sample.expected);
    if (!sample.expected.contains("says")) return;
    std::string remarks;
    for (const Problem& remark : read->remarks) remarks += to_string(remark) + "\n";
    INFO(remarks);
    CHECK_FALSE(remarks.empty());
}

/// The marginals of two files whose variables and states have the same names.
void check_same_marginals(const std::string& path, const std::string& other) {
    INFO(other);
    const BayesianNetwork first = io::read_network(path).network,
                          second = io::read_network(other).network;
    REQUIRE(first.size() == second.size());
    const Posterior expected = InferenceEngine(first).marginals(),
                    found = InferenceEngine(second).marginals();
    for (std::size_t v = 0; v < first.size(); ++v) {
        const Variable& variable = first.variables()[v];
        const VariableId id = second.id(variable.name());
        for (std::size_t s = 0; s < variable.cardinality(); ++s) {
            const StateId state = state_of(second.variable(id), variable.states()[s]);
            CHECK(found.marginal(id)[state.index()] ==
                  Approx(expected.marginal(VariableId(v))[s]).margin(1e-9));
        }
    }
}

}  // namespace

TEST_CASE("Dialects: a network of the reference data has the same marginals in every format",
          "[io][reference]") {
    for (const std::string format : {"xmlbif", "xdsl", "net", "dsl"}) {
        const std::optional<std::string> folder = tests::reference_file("networks/" + format);
        if (!folder) WARN("SKIPPED: no reference data");
        if (!folder) continue;
        for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
            const std::string name = entry.path().stem().string();
            const auto bif = tests::reference_file("networks/bif/" + name + ".bif");
            if (bif) check_same_marginals(*bif, entry.path().string());
        }
    }
}

TEST_CASE("Dialects: files in the manner of other programs give the answers worked out for them",
          "[io][reference]") {
    for (const char* format :
         {"bif", "xmlbif", "xdsl", "net", "dsl", "dne", "dsc", "uai", "pgmx", "elv", "pmml"}) {
        const std::vector<Sample> all = samples(format);
        if (all.empty()) WARN("SKIPPED: no reference data");
        for (const Sample& sample : all) check_sample(sample);
    }
}

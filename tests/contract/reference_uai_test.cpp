#include <io/format/uai/uai.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

using namespace pgm;
using nlohmann::json;

/// Models of the UAI competitions and of other formats written as such, with answers that were
/// computed apart from this library.
namespace {

constexpr double accuracy = 1e-9;

io::UaiModel uai_model(const std::string& path) {
    return io::read_uai_model(tests::read_file(path), {.name = path});
}

std::vector<Evidence> uai_evidence(const std::string& path, const BayesianNetwork& network) {
    return io::read_uai_evidence(tests::read_file(path), network, {.name = path});
}

/// Relative to the larger ones, as logarithms of small probabilities are long sums.
void check_log(double found, double expected) {
    CHECK(std::abs(found - expected) <= accuracy * std::max(1.0, std::abs(expected)));
}

void check_marginals_in_order(const Posterior& posterior,
                              const std::vector<std::vector<double>>& expected, double tolerance) {
    REQUIRE(posterior.size() == expected.size());
    for (std::size_t v = 0; v < expected.size(); ++v) {
        INFO("variable " << v);
        REQUIRE(posterior[v].size() == expected[v].size());
        for (std::size_t s = 0; s < expected[v].size(); ++s)
            CHECK(std::abs(posterior[v][s] - expected[v][s]) <= tolerance);
    }
}

/// The numbers behind the first word of a file of results.
std::vector<double> result_numbers(const std::string& path) {
    std::istringstream text(tests::read_file(path));
    std::string heading;
    text >> heading;
    std::vector<double> numbers;
    for (double number = 0; text >> number;) numbers.push_back(number);
    return numbers;
}

std::vector<std::vector<double>> marginals_of_result(const std::string& path) {
    const std::vector<double> numbers = result_numbers(path);
    std::vector<std::vector<double>> marginals;
    for (std::size_t at = 1; at < numbers.size();) {
        const auto states = static_cast<std::size_t>(numbers[at++]);
        marginals.emplace_back(numbers.begin() + static_cast<std::ptrdiff_t>(at),
                               numbers.begin() + static_cast<std::ptrdiff_t>(at + states));
        at += states;
    }
    return marginals;
}

std::vector<std::string> reference_names(const std::string& folder, const std::string& suffix) {
    const std::optional<std::string> index = tests::reference_file("networks/index.json");
    std::vector<std::string> names;
    if (!index) return names;
    const std::filesystem::path root = std::filesystem::path(*index).parent_path() / folder;
    for (const auto& entry : std::filesystem::directory_iterator(root)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(suffix))
            names.push_back((root / name.substr(0, name.size() - suffix.size())).string());
    }
    std::ranges::sort(names);
    return names;
}

void check_evidence_file(const InferenceEngine& engine, const io::UaiModel& model,
                         const std::string& path, const json& expected, double tolerance) {
    INFO(path);
    const std::string expect = expected.at("expect");
    std::vector<Evidence> samples;
    try {
        samples = uai_evidence(path, engine.network());
    } catch (const Error& error) {
        INFO(error.what());
        CHECK(expect != "read");
        CHECK(error.location().line > 0);
        return;
    }
    CHECK(expect != "refuse");
    if (!expected.contains("mar")) return;
    REQUIRE(samples.size() == 1);
    const Posterior posterior = engine.marginals(samples[0]);
    CHECK(std::abs((posterior.log_evidence() + model.log_partition) / std::log(10.0) -
                   expected.at("pr_log10").get<double>()) <= tolerance);
    check_marginals_in_order(posterior, expected.at("mar"), tolerance);
}

}  // namespace

TEST_CASE("UAI: files of evidence in the three dialects give the answers worked out for them",
          "[io][reference]") {
    const std::optional<std::string> index = tests::reference_file("dialects/uai/index.json");
    if (!index) {
        WARN("SKIPPED: no reference data");
        return;
    }
    for (const json& entry : json::parse(tests::read_file(*index))) {
        if (entry.at("expect") == "refuse") continue;
        const std::string folder = std::filesystem::path(*index).parent_path().string() + "/";
        const io::UaiModel model = uai_model(folder + entry.at("file").get<std::string>());
        const double tolerance = entry.value("tolerance", accuracy);
        CHECK(std::abs(model.log_partition - entry.at("log_z").get<double>()) <= tolerance);
        const InferenceEngine engine(model.network);
        for (const json& asked : entry.at("uai"))
            check_evidence_file(engine, model, folder + asked.at("evid").get<std::string>(), asked,
                                tolerance);
    }
}

TEST_CASE("UAI: published networks have their posteriors, P(e) and best states",
          "[io][reference]") {
    const std::vector<std::string> names = reference_names("uai", ".evid");
    if (names.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& name : names) {
        INFO(name);
        const std::string model_name = name.substr(0, name.rfind('.'));
        const io::UaiModel model = uai_model(model_name + ".uai");
        const InferenceEngine engine(model.network);
        const std::vector<Evidence> samples = uai_evidence(name + ".evid", model.network);
        REQUIRE(samples.size() == 1);
        const Posterior posterior = engine.marginals(samples[0]);
        check_log(posterior.log_evidence() / std::log(10.0), result_numbers(name + ".PR").at(0));
        check_marginals_in_order(posterior, marginals_of_result(name + ".MAR"), accuracy);
        Evidence best;
        const std::vector<double> states = result_numbers(name + ".MPE");
        for (std::size_t v = 0; v + 1 < states.size(); ++v)
            best.observe(VariableId(v), StateId(static_cast<std::size_t>(states[v + 1])));
        check_log(engine.most_probable_explanation(samples[0]).log_probability,
                  engine.log_evidence(best));
    }
}

TEST_CASE("UAI: problems of the competition of 2014 have their partition functions and posteriors",
          "[io][reference][full]") {
    const std::vector<std::string> names = reference_names("uai2014", ".uai");
    if (names.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& name : names) {
        INFO(name);
        const json expected = json::parse(tests::read_file(name + ".computed.json.gz"));
        const io::UaiModel model = uai_model(name + ".uai");
        const InferenceEngine engine(model.network);
        const std::vector<Evidence> samples = uai_evidence(name + ".uai.evid", model.network);
        REQUIRE(samples.size() == 1);
        const Posterior posterior = engine.marginals(samples[0]);
        check_log(posterior.log_evidence() + model.log_partition,
                  expected.at("log_z").get<double>());
        check_marginals_in_order(posterior, expected.at("posterior"), accuracy);
    }
}

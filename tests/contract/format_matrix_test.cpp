#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;
using namespace pgm::tests;

// What each format keeps, as docs/formats.md has it: every cell is found by writing a small network
// with the feature and reading it back.

namespace {

/// a -> b with these names and states, and numbers that need all digits.
NetworkBuilder two_variables(const std::string& name, const std::string& state) {
    NetworkBuilder builder;
    builder.variable("a", {state, "other"}).variable(name, {"no", "yes"}).arc("a", name);
    builder.cpt("a").values({0.1, 0.9});
    const double third = 1.0 / 3;
    builder.cpt(name).values({third, 1 - third, 0.7, 0.3});
    return builder;
}

BayesianNetwork annotated(const std::string& line) {
    NetworkBuilder builder = two_variables("b", "low");
    builder.annotate(VariableId(0), line);
    return builder.build();
}

BayesianNetwork with_continuous(Cpd cpd) {
    NetworkBuilder builder;
    builder.variable("a", {"low", "high"});
    builder.cpt("a").values({0.25, 0.75});
    builder.add_variable(Variable("x"));
    builder.set_cpd(std::move(cpd));
    return builder.build();
}

BayesianNetwork noisy_or() {
    NetworkBuilder builder;
    builder.variable("a", {"no", "yes"}).variable("b", {"yes", "no"});
    builder.cpt("a").values({0.25, 0.75});
    const std::vector<NoisyMaxCpd::Link> links = {{VariableId(0), {{0, 1}, {0.5, 0.5}}}};
    builder.set_cpd(NoisyMaxCpd(VariableId(1), links, std::vector{0.125, 0.875},
                                NoisyMaxCpd::Parameters::net, NoisyMaxCpd::Order::strongest_first));
    return builder.build();
}

BayesianNetwork with_kept_sums() {
    NetworkBuilder builder = two_variables("b", "low");
    builder.set_row_sums(RowSums::keep).cpt("a").values({0.1, 0.9001});
    return builder.build();
}

/// A test before a decision, with the utilities of both, and their sum if there is to be one.
BayesianNetwork diagram_with(const std::string& sum) {
    return NetworkBuilder::parse(
               "Look{yes|no, decision}; Rain{no|yes}; Look, Rain -> Sky{clear|dark|unseen};"
               "Sky -> Take{take|leave, decision}; Take, Rain -> Joy{utility};"
               "Look -> Cost{utility}; Rain: 0.7 0.3;"
               "Sky | Look=yes, Rain=no: 0.9 0.1 0; Sky | Look=yes, Rain=yes: 0.2 0.8 0;"
               "Sky | Look=no, Rain=no: 0 0 1; Sky | Look=no, Rain=yes: 0 0 1;"
               "Joy: 20.1 70 100 0; Cost: -1e-3 0;" +
               sum)
        .build();
}

struct Feature {
    std::string name;
    BayesianNetwork network;
};

std::vector<Feature> features() {
    const Scope of_a({VariableId(0)}, {2});
    const VariableId x(1);
    return {
        {"all digits", two_variables("b", "low").build()},
        {"any names", two_variables("chest pain, left", "low").build()},
        {"any states", two_variables("b", "<5 (mild)").build()},
        {"labels", annotated("label = \"dry grass\"")},
        {"positions", annotated("position = (10, 20)")},
        {"properties", annotated("author = somebody")},
        {"other sums", with_kept_sums()},
        {"noisy-OR", noisy_or()},
        {"Gaussians", with_continuous(LinearGaussianCpd(x, of_a, {}, {{0.1, {}, 2}, {3, {}, 1}}))},
        {"kernel densities",
         with_continuous(KernelDensityCpd(x, of_a, KernelDensityCpd::Kernel::gaussian,
                                          {{{0.1, 2}, {}, 0.5}, {{3}, {}, 0.25}}))},
        {"decisions and utilities", diagram_with("")},
        {"sums of utilities", diagram_with("Joy, Cost -> All{utility}; All: Joy + Cost")}};
}

/// The file that holds a network in that format; a network of one whose names it keeps beside it.
std::string kept_in(const std::string& path, const BayesianNetwork& network) {
    try {
        io::write_network(network, path);
    } catch (const ArgumentError&) {
        return "refused";
    }
    if (!io::losses(network, path).empty()) return "lossy";
    CHECK(io::read_network(path).network == network);
    return "kept";
}

std::string matrix() {
    const TemporaryFolder folder;
    const std::vector<Feature> all = features();
    std::string head = "| format |", rule = "|---|", rows;
    for (const Feature& feature : all) {
        head += " " + feature.name + " |";
        rule += "---|";
    }
    for (const char* suffix : {".bif", ".bn", ".xmlbif", ".xdsl", ".dsl", ".net", ".dne", ".dsc",
                               ".pgmx", ".xbn", ".elv", ".pmml", ".uai", ".json", ".pgmodel"}) {
        rows += "| `" + std::string(suffix) + "` |";
        for (const Feature& feature : all) {
            INFO(suffix << ", " << feature.name);
            rows += " " + kept_in(folder.file("m" + std::string(suffix)), feature.network) + " |";
        }
        rows += io::holds_classifiers("m" + std::string(suffix)) ? " kept |\n" : " refused |\n";
    }
    return head + " classifiers |\n" + rule + "---|\n" + rows;
}

}  // namespace

TEST_CASE("Formats: the page about files tells what each of them keeps", "[contract][io]") {
    const std::string page = read_file(source_file("docs/formats.md"));
    const std::string expected = matrix();
    INFO(expected);
    CHECK(page.find(expected) != std::string::npos);
}

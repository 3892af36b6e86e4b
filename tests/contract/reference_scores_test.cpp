#include <io/data_file.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/score_search.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <string>
#include <vector>

// Scores of three structures of five public networks on sampled data, frozen as files: agreed upon
// with the R package bnlearn.

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinRel;
using nlohmann::json;

namespace {

std::vector<Variable> declared_variables(const json& reference) {
    std::vector<Variable> variables;
    for (const json& name : reference["variables"]) {
        const auto states = reference["states"][name].get<std::vector<std::string>>();
        variables.emplace_back(name.get<std::string>(), states);
    }
    return variables;
}

Dataset aligned(const Dataset& data, const std::vector<Variable>& variables) {
    const ColumnAlignment alignment(data, variables, UnseenPolicy::error);
    std::vector<Column> columns;
    for (const Column* column : alignment.columns()) columns.push_back(*column);
    return Dataset(std::move(columns));
}

Dag structure(const Dataset& data, const json& parents) {
    Dag dag(data.columns().size());
    for (const auto& [child, names] : parents.items())
        for (const json& parent : names)
            dag.add_arc(VariableId(data.id(parent.get<std::string>()).index()),
                        VariableId(data.id(child).index()));
    return dag;
}

void check_scores(const Dataset& data, const json& entry) {
    const Dag dag = structure(data, entry["parents"]);
    const DataScore bic(data, BicScore{});
    const auto score = [&](const Score& kind) { return total(bic.with(kind), dag); };
    const auto within = [](const json& value) { return WithinRel(value.get<double>(), 1e-10); };
    CHECK(free_parameters(bic, dag) == entry["free_parameters"].get<double>());
    CHECK_THAT(total(bic, dag), within(entry["bic"]));
    CHECK_THAT(score(LogLikelihoodScore{}), within(entry["log_likelihood"]));
    CHECK_THAT(score(AicScore{}), within(entry["aic"]));
    CHECK_THAT(score(K2Score{}), within(entry["k2_log"]));
    CHECK_THAT(score(BdeuScore{1}), within(entry["bdeu_log_ess1"]));
    CHECK_THAT(score(BdeuScore{10}), within(entry["bdeu_log_ess10"]));
}

/// What is known of a table of the folder learning; null where there is no reference data.
auto reference_of(const std::string& name) {
    const auto plain = reference_json("learning/" + name + ".json");
    return plain ? plain : reference_json("learning/" + name + ".json.gz");
}

/// The table itself, with its declared states.
Dataset table_of(const std::string& name, const json& reference) {
    const auto plain = reference_file("learning/" + name + ".csv");
    const auto path = plain ? plain : reference_file("learning/" + name + ".csv.gz");
    REQUIRE(path);
    return aligned(io::read_data(*path), declared_variables(reference));
}

}  // namespace

TEST_CASE("Searches: the best order score is not below that of the true graph") {
    for (const std::string name : {"sachs_2000", "insurance_2000", "alarm_5000"}) {
        const auto reference = reference_of(name);
        if (!reference) {
            WARN("SKIPPED: no reference data");
            return;
        }
        const Dataset data = table_of(name, *reference);
        const DataScore bic(data, BicScore{});
        for (const json& entry : (*reference)["scores"]) {
            INFO(name << ", structure " << entry["dag"]);
            CHECK(boss(bic).score >= entry["bic"].get<double>());
        }
    }
}

TEST_CASE("Scores: five networks, three structures each, equal the reference values") {
    for (const std::string name :
         {"asia_5000", "sachs_2000", "child_3000", "insurance_2000", "alarm_5000"}) {
        const auto reference = reference_of(name);
        if (!reference) {
            WARN("SKIPPED: no reference data");
            return;
        }
        const Dataset data = table_of(name, *reference);
        for (const json& entry : (*reference)["scores"]) {
            INFO(name << ", structure " << entry["dag"]);
            check_scores(data, entry);
        }
    }
}

#include <io/data_file.hpp>
#include <learners/independence/data_test.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/contingency_by_definition.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/reference_data.hpp>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <limits>
#include <string>
#include <vector>

// 25 tests of independence on data of each of five public networks, frozen as files: agreed upon
// with the R package bnlearn.

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinRel;
using nlohmann::json;

namespace {

/// The columns with the states that the network declares, whether they occur or not.
Dataset with_declared_states(const Dataset& data, const json& reference) {
    std::vector<Variable> variables;
    for (const json& name : reference["variables"])
        variables.emplace_back(name.get<std::string>(),
                               reference["states"][name].get<std::vector<std::string>>());
    const ColumnAlignment alignment(data, variables, UnseenPolicy::error);
    std::vector<Column> columns;
    for (const Column* column : alignment.columns()) columns.push_back(*column);
    return Dataset(std::move(columns));
}

/// The reference gives 0 for what has no full precision as a double.
void check_p(double p, double expected) {
    if (expected > 0) {
        CHECK_THAT(p, WithinRel(expected, 1e-9));
    } else {
        CHECK(p < std::numeric_limits<double>::min());
    }
}

/// The upper tail of a chi-square distribution; 1 without degrees of freedom.
double upper_tail(double statistic, double degrees) {
    return degrees > 0 ? boost::math::gamma_q(degrees / 2, statistic / 2) : 1;
}

void check_tests(const Dataset& data, const json& tests) {
    const auto g2 = data_test(data, G2{}), x2 = data_test(data, X2{}),
               mi = data_test(data, MutualInformation{});
    const auto id = [&](const json& name) {
        return VariableId(data.id(name.get<std::string>()).index());
    };
    for (const json& test : tests) {
        std::vector<VariableId> given;
        for (const json& name : test["given"]) given.push_back(id(name));
        std::ranges::sort(given);
        const TestResult by_g2 = g2->test(id(test["a"]), id(test["b"]), given),
                         by_x2 = x2->test(id(test["a"]), id(test["b"]), given),
                         by_mi = mi->test(id(test["a"]), id(test["b"]), given);
        INFO(test.dump());
        CHECK_THAT(by_g2.statistic, WithinRel(test["g2"].get<double>(), 1e-10));
        CHECK_THAT(by_x2.statistic, WithinRel(test["x2"].get<double>(), 1e-10));
        CHECK_THAT(by_mi.statistic,
                   WithinRel(test["conditional_mutual_information_nats"].get<double>(), 1e-10));
        // The reference counts the degrees of freedom of declared states: its p is that of all
        // tests in which they occur.
        const double declared = test["df"].get<double>();
        const double degrees =
            by_definition(data, id(test["a"]), id(test["b"]), given).degrees_of_freedom;
        CHECK(degrees <= declared);
        for (const TestResult& result : {by_g2, by_x2, by_mi})
            CHECK(result.degrees_of_freedom == degrees);
        const bool is_same = degrees == declared;
        check_p(by_g2.p, is_same ? test["p_g2"].get<double>()
                                 : upper_tail(test["g2"].get<double>(), degrees));
        check_p(by_x2.p, is_same ? test["p_x2"].get<double>()
                                 : upper_tail(test["x2"].get<double>(), degrees));
        CHECK(by_mi.p == by_g2.p);
    }
}

}  // namespace

TEST_CASE("Tests of independence on sampled data are those of the reference", "[learners]") {
    struct Sample {
        const char* data;
        const char* answers;
    };
    for (const auto& [data, answers] :
         {Sample{"asia_5000.csv", "asia_5000.json"}, Sample{"sachs_2000.csv", "sachs_2000.json"},
          Sample{"child_3000.csv.gz", "child_3000.json"},
          Sample{"insurance_2000.csv.gz", "insurance_2000.json.gz"},
          Sample{"alarm_5000.csv.gz", "alarm_5000.json.gz"}}) {
        const auto path = reference_file(std::string("learning/") + data);
        const auto reference = reference_json(std::string("learning/") + answers);
        if (!path || !reference) {
            WARN("SKIPPED: " << data);
            continue;
        }
        const json& tests = (*reference)["independence_tests"];
        CHECK(tests.size() == 25);
        check_tests(with_declared_states(io::read_data(*path), *reference), tests);
    }
}

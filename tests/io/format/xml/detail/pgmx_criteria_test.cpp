#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>

using namespace pgm;

namespace {

const tests::TextFormat pgmx_with_criteria(".pgmx");

std::string utility_of_criterion(const std::string& name, const std::string& criterion) {
    return "<Variable name=\"" + name + "\" type=\"numeric\" role=\"utility\"><Criterion name=\"" +
           criterion + "\" /></Variable>";
}

std::string potential_of_criterion(const std::string& name, const std::string& values) {
    return "<Potential type=\"Table\" role=\"utility\"><UtilityVariable name=\"" + name +
           "\" /><Variables><Variable name=\"D\" /></Variables><Values>" + values +
           "</Values></Potential>";
}

/// Two utilities of a decision, and what stands behind the network.
std::string diagram_of_criteria(const std::string& first, const std::string& second,
                                const std::string& scales) {
    return "<ProbModelXML><ProbNet type=\"InfluenceDiagram\"><Variables>"
           "<Variable name=\"D\" type=\"finiteStates\" role=\"decision\"><States><State name=\"a\" "
           "/>"
           "<State name=\"b\" /></States></Variable>" +
           utility_of_criterion("Price", first) + utility_of_criterion("Years", second) +
           "</Variables><Links /><Potentials>" + potential_of_criterion("Price", "100 300") +
           potential_of_criterion("Years", "1 2") +
           "</Potentials></ProbNet><InferenceOptions><MulticriteriaOptions><Unicriterion><Scales>" +
           scales +
           "</Scales></Unicriterion></MulticriteriaOptions></InferenceOptions>"
           "</ProbModelXML>";
}

std::string scale_element(const std::string& criterion, const std::string& value) {
    return "<Scale Criterion=\"" + criterion + "\" Value=\"" + value + "\" />";
}

}  // namespace

TEST_CASE("PGMX: the weights of criteria make the net benefit of all utilities", "[io]") {
    const io::ReadResult read = pgmx_with_criteria.read(diagram_of_criteria(
        "cost", "effect", scale_element("cost", "-1") + scale_element("effect", "30000")));
    const auto id = read.network.find("net benefit");
    REQUIRE(id);
    const auto& sum = std::get<LinearGaussianCpd>(read.network.cpd(*id));
    CHECK(sum.row(0).slopes == std::vector<double>{-1, 30000});
    CHECK(read.network.variable(*read.network.find("Price")).annotations() ==
          std::vector<std::string>{"Criterion = cost"});
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks[0].message ==
          "the utility 'net benefit' was added, the sum of all criteria as the file weighs them: "
          "'cost' with the weight -1, 'effect' with the weight 30000");
}

TEST_CASE("PGMX: one criterion of the weight 1 needs no net benefit", "[io]") {
    for (const std::string& scales : {std::string(), scale_element("---", "1.0")}) {
        const io::ReadResult read =
            pgmx_with_criteria.read(diagram_of_criteria("---", "---", scales));
        CHECK(read.network.size() == 3);
        CHECK(read.remarks.empty());
    }
}

TEST_CASE("PGMX: several criteria without weights add up with a warning", "[io]") {
    const io::ReadResult read = pgmx_with_criteria.read(diagram_of_criteria("cost", "effect", ""));
    CHECK(read.network.size() == 3);
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks[0].severity == Problem::Severity::warning);
}

TEST_CASE("PGMX: a weight that is no number is told", "[io]") {
    CHECK(pgmx_with_criteria
              .error_of(diagram_of_criteria("cost", "effect", scale_element("cost", "much")))
              .find("the weight of the criterion 'cost' is no number: 'much'") !=
          std::string::npos);
}

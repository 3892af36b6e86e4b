#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;

TEST_CASE("PMML: a naive Bayes classifier is written with its cut points and Gaussians", "[io]") {
    NetworkBuilder builder;
    const VariableId label = builder.add_variable(Variable("class", {"a", "b"}));
    const VariableId heat = builder.add_variable(CutPoints{{20, 30}}.variable("heat"));
    const VariableId size = builder.add_variable(Variable("size"));
    builder.set_cpd(TableCpd(Scope({label}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(TableCpd(Scope({label, heat}, {2, 3}),
                             std::vector<double>{0.5, 0.25, 0.25, 0, 0.125, 0.875}));
    builder.set_cpd(LinearGaussianCpd(size, Scope({label}, {2}), {}, {{1, {}, 4}, {2.5, {}, 1}}));
    const BayesianNetwork network = builder.build();
    NetworkClassifierParts parts{
        .model = Model(network),
        .schema = {network.variable(label), Variable("heat"), Variable("size")}};
    parts.discretisation.add("heat", {{20, 30}});
    const tests::TemporaryFolder folder;
    const std::string path = folder.file("c.pmml");
    const Classifier classifier{NetworkClassifier(parts)};
    CHECK(io::holds_classifier(path, classifier));
    io::write_classifier(classifier, path);
    // All numbers are sums of few powers of two, so nothing is rounded.
    CHECK(io::read_network(path).network == network);
    CHECK(tests::read_file(path).find("binValue=\"[20,30)\"><Interval closure=\"closedOpen\" "
                                      "leftMargin=\"20\" rightMargin=\"30\" />") !=
          std::string::npos);
    parts.temperature = {2};
    const Classifier calibrated{NetworkClassifier(parts)};
    CHECK_FALSE(io::holds_classifier(path, calibrated));
    CHECK_THROWS_WITH(io::write_classifier(calibrated, path),
                      path +
                          ": PMML holds naive Bayes classifiers of tables and Gaussians only; this "
                          "one is saved as .pgmodel or .json");
}

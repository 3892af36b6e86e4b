#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>

using namespace pgm;

namespace {

const tests::TextFormat pmml_format(".pmml");

const std::string pmml_text =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<PMML version=\"4.3\" xmlns=\"http://www.dmg.org/PMML-4_3\">\n"
    "  <Header />\n"
    "  <DataDictionary numberOfFields=\"2\">\n"
    "    <DataField name=\"smoke\" optype=\"categorical\" dataType=\"string\">\n"
    "      <Value value=\"yes\" />\n"
    "      <Value value=\"no\" />\n"
    "    </DataField>\n"
    "    <DataField name=\"lung\" optype=\"categorical\" dataType=\"string\">\n"
    "      <Value value=\"yes\" />\n"
    "      <Value value=\"no\" />\n"
    "    </DataField>\n"
    "  </DataDictionary>\n"
    "  <BayesianNetworkModel modelName=\"asia\" functionName=\"classification\">\n"
    "    <MiningSchema>\n"
    "      <MiningField name=\"smoke\" usageType=\"active\" />\n"
    "      <MiningField name=\"lung\" usageType=\"active\" />\n"
    "    </MiningSchema>\n"
    "    <BayesianNetworkNodes>\n"
    "      <DiscreteNode name=\"smoke\">\n"
    "        <ValueProbability value=\"yes\" probability=\"0.5\" />\n"
    "        <ValueProbability value=\"no\" probability=\"0.5\" />\n"
    "      </DiscreteNode>\n"
    "      <DiscreteNode name=\"lung\">\n"
    "        <DiscreteConditionalProbability>\n"
    "          <ParentValue parent=\"smoke\" value=\"yes\" />\n"
    "          <ValueProbability value=\"yes\" probability=\"0.1\" />\n"
    "          <ValueProbability value=\"no\" probability=\"0.9\" />\n"
    "        </DiscreteConditionalProbability>\n"
    "        <DiscreteConditionalProbability>\n"
    "          <ParentValue parent=\"smoke\" value=\"no\" />\n"
    "          <ValueProbability value=\"yes\" probability=\"0.01\" />\n"
    "          <ValueProbability value=\"no\" probability=\"0.99\" />\n"
    "        </DiscreteConditionalProbability>\n"
    "      </DiscreteNode>\n"
    "    </BayesianNetworkNodes>\n"
    "  </BayesianNetworkModel>\n"
    "</PMML>\n";

/// A class {a, b} and three inputs: weather {sun, rain}, heat in two bins, and size.
const std::string bayes_text =
    "<PMML version=\"4.2\">\n"
    "<DataDictionary>\n"
    "<DataField name=\"class\" optype=\"categorical\"><Value value=\"a\"/><Value value=\"b\"/>\n"
    "</DataField>\n"
    "<DataField name=\"weather\"><Value value=\"sun\"/><Value value=\"rain\"/></DataField>\n"
    "<DataField name=\"heat\" optype=\"continuous\"/>\n"
    "<DataField name=\"size\" optype=\"continuous\"/>\n"
    "</DataDictionary>\n"
    "<NaiveBayesModel threshold=\"0.125\">\n"
    "<BayesInputs>\n"
    "<BayesInput fieldName=\"weather\">\n"
    "<PairCounts value=\"sun\"><TargetValueCounts>\n"
    "<TargetValueCount value=\"a\" count=\"3\"/>\n"
    "<TargetValueCount value=\"b\" count=\"0\"/>\n"
    "</TargetValueCounts></PairCounts>\n"
    "<PairCounts value=\"rain\"><TargetValueCounts>\n"
    "<TargetValueCount value=\"a\" count=\"1\"/>\n"
    "<TargetValueCount value=\"b\" count=\"4\"/>\n"
    "</TargetValueCounts></PairCounts>\n"
    "</BayesInput>\n"
    "<BayesInput fieldName=\"heat\">\n"
    "<DerivedField name=\"bin\"><Discretize field=\"heat\">\n"
    "<DiscretizeBin binValue=\"low\"><Interval closure=\"openOpen\" rightMargin=\"20\"/>\n"
    "</DiscretizeBin>\n"
    "<DiscretizeBin binValue=\"high\"><Interval closure=\"closedOpen\" leftMargin=\"20\"/>\n"
    "</DiscretizeBin>\n"
    "</Discretize></DerivedField>\n"
    "<PairCounts value=\"low\"><TargetValueCounts>\n"
    "<TargetValueCount value=\"a\" count=\"1\"/><TargetValueCount value=\"b\" count=\"2\"/>\n"
    "</TargetValueCounts></PairCounts>\n"
    "<PairCounts value=\"high\"><TargetValueCounts>\n"
    "<TargetValueCount value=\"a\" count=\"3\"/><TargetValueCount value=\"b\" count=\"2\"/>\n"
    "</TargetValueCounts></PairCounts>\n"
    "</BayesInput>\n"
    "<BayesInput fieldName=\"size\"><TargetValueStats>\n"
    "<TargetValueStat value=\"a\"><GaussianDistribution mean=\"0\" variance=\"1\"/>\n"
    "</TargetValueStat>\n"
    "<TargetValueStat value=\"b\"><GaussianDistribution mean=\"10\" variance=\"4\"/>\n"
    "</TargetValueStat>\n"
    "</TargetValueStats></BayesInput>\n"
    "</BayesInputs>\n"
    "<BayesOutput fieldName=\"class\"><TargetValueCounts>\n"
    "<TargetValueCount value=\"a\" count=\"4\"/>\n"
    "<TargetValueCount value=\"b\" count=\"4\"/>\n"
    "</TargetValueCounts></BayesOutput>\n"
    "</NaiveBayesModel>\n"
    "</PMML>\n";

/// A text with the last such piece replaced.
std::string pmml_changed(std::string text, const std::string& piece, const std::string& other) {
    return text.replace(text.rfind(piece), piece.size(), other);
}
std::string pmml_with(const std::string& piece, const std::string& other) {
    return pmml_changed(pmml_text, piece, other);
}
std::string bayes_with(const std::string& piece, const std::string& other) {
    return pmml_changed(bayes_text, piece, other);
}

/// P(class = a | evidence).
double probability_of_a(const BayesianNetwork& network, const Evidence& evidence) {
    return InferenceEngine(network).marginals(evidence).marginal(network.id("class"))[0];
}

}  // namespace

TEST_CASE("PMML: a network is written as a BayesianNetworkModel", "[io]") {
    CHECK(pmml_format.written(tests::smoke_and_lung()) == pmml_text);
    CHECK(pmml_format.read(pmml_text).network == tests::smoke_and_lung());
}

TEST_CASE("PMML: files are recognised by their first bytes", "[io]") {
    CHECK(pmml_format.recognises(pmml_text));
    CHECK_FALSE(pmml_format.recognises("<PMMLS>"));
}

TEST_CASE("PMML: mistakes in networks are reported with their places", "[io]") {
    const std::string lung_row = "<ParentValue parent=\"smoke\" value=\"no\" />";
    const std::string certain = "<ValueProbability value=\"no\" probability=\"0.99\" />";
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"<BIF/>", "x.pmml:1:1: expected the element <PMML>, found '<BIF>'"},
        {"<PMML></PMML>",
         "x.pmml:1:1: expected a BayesianNetworkModel or a NaiveBayesModel, found none"},
        {pmml_with("</PMML>", ""), "x.pmml:38:1: this is no XML: start-end tags mismatch"},
        {"<PMML><TreeModel/></PMML>",
         "x.pmml:1:7: the model is a 'TreeModel', which cannot be read (a BayesianNetworkModel or "
         "a NaiveBayesModel can be read)"},
        {pmml_with("</PMML>", "<TreeModel/></PMML>"),
         "x.pmml:38:1: the file has a second model, 'TreeModel'"},
        {pmml_with("</PMML>", "<TransformationDictionary><x/></TransformationDictionary></PMML>"),
         "x.pmml:38:1: the <TransformationDictionary> cannot be read"},
        {pmml_with("<DataField name=\"lung\"", "<DataField name=\"smoke\""),
         "x.pmml:9:5: field 'smoke' is declared twice"},
        {pmml_with("<DiscreteNode name=\"lung\"", "<DiscreteNode name=\"lang\""),
         "x.pmml:24:7: there is no field 'lang' (did you mean 'lung'?)"},
        {pmml_with("<DiscreteNode name=\"lung\"", "<DiscreteNode name=\"smoke\""),
         "x.pmml:24:7: the field 'smoke' is in the model twice"},
        {pmml_with("<BayesianNetworkNodes>", "<BayesianNetworkNodes><DecisionNode name=\"d\"/>"),
         "x.pmml:19:27: 'd' is of the kind 'DecisionNode', which cannot be read from this format "
         "(influence diagrams are read from XMLBIF, XDSL, DSL, NET, DNE, PGMX, ELV, JSON and "
         "text)"},
        {pmml_with(lung_row, "<ParentValue parent=\"smok\" value=\"no\" />"),
         "x.pmml:31:11: node 'lung' has the parent 'smok', which is no node"},
        {pmml_with(lung_row, "<ParentValue parent=\"lung\" value=\"no\" />"),
         "x.pmml:31:11: node 'lung' has a row whose parents are not those of the first row"},
        {pmml_with(lung_row, "<ParentValue parent=\"smoke\" value=\"maybe\" />"),
         "x.pmml:31:11: variable 'smoke' has no state 'maybe' (known: yes, no)"},
        {pmml_with(lung_row, "<ParentValue parent=\"smoke\" value=\"yes\" />"),
         "x.pmml:30:9: P(lung | smoke=yes) is given twice, first on line 25"},
        {pmml_with(lung_row, ""), "x.pmml:30:9: node 'lung' has a row without 'smoke'"},
        {pmml_with("      </DiscreteNode>", "<DiscreteConditionalProbability/></DiscreteNode>"),
         "x.pmml:35:1: node 'lung' has a row without 'smoke'"},
        {pmml_with(certain, ""),
         "x.pmml:30:9: node 'lung' has a row without the probability of a state"},
        {pmml_with(certain, "<ValueProbability value=\"maybe\" probability=\"0.99\" />"),
         "x.pmml:33:11: variable 'lung' has no state 'maybe' (known: yes, no)"},
        {pmml_with(certain, "<ValueProbability value=\"yes\" probability=\"0.99\" />"),
         "x.pmml:33:11: node 'lung' has the probability of 'yes' twice"},
        {pmml_with("0.99", "inf"),
         "x.pmml:33:11: expected a number as the probability of <ValueProbability>, found 'inf'"},
        {pmml_with("0.99", "0.98"), "x.pmml:30:9: P(lung | smoke=no) sums to 0.99, not 1"},
        {pmml_with("0.99", "-1"), "x.pmml:30:9: P(lung=no | smoke=no) is -1, not between 0 and 1"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(pmml_format.error_of(bytes) == error);
    }
}

TEST_CASE("PMML: mistakes in naive Bayes models are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {bayes_with("threshold=\"0.125\"", ""),
         "x.pmml:9:1: expected a number as the threshold of <NaiveBayesModel>, found ''"},
        {bayes_with("threshold=\"0.125\"", "threshold=\"-1\""),
         "x.pmml:9:1: the threshold is negative"},
        {bayes_with("<BayesInputs>", "<LocalTransformations/><BayesInputs>"),
         "x.pmml:10:1: <LocalTransformations> cannot be read"},
        {bayes_with("fieldName=\"class\"", "fieldName=\"klass\""),
         "x.pmml:42:1: the class 'klass' is no field"},
        {bayes_with("<BayesInput fieldName=\"size\"", "<BayesInput fieldName=\"sise\""),
         "x.pmml:35:1: there is no field 'sise' (did you mean 'size'?)"},
        {bayes_with("<BayesInput fieldName=\"size\"", "<BayesInput fieldName=\"class\""),
         "x.pmml:35:1: the field 'class' is in the model twice"},
        {bayes_with("value=\"b\" count=\"4\"/>\n</TargetValueCounts></BayesOutput>",
                    "value=\"c\" count=\"4\"/>\n</TargetValueCounts></BayesOutput>"),
         "x.pmml:44:1: 'class' has no state 'c' (known: a, b)"},
        {bayes_with("value=\"b\" count=\"4\"/>\n</TargetValueCounts></BayesOutput>",
                    "value=\"a\" count=\"4\"/>\n</TargetValueCounts></BayesOutput>"),
         "x.pmml:44:1: the state 'a' of 'class' is counted twice"},
        {bayes_with("count=\"3\"/><", "count=\"-3\"/><"),
         "x.pmml:32:1: the count is -3, not 0 or a positive number"},
        {bayes_with("count=\"3\"/><", "count=\"three\"/><"),
         "x.pmml:32:1: expected a number as the count of <TargetValueCount>, found 'three'"},
        {bayes_with("<PairCounts value=\"high\"", "<PairCounts value=\"hot\""),
         "x.pmml:31:1: 'heat' has no state 'hot' (known: low, high)"},
        {bayes_with("<PairCounts value=\"high\"", "<PairCounts value=\"low\""),
         "x.pmml:31:1: the counts of 'heat' = 'low' are given twice"},
        {bayes_with("binValue=\"high\"", "binValue=\"low\""),
         "x.pmml:22:26: the bin 'low' is given twice"},
        {bayes_with("closure=\"closedOpen\"", "closure=\"half\""),
         "x.pmml:25:32: the closure 'half' of an interval is not known"},
        {bayes_with("leftMargin=\"20\"", "leftMargin=\"nan\""),
         "x.pmml:25:32: expected a number as the leftMargin of <Interval>, found 'nan'"},
        {bayes_with("variance=\"4\"", "variance=\"-4\""),
         "x.pmml:38:28: the variance of P(size | class) is -4, not a positive number or 0"},
        {bayes_with("GaussianDistribution mean=\"10\"", "PoissonDistribution mean=\"10\""),
         "x.pmml:38:28: the distribution of 'size' is a 'PoissonDistribution', and only Gaussian "
         "ones can be read"},
        {bayes_with("<TargetValueStat value=\"b\"><GaussianDistribution mean=\"10\" "
                    "variance=\"4\"/>\n</TargetValueStat>\n",
                    ""),
         "x.pmml:35:1: the input 'size' needs 2 distributions, one of each class, found 1"},
        {bayes_with("<BayesInput fieldName=\"size\"><TargetValueStats>",
                    "<BayesInput "
                    "fieldName=\"size\"><Other>"),
         "x.pmml:40:3: this is no XML: start-end tags mismatch"},
        {bayes_with("<DerivedField name=\"bin\"><Discretize field=\"heat\">",
                    "<DerivedField name=\"bin\"/><DerivedField name=\"d\"><Discretize>"),
         "x.pmml:22:1: the derived field 'bin' has no <Discretize>, and other ones cannot be read"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(pmml_format.error_of(bytes) == error);
    }
}

TEST_CASE("PMML: naive Bayes counts give the posteriors of the standard", "[io]") {
    const io::ReadResult result = pmml_format.read(bayes_text);
    const BayesianNetwork& network = result.network;
    CHECK(network.variable("weather").states() == std::vector<std::string>{"sun", "rain", "?"});
    CHECK(network.variable("heat").states() == std::vector<std::string>{"<20", ">=20"});
    CHECK(probability_of_a(network, {}) == Approx(0.5));
    // 4 * 3/4 against 4 * 1/8, the threshold.
    Evidence sun;
    sun.observe(network.id("weather"), StateId(0));
    CHECK(probability_of_a(network, sun) == Approx(3 / 3.5));
    // 4 * 1/4 against 4 * 4/4: the row of b is not normalised.
    Evidence rain;
    rain.observe(network.id("weather"), StateId(1));
    CHECK(probability_of_a(network, rain) == Approx(0.2));
    // 3/4 against 2/4.
    Evidence hot;
    hot.observe(network.id("heat"), network.variable("heat").state_id("20"));
    CHECK(probability_of_a(network, hot) == Approx(0.6));
    // 1 / sqrt(2 pi) against the threshold, since the density at 10 standard units is less.
    Evidence size;
    size.observe(network.id("size"), 0);
    CHECK(probability_of_a(network, size) == Approx(0.3989422804014327 / 0.5239422804014327));
    CHECK(result.remarks.size() == 2);
}

TEST_CASE("PMML: a naive Bayes model without threshold has Gaussians that are kept", "[io]") {
    const BayesianNetwork network =
        pmml_format.read(bayes_with("threshold=\"0.125\"", "threshold=\"0\"")).network;
    CHECK(network.variable("weather").states() == std::vector<std::string>{"sun", "rain"});
    CHECK(as_table(network.cpd(network.id("weather")))->row(1)[0] == 0);
    CHECK(regression(network.cpd(network.id("size")), 1)->variance == 4);
    CHECK(pmml_format.read(pmml_format.written(network)).network == network);
}

TEST_CASE("PMML: intervals that are closed on the right are cut behind their ends", "[io]") {
    std::string changed = bayes_with("closure=\"openOpen\"", "closure=\"openClosed\"");
    changed = pmml_changed(changed, "closure=\"closedOpen\"", "closure=\"openOpen\"");
    const BayesianNetwork network = pmml_format.read(changed).network;
    const Variable& heat = network.variable("heat");
    CHECK(heat.state_id("20") == StateId(0));
    CHECK(heat.state_id("20.000000000000004") == StateId(1));
    // Intervals with a gap between them keep their names.
    const io::ReadResult gap =
        pmml_format.read(bayes_with("leftMargin=\"20\"", "leftMargin=\"21\""));
    CHECK(gap.network.variable("heat").states() == std::vector<std::string>{"low", "high"});
    CHECK(to_string(gap.remarks.at(1)).find("do not follow each other") != std::string::npos);
}

TEST_CASE("PMML: inputs in extensions are read, and placeholders do not matter", "[io]") {
    std::string changed =
        bayes_with("<BayesInput fieldName=\"size\"", "<Extension><BayesInput fieldName=\"size\"");
    changed = pmml_changed(changed, "</TargetValueStats></BayesInput>",
                           "</TargetValueStats></BayesInput></Extension>");
    CHECK(pmml_format.read(changed).network.size() == 4);
}

TEST_CASE("PMML: linear Gaussian distributions are read and written", "[io]") {
    NetworkBuilder builder;
    const VariableId oven = builder.add_variable(Variable("oven", {"off", "on"}));
    const VariableId heat = builder.add_variable(Variable("heat"));
    const VariableId loss = builder.add_variable(Variable("loss"));
    builder.set_cpd(TableCpd(Scope({oven}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(LinearGaussianCpd(heat, Scope({oven}, {2}), {}, {{20, {}, 4}, {-3, {}, 900}}));
    builder.set_cpd(
        LinearGaussianCpd(loss, Scope({oven}, {2}), {heat}, {{0.5, {0.125}, 1e-3}, {0, {-2}, 1}}));
    const BayesianNetwork network = builder.build();
    CHECK(pmml_format.read(pmml_format.written(network)).network == network);
    // 0.5 + 0.125 heat in another form.
    const std::string mean =
        "<Apply function=\"sum\"><Constant dataType=\"double\">0.5</Constant><Apply "
        "function=\"*\"><Constant dataType=\"double\">0.125</Constant><FieldRef field=\"heat\" "
        "/></Apply></Apply>";
    const auto with_mean = [&](const std::string& other) {
        return pmml_changed(pmml_format.written(network), mean, other);
    };
    CHECK(pmml_format
              .read(with_mean("<Apply function=\"/\"><Apply function=\"-\"><FieldRef "
                              "field=\"heat\"/><Constant>-4</Constant></Apply><Constant>8"
                              "</Constant></Apply>"))
              .network == network);
    const auto error = [&](const std::string& other) {
        const std::string what = pmml_format.error_of(with_mean(other));
        return what.substr(what.find(": ") + 2);
    };
    CHECK(
        error(
            "<Apply function=\"*\"><FieldRef field=\"heat\"/><FieldRef field=\"heat\"/></Apply>") ==
        "node 'loss': the expression is not linear in its fields");
    CHECK(error("<Apply function=\"/\"><Constant>1</Constant><Constant>0</Constant></Apply>") ==
          "node 'loss': the expression has no finite value");
    CHECK(error("<Apply function=\"log\"><Constant>1</Constant></Apply>") ==
          "node 'loss': the function 'log' of 1 term cannot be read");
    CHECK(error("<If/>") == "node 'loss': the expression 'If' cannot be read");
    CHECK(error("") == "node 'loss': <Mean> is empty");
    CHECK(error("<Constant>x</Constant>") == "node 'loss': expected a number, found 'x'");
    CHECK(error("<FieldRef field=\"oven\"/>") == "parent 'oven' is named twice");
}

TEST_CASE("PMML: extensions of fields are kept as annotations", "[io]") {
    const BayesianNetwork network =
        pmml_format
            .read(pmml_with("<Value value=\"yes\" />",
                            "<Extension name=\"p\" value=\"1 2\" /><Extension value=\"q\" />"
                            "<Value value=\"yes\" />"))
            .network;
    CHECK(network.variables()[1].annotations() == std::vector<std::string>{"p = 1 2", "q"});
    CHECK(pmml_format.read(pmml_format.written(network)).network == network);
}

TEST_CASE("PMML: fields that are in no node are told", "[io]") {
    const io::ReadResult result = pmml_format.read(
        pmml_with("  </DataDictionary>", "<DataField name=\"z\" /></DataDictionary>"));
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.pmml:13:1: field 'z' is not in the model and was left out");
}

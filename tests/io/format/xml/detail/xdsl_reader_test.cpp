#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat xdsl_format(".xdsl");

const std::string xdsl_text =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<smile version=\"1.0\" id=\"asia\" numsamples=\"10000\" discsamples=\"10000\">\n"
    "\t<nodes>\n"
    "\t\t<cpt id=\"smoke\">\n"
    "\t\t\t<state id=\"yes\" />\n"
    "\t\t\t<state id=\"no\" />\n"
    "\t\t\t<probabilities>0.5 0.5</probabilities>\n"
    "\t\t</cpt>\n"
    "\t\t<cpt id=\"lung\">\n"
    "\t\t\t<state id=\"yes\" />\n"
    "\t\t\t<state id=\"no\" />\n"
    "\t\t\t<parents>smoke</parents>\n"
    "\t\t\t<probabilities>0.1 0.9 0.01 0.99</probabilities>\n"
    "\t\t</cpt>\n"
    "\t</nodes>\n"
    "\t<extensions>\n"
    "\t\t<genie version=\"1.0\" app=\"pgm\" name=\"asia\">\n"
    "\t\t\t<node id=\"smoke\">\n"
    "\t\t\t\t<name>smoke</name>\n"
    "\t\t\t</node>\n"
    "\t\t\t<node id=\"lung\">\n"
    "\t\t\t\t<name>lung</name>\n"
    "\t\t\t</node>\n"
    "\t\t</genie>\n"
    "\t</extensions>\n"
    "</smile>\n";

std::string xdsl_with(const std::string& piece, const std::string& other) {
    std::string changed = xdsl_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

/// The second node as a noisy-OR of the first.
std::string noisy_xdsl(const std::string& strengths, const std::string& parameters) {
    std::string changed = xdsl_with(
        "<probabilities>0.1 0.9 0.01 0.99</probabilities>",
        "<strengths>" + strengths + "</strengths>\n<parameters>" + parameters + "</parameters>");
    const std::size_t node = changed.find("<cpt id=\"lung\"");
    changed.replace(node, 4, "<noisymax");
    return changed.replace(changed.find("</cpt>", node), 6, "</noisymax>");
}

}  // namespace

TEST_CASE("XDSL: a network is written as GeNIe reads it", "[io]") {
    CHECK(xdsl_format.written(tests::smoke_and_lung()) == xdsl_text);
    CHECK(xdsl_format.read(xdsl_text).network == tests::smoke_and_lung());
}

TEST_CASE("XDSL: files are recognised by their first bytes", "[io]") {
    CHECK(xdsl_format.recognises(xdsl_text));
    CHECK_FALSE(xdsl_format.recognises("<smiles>"));
}

TEST_CASE("XDSL: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"<BIF/>", "x.xdsl:1:1: expected the element <smile>, found '<BIF>'"},
        {xdsl_with("</smile>", ""), "x.xdsl:26:1: this is no XML: start-end tags mismatch"},
        {xdsl_with("<cpt id=\"lung\"", "<decision id=\"lung\""),
         "x.xdsl:14:5: this is no XML: start-end tags mismatch"},
        {xdsl_with("\t\t<cpt id=\"lung\"", "<decision id=\"Speed\"/><cpt id=\"lung\""),
         "x.xdsl:9:1: node 'Speed' has no states"},
        {xdsl_with("\t\t<cpt id=\"lung\"",
                   "<equation id=\"A\"><definition>A=B*C</definition></equation><cpt id=\"lung\""),
         "x.xdsl:9:18: the equation of 'A', 'A=B*C', is not linear in its parents with normal "
         "noise (make a table of it in GeNIe, and save the result)"},
        {xdsl_with("\t\t<cpt id=\"lung\"",
                   "<equation id=\"A\"><definition>A=B+1</definition></equation><cpt id=\"lung\""),
         "x.xdsl:9:18: the mean of P(A) depends on 'B', which is no continuous parent"},
        {xdsl_with("<cpt id=\"lung\"", "<cpt dynamic=\"plate\" id=\"lung\""),
         "x.xdsl:9:3: this is a dynamic network, which cannot be read (unroll it in GeNIe and save "
         "the result)"},
        {xdsl_with("</nodes>", "</nodes><dynamic/>"),
         "x.xdsl:15:10: this is a dynamic network, which cannot be read (unroll it in GeNIe and "
         "save the result)"},
        {xdsl_with("<cpt id=\"lung\"", "<cpt id=\"smoke\""),
         "x.xdsl:9:3: variable 'smoke' is declared twice, first on line 4"},
        {xdsl_with("<state id=\"yes\" />\n\t\t\t<state id=\"no\" />", ""),
         "x.xdsl:9:3: node 'lung' has no states"},
        {xdsl_with("<parents>smoke", "<parents>smok"),
         "x.xdsl:12:13: there is no variable 'smok' (did you mean 'smoke'?)"},
        {xdsl_with("<parents>smoke", "<parents>smoke smoke"),
         "x.xdsl:12:19: parent 'smoke' is named twice"},
        {xdsl_with("<parents>smoke", "<parents>lung"),
         "x.xdsl:12:13: variable 'lung' is given as its own parent"},
        {xdsl_with(" 0.99", ""), "x.xdsl:13:4: P(lung | smoke) needs 4 numbers, found 3"},
        {xdsl_with(" 0.99", " 0,99"),
         "x.xdsl:13:32: the table of 'lung': expected a number, found '0,99'"},
        {xdsl_with(" 0.99", " inf"),
         "x.xdsl:13:32: the table of 'lung': expected a number, found 'inf'"},
        {xdsl_with(" 0.99", " 0.98"), "x.xdsl:13:27: P(lung | smoke=no) sums to 0.99, not 1"},
        {xdsl_with("<probabilities>0.1 0.9 0.01 0.99</probabilities>", ""),
         "x.xdsl:9:3: node 'lung' has no probabilities"},
        {noisy_xdsl("0 2", "0.9 0.1 0 1 0.2 0.8"),
         "x.xdsl:13:17: the strengths of 'lung' have '2' for a state of 'smoke', which has 2 "
         "states"},
        {noisy_xdsl("0 0", "0.9 0.1 0 1 0.2 0.8"),
         "x.xdsl:13:17: the strengths of 'lung' have '0' for a state of 'smoke', which has 2 "
         "states"},
        {noisy_xdsl("0", "0.9 0.1 0 1 0.2 0.8"),
         "x.xdsl:13:4: the strengths of 'lung' end before those of 'smoke'"},
        {noisy_xdsl("0 1 0", "0.9 0.1 0 1 0.2 0.8"),
         "x.xdsl:13:19: the strengths of 'lung' are more than the parents have states"},
        {noisy_xdsl("0 1", "0.9 0.1 0 1 0.2"),
         "x.xdsl:14:1: P(lung | smoke) needs 6 numbers, found 5"},
        {noisy_xdsl("0 1", "0.9 0.1 0 1 0.2 0.9"),
         "x.xdsl:14:25: P(lung | leak) sums to 1.1, not 1"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(xdsl_format.error_of(bytes) == error);
    }
}

TEST_CASE("XDSL: deterministic nodes are tables of zeros and ones", "[io]") {
    std::string changed = xdsl_with("<probabilities>0.1 0.9 0.01 0.99</probabilities>",
                                    "<resultingstates>no yes</resultingstates>");
    const std::size_t node = changed.find("<cpt id=\"lung\"");
    changed.replace(node, 4, "<deterministic");
    changed.replace(changed.find("</cpt>", node), 6, "</deterministic>");
    const BayesianNetwork network = xdsl_format.read(changed).network;
    const TableCpd& lung = *as_table(network.cpds()[1]);
    CHECK(std::vector(lung.table().values().begin(), lung.table().values().end()) ==
          std::vector<double>{0, 1, 1, 0});
    changed.replace(changed.find("no yes</r"), 6, "no maybe");
    CHECK(xdsl_format.error_of(changed) ==
          "x.xdsl:13:24: variable 'lung' has no state 'maybe' (known: yes, no)");
}

TEST_CASE("XDSL: a noisy-MAX stays one, whatever the order of its causes", "[io]") {
    const BayesianNetwork straight =
        xdsl_format.read(noisy_xdsl("0 1", "0.9 0.1 0 1 0.2 0.8")).network;
    CHECK(straight == xdsl_format.read(noisy_xdsl("1 0", "0 1 0.9 0.1 0.2 0.8")).network);
    // P(lung = no | smoke = yes) = 0.1 * 0.8
    const TableCpd table = tabulated(straight, VariableId(1));
    CHECK(table.row(0)[1] == Approx(0.08));
    CHECK(table.row(1)[0] == Approx(0.2));
    CHECK(xdsl_format.read(xdsl_format.written(straight)).network == straight);
    CHECK(xdsl_format.written(straight).find("<noisymax id=\"lung\">") != std::string::npos);
    CHECK(xdsl_format.losses(straight).empty());
}

TEST_CASE("XDSL: what GeNIe shows is kept, also within submodels", "[io]") {
    std::string changed =
        xdsl_with("<name>lung</name>",
                  "<name>The &lt;lung&gt;</name><interior color=\"ffcc99\" /><position>10 20 110 60"
                  "</position>");
    changed.replace(changed.find("<node id=\"smoke\">"), 0, "<submodel id=\"s\">");
    changed.replace(changed.find("<node id=\"lung\">"), 0, "</submodel>");
    changed.replace(changed.find("<state id=\"no\" />"), 17, "<state id=\"no\" fault=\"true\" />");
    const BayesianNetwork network = xdsl_format.read(changed).network;
    CHECK(network.variables()[0].annotations() ==
          std::vector<std::string>{"state_fault_2 = \"true\""});
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{"label = \"The <lung>\"", "position = (60, 40)",
                                   "size = (100, 40)", "interior = \"ffcc99\""});
    CHECK(xdsl_format.read(xdsl_format.written(network)).network == network);
}

TEST_CASE("XDSL: saved cases are told", "[io]") {
    const io::ReadResult result =
        xdsl_format.read(xdsl_with("</nodes>", "</nodes>\n<cases><case/><case/></cases>"));
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.xdsl:16:1: 2 saved cases of the file: the findings are not entered as evidence");
}

TEST_CASE("XDSL: what is lost is named", "[io]") {
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("a b", {"0", "<1"}));
    const VariableId c = builder.add_variable(Variable("c", {"no", "yes"}));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(NoisyMaxCpd(c, std::vector<NoisyMaxCpd::Link>{{a, {{}, {0.5, 0.5}}}},
                                std::vector<double>{1, 0}));
    CHECK(xdsl_format.losses(builder.build()) ==
          std::vector<std::string>{"the name 'a b' of a variable, written as a_b",
                                   "names of states of 'a b' that are no identifiers",
                                   "the noisy-MAX of 'c', written as its table"});
}

TEST_CASE("XDSL: positions that are no whole numbers come back, or are told to be rounded",
          "[io]") {
    const auto network_at = [](const std::string& position) {
        Variable variable("x", {"a", "b"});
        variable.annotate("position = (" + position + ")");
        NetworkBuilder builder;
        const VariableId x = builder.add_variable(std::move(variable));
        builder.set_cpd(TableCpd(Scope({x}, {2}), std::vector<double>{0.5, 0.5}));
        return builder.build();
    };
    for (const char* position : {"0.1, 7.3", "40, 22", "-1000.25, 0.333", "123456.789, 1e-05",
                                 "0, 0", "3.0000000001, -39.9"}) {
        INFO(position);
        const BayesianNetwork network = network_at(position);
        CHECK(xdsl_format.losses(network).empty());
        CHECK(xdsl_format.read(xdsl_format.written(network)).network == network);
    }
    for (const char* position : {"1e+99, 0", "0, 0.3333333333333333", "1e+308, 1"}) {
        INFO(position);
        CHECK(xdsl_format.losses(network_at(position)) ==
              std::vector<std::string>{"the last digits of 1 position, which are written by two "
                                       "corners"});
    }
    const std::string too_large = xdsl_format.written(network_at("1.7e+308, 1"));
    CHECK(too_large.find("inf") == std::string::npos);
    CHECK_NOTHROW(xdsl_format.read(too_large));
}

TEST_CASE("XDSL: in files of aGrUM the first parent is fastest, with a note", "[io]") {
    const auto text = [](const std::string& app) {
        return "<smile id=\"n\"><nodes>"
               "<cpt id=\"B\"><state id=\"0\"/><state id=\"1\"/><state id=\"2\"/>"
               "<probabilities>0.2 0.3 0.5</probabilities></cpt>"
               "<cpt id=\"A\"><state id=\"0\"/><state id=\"1\"/>"
               "<probabilities>0.3 0.7</probabilities></cpt>"
               "<cpt id=\"C\"><state id=\"0\"/><state id=\"1\"/><parents>A B</parents>\n"
               "<probabilities>0.1 0.9 0.4 0.6 0.2 0.8 0.5 0.5 0.3 0.7 0.6 0.4</probabilities>"
               "</cpt></nodes><extensions><genie version=\"1.0\" app=\"" +
               app + "\" name=\"n\"/></extensions></smile>";
    };
    const io::ReadResult read = xdsl_format.read(text("aGrUM 3.3.1"));
    // P(C = 0 | A, B) = 0.1, 0.2, 0.3 for A = 0 and 0.4, 0.5, 0.6 for A = 1, as pyAgrum has it.
    const std::vector<double> expected = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    for (std::size_t row = 0; row < expected.size(); ++row)
        CHECK(as_table(read.network.cpds()[2])->row(row)[0] == Approx(expected[row]));
    REQUIRE(read.remarks.size() == 1);
    CHECK(to_string(read.remarks[0]) ==
          "x.xdsl:2:1: the file was written by aGrUM, so its tables are read with the first "
          "parent fastest (other programs, and this format, have the last parent fastest)");
    const io::ReadResult other = xdsl_format.read(text("GeNIe 4.1"));
    CHECK(other.remarks.empty());
    CHECK(as_table(other.network.cpds()[2])->row(1)[0] == Approx(0.4));
}

TEST_CASE("XDSL: linear equations with normal noise are linear Gaussian distributions", "[io]") {
    const io::ReadResult read = xdsl_format.read(
        "<smile version=\"1.0\" id=\"n\"><nodes>"
        "<equation id=\"A\"><definition lower=\"0\" upper=\"9\">A=Normal(4,2)</definition>"
        "<discretization><interval upper=\"9\"/></discretization></equation>"
        "<equation id=\"B\"><parents>A</parents><definition>B = 1 - 3*(A/2 + 1) + Normal(0, 1.5) "
        "+ Normal(1, 2)</definition></equation>"
        "<equation id=\"C\"><parents>A B</parents><definition>C=A+B</definition></equation>"
        "</nodes></smile>");
    const BayesianNetwork& network = read.network;
    const auto row = [&](const char* name) {
        return *regression(network.cpd(network.id(name)), 0);
    };
    CHECK(row("A").intercept == 4);
    CHECK(row("A").variance == 4);
    CHECK(row("B").intercept == -1);
    CHECK(row("B").slopes == std::vector<double>{-1.5});
    CHECK(row("B").variance == 6.25);
    CHECK(row("C").slopes == std::vector<double>{1, 1});
    CHECK(row("C").variance == 0);
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks[0].message ==
          "the bounds of 'A' were left out: its normal distribution has none");
}

TEST_CASE("XDSL: decisions, utilities and weighted sums of them are read", "[io]") {
    const std::string nodes =
        "<smile id=\"x\"><nodes><cpt id=\"Rain\"><state id=\"no\"/><state id=\"yes\"/>"
        "<probabilities>0.7 0.3</probabilities></cpt><decision id=\"Take\"><state id=\"take\"/>"
        "<state id=\"leave\"/><parents>Rain</parents></decision><utility id=\"Joy\">"
        "<parents>Take Rain</parents><utilities>20 70 100 0</utilities></utility>";
    const io::ReadResult read = xdsl_format.read(nodes + "</nodes></smile>");
    CHECK(read.network == tests::umbrella_diagram("x"));
    CHECK(read.remarks.empty());
    const std::string sum =
        "<utility id=\"Cost\"><utilities>-3</utilities></utility>"
        "<mau id=\"All\"><parents>Joy Cost</parents>";
    const BayesianNetwork weighted =
        xdsl_format.read(nodes + sum + "<weights>0.5 2</weights></mau></nodes></smile>").network;
    CHECK(std::get<LinearGaussianCpd>(weighted.cpd(*weighted.find("All"))).row(0).slopes ==
          std::vector<double>{0.5, 2});
    CHECK(xdsl_format.read(xdsl_format.written(weighted)).network == weighted);
    CHECK(xdsl_format.error_of(nodes + sum + "<weights>0.5</weights></mau></nodes></smile>")
              .find("has 1 weight for 2 parents") != std::string::npos);
    CHECK(xdsl_format
              .error_of(nodes + sum + "<expression>Joy*Cost</expression></mau></nodes></smile>")
              .find("the utility 'All' is a formula of others, and only weighted sums are read") !=
          std::string::npos);
    CHECK(xdsl_format.error_of(nodes + "<utility id=\"U\"/></nodes></smile>")
              .find("node 'U' has no utilities") != std::string::npos);
}

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat pgmx_format(".pgmx");

const std::string pgmx_text =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<ProbModelXML formatVersion=\"0.2.0\">\n"
    "  <ProbNet type=\"BayesianNetwork\" name=\"asia\">\n"
    "    <Variables>\n"
    "      <Variable name=\"smoke\" type=\"finiteStates\" role=\"chance\" isInput=\"false\">\n"
    "        <States>\n"
    "          <State name=\"yes\" />\n"
    "          <State name=\"no\" />\n"
    "        </States>\n"
    "      </Variable>\n"
    "      <Variable name=\"lung\" type=\"finiteStates\" role=\"chance\" isInput=\"false\">\n"
    "        <States>\n"
    "          <State name=\"yes\" />\n"
    "          <State name=\"no\" />\n"
    "        </States>\n"
    "      </Variable>\n"
    "    </Variables>\n"
    "    <Links>\n"
    "      <Link directed=\"true\">\n"
    "        <Variable name=\"smoke\" />\n"
    "        <Variable name=\"lung\" />\n"
    "      </Link>\n"
    "    </Links>\n"
    "    <Potentials>\n"
    "      <Potential type=\"Table\" role=\"conditionalProbability\">\n"
    "        <Variables>\n"
    "          <Variable name=\"smoke\" />\n"
    "        </Variables>\n"
    "        <Values>0.5 0.5</Values>\n"
    "      </Potential>\n"
    "      <Potential type=\"Table\" role=\"conditionalProbability\">\n"
    "        <Variables>\n"
    "          <Variable name=\"lung\" />\n"
    "          <Variable name=\"smoke\" />\n"
    "        </Variables>\n"
    "        <Values>0.1 0.9 0.01 0.99</Values>\n"
    "      </Potential>\n"
    "    </Potentials>\n"
    "  </ProbNet>\n"
    "</ProbModelXML>\n";

/// The text above with the last such piece replaced.
std::string pgmx_with(const std::string& piece, const std::string& other) {
    std::string changed = pgmx_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

std::string link_table(const std::string& parent, const std::string& numbers) {
    return "<Potential type=\"Table\"><Variables><Variable name=\"lung\" />" +
           (parent.empty() ? "" : "<Variable name=\"" + parent + "\" />") + "</Variables><Values>" +
           numbers + "</Values></Potential>";
}

/// The second potential as a noisy-MAX of the first variable.
std::string noisy_pgmx(const std::string& model, const std::string& links) {
    std::string changed =
        pgmx_with("<Values>0.1 0.9 0.01 0.99</Values>",
                  "<Model>" + model + "</Model><Subpotentials>\n" + links + "</Subpotentials>");
    return changed.replace(changed.rfind("type=\"Table\" role"), 12, "type=\"ICIModel\"");
}

}  // namespace

TEST_CASE("PGMX: a network is written as OpenMarkov reads it", "[io]") {
    CHECK(pgmx_format.written(tests::smoke_and_lung()) == pgmx_text);
    CHECK(pgmx_format.read(pgmx_text).network == tests::smoke_and_lung());
}

TEST_CASE("PGMX: files are recognised by their first bytes", "[io]") {
    CHECK(pgmx_format.recognises(pgmx_text));
    CHECK_FALSE(pgmx_format.recognises("<ProbModel>"));
}

TEST_CASE("PGMX: mistakes are reported with their places", "[io]") {
    const std::string potential =
        "      <Potential type=\"Table\" role=\"conditionalProbability\">";
    const std::string lung = "<Variable name=\"lung\" type=\"finiteStates\" role=\"chance\"";
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"<BIF/>", "x.pgmx:1:1: expected the element <ProbModelXML>, found '<BIF>'"},
        {"<ProbModelXML></ProbModelXML>", "x.pgmx:1:1: expected a <ProbNet>, found none"},
        {pgmx_with("</ProbNet>", "</ProbNet><ProbNet/>"),
         "x.pgmx:39:13: expected one <ProbNet>, found a second one"},
        {pgmx_with("</ProbModelXML>", ""), "x.pgmx:40:1: this is no XML: start-end tags mismatch"},
        {pgmx_with("BayesianNetwork", "MarkovNetwork"),
         "x.pgmx:3:3: the network is of the type 'MarkovNetwork', which cannot be read (the types "
         "BayesianNetwork, InfluenceDiagram and DAN can be read)"},
        {pgmx_with(lung, "<Variable name=\"lung\" type=\"finiteStates\" role=\"utility\""),
         "x.pgmx:36:9: P(lung | smoke) needs 2 numbers, found 4"},
        {pgmx_with(lung, "<Variable name=\"lung\" type=\"numeric\" role=\"chance\""),
         "x.pgmx:11:7: 'lung' is of the kind 'numeric'"
         ", which cannot be read from this "
         "format (cut it into intervals in the program that wrote the file)"},
        {pgmx_with(lung, "<Variable name=\"lung\" timeSlice=\"0\" role=\"chance\""),
         "x.pgmx:11:7: 'lung' is of the kind 'time slice', and only variables with probabilities "
         "can be read (dynamic networks are not supported: unroll it in the program that wrote the "
         "file)"},
        {pgmx_with(lung, "<Variable name=\"smoke\""),
         "x.pgmx:11:7: variable 'smoke' is declared twice, first on line 5"},
        {pgmx_with("<States>", "<Coordinates x=\"1\" y=\"b\" /><States>"),
         "x.pgmx:12:9: expected numbers x and y in <Coordinates>"},
        {pgmx_with("          <State name=\"yes\" />\n          <State name=\"no\" />\n", ""),
         "x.pgmx:11:7: variable 'lung' has no states (each state is a <State> in <States>)"},
        {pgmx_with("directed=\"true\"", "directed=\"false\""),
         "x.pgmx:19:7: a link without direction cannot be read"},
        {pgmx_with("        <Variable name=\"lung\" />\n      </Link>", "      </Link>"),
         "x.pgmx:19:7: a link needs 2 variables, found 1"},
        {pgmx_with("        <Variable name=\"lung\" />\n      </Link>",
                   "        <Variable name=\"lang\" />\n      </Link>"),
         "x.pgmx:21:9: there is no variable 'lang' (did you mean 'lung'?)"},
        {pgmx_with("<Variable name=\"smoke\" />", "<Variable name=\"smok\" />"),
         "x.pgmx:34:11: there is no variable 'smok' (did you mean 'smoke'?)"},
        {pgmx_with("<Variable name=\"smoke\" />",
                   "<Variable name=\"smoke\" /><Variable name=\"smoke\" />"),
         "x.pgmx:34:36: parent 'smoke' is named twice"},
        {pgmx_with("<Variable name=\"smoke\" />", "<Variable name=\"lung\" />"),
         "x.pgmx:34:11: variable 'lung' is given as its own parent"},
        {pgmx_with(potential, "<Potential type=\"Delta\">"),
         "x.pgmx:31:1: the potential of 'lung' is of the type 'Delta', which cannot be read "
         "(tables, uniform and noisy-MAX potentials can be read)"},
        {pgmx_with(potential, "<Potential type=\"Table\" role=\"policy\">"),
         "x.pgmx:31:1: the potential of 'lung' has the role 'policy', and only conditional "
         "probabilities can be read"},
        {pgmx_with("<Values>0.1 0.9 0.01 0.99</Values>", ""),
         "x.pgmx:31:7: the potential of 'lung' has no <Values>"},
        {pgmx_with(potential, "<Potential /> " + potential),
         "x.pgmx:31:1: this potential has no variables"},
        {pgmx_with(" 0.99", ""), "x.pgmx:36:9: P(lung | smoke) needs 4 numbers, found 3"},
        {pgmx_with(" 0.99", " 0,99"),
         "x.pgmx:36:30: the potential of 'lung': expected a number, found '0,99'"},
        {pgmx_with(" 0.99", " nan"),
         "x.pgmx:36:30: the potential of 'lung': expected a number, found 'nan'"},
        {pgmx_with(" 0.99", " 0.98"), "x.pgmx:36:25: P(lung | smoke=no) sums to 0.99, not 1"},
        {noisy_pgmx("OR</Model><Variables><Variable name=\"lung\" /></Variables><Model>OR",
                    link_table("smoke", "1 0 0 1")),
         "x.pgmx:36:26: this second list of variables differs from the first"},
        {noisy_pgmx("Tuning", ""),
         "x.pgmx:36:16: the potential of 'lung' is the model 'Tuning', and only OR / MAX and AND / "
         "MIN can be read"},
        {noisy_pgmx("OR", ""), "x.pgmx:31:7: P(lung | smoke) has no link of 'smoke'"},
        {noisy_pgmx("OR", link_table("smoke", "1 0 0")),
         "x.pgmx:37:97: P(lung | smoke): the link of 'smoke' needs 4 numbers, found 3"},
        {noisy_pgmx("OR", link_table("smoke", "1 0 0 1") + link_table("smoke", "1 0 0 1")),
         "x.pgmx:37:192: P(lung | smoke) has a second link of 'smoke'"},
        {noisy_pgmx("OR", link_table("smoke", "1 0 0 1") + link_table("", "1")),
         "x.pgmx:37:204: P(lung | smoke): the leak needs 2 numbers, found 1"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(pgmx_format.error_of(bytes) == error);
    }
}

TEST_CASE("PGMX: uniform potentials have equal numbers", "[io]") {
    std::string changed = pgmx_with("<Values>0.1 0.9 0.01 0.99</Values>", "");
    changed.replace(changed.rfind("\"Table\""), 7, "\"Uniform\"");
    const BayesianNetwork network = pgmx_format.read(changed).network;
    CHECK(as_table(network.cpds()[1])->row(1)[0] == 0.5);
}

TEST_CASE("PGMX: tables may be called as in version 1.0", "[io]") {
    CHECK(
        pgmx_format
            .read(pgmx_with("type=\"Table\" role=\"conditionalProbability\"", "type=\"ProbTable\""))
            .network == tests::smoke_and_lung());
}

TEST_CASE("PGMX: tables have the first parent fastest", "[io]") {
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("a", {"0", "1"}));
    const VariableId b = builder.add_variable(Variable("b", {"0", "1"}));
    const VariableId c = builder.add_variable(Variable("c", {"0", "1"}));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(TableCpd(Scope({b}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(TableCpd(Scope({a, b, c}, {2, 2, 2}),
                             std::vector<double>{0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6}));
    const BayesianNetwork network = builder.build();
    CHECK(pgmx_format.written(network).find("<Values>0.1 0.9 0.3 0.7 0.2 0.8 0.4 0.6</Values>") !=
          std::string::npos);
    CHECK(pgmx_format.read(pgmx_format.written(network)).network == network);
}

TEST_CASE("PGMX: a noisy-MAX stays one, with or without a leak", "[io]") {
    const BayesianNetwork network =
        pgmx_format
            .read(noisy_pgmx("GeneralizedMax",
                             link_table("", "0.75 0.25") + link_table("smoke", "0.5 0.5 1 0")))
            .network;
    // P(lung = yes | smoke = yes) = 0.5 * 0.75
    CHECK(tabulated(network, VariableId(1)).row(0)[0] == Approx(0.375));
    CHECK(pgmx_format.read(pgmx_format.written(network)).network == network);
    CHECK(pgmx_format.written(network).find("<Model>OR / MAX</Model>") != std::string::npos);
    CHECK(pgmx_format.losses(network).empty());
    const BayesianNetwork leakless =
        pgmx_format.read(noisy_pgmx("or", link_table("smoke", "0.5 0.5 1 0"))).network;
    CHECK(tabulated(leakless, VariableId(1)).row(0)[0] == 0.5);
}

TEST_CASE("PGMX: coordinates, comments and properties are kept in their order", "[io]") {
    const BayesianNetwork network =
        pgmx_format
            .read(pgmx_with("<States>",
                            "<Comment>a &lt; b</Comment><Coordinates x=\"1\" y=\"2.5\" />"
                            "<AdditionalProperties><Property name=\"p\" value=\"1 2\" />"
                            "<Property name=\"\" value=\"q\" /></AdditionalProperties><Unit "
                            "/><Precision>0.01</Precision><States>"))
            .network;
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{"Comment = a < b", "position = (1, 2.5)", "p = 1 2", "q",
                                   "Precision = 0.01"});
    CHECK(pgmx_format.read(pgmx_format.written(network)).network == network);
}

TEST_CASE("PGMX: what is left out is told", "[io]") {
    const auto remark = [](const std::string& bytes) {
        const io::ReadResult result = pgmx_format.read(bytes);
        REQUIRE(result.remarks.size() == 1);
        return to_string(result.remarks[0]);
    };
    CHECK(remark(pgmx_with("<States>", "<Thresholds /><States>")) ==
          "x.pgmx:12:9: '<Thresholds>' is not known here and was left out");
    CHECK(remark(pgmx_with("</ProbNet>", "</ProbNet><EvidenceCases />")) ==
          "x.pgmx:39:13: saved findings of the file are not entered as evidence");
    std::string changed = pgmx_with("          <Variable name=\"smoke\" />\n", "");
    changed.replace(changed.find(" 0.01 0.99"), 10, "");
    CHECK(remark(changed) ==
          "x.pgmx:20:9: 1 link of the file is in no distribution and left out: 'smoke' -> 'lung'");
}

TEST_CASE("PGMX: what OpenMarkov says of decisions in every file is no remark", "[io]") {
    const io::ReadResult result = pgmx_format.read(
        pgmx_with("</ProbNet>",
                  "<DecisionCriteria><Criterion name=\"cost\" /></DecisionCriteria></ProbNet>"
                  "<InferenceOptions><MulticriteriaOptions /></InferenceOptions>"));
    CHECK(result.remarks.empty());
}

TEST_CASE("PGMX: the minimum of causes is a noisy-MAX whose first state is the strongest", "[io]") {
    const std::string links = link_table("", "0.25 0.75") + link_table("smoke", "0.5 0.5 0 1");
    const BayesianNetwork network = pgmx_format.read(noisy_pgmx("AND / MIN", links)).network;
    // P(lung = the last state | smoke = the first state) = 0.5 * 0.75: both are the last one.
    CHECK(tabulated(network, VariableId(1)).row(0)[1] == Approx(0.375));
    CHECK(tabulated(network, VariableId(1)).row(1)[1] == Approx(0.75));
    CHECK(pgmx_format.written(network).find("<Model>AND / MIN</Model>") != std::string::npos);
    CHECK(pgmx_format.read(pgmx_format.written(network)).network == network);
    CHECK(pgmx_format.losses(network).empty());
    for (const char* model : {"AND", "CausalMin", "CAUSAL_MIN", "GeneralizedMin"})
        CHECK(pgmx_format.read(noisy_pgmx(model, links)).network == network);
    const std::string twice =
        "AND / MIN</Model><Variables><Variable name=\"lung\" /><Variable name=\"smoke\" "
        "/></Variables><Model>AND / MIN";  // as OpenMarkov writes it
    CHECK(pgmx_format.read(noisy_pgmx(twice, links)).network == network);
    for (const char* model : {"OR / MAX", "CAUSAL_MAX", "CausalMax"})
        CHECK(pgmx_format.read(noisy_pgmx(model, links)).network ==
              pgmx_format.read(noisy_pgmx("OR", links)).network);
}

namespace {

const std::string pgmx_umbrella_variables =
    "<Variables><Variable name=\"Rain\" type=\"finiteStates\" role=\"chance\">%<States>"
    "<State name=\"no\"/><State name=\"yes\"/></States></Variable><Variable name=\"Take\" "
    "type=\"finiteStates\" role=\"decision\"><States><State name=\"take\"/>"
    "<State name=\"leave\"/></States></Variable>"
    "<Variable name=\"Joy\" type=\"numeric\" role=\"utility\"/></Variables>";

/// A diagram: its type, what the variable Rain has besides, the links, and the head of a utility.
std::string pgmx_umbrella(const std::string& type, const std::string& rain,
                          const std::string& links, const std::string& utility) {
    std::string variables = pgmx_umbrella_variables;
    variables.replace(variables.find('%'), 1, rain);
    return "<ProbModelXML><ProbNet type=\"" + type + "\" name=\"x\">" + variables + "<Links>" +
           links +
           "</Links><Potentials><Potential type=\"Table\" role=\"conditionalProbability\">"
           "<Variables><Variable name=\"Rain\"/></Variables><Values>0.7 0.3</Values></Potential>" +
           utility +
           "<Variable name=\"Take\"/><Variable name=\"Rain\"/></Variables>"
           "<Values>20 100 70 0</Values></Potential></Potentials></ProbNet><Policies>"
           "<Potential type=\"Uniform\"><Variables><Variable name=\"Take\"/></Variables>"
           "</Potential></Policies></ProbModelXML>";
}

const std::string pgmx_old_utility =
    "<Potential type=\"Table\" role=\"utility\"><UtilityVariable name=\"Joy\"/><Variables>";
const std::string pgmx_rain_take =
    "<Link directed=\"true\"><Variable name=\"Rain\"/><Variable name=\"Take\"/>";

}  // namespace

TEST_CASE("PGMX: decisions and utilities are read, and policies are left out", "[io]") {
    const std::string new_utility =
        "<Potential type=\"UnivariateDistr\" distribution=\"Exact\">"
        "<Variables><Variable name=\"Joy\"/>";
    for (const std::string& utility : {pgmx_old_utility, new_utility}) {
        const io::ReadResult read = pgmx_format.read(
            pgmx_umbrella("InfluenceDiagram", "", pgmx_rain_take + "</Link>", utility));
        CHECK(read.network == tests::umbrella_diagram("x"));
        REQUIRE(read.remarks.size() == 1);
        CHECK(read.remarks[0].message ==
              "the policy of the decision 'Take' was left out: its alternatives are chosen, not "
              "drawn");
        CHECK(pgmx_format.read(pgmx_format.written(read.network)).network == read.network);
    }
}

TEST_CASE("PGMX: a decision analysis network without conditions is a diagram", "[io]") {
    CHECK(
        pgmx_format.read(pgmx_umbrella("DAN", "<AlwaysObserved/>", "", pgmx_old_utility)).network ==
        tests::umbrella_diagram("x"));
    CHECK(pgmx_format
              .read(pgmx_umbrella("DAN", "<AlwaysObserved/>", pgmx_rain_take + "</Link>",
                                  pgmx_old_utility))
              .network == tests::umbrella_diagram("x"));
    CHECK(pgmx_format
              .error_of(pgmx_umbrella("DAN", "", pgmx_rain_take + "<RevelationCondition/></Link>",
                                      pgmx_old_utility))
              .find("the link of 'Rain' and 'Take' has conditions: what can be decided or observed "
                    "depends on what was before, and such asymmetric problems are not solved") !=
          std::string::npos);
}

TEST_CASE("PGMX: other utilities are refused by their types", "[io]") {
    const std::string tree =
        "<Potential type=\"Tree/ADD\" role=\"utility\"><UtilityVariable name=\"Joy\"/><Variables>";
    CHECK(pgmx_format.error_of(pgmx_umbrella("InfluenceDiagram", "", "", tree))
              .find("the utility 'Joy' is of the type 'Tree/ADD', which cannot be read (tables, "
                    "sums and products of utilities can be read)") != std::string::npos);
}

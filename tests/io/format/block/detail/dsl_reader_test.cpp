#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat dsl_format(".dsl");

const std::string dsl_text =
    "net asia\n"
    "{\n"
    "\tHEADER =\n"
    "\t{\n"
    "\t\tID = asia;\n"
    "\t\tNAME = \"asia\";\n"
    "\t};\n"
    "\tnode smoke\n"
    "\t{\n"
    "\t\tTYPE = CPT;\n"
    "\t\tHEADER =\n"
    "\t\t{\n"
    "\t\t\tID = smoke;\n"
    "\t\t\tNAME = \"smoke\";\n"
    "\t\t};\n"
    "\t\tPARENTS = ();\n"
    "\t\tDEFINITION =\n"
    "\t\t{\n"
    "\t\t\tNAMESTATES = (yes, no);\n"
    "\t\t\tPROBABILITIES = (0.5, 0.5);\n"
    "\t\t};\n"
    "\t};\n"
    "\tnode lung\n"
    "\t{\n"
    "\t\tTYPE = CPT;\n"
    "\t\tHEADER =\n"
    "\t\t{\n"
    "\t\t\tID = lung;\n"
    "\t\t\tNAME = \"lung\";\n"
    "\t\t};\n"
    "\t\tPARENTS = (smoke);\n"
    "\t\tDEFINITION =\n"
    "\t\t{\n"
    "\t\t\tNAMESTATES = (yes, no);\n"
    "\t\t\tPROBABILITIES = (0.1, 0.9,\n"
    "\t\t\t\t0.01, 0.99);\n"
    "\t\t};\n"
    "\t};\n"
    "};\n";

/// The text above with the last of some pieces replaced.
std::string dsl_with(const std::string& piece, const std::string& other) {
    std::string changed = dsl_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

/// The second node as a noisy-OR of the first.
std::string noisy_dsl(const std::string& strengths, const std::string& numbers) {
    std::string changed =
        dsl_with("PROBABILITIES = (0.1, 0.9,\n\t\t\t\t0.01, 0.99);",
                 "STRENGTHS = (" + strengths + ");\n\t\t\tPROBABILITIES = (" + numbers + ");");
    return changed.replace(changed.rfind("CPT"), 3, "NOISY_MAX");
}

}  // namespace

TEST_CASE("DSL: a network is written as GeNIe reads it", "[io]") {
    CHECK(dsl_format.written(tests::smoke_and_lung()) == dsl_text);
    CHECK(dsl_format.read(dsl_text).network == tests::smoke_and_lung());
}

TEST_CASE("DSL: files are recognised by their first bytes", "[io]") {
    CHECK(dsl_format.recognises("/* c */ // d\nnet x\n{"));
    CHECK_FALSE(dsl_format.recognises("net {"));
    CHECK_FALSE(dsl_format.recognises("network x {"));
}

TEST_CASE("DSL: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.dsl:1:1: expected 'net', found the end of the text"},
        {"net", "x.dsl:1:4: expected the name of the network, found the end of the text"},
        {"net x ;", "x.dsl:1:7: expected '{' after the name of the network, found ';'"},
        {"net x { /* c", "x.dsl:1:9: this comment is never closed (expected */)"},
        {"net x { /# c /# d #/", "x.dsl:1:9: this comment is never closed (expected #/)"},
        {dsl_text + "x", "x.dsl:40:1: expected the end of the text after the network, found 'x'"},
        {dsl_with("node lung", "node ("), "x.dsl:23:7: expected the name of the node, found '('"},
        {dsl_with("node lung", "arc lung"),
         "x.dsl:23:6: expected '=' after the name of an attribute, found 'lung'"},
        {dsl_with("\t};\n};", "\t}\n};"), "x.dsl:39:1: expected ';' after a node, found '}'"},
        {dsl_with("\t\t};\n\t};\n};", "\t\t}\n\t};\n};"),
         "x.dsl:38:2: expected ';' after a block, found '}'"},
        {dsl_with("PARENTS = (smoke);", "PARENTS = (smoke)"),
         "x.dsl:32:3: expected ';' after the parents, found 'DEFINITION'"},
        {dsl_with("PARENTS = (smoke);", "PARENTS = smoke;"),
         "x.dsl:31:13: expected '(' before the parents, found 'smoke'"},
        {dsl_with("NAME = \"lung\"", "NAME = \"lung"),
         "x.dsl:29:11: this text in quotes has no end (expected a second \")"},
        {dsl_with("TYPE = CPT", "TYPE = EQUATION"),
         "x.dsl:25:10: 'lung' is of the kind 'EQUATION', which cannot be read from this format "
         "(make a table of it in the program that wrote the file)"},
        {dsl_with("TYPE = CPT", "TYPE = TABLE"),
         "x.dsl:35:20: P(lung | smoke) needs 2 numbers, found 4"},
        {dsl_with("ID = lung", "ID = smoke"),
         "x.dsl:28:9: variable 'smoke' is declared twice, first on line 13"},
        {dsl_with("NAMESTATES = (yes, no)", "NAMESTATES = (no, no)"),
         "x.dsl:34:22: variable 'lung' has two states 'no'"},
        {dsl_with("\t\t\tNAMESTATES = (yes, no);\n", ""), "x.dsl:28:9: node 'lung' has no states"},
        {dsl_with("(smoke)", "(smok)"),
         "x.dsl:31:14: there is no variable 'smok' (did you mean 'smoke'?)"},
        {dsl_with("(smoke)", "(lung)"), "x.dsl:31:14: variable 'lung' is given as its own parent"},
        {dsl_with("(smoke)", "(smoke, smoke)"), "x.dsl:31:21: parent 'smoke' is named twice"},
        {dsl_with(", 0.99", ""), "x.dsl:35:20: P(lung | smoke) needs 4 numbers, found 3"},
        {dsl_with("0.99", "O.99"),
         "x.dsl:36:11: the table of 'lung': expected a number, found 'O.99'"},
        {dsl_with("0.99", "nan"),
         "x.dsl:36:11: the table of 'lung': expected a number, found 'nan'"},
        {dsl_with("0.99", "1e999"),
         "x.dsl:36:11: the table of 'lung': expected a number, found '1e999'"},
        {dsl_with("0.99", "0.98"), "x.dsl:36:5: P(lung | smoke=no) sums to 0.99, not 1"},
        {dsl_with("\t\t\tPROBABILITIES = (0.1, 0.9,\n\t\t\t\t0.01, 0.99);\n", ""),
         "x.dsl:23:7: node 'lung' has no probabilities"},
        {noisy_dsl("0, 2", "0.9, 0.1, 0, 1, 0.2, 0.8"),
         "x.dsl:35:20: the strengths of 'lung' have '2' for a state of 'smoke', which has 2 "
         "states"},
        {noisy_dsl("0", "0.9, 0.1, 0, 1, 0.2, 0.8"),
         "x.dsl:35:16: the strengths of 'lung' end before those of 'smoke'"},
        {noisy_dsl("0, 1", "0.9, 0.1, 0, 1, 0.2"),
         "x.dsl:36:20: P(lung | smoke) needs 6 numbers, found 5"},
        {dsl_with("PARENTS = (smoke)",
                  "SCREEN = { POSITION = { CENTER_X = 1 2; }; };\n\t\tPARENTS = (smoke)"),
         "x.dsl:31:38: CENTER_X: expected one number, found 2"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(dsl_format.error_of(bytes) == error);
    }
    CHECK(dsl_format.error_of(dsl_with("(0.1", std::string(1001, '('))) ==
          "x.dsl:35:1020: brackets stand more than 1000 deep within each other");
}

TEST_CASE("DSL: truth tables are tables of zeros and ones", "[io]") {
    std::string changed = dsl_with("PROBABILITIES = (0.1, 0.9,\n\t\t\t\t0.01, 0.99);",
                                   "RESULTINGSTATES = (no, yes);");
    changed.replace(changed.rfind("CPT"), 3, "TRUTHTABLE");
    const TableCpd lung = *as_table(dsl_format.read(changed).network.cpds()[1]);
    CHECK(std::vector(lung.table().values().begin(), lung.table().values().end()) ==
          std::vector<double>{0, 1, 1, 0});
    changed.replace(changed.find("(no, yes)"), 9, "(no, so)");
    CHECK(dsl_format.error_of(changed) ==
          "x.dsl:35:27: variable 'lung' has no state 'so' (did you mean 'no'?)");
}

TEST_CASE("DSL: a noisy-MAX stays one, whatever the order of its causes", "[io]") {
    const BayesianNetwork straight =
        dsl_format.read(noisy_dsl("0, 1", "0.9, 0.1, 0, 1, 0.2, 0.8")).network;
    CHECK(straight == dsl_format.read(noisy_dsl("1, 0", "0, 1, 0.9, 0.1, 0.2, 0.8")).network);
    // P(lung = no | smoke = yes) = 0.1 * 0.8
    CHECK(tabulated(straight, VariableId(1)).row(0)[1] == Approx(0.08));
    CHECK(dsl_format.read(dsl_format.written(straight)).network == straight);
    CHECK(dsl_format.written(straight).find("TYPE = NOISY_MAX;") != std::string::npos);
    CHECK(dsl_format.losses(straight).empty());
}

TEST_CASE("DSL: what GeNIe shows is kept", "[io]") {
    const std::string screen =
        "SCREEN = { POSITION = { CENTER_X = 90; CENTER_Y = 70.5; WIDTH = 83; HEIGHT = 58; }; "
        "COLOR = 16250597; BORDERCOLOR = 8388608; FONT = 1; };\n"
        "USER_PROPERTIES = { cost = \"3 euros\"; label = \"other\"; };\n"
        "EXTRA_DEFINITION = { DIAGNOSIS_TYPE = TARGET; RANKED = TRUE; SHOWAS = 4; };\n"
        "PARENTS = (smoke)";
    std::string changed = dsl_with("PARENTS = (smoke)", screen);
    changed.replace(changed.rfind("NAME = \"lung\""), 13,
                    "NAME = \"the; {lung}\"; COMMENT = \"a \\\"c\\\"\"");
    const BayesianNetwork network = dsl_format.read(changed).network;
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{
              "label = \"the; {lung}\"", "position = (90, 70.5)", "size = (83, 58)",
              "interior = \"e5f6f7\"", "outline = \"000080\"", "comment = \"a \\\"c\\\"\"",
              "diagtype = \"target\"", "ranked = \"true\"", "cost = 3 euros", "label = other"});
    CHECK(dsl_format.read(dsl_format.written(network)).network == network);
    CHECK(dsl_format.losses(network).empty());
}

TEST_CASE("DSL: nodes of submodels belong to the network, costs of observation do not", "[io]") {
    std::string changed =
        dsl_with("\tnode lung", "submodel s { HEADER = { NAME = \"S\"; };\nnode lung");
    changed.replace(changed.rfind("};"), 2,
                    "};\nOBSERVATION_COST = { node lung { PARENTS = (); COSTS = (0); }; };\n};");
    CHECK(dsl_format.read(changed).network == tests::smoke_and_lung());
}

TEST_CASE("DSL: a text that is not UTF-8 is read as Latin-1, with a note", "[io]") {
    const io::ReadResult result =
        dsl_format.read(dsl_with("NAME = \"lung\"", "NAME = \"gr\xFC\xDF\""));
    CHECK(result.network.variables()[1].annotations() ==
          std::vector<std::string>{"label = \"grüß\""});
    CHECK(result.remarks.size() == 1);
}

TEST_CASE("DSL: continuous variables are refused", "[io]") {
    NetworkBuilder builder;
    const VariableId height = builder.add_variable(Variable("height"));
    builder.set_cpd(LinearGaussianCpd(height, Scope(), {}, {{0, {}, 1}}));
    CHECK_THROWS_WITH(dsl_format.written(builder.build()),
                      "DSL knows discrete variables only, and 'height' is continuous (write a "
                      ".json or .pgmodel file)");
}

TEST_CASE("DSL: decisions, utilities and weighted sums of them are read", "[io]") {
    const auto node = [](const std::string& name, const std::string& type,
                         const std::string& parents, const std::string& definition) {
        return "node " + name + " { TYPE = " + type + "; HEADER = { ID = " + name +
               "; }; PARENTS = (" + parents + "); DEFINITION = { " + definition + " }; };\n";
    };
    const std::string nodes =
        "net x { HEADER = { NAME = \"x\"; };\n" +
        node("Rain", "CPT", "", "NAMESTATES = (no, yes); PROBABILITIES = (0.7, 0.3);") +
        node("Take", "LIST", "Rain", "NAMECHOICES = (take, leave);") +
        node("Joy", "TABLE", "Take, Rain", "UTILITIES = (20, 70, 100, 0);");
    const io::ReadResult read = dsl_format.read(nodes + "};\n");
    CHECK(read.network == tests::umbrella_diagram("x"));
    CHECK(read.remarks.empty());
    const BayesianNetwork sum =
        dsl_format.read(nodes + node("All", "MAU", "Joy", "WEIGHTS = (0.5);") + "};\n").network;
    CHECK(std::get<LinearGaussianCpd>(sum.cpd(*sum.find("All"))).row(0).slopes ==
          std::vector<double>{0.5});
    CHECK(dsl_format.error_of(nodes + node("U", "TABLE", "", "") + "};\n")
              .find("node 'U' has no utilities") != std::string::npos);
    CHECK(dsl_format.error_of(nodes + node("U", "ALU", "Joy", "") + "};\n")
              .find("'U' is of the kind 'ALU'") != std::string::npos);
}

#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>

using namespace pgm;

namespace {

const tests::TextFormat dsc_format(".dsc");

const std::string dsc_text =
    "belief network \"asia\"\n"
    "node smoke {\n"
    "  type : discrete [ 2 ] = { \"yes\", \"no\" };\n"
    "}\n"
    "node lung {\n"
    "  type : discrete [ 2 ] = { \"yes\", \"no\" };\n"
    "}\n"
    "probability ( smoke ) {\n"
    "  0.5, 0.5;\n"
    "}\n"
    "probability ( lung | smoke ) {\n"
    "  (0) : 0.1, 0.9;\n"
    "  (1) : 0.01, 0.99;\n"
    "}\n";

/// The text above with the last of some pieces replaced.
std::string dsc_with(const std::string& piece, const std::string& other) {
    std::string changed = dsc_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

}  // namespace

TEST_CASE("DSC: a network is written as MSBN reads it", "[io]") {
    CHECK(dsc_format.written(tests::smoke_and_lung()) == dsc_text);
    CHECK(dsc_format.read(dsc_text).network == tests::smoke_and_lung());
}

TEST_CASE("DSC: files are recognised by their first bytes", "[io]") {
    CHECK(dsc_format.recognises("// c\nBelief Network \"x\""));
    CHECK_FALSE(dsc_format.recognises("belief,network\n1,2\n"));
}

TEST_CASE("DSC: mistakes are reported with their places", "[io]") {
    const std::string kind =
        ", which cannot be read from this format (influence diagrams are read from XMLBIF, XDSL, "
        "DSL, NET, DNE, PGMX, ELV, JSON and text)";
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.dsc:1:1: expected 'belief network', found the end of the text"},
        {"belief x", "x.dsc:1:8: expected 'belief network', found 'x'"},
        {dsc_with("node lung {", "lung {"),
         "x.dsc:5:1: expected a node or a probability, found 'lung'"},
        {dsc_with("node lung", "node"), "x.dsc:5:6: expected the name of the node, found '{'"},
        {dsc_with("{\n  type", "\n  type"),
         "x.dsc:6:3: expected '{' before the attributes of a node, found 'type'"},
        {dsc_with("type : discrete", "type discrete"),
         "x.dsc:6:8: expected ':' after 'type', found 'discrete'"},
        {dsc_with("discrete [ 2 ]", "continuous"),
         "x.dsc:6:10: 'lung' is of the kind 'continuous'"
         ", which cannot be read from this "
         "format (cut it into intervals in the program that wrote the file)"},
        {dsc_with("discrete [ 2 ] = { \"yes\", \"no\" }", "utility"),
         "x.dsc:6:10: 'lung' is of the kind 'utility'" + kind},
        {dsc_with("[ 2 ]", "[ 3 ]"), "x.dsc:6:21: node 'lung' announces '3' states and lists 2"},
        {dsc_with("[ 2 ]", "[ x ]"), "x.dsc:6:21: node 'lung' announces 'x' states and lists 2"},
        {dsc_with("= { \"yes\"", "{ \"yes\""),
         "x.dsc:6:25: expected '=' before the states, found '{'"},
        {dsc_with("\"no\" }", "\"no\""), "x.dsc:6:40: expected '}' after the states, found ';'"},
        {dsc_with("\"yes\", \"no\"", "\"no\", \"no\""),
         "x.dsc:6:35: variable 'lung' has two states 'no'"},
        {dsc_with("  type : discrete [ 2 ] = { \"yes\", \"no\" };\n", ""),
         "x.dsc:5:6: node 'lung' has no states"},
        {dsc_with("node lung", "node smoke"),
         "x.dsc:5:6: variable 'smoke' is declared twice, first on line 2"},
        {dsc_with("probability ( lung", "utility ( lung"),
         "x.dsc:11:1: 'lung' is of the kind 'utility'" + kind},
        {dsc_with("lung | smoke", "lang | smoke"),
         "x.dsc:11:15: there is no variable 'lang' (did you mean 'lung'?)"},
        {dsc_with("lung | smoke", "lung | smok"),
         "x.dsc:11:22: there is no variable 'smok' (did you mean 'smoke'?)"},
        {dsc_with("lung | smoke", "lung smoke"),
         "x.dsc:11:20: expected '|' or ')' after 'lung', found 'smoke'"},
        {dsc_with("(1) : 0.01, 0.99", "0.01, 0.99"),
         "x.dsc:13:3: expected '(' before the states of the parents, found '0.01'"},
        {dsc_with("(1) :", "(1)"),
         "x.dsc:13:7: expected ':' after the states of the parents, found '0.01'"},
        {dsc_with("(1)", "(1, 0)"), "x.dsc:13:3: this row of 'lung' has 2 states for 1 parent"},
        {dsc_with("(1)", "(no)"),
         "x.dsc:13:4: expected the number of a state, counted from 0, found 'no'"},
        {dsc_with("(1)", "(2)"),
         "x.dsc:13:3: P(lung | smoke): there is no state 2 of 'smoke', which has 2 states, counted "
         "from 0"},
        {dsc_with("(1)", "(99999999999)"),
         "x.dsc:13:3: P(lung | smoke): there is no state 4294967294 of 'smoke', which has 2 "
         "states, "
         "counted from 0"},
        {dsc_with("(1)", "(0)"),
         "x.dsc:13:3: P(lung | smoke=yes) is given twice, first on line 12"},
        {dsc_with("  (1) : 0.01, 0.99;\n", ""),
         "x.dsc:11:15: no row for P(lung | smoke=no) (give every row, or a 'default' row)"},
        {dsc_with("0.01, 0.99", "0.01"), "x.dsc:13:3: P(lung | smoke=no) has 1 number, expected 2"},
        {dsc_with("0.01, 0.99", "0.01, 1e999"),
         "x.dsc:13:15: the table of 'lung': expected a number, found '1e999'"},
        {dsc_with("0.99", "0.98"), "x.dsc:13:3: P(lung | smoke=no) sums to 0.99, not 1"},
        {dsc_with("0.01, 0.99", "-1, 2"),
         "x.dsc:13:3: P(lung=yes | smoke=no) is -1, not between 0 and 1"},
        {dsc_with("(1) : 0.01, 0.99;", "default : 1, 0; default : 0, 1;"),
         "x.dsc:13:19: this is a second default row of 'lung'"},
        {dsc_with("0.5, 0.5;", "0.5, 0.5; 0.5, 0.5;"),
         "x.dsc:9:13: P(smoke) is given twice, first on line 9"},
        {dsc_with("probability ( lung | smoke )", "probability ( smoke )"),
         "x.dsc:12:7: the table of 'smoke': expected a number, found ':'"},
        {dsc_text.substr(0, dsc_text.find("probability ( lung")),
         "x.dsc:11:1: the text ends without the distribution of 'lung' (the file may have been cut "
         "off)"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(dsc_format.error_of(bytes) == error);
    }
}

TEST_CASE("DSC: rows are in any order, and a default stands for those that are not given", "[io]") {
    const std::string rows = "  (0) : 0.1, 0.9;\n  (1) : 0.01, 0.99;\n";
    for (const char* other :
         {"(1) : 0.01, 0.99; (0) : 0.1, 0.9;", "(1) : 0.01, 0.99; default : 0.1, 0.9;",
          "default : 0.01, 0.99; (0) : 0.1, 0.9;"}) {
        INFO(other);
        CHECK(dsc_format.read(dsc_with(rows, other)).network == tests::smoke_and_lung());
    }
    CHECK(dsc_format.error_of(dsc_with(rows, "default : 0.1, 0.9;"), {.max_filled_cells = 3}) ==
          "x.dsc:11:15: the tables without numbers up to P(lung | smoke) have more than 3 cells "
          "together, the limit (give the variables fewer parents, or raise "
          "Limits::max_filled_cells)");
    CHECK(dsc_format.error_of(dsc_with(rows, "default : 0.1, 0.8;")) ==
          "x.dsc:12:1: the default row of P(lung | smoke) sums to 0.9, not 1");
}

TEST_CASE("DSC: the last parent is fastest in the table that the rows make", "[io]") {
    const BayesianNetwork network =
        dsc_format
            .read(
                "belief network\nnode a { type : discrete = { p, q }; }\n"
                "node b { type : discrete[3] = { \"0\" \"1\" \"2\" }; }\n"
                "node c { type : discrete[2] = { u, v }; }\n"
                "probability(c | a, b) { (0,0): 0,1; (1,0): .25,.75; (0,1): .5,.5; (1,1): 1,0;"
                " (0,2): .125,.875; (1,2): .75,.25; }\n"
                "probability(a) { 0.5, 0.5; } probability(b) { 1, 0, 0; }")
            .network;
    const TableCpd& c = *as_table(network.cpds()[2]);
    std::vector<double> firsts;
    for (std::size_t row = 0; row < c.row_count(); ++row) firsts.push_back(c.row(row)[0]);
    CHECK(firsts == std::vector<double>{0, 0.5, 0.125, 0.25, 1, 0.75});
}

TEST_CASE("DSC: labels, positions and properties are kept", "[io]") {
    std::string changed =
        dsc_with("node lung {",
                 "properties {\n creator : \"nobody { }\"; version : 1; type = x; }\n"
                 "node lung {\n name : \"The \\\"lung\\\"\"; position : (40, -1.5);\n "
                 "property \"a note; kept\"; property a, b; cost : 3;");
    const BayesianNetwork network = dsc_format.read(changed).network;
    CHECK(network.annotations() ==
          std::vector<std::string>{"creator = \"nobody { }\"", "version = 1", "type = x"});
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{"label = \"The \\\"lung\\\"\"", "position = (40, -1.5)",
                                   "a note; kept", "a , b", "cost = 3"});
    CHECK(dsc_format.losses(network).empty());
    CHECK(dsc_format.read(dsc_format.written(network)).network == network);
}

TEST_CASE("DSC: what cannot be written is told", "[io]") {
    NetworkBuilder builder;
    Variable a("a b", {"0", "<1"});
    a.annotate("two\nlines");
    const VariableId id = builder.add_variable(std::move(a));
    builder.set_cpd(TableCpd(Scope({id}, {2}), std::vector<double>{0.5, 0.5}));
    const BayesianNetwork network = builder.build();
    CHECK(dsc_format.losses(network) ==
          std::vector<std::string>{"the name 'a b' of a variable, written as a_b",
                                   "1 line of properties: 'two?lines'"});
    const Variable again = dsc_format.read(dsc_format.written(network)).network.variables()[0];
    CHECK(again.states() == std::vector<std::string>{"0", "<1"});
    CHECK(again.annotations() == std::vector<std::string>{"label = \"a b\""});
}

TEST_CASE("DSC: a text that is not UTF-8 is read as Latin-1, with a note", "[io]") {
    const io::ReadResult result = dsc_format.read(dsc_with("yes", "gr\xFC\xDF"));
    CHECK(result.network.variables()[1].states()[0] == "grüß");
    CHECK(result.remarks.size() == 1);
}

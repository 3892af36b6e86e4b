#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat elv_format(".elv");

const std::string elv_text =
    "// Bayesian Network\n"
    "//   Elvira format\n"
    "\n"
    "bnet \"asia\" {\n"
    "\n"
    "// Network Properties\n"
    "\n"
    "\n"
    "// Variables\n"
    "\n"
    "node smoke(finite-states) {\n"
    "kind-of-node = chance;\n"
    "type-of-variable = finite-states;\n"
    "num-states = 2;\n"
    "states = (\"yes\" \"no\");\n"
    "}\n"
    "\n"
    "node lung(finite-states) {\n"
    "kind-of-node = chance;\n"
    "type-of-variable = finite-states;\n"
    "num-states = 2;\n"
    "states = (\"yes\" \"no\");\n"
    "}\n"
    "\n"
    "// Links of the associated graph:\n"
    "\n"
    "link smoke lung;\n"
    "\n"
    "// Network Relationships:\n"
    "\n"
    "relation smoke {\n"
    "kind-of-relation = potential;\n"
    "deterministic = false;\n"
    "values = table (0.5 0.5 );\n"
    "}\n"
    "\n"
    "relation lung smoke {\n"
    "kind-of-relation = potential;\n"
    "deterministic = false;\n"
    "values = table (0.1 0.01 0.9 0.99 );\n"
    "}\n"
    "\n"
    "}\n";

/// The text above with the last such piece replaced.
std::string elv_with(const std::string& piece, const std::string& other) {
    std::string changed = elv_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

/// The second relation as a canonical model, whose links are given.
std::string canonical_elv(const std::string& function, const std::string& links) {
    return elv_with("table (0.1 0.01 0.9 0.99 );\n}\n", "function " + function + ";\n}\n" + links);
}

const std::string link_of_smoke =
    "relation lung smoke { active=false; name-of-relation = ls; values= table (0.5 0 0.5 1); }\n";
const std::string residual =
    "relation lung { active=false; name-of-relation = lR; values= table (0.25 0.75); }\n";

}  // namespace

TEST_CASE("ELV: a network is written as Elvira writes it", "[io]") {
    CHECK(elv_format.written(tests::smoke_and_lung()) == elv_text);
    CHECK(elv_format.read(elv_text).network == tests::smoke_and_lung());
}

TEST_CASE("ELV: files are recognised by their first bytes", "[io]") {
    CHECK(elv_format.recognises(elv_text));
    CHECK(elv_format.recognises("// c\nidiagram x {"));
    CHECK(elv_format.recognises("id-with-svnodes x {"));
    CHECK_FALSE(elv_format.recognises("bnet {"));
    CHECK_FALSE(elv_format.recognises("// ~->[DNET-1]->~\nbnet x {"));
}

TEST_CASE("ELV: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.elv:1:1: expected 'bnet', found the end of the text"},
        {"net {}", "x.elv:1:1: expected 'bnet', found 'net'"},
        {"bnet {}", "x.elv:1:6: expected the name of the network, found '{'"},
        {"bnet x y", "x.elv:1:8: expected '{' before the network, found 'y'"},
        {elv_text + "x", "x.elv:44:1: expected the end of the text after the network, found 'x'"},
        {elv_with("link smoke lung;", "link smoke lung"),
         "x.elv:31:1: expected ';' after a link, found 'relation'"},
        {elv_with("link smoke lung;", "link smoke lang;"),
         "x.elv:27:12: there is no variable 'lang' (did you mean 'lung'?)"},
        {elv_with("link smoke lung;", "visual 3;"),
         "x.elv:27:8: expected '=' after the name of an attribute, found '3'"},
        {elv_with("link smoke lung;", ";"), "x.elv:27:1: expected an attribute or '}', found ';'"},
        {elv_with("lung(finite-states)", "lung(continuous)"),
         "x.elv:18:6: 'lung' is of the kind 'continuous'"
         ", which cannot be read from this "
         "format (cut it into intervals in the program that wrote the file)"},
        {elv_with("kind-of-node = chance", "kind-of-node = utility"),
         "x.elv:40:10: P(lung | smoke) needs 2 numbers, found 4"},
        {elv_with("states = (\"yes\" \"no\");\n", ""), "x.elv:18:6: node 'lung' has no states"},
        {elv_with("num-states = 2", "num-states = 3"),
         "x.elv:21:14: node 'lung' has 2 states, not num-states"},
        {elv_with("num-states", "pos_x = a;\nnum-states"),
         "x.elv:21:9: pos_x of 'lung': expected a number, found 'a'"},
        {elv_with("num-states", "pos_x = ;\nnum-states"),
         "x.elv:21:9: pos_x of 'lung': expected one number, found 0"},
        {elv_with("\"no\");", "\"no);"),
         "x.elv:22:17: this text in quotes has no end (expected a second \")"},
        {elv_with("node lung", "node smoke"),
         "x.elv:18:6: variable 'smoke' is declared twice, first on line 11"},
        {elv_with("relation lung smoke", "relation lung smok"),
         "x.elv:37:15: there is no variable 'smok' (did you mean 'smoke'?)"},
        {elv_with("relation lung smoke", "relation smoke"),
         "x.elv:40:10: the distribution of 'smoke' is given twice, first on line 34"},
        {elv_with("kind-of-relation = potential", "kind-of-relation = constraint"),
         "x.elv:38:1: the relation of 'lung' is a constraint: what can be decided or observed "
         "depends on what was before, and such asymmetric problems are not solved (take the "
         "constraints out in Elvira, and save the result)"},
        {elv_with("table (0.1", "tree (0.1"),
         "x.elv:40:10: expected 'table' or 'function' in the relation of 'lung', found 'tree'"},
        {elv_with(" 0.99", ""), "x.elv:40:10: P(lung | smoke) needs 4 numbers, found 3"},
        {elv_with(" 0.99", " 1e999"),
         "x.elv:40:30: the relation of 'lung': expected a number, found '1e999'"},
        {elv_with(" 0.99", " 0.98"), "x.elv:40:21: P(lung | smoke=no) sums to 0.99, not 1"},
        {elv_text.substr(0, elv_text.find(" 0.99")),
         "x.elv:40:29: the text ends within a value"
         " (the file may have been cut off)"},
        {canonical_elv("Sum(ls,lR)", ""),
         "x.elv:40:19: the relation of 'lung' is the function 'Sum', and only Or, Max, And, Min "
         "and "
         "their causal and generalized forms can be read"},
        {canonical_elv("Or(ls,lR)", link_of_smoke),
         "x.elv:40:25: the relation of 'lung' has no link called 'lR'"},
        {canonical_elv("Or(ls,ls)", link_of_smoke),
         "x.elv:40:25: the relation of 'lung' has the link 'ls' twice"},
        {canonical_elv("Or(lR)", residual), "x.elv:40:10: P(lung | smoke) has no link of 'smoke'"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(elv_format.error_of(bytes) == error);
    }
}

TEST_CASE("ELV: a canonical model is a noisy-MAX, and stays one", "[io]") {
    const BayesianNetwork network =
        elv_format.read(canonical_elv("GeneralizedMax(ls,lR)", link_of_smoke + residual)).network;
    // P(lung = no | smoke = yes) = 0.5 * 0.75
    CHECK(tabulated(network, VariableId(1)).row(0)[1] == Approx(0.375));
    CHECK(tabulated(network, VariableId(1)).row(1)[1] == Approx(0.75));
    CHECK(elv_format.losses(network).empty());
    CHECK(elv_format.written(network).find("GeneralizedMax(lung_1,lungResidual)") !=
          std::string::npos);
    CHECK(elv_format.read(elv_format.written(network)).network == network);
}

TEST_CASE("ELV: the minimum of causes is a noisy-MAX whose last state is the strongest", "[io]") {
    const BayesianNetwork network =
        elv_format.read(canonical_elv("Min(ls,lR)", link_of_smoke + residual)).network;
    // P(lung = yes | smoke = yes) = 0.5 * 0.25: the first state is the absent one.
    CHECK(tabulated(network, VariableId(1)).row(0)[0] == Approx(0.125));
    CHECK(tabulated(network, VariableId(1)).row(1)[0] == Approx(0));
    CHECK(elv_format.losses(network).empty());
    CHECK(elv_format.written(network).find("Min(lung_1,lungResidual)") != std::string::npos);
    CHECK(elv_format.read(elv_format.written(network)).network == network);
}

TEST_CASE("ELV: attributes are kept, positions as all formats have them", "[io]") {
    std::string changed =
        elv_with("num-states",
                 "title = \"a; \\\"b\\\"\"; // c\npos_x =10;\npos_y =20;\nrelevance = "
                 "7.0;\nnum-states");
    changed.replace(changed.rfind("deterministic"), 0, "comment = \"new\";\n");
    changed.replace(changed.find("// Network P"), 0, "version = 1.0;\n");
    const BayesianNetwork network = elv_format.read(changed).network;
    CHECK(network.annotations() == std::vector<std::string>{"version = 1.0"});
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{"title = \"a; \\\"b\\\"\"", "position = (10, 20)",
                                   "relevance = 7.0", "relation-comment = \"new\""});
    CHECK(elv_format.losses(network).empty());
    CHECK(elv_format.read(elv_format.written(network)).network == network);
}

TEST_CASE("ELV: nodes without states have those of the network", "[io]") {
    std::string changed = elv_with("states = (\"yes\" \"no\");\n", "");
    changed.replace(changed.find("// Variables"), 0, "default node states = (yes , no);\n");
    CHECK(elv_format.read(changed).network == tests::smoke_and_lung());
}

TEST_CASE("ELV: what cannot be written is told", "[io]") {
    NetworkBuilder builder("n");
    Variable variable("a b", {"x y"});
    variable.annotate("no attribute");
    const VariableId a = builder.add_variable(std::move(variable));
    const VariableId c = builder.add_variable(Variable("c", {"no", "yes"}));
    builder.set_cpd(TableCpd(Scope({a}, {1}), std::vector<double>{1}));
    builder.set_cpd(NoisyMaxCpd(c, std::vector<NoisyMaxCpd::Link>{{a, {{0.5, 0.5}}}},
                                std::vector<double>{1, 0}));
    CHECK(elv_format.losses(builder.build()) ==
          std::vector<std::string>{"the name 'a b' of a variable, written as a_b",
                                   "1 line of properties: 'no attribute'"});
}

TEST_CASE("ELV: a text that is not UTF-8 is read as Latin-1, with a note", "[io]") {
    const io::ReadResult result = elv_format.read(elv_with("\"yes\"", "\"s\xED\""));
    CHECK(result.network.variables()[1].states()[0] == "sí");
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.elv:1:1: the text is not UTF-8 and was read as Latin-1 (convert the file to UTF-8 if "
          "names look wrong)");
}

TEST_CASE("ELV: numbers may have the names of their states, in any order", "[io]") {
    const auto keyed = [](const std::string& table) {
        return elv_with("table (0.1 0.01 0.9 0.99 )", "table (" + table + ")");
    };
    const std::string first = "[yes,yes]=0.1, ", rest = "[no, no] = 0.99 [no,yes] = 0.9, ";
    CHECK(elv_format.read(keyed(first + "[yes,no] = 0.01, " + rest)).network ==
          tests::smoke_and_lung());
    CHECK(elv_format
              .read(canonical_elv("Or(ls,lR)",
                                  "relation lung smoke { active=false; name-of-relation = ls; "
                                  "values= table ([yes,yes] = 0.5, [no,yes]= 0.5, [yes,no]=0, "
                                  "[no,no] = 1); }\n" +
                                      residual))
              .network ==
          elv_format.read(canonical_elv("Or(ls,lR)", link_of_smoke + residual)).network);
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {first + "[yes,yes] = 0.01, " + rest,
         "x.elv:40:44: the relation of 'lung' has two numbers for these states"},
        {first + rest, "x.elv:40:43: P(lung | smoke=no) has 1 number, expected 2"},
        {first + "[no,yes] = 0.9", "x.elv:40:10: no row for P(lung | smoke=no) (give every row)"},
        {first + "[yes] = 0.01, " + rest,
         "x.elv:40:40: the relation of 'lung' needs 2 states for a number, found 1"},
        {first + "[yes,nay] = 0.01, " + rest,
         "x.elv:40:37: variable 'smoke' has no state 'nay' (known: yes, no)"},
        {first + "[yes,no] 0.01",
         "x.elv:40:41: expected '=' after the states of a number, found "
         "'0.01'"},
        {first + "[yes,no] = x",
         "x.elv:40:43: the relation of 'lung': expected a number, found 'x'"},
    };
    for (const auto& [table, error] : mistakes) {
        INFO(error);
        CHECK(elv_format.error_of(keyed(table)) == error);
    }
}

TEST_CASE("ELV: decisions and utilities are read, and the policy of a decision is left out",
          "[io]") {
    const std::string text =
        "idiagram \"x\" {\nnode Rain(finite-states) { states = (no yes); }\n"
        "node Take(finite-states) { kind-of-node = decision; states = (take leave); }\n"
        "node Joy(continuous) { kind-of-node = utility; type-of-variable = continuous; }\n"
        "link Rain Take;\nlink Take Joy;\nlink Rain Joy;\n"
        "relation Rain { values = table (0.7 0.3); }\n"
        "relation Joy Take Rain { kind-of-relation = utility; "
        "values = generalizedTable (20|range(10,30) 70 100 0); }\n";
    const io::ReadResult read = elv_format.read(text + "}\n");
    CHECK(read.network == tests::umbrella_diagram("x"));
    CHECK(read.remarks.empty());
    const io::ReadResult decided =
        elv_format.read(text + "relation Take Rain { values = table (1 0 0 1); }\n}\n");
    CHECK(decided.network == read.network);
    REQUIRE(decided.remarks.size() == 1);
    CHECK(decided.remarks[0].message ==
          "the policy of the decision 'Take' was left out: its alternatives are chosen, not drawn");
}

TEST_CASE("ELV: '#' is the rest to 1, and numbers may have ranges and names", "[io]") {
    const auto text = [](const std::string& values) {
        return "bnet x {\nnode A(finite-states) { states = (a b c); }\n"
               "node B(finite-states) { states = (no yes); }\n"
               "relation B { values = generalizedTable (0.25|range(0.1,0.5)|\"rate\" #); }\n"
               "relation A B { values = table (" +
               values + "); }\n}\n";
    };
    const BayesianNetwork network = elv_format.read(text("# 0.5 0.25 # 0.5 0.125")).network;
    CHECK(as_table(network.cpds()[1])->row(0)[1] == 0.75);
    CHECK(as_table(network.cpds()[0])->row(0)[0] == 0.25);
    CHECK(as_table(network.cpds()[0])->row(1)[1] == 0.375);
    CHECK(elv_format.error_of(text("# 0.5 # 0.5 0.5 0")) ==
          "x.elv:5:25: the relation of 'A': '#' stands for one probability of a configuration, the "
          "rest to 1");
}

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat dne_format(".dne");

const std::string dne_text =
    "// ~->[DNET-1]->~\n"
    "\n"
    "bnet asia {\n"
    "\n"
    "node smoke {\n"
    "\tkind = NATURE;\n"
    "\tdiscrete = TRUE;\n"
    "\tchance = CHANCE;\n"
    "\tstates = (yes, no);\n"
    "\tparents = ();\n"
    "\tprobs =\n"
    "\t\t(0.5, 0.5);\n"
    "\t};\n"
    "\n"
    "node lung {\n"
    "\tkind = NATURE;\n"
    "\tdiscrete = TRUE;\n"
    "\tchance = CHANCE;\n"
    "\tstates = (yes, no);\n"
    "\tparents = (smoke);\n"
    "\tprobs =\n"
    "\t\t(0.1, 0.9,\n"
    "\t\t 0.01, 0.99);\n"
    "\t};\n"
    "};\n";

/// The text above with the last of some pieces replaced.
std::string dne_with(const std::string& piece, const std::string& other) {
    std::string changed = dne_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

const std::string lung_table = "probs =\n\t\t(0.1, 0.9,\n\t\t 0.01, 0.99);";

std::vector<double> dne_numbers(const std::string& bytes) {
    const BayesianNetwork network = dne_format.read(bytes).network;
    const Table& table = as_table(network.cpds().back())->table();
    return {table.values().begin(), table.values().end()};
}

std::vector<std::string> dne_remarks(const io::ReadResult& result) {
    std::vector<std::string> texts;
    for (const Problem& remark : result.remarks) texts.push_back(to_string(remark));
    return texts;
}

}  // namespace

TEST_CASE("DNE: a network is written as Netica reads it", "[io]") {
    CHECK(dne_format.written(tests::smoke_and_lung()) == dne_text);
    CHECK(dne_format.read(dne_text).network == tests::smoke_and_lung());
}

TEST_CASE("DNE: files are recognised by their first bytes", "[io]") {
    CHECK(dne_format.recognises(dne_text));
    CHECK_FALSE(dne_format.recognises("// ~->[DNET-1]->~\nnet x {"));
}

TEST_CASE("DNE: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.dne:1:1: expected 'bnet', found the end of the text"},
        {"bnet {", "x.dne:1:6: expected the name of the network, found '{'"},
        {"bnet x {", "x.dne:1:9: expected a node, an attribute or '}', found the end of the text"},
        {"bnet x { title = \"a; };",
         "x.dne:1:18: this text in quotes has no end (expected a second \")"},
        {"bnet x { a = (1; };",
         "x.dne:1:20: expected a node, an attribute or '}', found the end of the text"},
        {dne_text + "x", "x.dne:26:1: expected the end of the text after the network, found 'x'"},
        {dne_with("node lung", "node"), "x.dne:15:6: expected the name of the node, found '{'"},
        {dne_with("node lung {", "node lung"),
         "x.dne:16:2: expected '{' before the attributes of a node, found 'kind'"},
        {dne_with("0.5);\n\t};", "0.5);\n"),
         "x.dne:15:1: expected an attribute or '}' of the node before, found 'node'"},
        {dne_with("parents = (smoke);", "parents (smoke);"),
         "x.dne:20:10: expected '=' or '{', found '('"},
        {dne_with("(smoke);", "(smoke"), "x.dne:21:8: the parents: expected a name, found '='"},
        {dne_with("kind = NATURE", "kind = UTILITY"),
         "x.dne:22:3: P(lung | smoke) needs 2 numbers, found 4"},
        {dne_with("kind = NATURE", "kind = DISCONNECTED"),
         "x.dne:15:6: 'lung' is of the kind 'DISCONNECTED', a parent that was cut off: this is a "
         "piece of a network (connect or delete the link in Netica, and save the result)"},
        {dne_with("chance = CHANCE", "delays = (1)"),
         "x.dne:18:2: 'lung' is of the kind 'dynamic', and only variables with probabilities can "
         "be read (dynamic networks are not supported: unroll it in the program that wrote the "
         "file)"},
        {dne_with("node lung", "node smoke"),
         "x.dne:15:6: variable 'smoke' is declared twice, first on line 5"},
        {dne_with("(yes, no)", "(no, no)"), "x.dne:19:16: variable 'lung' has two states 'no'"},
        {dne_with("\tstates = (yes, no);\n", ""),
         "x.dne:15:6: node 'lung' has no states (discretise it in Netica and save the result)"},
        {dne_with("(smoke)", "(smok)"),
         "x.dne:20:13: there is no variable 'smok' (did you mean 'smoke'?)"},
        {dne_with("(smoke)", "(lung)"), "x.dne:20:13: variable 'lung' is given as its own parent"},
        {dne_with("(smoke)", "(smoke, smoke)"), "x.dne:20:20: parent 'smoke' is named twice"},
        {dne_with(", 0.99", ""), "x.dne:22:3: P(lung | smoke) needs 4 numbers, found 3"},
        {dne_with("0.99", "@undefined"),
         "x.dne:23:10: the table of 'lung': expected a number, found '@undefined'"},
        {dne_with("0.99", "@imposs"),
         "x.dne:22:3: the table of 'lung': '@imposs' stands for whole rows"},
        {dne_with("0.99", "0x1"),
         "x.dne:23:10: the table of 'lung': expected a number, found '0x1'"},
        {dne_with("0.99", "0.98"), "x.dne:23:4: P(lung | smoke=no) sums to 0.99, not 1"},
        {dne_with("0.01, 0.99", "0, 0"), "x.dne:23:4: P(lung | smoke=no) sums to 0, not 1"},
        {dne_with(lung_table, "probs = ((1.5), (0.2));"),
         "x.dne:21:12: P(lung=no | smoke=yes) is -0.5, not between 0 and 1"},
        {dne_with(lung_table, "functable = (#1, #2);"),
         "x.dne:21:19: variable 'lung' has no state '#2' (known: yes, no)"},
        {dne_with(lung_table, "functable = (no);"),
         "x.dne:21:14: P(lung | smoke) needs 2 states, found 1"},
        {dne_with(lung_table, "equation = \"lung () = 1\";"),
         "x.dne:21:13: the table of 'lung' is given by an equation only (convert the equation to a "
         "table in Netica and save the result)"},
        {dne_with("chance = CHANCE", "levels = (1, 2, 3)"),
         "x.dne:18:11: node 'lung' needs 2 levels, found 3 (a continuous node has one more level "
         "than states)"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(dne_format.error_of(bytes) == error);
    }
    CHECK(dne_format.error_of("bnet x { user U { a = " + std::string(1001, '(')) ==
          "x.dne:1:1023: brackets stand more than 1000 deep within each other");
}

TEST_CASE("DNE: rows may lack their last probability", "[io]") {
    const std::vector<double> expected{0.25, 0.75, 0.5, 0.5};
    for (const char* probs :
         {"(0.25, 0.75, 0.5, 0.5)", "((0.25, 0.75), (0.5, 0.5))",
          "((0.25), // yes\n (0.5)) // no\n", "(0.25, 0.5)", "((0.25), (0.5, 0.5))"}) {
        INFO(probs);
        CHECK(dne_numbers(dne_with(lung_table, "probs = " + std::string(probs) + ";")) == expected);
    }
    // 1 - 0.7 - 0.2 - 0.1 is 2.8e-17 in doubles.
    std::string three = dne_with(lung_table, "probs = ((0.7, 0.2, 0.1), (0.5, 0.25, 0.125));");
    three.replace(three.rfind("(yes, no)"), 9, "(a, b, c, d)");
    CHECK(dne_numbers(three) == std::vector<double>{0.7, 0.2, 0.1, 0, 0.5, 0.25, 0.125, 0.125});
}

TEST_CASE("DNE: rows of impossible configurations are uniform, with a note", "[io]") {
    const std::string text = dne_with(lung_table, "probs = ((0.25, 0.75), (@imposs, @IMPOSS));");
    CHECK(dne_numbers(text) == std::vector<double>{0.25, 0.75, 0.5, 0.5});
    CHECK(dne_remarks(dne_format.read(text)) ==
          std::vector<std::string>{
              "x.dne:21:10: the table of 'lung': 1 row of impossible configurations of the parents "
              "became uniform ('@imposs')"});
    CHECK(dne_numbers(dne_with(lung_table, "probs = (0.25, @imposs);")) ==
          std::vector<double>{0.25, 0.75, 0.5, 0.5});
}

TEST_CASE("DNE: a function names states or their numbers from 0", "[io]") {
    CHECK(dne_numbers(dne_with(lung_table, "functable = ((#1), (yes));")) ==
          std::vector<double>{0, 1, 1, 0});
}

TEST_CASE("DNE: a table that is left out is uniform", "[io]") {
    CHECK(dne_numbers(dne_with(lung_table, "")) == std::vector<double>{0.5, 0.5, 0.5, 0.5});
}

TEST_CASE("DNE: levels give a continuous node its states, and names if it has none", "[io]") {
    std::string levels =
        dne_with("discrete = TRUE", "discrete = FALSE; levels = (-1, 0, INFINITY)");
    CHECK(dne_format.read(levels).network.variables()[1].annotations() ==
          std::vector<std::string>{"discrete = FALSE", "levels = ( -1 , 0 , INFINITY )"});
    CHECK(dne_format.read(dne_format.written(dne_format.read(levels).network)).network ==
          dne_format.read(levels).network);
    CHECK(dne_format.losses(dne_format.read(levels).network).empty());
    levels.replace(levels.rfind("states = (yes, no);"), 19, "");
    CHECK(dne_format.read(levels).network.variables()[1].states() ==
          std::vector<std::string>{"#0", "#1"});
    CHECK(dne_format.read(dne_with("states = (yes, no)", "levels = (1, 0)"))
              .network.variables()[1]
              .states() == std::vector<std::string>{"#0", "#1"});
}

TEST_CASE("DNE: findings are told and not entered, and titles of the drawing are left out",
          "[io]") {
    const io::ReadResult result =
        dne_format.read(dne_with("chance = CHANCE;",
                                 "evidence = #1;\n\t};\nnode TITLE1 {\n\tkind = CONSTANT;\n"
                                 "\ttitle = \"A\";\n\t};\nnode TITLE2 { };\nnode liver {"));
    CHECK(dne_remarks(result) ==
          std::vector<std::string>{
              "x.dne:15:6: node 'lung' is a title without probabilities and was left out",
              "x.dne:18:13: the file has the finding '#1' of 'lung': it is not entered as evidence",
              "x.dne:20:6: node 'TITLE1' is a title without probabilities and was left out",
              "x.dne:24:6: node 'TITLE2' is a title without probabilities and was left out"});
    CHECK(result.network.size() == 2);
}

TEST_CASE("DNE: titles, centres, attributes and fields of the user are kept", "[io]") {
    const std::string more =
        "title = \"the; {lung}\"; numcases = (3, 4); // c\n user U1 { weight = \"0.5\"; };\n"
        "belief = (0.5, 0.5); odd = 1; visual V1 { center = (108, -19.5); height = 2;\n"
        "link 1 { path = ((1, 2)); }; }; chance = CHANCE;";
    std::string changed = dne_with("chance = CHANCE;", more);
    changed.replace(
        changed.find("{\n"), 2,
        "{\ntitle = \"A s; i a\"; comment = \"two \\\n lines\"; visual V1 { a = font {b = "
        "1;}; };\nuser U1 { owner = me; }; ElimOrder = (lung, smoke);\n");
    const BayesianNetwork network = dne_format.read(changed).network;
    CHECK(network.name() == "A s; i a");
    CHECK(network.annotations() == std::vector<std::string>{"comment = \"two \\\n lines\"",
                                                            "ElimOrder = ( lung , smoke )",
                                                            "owner = me"});
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{"label = \"the; {lung}\"", "position = (108, -19.5)",
                                   "numcases = ( 3 , 4 )", "weight = \"0.5\"", "odd = 1"});
    CHECK(dne_format.losses(network).empty());
    CHECK(dne_format.read(dne_format.written(network)).network == network);
}

TEST_CASE("DNE: what depends on a constant is told so, wherever it stands", "[io]") {
    const std::string constant = "node K { kind = CONSTANT; discrete = FALSE; value = 3; };\n",
                      child = "node B { states = (x, y); parents = (K);\nprobs = (0.5, 0.5); };\n",
                      message =
                          ": 'B' depends on 'K', which is a constant and has no distribution (take "
                          "the constant out in the program that wrote the file, and save the "
                          "result)";
    CHECK(dne_format.error_of("bnet x {\n" + constant + child + "};") == "x.dne:3:38" + message);
    CHECK(dne_format.error_of("bnet x {\n" + child + constant + "};") == "x.dne:2:38" + message);
    CHECK(dne_remarks(dne_format.read("bnet x {\n" + constant +
                                      "node B { states = (x, y); parents = (); probs = (0.5, 0.5); "
                                      "}; };")) ==
          std::vector<std::string>{
              "x.dne:2:6: node 'K' is a constant without probabilities and was left out"});
}

TEST_CASE("DNE: lists in brackets have the shape of the table", "[io]") {
    const auto refusal = [](const std::string& probabilities) {
        return dne_format.error_of(
            "bnet x { node A { states = (a, b); parents = (); probs = (0.5, 0.5); };\n"
            "node B { states = (x, y); parents = (A);\nprobs = " +
            probabilities + "; }; };");
    };
    CHECK(refusal("((0.9, 0.1), (0.3, 0.7))") == "");
    CHECK(refusal("((0.9), (0.3))") == "");
    CHECK(refusal("((0.9, 0.1, 0.3), (0.7))") ==
          "x.dne:3:10: P(B | A) has a list of 3 here, which is no row, nor all rows of a state of "
          "a parent (check the brackets of the numbers)");
}

TEST_CASE("DNE: what cannot be written is told", "[io]") {
    NetworkBuilder builder;
    Variable a("a b", {"0", "<1"});
    a.annotate("no attribute");
    a.annotate("levels = ( 1 )");
    const VariableId id = builder.add_variable(std::move(a));
    const VariableId c = builder.add_variable(Variable("c", {"no", "yes"}));
    builder.set_cpd(TableCpd(Scope({id}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(NoisyMaxCpd(c, std::vector<NoisyMaxCpd::Link>{{id, {{}, {0.5, 0.5}}}},
                                std::vector<double>{1, 0}));
    const BayesianNetwork network = builder.build();
    CHECK(dne_format.losses(network) ==
          std::vector<std::string>{"the noisy-MAX of 'c', written as its table",
                                   "the name 'a b' of a variable, written as a_b",
                                   "names of states of 'a b' that are no identifiers",
                                   "2 lines of properties: 'no attribute', 'levels = ( 1 )'"});
    CHECK(dne_format.read(dne_format.written(network)).network.variables()[0].annotations() ==
          std::vector<std::string>{"label = \"a b\""});
}

TEST_CASE("DNE: a text that is not UTF-8 is read as Latin-1, with a note", "[io]") {
    const io::ReadResult result = dne_format.read(dne_with("yes", "gr\xFC\xDF"));
    CHECK(result.network.variables()[1].states()[0] == "grüß");
    CHECK(result.remarks.size() == 1);
}

TEST_CASE("DNE: decisions and utilities are read, and the policy of a decision is left out",
          "[io]") {
    const auto text = [](const std::string& policy) {
        return "bnet x {\nnode Rain { kind = NATURE; states = (no, yes); probs = (0.7, 0.3); };\n"
               "node Take { kind = DECISION; states = (take, leave); parents = (Rain);" +
               policy +
               " };\nnode Joy { kind = UTILITY; discrete = FALSE; chance = DETERMIN; "
               "parents = (Take, Rain); functable = ((20, 70), (100, 0)); };\n};\n";
    };
    const io::ReadResult read = dne_format.read(text(""));
    CHECK(read.network == tests::umbrella_diagram("x"));
    CHECK(read.remarks.empty());
    const io::ReadResult decided = dne_format.read(text(" functable = (leave, take);"));
    CHECK(decided.network == read.network);
    CHECK(
        dne_remarks(decided) ==
        std::vector<std::string>{"x.dne:3:84: the policy of the decision 'Take' was left out: its "
                                 "alternatives are chosen, not drawn"});
    std::string equation = text("");
    const std::string table = "functable = ((20, 70), (100, 0));";
    equation.replace(equation.find(table), table.size(), "equation = \"Joy (Take, Rain) = 3\";");
    CHECK(dne_format.error_of(equation).find("the table of 'Joy' is given by an equation only") !=
          std::string::npos);
}

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat net_format(".net");

const std::string net_text =
    "net\n"
    "{\n"
    "    name = \"asia\";\n"
    "}\n"
    "\n"
    "node smoke\n"
    "{\n"
    "    states = (\"yes\" \"no\");\n"
    "}\n"
    "\n"
    "node lung\n"
    "{\n"
    "    states = (\"yes\" \"no\");\n"
    "}\n"
    "\n"
    "potential (smoke)\n"
    "{\n"
    "    data =\n"
    "       ( 0.5 0.5 );\n"
    "}\n"
    "\n"
    "potential (lung | smoke)\n"
    "{\n"
    "    data =\n"
    "      ( ( 0.1 0.9 )\n"
    "       ( 0.01 0.99 ));\n"
    "}\n";

/// The text above with one piece replaced.
std::string net_with(const std::string& piece, const std::string& other) {
    std::string changed = net_text;
    return changed.replace(changed.find(piece), piece.size(), other);
}

}  // namespace

TEST_CASE("NET: a network is written as Hugin reads it", "[io]") {
    CHECK(net_format.written(tests::smoke_and_lung()) == net_text);
    CHECK(net_format.read(net_text).network == tests::smoke_and_lung());
}

TEST_CASE("NET: files are recognised by their first bytes", "[io]") {
    CHECK(net_format.recognises("% hello\nnet\n{"));
    CHECK(net_format.recognises("class x {"));
    CHECK_FALSE(net_format.recognises("network x {"));
    CHECK_FALSE(net_format.recognises("net x {"));
}

TEST_CASE("NET: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.net:1:1: expected 'net' or 'class', found the end of the text"},
        {"x", "x.net:1:1: expected 'net' or 'class', found 'x'"},
        {"net", "x.net:1:4: expected '{' after 'net', found the end of the text"},
        {net_with(";\n}\n\nnode smoke", ";\n} )\n\nnode smoke"),
         "x.net:4:3: expected a node or a potential, found ')'"},
        {net_with("node lung", "utility lung"),
         "x.net:25:7: P(lung | smoke) needs 2 numbers, found 4"},
        {net_with("node smoke", "discrete smoke"), "x.net:6:10: expected 'node', found 'smoke'"},
        {net_with("node smoke", "node ("), "x.net:6:6: expected the name of the node, found '('"},
        {net_with("\n{\n    states", "\n\n    states"),
         "x.net:8:5: expected '{' before the attributes of a node, found 'states'"},
        {net_with("states =", "states"),
         "x.net:8:12: expected '=' after the name of an attribute, found '('"},
        {net_with("\"no\");", "\"no);"),
         "x.net:13:24: this text in quotes has no end (expected a second \")"},
        {net_with("\"no\");", "\"no\""), "x.net:9:1: expected ')' after the states, found '}'"},
        {net_with("    states = (\"yes\" \"no\");\n", ""),
         "x.net:6:6: node 'smoke' has no states (a node without states is a 'continuous node')"},
        {net_with("node lung", "node smoke"),
         "x.net:11:6: variable 'smoke' is declared twice, first on line 6"},
        {net_with("(lung | smoke)", "(lang | smoke)"),
         "x.net:22:12: there is no variable 'lang' (did you mean 'lung'?)"},
        {net_with("(lung | smoke)", "(lung | smok)"),
         "x.net:22:19: there is no variable 'smok' (did you mean 'smoke'?)"},
        {net_with("(lung | smoke)", "(lung | smoke smoke)"),
         "x.net:22:25: parent 'smoke' is named twice"},
        {net_with("(lung | smoke)", "(lung smoke)"),
         "x.net:22:17: expected '|' or ')' after 'lung', found 'smoke'"},
        {net_with("(lung | smoke)", "(smoke)"),
         "x.net:25:7: the distribution of 'smoke' is given twice, first on line 19"},
        {net_with("0.01 0.99", "0.01"), "x.net:25:7: P(lung | smoke) needs 4 numbers, found 3"},
        {net_with("0.01 0.99", "0.01 O.99"),
         "x.net:26:15: the potential of 'lung': expected a number, found 'O.99'"},
        {net_with("0.01 0.99", "0 0"), "x.net:26:10: P(lung | smoke=no) sums to 0, not 1"},
        {net_with("0.01 0.99", "-1 2"),
         "x.net:26:10: P(lung=yes | smoke=no) is -1, not between 0 and 1"},
        {net_with("( 0.5 0.5 );", "normal (0, 1);"),
         "x.net:19:8: variable 'smoke' has states and cannot have a normal distribution"},
        {net_with("( 0.5 0.5 );", "normal (0, x);"),
         "x.net:19:8: the potential of 'smoke': the variance 'x' is no number"},
        {net_with("( 0.5 0.5 );", "normal (3 *, 1);"),
         "x.net:19:8: the potential of 'smoke': the mean '3*' is no sum of numbers and multiples "
         "of parents"},
        {net_with("data", "model_data"),
         "x.net:18:5: the table of 'smoke' is given by an expression (model_data) without numbers "
         "(compile the network in Hugin and save it with its tables)"},
        {net_text.substr(0, net_text.find("potential (lung")),
         "x.net:22:1: the text ends without the distribution of 'lung' (the file may have been "
         "cut off)"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(net_format.error_of(bytes) == error);
    }
    const std::string deep = net_with("( 0.5 0.5 )", std::string(1001, '('));
    CHECK(net_format.error_of(deep) ==
          "x.net:19:1008: brackets stand more than 1000 deep within each other");
}

TEST_CASE("NET: counts are divided by their sums, with a note", "[io]") {
    const io::ReadResult result = net_format.read(net_with("0.5 0.5", "3 1"));
    CHECK(as_table(result.network.cpds()[0])->row(0)[0] == 0.75);
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.net:19:8: 1 row of P(smoke) does not sum to 1: it was read as counts and divided by "
          "its sum");
}

TEST_CASE("NET: a name of two lines becomes one, with a note", "[io]") {
    const io::ReadResult result = net_format.read("net\n{ name = \"two\nlines\"; }\n");
    CHECK(result.network.name() == "two lines");
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.net:2:3: the name of the network holds control characters, which were read as blanks");
}

TEST_CASE("NET: potentials without data are uniform", "[io]") {
    const BayesianNetwork network =
        net_format.read(net_with("    data =\n       ( 0.5 0.5 );\n", "")).network;
    CHECK(as_table(network.cpds()[0])->row(0)[1] == 0.5);
}

TEST_CASE("NET: attributes are kept, positions as all formats have them", "[io]") {
    const std::string labelled = net_with(
        "    states", "    label = \"a; \\\"b\\\"\"; % c\n    position = (100 -40.5);\n    states");
    const Variable smoke = net_format.read(labelled).network.variables()[0];
    CHECK(smoke.annotations() ==
          std::vector<std::string>{"label = \"a; \\\"b\\\"\"", "position = (100, -40.5)"});
    const BayesianNetwork network = net_format.read(labelled).network;
    CHECK(net_format.written(network).find("position = ( 100 -40.5 );") != std::string::npos);
    CHECK(net_format.read(net_format.written(network)).network == network);
}

TEST_CASE("NET: linear Gaussian distributions are read and written", "[io]") {
    NetworkBuilder builder;
    const VariableId oven = builder.add_variable(Variable("oven", {"off", "on"}));
    const VariableId heat = builder.add_variable(Variable("heat"));
    const VariableId loss = builder.add_variable(Variable("loss"));
    builder.set_cpd(TableCpd(Scope({oven}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(LinearGaussianCpd(heat, Scope({oven}, {2}), {}, {{20, {}, 4}, {-3, {}, 900}}));
    builder.set_cpd(
        LinearGaussianCpd(loss, Scope({oven}, {2}), {heat}, {{0.5, {0.125}, 1e-3}, {0, {-2}, 1}}));
    const BayesianNetwork network = builder.build();
    CHECK(net_format.read(net_format.written(network)).network == network);
    CHECK(net_format.written(network).find("normal ( 0 - 2 * heat, 1 )") != std::string::npos);
    // Terms may come in any order, and a name by itself counts once.
    std::string text_of_means = net_format.written(network);
    const std::string mean = "0.5 + 0.125 * heat";
    text_of_means.replace(text_of_means.find(mean), mean.size(), "heat*0.25+1 - 0.125*heat-0.5");
    CHECK(net_format.read(text_of_means).network == network);
    CHECK(net_format.error_of(text_of_means.replace(text_of_means.find("heat*"), 4, "oven"))
              .find("depends on 'oven', which is no continuous parent") != std::string::npos);
}

TEST_CASE("NET: lists in brackets have the shape of the table", "[io]") {
    const std::string nodes =
        "net {}\nnode A { states = (\"a\" \"b\"); }\nnode B { states = (\"x\" \"y\"); }\n"
        "continuous node C {}\npotential (A) { data = (0.5 0.5); }\n"
        "potential (C) { data = normal (0, 1); }\n";
    const auto with_data = [&](const std::string& data) {
        return nodes + "potential (B | A) { data = " + data + "; }\n";
    };
    const BayesianNetwork network = net_format.read(with_data("((0.9 0.1)(0.3 0.7))")).network;
    for (const char* data : {"(0.9 0.1 0.3 0.7)", "0.9 0.1 0.3 0.7", "(((0.9 0.1)(0.3 0.7)))",
                             "(0.9 0.1)(0.3 0.7)", "((0.9)(0.1)(0.3)(0.7))"})
        CHECK(net_format.read(with_data(data)).network == network);
    const auto refusal = [](const std::string& list, const std::string& numbers) {
        return "x.net:7:" + list + ": P(B | A) has a list of " + numbers +
               " here, which is no row, nor all rows of a state of a parent (check the brackets of "
               "the numbers)";
    };
    CHECK(net_format.error_of(with_data("((0.9 0.1 0.3)(0.7))")) == refusal("29", "3"));
    CHECK(net_format.error_of(with_data("(0.9 (0.1 0.3) 0.7)")) == refusal("33", "2"));
    for (const char* data : {"(0.9 0.1 (0.3 0.7))", "((0.9 0.1) 0.3 0.7)"})
        CHECK(net_format.error_of(with_data(data)) ==
              "x.net:7:28: P(B | A) has numbers beside lists in this list (check the brackets of "
              "the numbers)");
    CHECK(net_format.error_of(with_data("((0.9 0.1)()(0.3 0.7))")) == refusal("38", "0"));
    const auto with_normals = [&](const std::string& data) {
        return nodes + "continuous node D {}\npotential (D | A B) { data = " + data +
               "; }\npotential (B | A) { data = (0.9 0.1 0.3 0.7); }\n";
    };
    const std::string n = "normal (0, 1) ";
    CHECK_NOTHROW(net_format.read(with_normals("((" + n + n + ")(" + n + n + "))")));
    CHECK_THAT(net_format.error_of(with_normals("((" + n + n + n + ")(" + n + "))")),
               Catch::Contains("has a list of 3 here"));
}

TEST_CASE("NET: functions have no distribution and are left out, unless something depends on them",
          "[io]") {
    const std::string function =
        "function F { label = \"f; {}\"; position = (1 2); }\n"
        "potential (F | lung) { model_nodes = (lung); model_data = (if "
        "(lung == \"yes\", 1, 0)); }\n";
    const io::ReadResult read = net_format.read(std::string(net_text) + function);
    CHECK(read.network == tests::smoke_and_lung());
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks[0].message == "the function 'F' has no distribution and was left out");
    CHECK_THAT(
        net_format.error_of(std::string(net_text) + function +
                            "node G { states = (\"a\"); }\npotential (G | F) { data = (1); }"),
        Catch::Contains("'G' depends on 'F', which is a function and has no distribution"));
}

TEST_CASE("NET: a node declared twice is told as such, with its potential or without", "[io]") {
    CHECK(net_format.error_of("net {}\nnode A { states = (\"a\"); }\nnode A { states = (\"b\"); }\n"
                              "potential (A) { data = (1); }\n") ==
          "x.net:3:6: variable 'A' is declared twice, first on line 2");
}

TEST_CASE("NET: what cannot be written is told", "[io]") {
    NetworkBuilder builder("n");
    Variable variable("a b", {"x y"});
    variable.annotate("no attribute");
    const VariableId id = builder.add_variable(std::move(variable));
    builder.set_cpd(TableCpd(Scope({id}, {1}), std::vector<double>{1}));
    CHECK(net_format.losses(builder.build()) ==
          std::vector<std::string>{"the name 'a b' of a variable, written as a_b",
                                   "1 line of properties: 'no attribute'"});
    CHECK(net_format.losses(tests::smoke_and_lung()).empty());
}

TEST_CASE("NET: a text that is not UTF-8 is read as Latin-1, with a note", "[io]") {
    const io::ReadResult result = net_format.read(net_with("\"yes\"", "\"gr\xFC\xDF\""));
    CHECK(result.network.variables()[0].states()[0] == "grüß");
    REQUIRE(result.remarks.size() == 1);
    CHECK(to_string(result.remarks[0]) ==
          "x.net:1:1: the text is not UTF-8 and was read as Latin-1 (convert the file to UTF-8 if "
          "names look wrong)");
}

TEST_CASE("NET: names may have brackets, as UnBBayes writes them", "[io]") {
    const auto text = [](const std::string& child, const std::string& parent) {
        return "net { }\nnode " + parent + " { states = (\"no\" \"yes\"); }\nnode " + child +
               " { states = (\"no\" \"yes\"); }\npotential (" + parent +
               ") { data = (0.8 0.2); }\npotential (" + child + " | " + parent +
               ") { data = ((0.9 0.1) (0.3 0.7)); }\n";
    };
    const BayesianNetwork network =
        net_format.read(text("Change(p2)", "Related(m1, f(p3))_x")).network;
    CHECK(network.variables()[0].name() == "Related(m1, f(p3))_x");
    CHECK(network.variables()[1].name() == "Change(p2)");
    // 0.8 0.1 + 0.2 0.7
    CHECK(as_table(network.cpds()[1])->row(1)[1] == 0.7);
    CHECK(net_format.error_of(text("Change(p2", "a")) ==
          "x.net:3:16: expected ')' in the name that begins with 'Change', found '{'");
    CHECK(net_format.error_of("net { }\nnode X(a") ==
          "x.net:2:9: expected ')' in the name that begins with 'X', found the end of the text");
    CHECK(net_format.error_of(text("Change (p2)", "a")) ==
          "x.net:3:13: expected '{' before the attributes of a node, found '('");
}

TEST_CASE("NET: states may be intervals without quotes, as aGrUM writes them", "[io]") {
    const auto text = [](const std::string& states) {
        return "net { }\nnode D { states = (" + states +
               "); }\npotential (D) { data = (0.25 0.75); }\n";
    };
    using Names = std::vector<std::string>;
    const auto states = [&](const std::string& list) {
        return net_format.read(text(list)).network.variables()[0].states();
    };
    CHECK(states("[0;1.5[ [1.5;3] ") == Names{"[0;1.5[", "[1.5;3]"});
    CHECK(states("(-2e3;1.5[ [1.5;3)") == Names{"(-2e3;1.5[", "[1.5;3)"});
    CHECK(states("]-inf;0] ]0;+inf[") == Names{"]-inf;0]", "]0;+inf["});
    CHECK(net_format.error_of(text("[0;a[ [1.5;3]")) ==
          "x.net:2:20: expected ')' after the states, found '['");
    CHECK(net_format.error_of(text("[0 1.5[ b")) ==
          "x.net:2:20: expected ')' after the states, found '['");
}

TEST_CASE("NET: decisions and utilities are read", "[io]") {
    const std::string nodes =
        "net { name = \"x\"; }\nnode Rain { states = (\"no\" \"yes\"); }\n"
        "decision Take { states = (\"take\" \"leave\"); }\nutility Joy { }\n"
        "potential (Rain) { data = (0.7 0.3); }\npotential (Take | Rain) { }\n";
    const io::ReadResult read =
        net_format.read(nodes + "potential (Joy | Take Rain) { data = ((20 70) (100 0)); }\n");
    CHECK(read.network == tests::umbrella_diagram("x"));
    CHECK(read.remarks.empty());
    CHECK(net_format.error_of(nodes + "potential (Joy | Take Rain) { data = ((20 70)); }\n") ==
          "x.net:7:38: P(Joy | Take, Rain) needs 4 numbers, found 2");
    CHECK(net_format
              .error_of(nodes + "node Wet { states = (\"no\" \"yes\"); }\n"
                                "potential (Wet | Joy) { data = (0.5 0.5); }\n"
                                "potential (Joy) { data = (1); }\n")
              .find("the table of P(Wet | Joy) needs states, and 'Joy' has none") !=
          std::string::npos);
}

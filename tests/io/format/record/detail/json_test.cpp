#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/text_format.hpp>

#include <filesystem>

using namespace pgm;

namespace {

const tests::TextFormat json_format(".json");

const std::string json_text =
    "{\n"
    "  \"format\": \"pgm-network\",\n"
    "  \"version\": 1,\n"
    "  \"name\": \"asia\",\n"
    "  \"variables\": [\n"
    "    {\n"
    "      \"name\": \"smoke\",\n"
    "      \"states\": [\"yes\", \"no\"],\n"
    "      \"table\": [\n"
    "        {\"p\": [0.5, 0.5]}\n"
    "      ]\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"lung\",\n"
    "      \"states\": [\"yes\", \"no\"],\n"
    "      \"parents\": [\"smoke\"],\n"
    "      \"table\": [\n"
    "        {\"given\": [\"yes\"], \"p\": [0.1, 0.9]},\n"
    "        {\"given\": [\"no\"], \"p\": [0.01, 0.99]}\n"
    "      ]\n"
    "    }\n"
    "  ]\n"
    "}\n";

/// The text above with one piece replaced.
std::string json_with(const std::string& piece, const std::string& other) {
    std::string changed = json_text;
    return changed.replace(changed.find(piece), piece.size(), other);
}

/// One variable of each kind, under discrete and continuous parents.
BayesianNetwork of_all_kinds() {
    NetworkBuilder builder("kinds");
    builder.annotate("position = (1, 2)");
    const VariableId a = builder.add_variable(Variable("a", {"x", "y"}));
    const VariableId b = builder.add_variable(Variable("b \"q\"", {"low", "\\", "h\xC3\xA9"}));
    const VariableId c = builder.add_variable(Variable("c", {"no", "yes", "much"}));
    const VariableId u = builder.add_variable(Variable("u"));
    const VariableId v = builder.add_variable(Variable("v"));
    const VariableId w = builder.add_variable(Variable("w"));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector{0.1, 0.9}));
    builder.set_cpd(TableCpd(Scope({a, b}, {2, 3}), std::vector{0.2, 0.3, 0.5, 0., 1e-300, 1.}));
    const std::vector<NoisyMaxCpd::Link> links = {{a, {{1, 0, 0}, {0.5, 0.25, 0.25}}},
                                                  {b, {{1, 0, 0}, {0.1, 0.2, 0.7}, {1, 0, 0}}}};
    builder.set_cpd(NoisyMaxCpd(c, links, std::vector{0.9, 0.1, 0.0}));
    builder.set_cpd(LinearGaussianCpd(u, Scope({a}, {2}), {}, {{0.1, {}, 2}, {-3, {}, 1e-3}}));
    builder.set_cpd(LinearGaussianCpd(v, Scope({a}, {2}), {u}, {{1, {0.5}, 2}, {4, {0.5}, 2}},
                                      LinearGaussianCpd::Tying::slopes_and_variance));
    builder.set_cpd(KernelDensityCpd(w, Scope({a}, {2}), KernelDensityCpd::Kernel::tophat,
                                     {{{1, 2.5}, {}, 0.5}, {{-1, 3}, {0.25, 2}, 0.1}}));
    builder.annotate(a, "label = \"first\"");
    return builder.build();
}

}  // namespace

TEST_CASE("JSON: a network is written one row on a line, and read back the same", "[io]") {
    CHECK(json_format.written(tests::smoke_and_lung()) == json_text);
    CHECK(json_format.read(json_text).network == tests::smoke_and_lung());
    CHECK(json_format.read(json_format.written(BayesianNetwork())).network == BayesianNetwork());
}

TEST_CASE("JSON: every kind of distribution is kept to the last bit", "[io]") {
    const BayesianNetwork network = of_all_kinds();
    CHECK(json_format.read(json_format.written(network)).network == network);
    const std::vector<NoisyMaxCpd::Link> links = {{VariableId(0), {{0, 1}, {0.5, 0.5}}}};
    NetworkBuilder strongest;
    strongest.variable("a", {"0", "1"}).variable("b", {"t", "f"});
    strongest.cpt("a").values({0.5, 0.5});
    strongest.set_cpd(NoisyMaxCpd(VariableId(1), links, std::vector{0.25, 0.75},
                                  NoisyMaxCpd::Parameters::net,
                                  NoisyMaxCpd::Order::strongest_first));
    const BayesianNetwork listed = strongest.build();
    CHECK(json_format.read(json_format.written(listed)).network == listed);
}

TEST_CASE("JSON: rows that are kept as they are do not sum to 1", "[io]") {
    NetworkBuilder builder;
    builder.variable("a", {"0", "1"}).set_row_sums(RowSums::keep).cpt("a").values({0.5, 0.4999});
    const BayesianNetwork network = builder.build();
    CHECK(json_format.read(json_format.written(network)).network == network);
}

TEST_CASE(
    "JSON: members, rows and variables may come in any order, rows without their states in "
    "that of the table",
    "[io]") {
    const std::string other =
        R"({"variables":[{"table":[{"p":[0.01,0.99],"given":["no"]},)"
        R"({"given":["yes"],"p":[1E-1,0.9]}],)"
        R"("parents":["smoke"],"states":["yes","no"],"name":"lung"},)"
        R"({"name":"smoke","states":["yes","no"],"uniform":true}],"name":"as\u0069a"})";
    const BayesianNetwork network = json_format.read(other).network;
    CHECK(network.name() == "asia");
    const TableCpd& lung = *as_table(network.cpd(network.id("lung")));
    CHECK(lung.table()[0] == 0.1);
    CHECK(lung.table()[2] == 0.01);
    CHECK(as_table(network.cpd(network.id("smoke")))->table()[1] == 0.5);
    CHECK(json_format.read(json_with("\"given\": [\"yes\"], ", "")).network ==
          tests::smoke_and_lung());
}

TEST_CASE("JSON: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.json:1:1: expected a network in '{' and '}', found the end of the text"},
        {"[]", "x.json:1:1: expected a network in '{' and '}', found '['"},
        {"{}", "x.json:1:1: the network has no member 'variables'"},
        {json_text.substr(0, 60), "x.json:4:11: the quoted text does not end"},
        {json_text + "x", "x.json:24:1: expected nothing after the end of the object, found 'x'"},
        {json_with("pgm-network", "network"),
         "x.json:2:13: expected the format \"pgm-network\", found 'network'"},
        {json_with("\"version\": 1", "\"version\": 2"),
         "x.json:3:14: version 2 of the format is not known (it was written by a newer program, or "
         "by hand: this is version 1)"},
        {json_with("\"states\"", "\"statez\""),
         "x.json:8:7: a variable has no member 'statez' (did you mean 'states'?)"},
        {json_with("\"name\": \"smoke\"", "\"name\": \"smoke\", \"name\": \"x\""),
         "x.json:7:24: the member 'name' is given twice"},
        {json_with("[\"yes\", \"no\"]", "[]"),
         "x.json:7:15: the list of states is empty (a continuous variable has no member "
         "'states')"},
        {json_with("[\"yes\", \"no\"]", "[\"yes\", 3]"),
         "x.json:8:25: expected a state in quotes, found '3'"},
        {json_with("[\"yes\", \"no\"]", "[\"yes\" \"no\"]"),
         "x.json:8:24: expected ',' or ']', found '\"no\"'"},
        {json_with("      \"name\": \"smoke\",\n", ""),
         "x.json:6:5: the variable has no member 'name'"},
        {json_with("\"name\": \"lung\"", "\"name\": \"smoke\""),
         "x.json:14:15: variable 'smoke' is declared twice, first on line 7"},
        {json_with("[0.5, 0.5]", "[0.5, 0.6]"), "x.json:10:9: P(smoke) sums to 1.1, not 1"},
        {json_with("[0.5, 0.5]", "[0.5, nan]"),
         "x.json:10:21: expected a probability, found 'nan'"},
        {json_with("[0.5, 0.5]", "[0.5, 1e999]"), "x.json:10:21: '1e999' is not a finite number"},
        {json_with("[0.5, 0.5]", "[0.5, .5]"), "x.json:10:21: expected a probability, found '.5'"},
        {json_with("[0.5, 0.5]", "[0.5, 0x1]"), "x.json:10:21: '0x1' is not a finite number"},
        {json_with("[0.5, 0.5]", "[0.5]"), "x.json:10:9: P(smoke) has 1 number, expected 2"},
        {json_with(", \"p\": [0.1, 0.9]", ""), "x.json:18:9: the row has no member 'p'"},
        {json_with("[\"smoke\"]", "[\"smok\"]"),
         "x.json:16:19: there is no variable 'smok' (did you mean 'smoke'?)"},
        {json_with("{\"given\": [\"yes\"]", "{\"given\": [\"maybe\"]"),
         "x.json:18:20: variable 'smoke' has no state 'maybe' (known: yes, no)"},
        {json_with("{\"given\": [\"yes\"]", "{\"given\": [\"yes\", \"no\"]"),
         "x.json:18:9: a row of P(lung | smoke) needs the states of 1 discrete parent, found 2"},
        {json_with("{\"given\": [\"yes\"]", "{\"given\": [\"no\"]"),
         "x.json:19:9: P(lung | smoke=no) is given twice, first on line 18"},
        {json_with(",\n        {\"given\": [\"no\"], \"p\": [0.01, 0.99]}", ""),
         "x.json:17:16: no row for P(lung | smoke=no) (give every row)"},
        {json_with("      \"states\": [\"yes\", \"no\"],\n      \"parents\"", "      \"parents\""),
         "x.json:16:16: the table of P(lung | smoke) needs states, and 'lung' has none "
         "(cut it into intervals in the program that wrote the file)"},
        {json_with("\"table\": [\n        {\"p\"", "\"uniform\": true, \"table\": [\n {\"p\""),
         "x.json:7:15: variable 'smoke' has more than one distribution (give one of table, "
         "uniform, noisy_max, gaussian, kernel_density, function, other)"},
        {json_with("asia", "as\\xia"),
         "x.json:4:14: an escape that JSON does not have (write "
         "\\\\ for \\)"},
        {json_with("asia", "\\ud800"), "x.json:4:12: half a character of UTF-16"},
        {json_with("asia", "a\nb"),
         "x.json:4:13: a control character in a quoted text (write it "
         "as \\n, \\t or \\u00XX)"},
        {json_with("\"asia\"", "\"asia"),
         "x.json:4:17: a control character in a quoted text "
         "(write it as \\n, \\t or \\u00XX)"},
    };
    for (const auto& [text, message] : mistakes) CHECK(json_format.error_of(text) == message);
}

TEST_CASE("JSON: mistakes in densities are reported with their places", "[io]") {
    const std::string text = json_format.written(of_all_kinds());
    const auto with = [&](const std::string& piece, const std::string& other) {
        std::string changed = text;
        REQUIRE(changed.find(piece) != std::string::npos);
        return json_format.error_of(changed.replace(changed.find(piece), piece.size(), other));
    };
    CHECK(with("\"variance\": 0.001", "\"variance\": -1") ==
          "x.json:45:11: the variance of P(u | a=y) is -1, not a positive number or 0");
    CHECK(with(", \"variance\": 0.001", "") == "x.json:45:11: the row has no member 'variance'");
    CHECK(with("{\"u\": 0.5}", "{\"c\": 0.5}") ==
          "x.json:55:55: the mean of P(v | a, u) depends on 'c', which is no continuous parent");
    CHECK(with("{\"u\": 0.5}", "{\"u\": 0.25}") ==
          "x.json:52:19: P(v | a, u): the rows of a tied linear Gaussian differ in a slope or in "
          "the variance");
    CHECK(with("\"tophat\"", "\"box\"") ==
          "x.json:64:19: there is no kernel 'box' (known: gaussian, tophat)");
    CHECK(with(", \"weights\": [0.25, 2]", ", \"weights\": [0.25]") ==
          "x.json:63:25: P(w | a): a kernel density has 1 weights for 2 points");
    CHECK(with("\"points\": [1, 2.5]", "\"points\": []") ==
          "x.json:63:25: P(w | a): a kernel density needs at least one point per configuration of "
          "its parents");
    CHECK(with("\"state\": \"y\"", "\"state\": \"x\"") ==
          "x.json:31:22: expected the link of 'a' in the state 'y'");
    CHECK(with(",\n        \"leak\": [0.9, 0.1, 0]", "") ==
          "x.json:28:20: the noisy-MAX has no member 'leak'");
}

TEST_CASE("JSON: brackets are bounded, also in what is passed over", "[io]") {
    const std::string deep(100'000, '[');
    CHECK_THROWS_AS(
        json_format.read(json_with("[\n        {\"p\": [0.5, 0.5]}\n      ]", deep)).network,
        TooLargeError);
    CHECK_FALSE(tests::format_of(".json").classifiers->recognise("{\"a\": " + deep));
}

TEST_CASE("JSON: files are recognised by suffix and by their first bytes", "[io]") {
    const tests::TemporaryFolder folder;
    for (const char* name : {"m.json", "m.JSON.gz"}) {
        io::write_network(tests::smoke_and_lung(), folder.file(name));
        CHECK(io::read_network(folder.file(name)).network == tests::smoke_and_lung());
    }
    CHECK(json_format.recognises("\xEF\xBB\xBF \n{"));
    CHECK_FALSE(json_format.recognises("network {"));
    CHECK(tests::format_of(".json").classifiers->recognise(
        R"({"version": 1, "x": [{}], "format": "pgm-classifier"})"));
    CHECK_FALSE(tests::format_of(".json").classifiers->recognise(json_text));
}

TEST_CASE("JSON: a classifier that contradicts itself is refused at its place", "[io]") {
    const auto error_of = [](const std::string& text) {
        std::vector<Problem> remarks;
        try {
            tests::format_of(".json").classifiers->read(text, {.name = "x.json"}, remarks);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(error_of(json_text) ==
          "x.json:2:13: the file holds a network, not a classifier (fit a classifier with the "
          "structure of that network, or query it)");
    CHECK(error_of("{}") == "x.json:1:1: the classifier has no schema");
    CHECK(error_of(R"({"schema": [{"name": "c", "states": ["a"]}]})") ==
          "x.json:1:1: the classifier has no networks");
    CHECK(error_of(R"({"schema": [{"name": "c", "states": ["a"]}],
 "networks": [{"network": {"variables": []}}]})")
              .starts_with("x.json:1:1: "));
    CHECK(error_of(R"({"classifiers": [{"classifiers": []}]})") ==
          "x.json:1:19: a classifier has no member 'classifiers' (known: format, version, "
          "weight, schema, cuts, replacements, temperature, fit, ...)");
    CHECK(error_of(R"({"cuts": {"x": [2, 1]}})").starts_with("x.json:1:11: "));
    CHECK(error_of(R"({"replacements": {"x": {}}})") ==
          "x.json:1:24: a replacement has a state, a number or an own_state");
    CHECK(error_of(R"({"replacements": {"x": {"state": 4294967295}}})") ==
          "x.json:1:24: there is no such state");
    CHECK(error_of(R"({"fit": {"candidates": {"chosen": 0}}})") ==
          "x.json:1:24: the candidate that was chosen is none of them");
    CHECK(error_of(R"({"fit": {"rows": -1}})") ==
          "x.json:1:18: expected a number of rows, a whole number below 2^64, found '-1'");
    CHECK(error_of(R"({"statistics": {"counts": [{"child": "x"}]}})") ==
          "x.json:1:38: the schema, which must come before the families, has no column 'x'");
}

TEST_CASE("JSON: every network of the reference data reads back the same", "[io]") {
    const std::optional<std::string> folder = tests::reference_file("networks/bif");
    if (!folder) {
        WARN("SKIPPED: no reference data");
        return;
    }
    for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
        INFO(entry.path());
        const BayesianNetwork network = io::read_network(entry.path().string()).network;
        CHECK(json_format.read(json_format.written(network)).network == network);
    }
}

TEST_CASE("JSON: a function of the program is known by its name, which its reader gives", "[io]") {
    const auto log_density = [](std::size_t row, std::span<const double>, double t) {
        const double rate = row == 0 ? 1 : 3;
        return std::log(rate) - rate * t;
    };
    NetworkBuilder builder;
    const VariableId server = builder.add_variable(Variable("server", {"slow", "fast"}));
    const VariableId time = builder.add_variable(Variable("time"));
    builder.set_cpd(TableCpd(Scope({server}, {2}), std::vector<double>{0.5, 0.5}));
    const auto set_function = [&](std::string name) {
        builder.set_cpd(FunctionCpd(time, Scope({server}, {2}), {},
                                    {.log_density = log_density, .name = std::move(name)}));
    };
    set_function("waiting time");
    const BayesianNetwork network = builder.build();
    const std::string text = json_format.written(network);
    CHECK(text.find("\"function\": \"waiting time\"") != std::string::npos);

    const std::vector<FunctionCpd::Function> functions = {
        {.log_density = log_density, .name = "another"},
        {.log_density = log_density, .name = "waiting time"}};
    const BayesianNetwork again =
        tests::format_of(".json").read(text, {.functions = functions}).network;
    CHECK(again == network);
    CHECK(std::get<FunctionCpd>(again.cpd(time)).log_density(1, {}, 0) == std::log(3.0));
    CHECK(
        json_format.error_of(text) ==
        "x.json:15:19: there is no function 'waiting time' (the program that reads the file gives "
        "it as one of ReadOptions::functions)");
    set_function("");
    CHECK_THROWS_AS(json_format.written(builder.build()), ArgumentError);
}

TEST_CASE("JSON: a distribution of any kind may be given by its numbers", "[io]") {
    const auto with = [](const std::string& other) {
        return json_with("\"table\": [\n        {\"p\": [0.5, 0.5]}\n      ]",
                         "\"other\": " + other);
    };
    CHECK(json_format.read(with(R"({"kind": "table", "numbers": [0.5, 0.5]})")).network ==
          tests::smoke_and_lung());
    CHECK(json_format.error_of(with(R"({"kind": "tabel", "numbers": [0.5, 0.5]})")) ==
          "x.json:9:25: there is no kind of distribution 'tabel'");
    CHECK(json_format.error_of(with(R"({"kind": "function", "numbers": []})"))
              .starts_with("x.json:9:16: "));
    CHECK(json_format.error_of(with(R"({"kind": "table", "numbers": [0.5]})"))
              .starts_with("x.json:9:16: "));
    CHECK(json_format.error_of(with(R"({"kind": "linear Gaussian", "numbers": [0, 1, 1]})"))
              .starts_with("x.json:9:16: "));
}

TEST_CASE("JSON: the weight of the rows behind the numbers comes back", "[io][json]") {
    NetworkBuilder builder(tests::smoke_and_lung());
    builder.set_row_weights(VariableId(std::size_t{1}), {12.5, 30});
    const std::string written = json_format.written(builder.build());
    CHECK_THAT(written, Catch::Contains("\"row_weights\": [12.5, 30]"));
    const BayesianNetwork read = json_format.read(written).network;
    CHECK(read.row_weights(VariableId(std::size_t{0})).empty());
    CHECK(read.row_weights(VariableId(std::size_t{1})).back() == 30);
    std::string wrong = written;
    wrong.replace(wrong.find("12.5, 30"), 8, "12.5, 30, 4");
    CHECK_THROWS_WITH(json_format.read(wrong), Catch::Contains("the 3 row weights of 'lung'"));
}

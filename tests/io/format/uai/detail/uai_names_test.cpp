#include <pgm/core/error.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/text_format.hpp>

using namespace pgm;

namespace {

/// The text of the file of names that is written beside a model.
std::string uai_names(const BayesianNetwork& network) {
    const tests::TemporaryFolder folder;
    tests::format_of(".uai").beside.write(network, folder.file("m.uai"));
    return tests::read_file(folder.file("m.uai.names"));
}

/// The network with the names of a file of this text.
BayesianNetwork with_uai_names(const BayesianNetwork& network, const std::string& text) {
    const tests::TemporaryFolder folder;
    folder.write("m.uai.names", text);
    return tests::format_of(".uai").beside.read(network, folder.file("m.uai"), Limits{});
}

std::string names_error_of(const std::string& text) {
    try {
        with_uai_names(tests::smoke_and_lung(), text);
        return "";
    } catch (const Error& error) {
        const std::string problem = to_string(problem_of(error));
        return problem.substr(problem.rfind("m.uai.names:"));
    }
}

}  // namespace

TEST_CASE("UAI names: the file is called after the model") {
    const tests::TemporaryFolder folder;
    for (const char* model : {"m.uai", "n.uai.gz"})
        tests::format_of(".uai").beside.write(tests::smoke_and_lung(), folder.file(model));
    CHECK(folder.names() == std::vector<std::string>{"m.uai.names", "n.uai.names"});
}

TEST_CASE("UAI names: any names are read back as they were written") {
    for (const BayesianNetwork& network : {tests::smoke_and_lung(), tests::oddly_named_network()}) {
        const BayesianNetwork again = with_uai_names(network, uai_names(network));
        CHECK(uai_names(again) == uai_names(network));
        for (std::size_t v = 0; v < network.size(); ++v) {
            CHECK(again.variables()[v].name() == network.variables()[v].name());
            CHECK(again.variables()[v].states() == network.variables()[v].states());
        }
        CHECK(again.cpds().size() == network.cpds().size());
    }
    const std::string loose = "\xEF\xBB\xBF 'a b' = \"it's\",no\r\n\r\nc = and, d=e";
    CHECK(names_error_of(loose) ==
          "m.uai.names:3:11: expected ',' or the end of the line, found '='");
    CHECK(uai_names(with_uai_names(tests::smoke_and_lung(), loose.substr(0, loose.size() - 2))) ==
          "'a b' = \"it's\", no\nc = 'and', d\n");
}

TEST_CASE("UAI names: a name may begin with a byte-order mark, also the first of the file") {
    const std::string mark = "\xEF\xBB\xBF";
    const BayesianNetwork network =
        with_uai_names(tests::smoke_and_lung(), mark + mark + "a = 0, 1\nb = 0, 1\n");
    CHECK(network.variables()[0].name() == mark + "a");
    CHECK(with_uai_names(network, uai_names(network)) == network);
}

TEST_CASE("UAI names: mistakes are reported with their location") {
    const std::string other = " (remove the file if it belongs to another model)";
    const std::string form = " (a line is like: smoke = no, yes)";
    const std::vector<std::pair<std::string, std::string>> bad = {
        {"smoke = yes, no\n",
         "2:1: there are names of 1 variable, and the model beside has 2" + other},
        {"", "1:1: there are names of 0 variables, and the model beside has 2" + other},
        {"a = 0, 1\nb = 0, 1\nc = 0, 1\n",
         "3:1: the model beside has 2 variables, and here are names of more" + other},
        {"a = 0, 1\n\nb = 0, 1, 2\n",
         "3:1: variable 1 has 2 states in the model beside, and here 3" + other},
        {"a 0, 1\n", "1:3: expected '=', found '0'" + form},
        {"= 0, 1\n", "1:1: expected the name of a variable, found '='" + form},
        {"a = 0,\n", "1:7: expected a state, found the end" + form},
        {"a = 0 1\n", "1:7: expected ',' or the end of the line, found '1'"},
        {"a = 0, 1\n'b = 0, 1\n",
         "2:1: this quote is not closed (a quote inside a name is written twice, or the name put "
         "in \"...\")"},
        {"a = 0, 1\na = 0, 1\n", "2:1: variable 'a' is declared twice"},
        {"a = 0, 0\nb = 0, 1\n", "1:1: variable 'a' has two states '0'"},
    };
    for (const auto& [text, expected] : bad)
        CHECK(names_error_of(text) == "m.uai.names:" + expected);
}

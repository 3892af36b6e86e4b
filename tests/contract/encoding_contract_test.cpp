#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/format/block/bif.hpp>
#include <io/loss_matrix_file.hpp>
#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr const char* hint =
    " (save the file as UTF-8, or read it with DataOptions::encoding = latin1)";

io::DataOptions latin1(std::string name = "t") {
    return {.name = std::move(name), .encoding = io::Encoding::latin1};
}

/// Cities in Latin-1, two of which differ in bytes that are no UTF-8.
const std::string cities = "city,n\nM\xFCnchen,1\nM\xF6nchen,2\nM\xFCnchen,3\n";

}  // namespace

TEST_CASE("Tables that are not UTF-8 are refused at the cell, and say how they can be read",
          "[contract][io]") {
    const io::DataOptions t{.name = "t"};
    CHECK_THROWS_WITH(io::read_csv(cities, t),
                      "t:2:1: 'M\uFFFDnchen' in column 'city' is not UTF-8" + std::string(hint));
    CHECK_THROWS_WITH(io::read_csv("a,gr\xF6\xDF"
                                   "e\n1,2\n",
                                   t),
                      "t:1:3: the name of column 2, 'gr\uFFFD\uFFFD"
                      "e', is not UTF-8" +
                          std::string(hint));
    std::string numbers = "x\n";
    for (int i = 0; i < 1000; ++i) numbers += std::to_string(i) + "\n";
    CHECK_THROWS_WITH(io::read_csv(numbers + "\xB5\n", t),
                      "t:1002:1: '\uFFFD' in column 'x' is not UTF-8" + std::string(hint));
    const std::string head = "% G\xF6ttingen\n@relation r\n", rows = "@data\n";
    CHECK_THROWS_WITH(io::read_arff(head + "@attribute gr\xFC\xDF string\n" + rows, t),
                      "t:3:12: 'gr\uFFFD\uFFFD' is not UTF-8" + std::string(hint));
    CHECK_THROWS_WITH(io::read_arff(head + "@attribute a {x,\xE9}\n" + rows, t),
                      "t:3:17: '\uFFFD' is not UTF-8" + std::string(hint));
    CHECK_THROWS_WITH(io::read_arff(head + "@attribute a string\n" + rows + "'caf\xE9'\n", t),
                      "t:5:1: 'caf\uFFFD' is not UTF-8" + std::string(hint));
    CHECK(io::read_arff(head + "@attribute a string\n" + rows + "ok\n", t).rows() ==
          1);  // a comment may be anything
    CHECK_THROWS_WITH(io::parse_loss_matrix("action,\xFC,b\nx,1,2\n", "L", {"a", "b"}),
                      "L:1:8: '\uFFFD' is not UTF-8" + std::string(hint));
}

TEST_CASE(
    "Tables in Latin-1 are read, their states differ, and all that is written of them reads back",
    "[contract][io]") {
    const Dataset data = io::read_csv(cities, latin1());
    const Variable& city = data.column("city").variable;
    CHECK(city.states() == std::vector<std::string>{"M\u00F6nchen", "M\u00FCnchen"});
    CHECK(io::read_arff("@relation r\n@attribute \xE9 {\xFC, b}\n@data\n\xFC\n", latin1())
              .column("\u00E9")
              .variable.states() == std::vector<std::string>{"\u00FC", "b"});
    std::ostringstream csv;
    io::write_csv(data, csv);
    CHECK(io::read_csv(csv.str()).column("city").variable.states() == city.states());

    const TemporaryFolder folder;
    const std::string loss =
        folder.write("L.csv", "action,M\xFCnchen,M\xF6nchen\ngo,0,1\nstay,1,0\n");
    CHECK(io::read_loss_matrix(loss, city.states(), {}, io::Encoding::latin1).loss(0, 0) == 1);
    learners::Fit options;
    options.structure = "nb";
    const Classifier classifier = learners::fit(
        io::read_csv("city,k\nM\xFCnchen,a\nM\xF6nchen,b\n", latin1()), "city", options);
    io::write_classifier(classifier, folder.file("c.pgmodel"));
    CHECK(io::read_classifier(folder.file("c.pgmodel")) == classifier);
    const BayesianNetwork& network = classifier.model().network();
    for (const char* name : {"n.bif", "n.pgmodel"}) {
        io::write_network(network, folder.file(name));
        CHECK(io::read_network(folder.file(name)).network == network);
    }
}

TEST_CASE("No network has a name that is not UTF-8, hence none is written", "[contract][io]") {
    const auto problems_of = [](const NetworkBuilder& builder) {
        std::string text;
        for (const Problem& problem : builder.check()) text += problem.message + "\n";
        return text;
    };
    const auto with = [](const std::string& name, const std::string& state) {
        NetworkBuilder builder;
        builder.variable(name, {state, "b"});
        builder.cpt(name).values({0.5, 0.5});
        return builder;
    };
    CHECK(problems_of(with("\u00FC", "\u00E9")).empty());
    CHECK_THAT(problems_of(with("\xFC", "a")),
               Catch::Contains("the name of variable '\uFFFD' is not UTF-8"));
    CHECK_THAT(problems_of(with("a", "\xC3")),
               Catch::Contains("a state of variable 'a' is not UTF-8"));
    CHECK_THAT(problems_of(with("a", "x").set_name("\xFF")),
               Catch::Contains("the name of the network is not UTF-8"));
    CHECK_THAT(problems_of(with("a", "x").annotate("by J\xF6rg")),
               Catch::Contains("an annotation of the network is not UTF-8"));
    CHECK_THAT(problems_of(with("a", "x").annotate(VariableId(0), "\xE9")),
               Catch::Contains("an annotation of variable 'a' is not UTF-8"));
    const Dataset data(
        {discrete_column(Variable("a", {"\xFC", "b"}), std::vector<std::string_view>{"b"})});
    std::ostringstream out;
    CHECK_THROWS_AS(io::write_csv(data, out), ArgumentError);
}

TEST_CASE("A BIF text with names or properties that are not UTF-8 is refused at the place",
          "[contract][io]") {
    const std::string end = "probability ( a ) { table 0.5, 0.5; }\n";
    const std::string how =
        " (save the file as UTF-8; if it is Latin-1, 'iconv -f latin1 -t utf-8' does so)";
    const io::ReadOptions t{.name = "t"};
    CHECK_THROWS_WITH(io::read_bif("variable a { type discrete [2] { \xFC, y }; }\n" + end, t),
                      "t:1:34: the name '\uFFFD' is not UTF-8" + how);
    CHECK_THROWS_WITH(io::read_bif("variable a { type discrete [2] { \"\\xfc\", y }; }\n" + end, t),
                      "t:1:34: the name '\uFFFD' is not UTF-8" + how);
    CHECK_THROWS_WITH(io::read_bif("network n { property author J\xF6rg; }\n", t),
                      "t:1:22: the property 'author J\uFFFDrg' is not UTF-8" + how);
    CHECK(io::read_bif("// J\xF6rg\nvariable a { type discrete [2] { x, y }; }\n" + end, t)
              .network.size() == 1);
}

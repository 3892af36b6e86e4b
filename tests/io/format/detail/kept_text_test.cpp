#include <io/network_file.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// A file of GeNIe with a submodel, a text box, fonts, a case and an id that is not its name.
const std::string genie =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!-- drawn by hand -->\n"
    "<smile version=\"1.0\" id=\"N7\" numsamples=\"500\">\n"
    "\t<nodes>\n"
    "\t\t<cpt id=\"a\"><state id=\"no\"/><state id=\"yes\"/>\n"
    "\t\t\t<probabilities>0.25 0.75</probabilities></cpt>\n"
    "\t\t<cpt id=\"b\"><state id=\"no\"/><state id=\"yes\"/><parents>a</parents>\n"
    "\t\t\t<probabilities>0.50  0.50 \n 1 0</probabilities></cpt>\n"
    "\t</nodes>\n"
    "\t<cases><case name=\"one\"><evidence node=\"a\" state=\"yes\"/></case></cases>\n"
    "\t<extensions><genie version=\"1.0\" app=\"GeNIe 4\" name=\"Two\">\n"
    "\t\t<node id=\"a\"><name>a</name><font name=\"Arial\" size=\"8\"/></node>\n"
    "\t\t<submodel id=\"s\"><name>Sub</name><font name=\"Arial\" size=\"9\"/>\n"
    "\t\t\t<node id=\"b\"><name>b</name><font name=\"Arial\" size=\"8\"/>"
    "<barchart active=\"true\"/></node></submodel>\n"
    "\t\t<textbox><caption>Hello</caption></textbox>\n"
    "\t</genie></extensions>\n"
    "</smile>\n";

const std::string netica =
    "// ~->[DNET-1]->~\n\n// by hand\nbnet Two {\n"
    "visual V1 { defdispform = BELIEFBARS; font = \"Arial\"; };\n"
    "node a { states = (no, yes); parents = (); probs = (0.25, 0.75); // prior\n"
    "  visual V1 { center = (10, 20); height = 3; }; };\n"
    "nodeset Both { Nodes = (a); };\n"
    "};\n";

const std::string hugin =
    "% by hand\nnet { node_size = (80 40); }\n\n"
    "node a { states = (\"no\" \"yes\"); label = \"\"; }   % the only one\n"
    "potential (a) { data = (\t2 6 ); } % counts\n";

io::ReadResult read_again(const TemporaryFolder& folder, const std::string& name,
                          const std::string& text) {
    return io::read_network(folder.write(name, text));
}

/// The network with other numbers for its first variable.
BayesianNetwork with_first_row(const BayesianNetwork& network, const std::vector<double>& row) {
    NetworkBuilder builder(network);
    builder.cpt(network.variables()[0].name()).clear();
    builder.cpt(network.variables()[0].name()).values(row);
    return builder.build();
}

std::string replaced(std::string text, const std::string& piece, const std::string& other) {
    return text.replace(text.find(piece), piece.size(), other);
}

}  // namespace

TEST_CASE("Kept text: an unchanged network is written byte for byte as it was read", "[io]") {
    const TemporaryFolder folder;
    for (const auto& [name, text] :
         {std::pair("m.xdsl", genie), std::pair("m.dne", netica), std::pair("m.net", hugin)}) {
        INFO(name);
        const io::ReadResult read = read_again(folder, name, text);
        const std::string copy = folder.file("copy" + std::string(name).substr(1));
        CHECK(io::losses(read.network, copy, read.source).empty());
        CHECK(io::lost_looks(read.network, copy, read.source).empty());
        io::write_network(read.network, copy, read.source);
        CHECK(read_file(copy) == text);
        CHECK(io::read_network(copy).network == read.network);
    }
}

TEST_CASE("Kept text: where only numbers have changed, they alone are replaced", "[io]") {
    const TemporaryFolder folder;
    const auto changed = [&](const char* name, const std::string& text) {
        const io::ReadResult read = read_again(folder, name, text);
        const BayesianNetwork network = with_first_row(read.network, {0.125, 0.875});
        const std::string copy = folder.file("copy" + std::string(name).substr(1));
        CHECK(io::losses(network, copy, read.source).empty());
        io::write_network(network, copy, read.source);
        CHECK(io::read_network(copy).network == network);
        return read_file(copy);
    };
    CHECK(changed("m.xdsl", genie) == replaced(genie, "0.25 0.75", "0.125 0.875"));
    CHECK(changed("m.dne", netica) == replaced(netica, "0.25, 0.75", "0.125, 0.875"));
    CHECK(changed("m.net", hugin) == replaced(hugin, "2 6", "0.125 0.875"));
}

TEST_CASE("Kept text: a network that has changed otherwise is written without it, losses named",
          "[io]") {
    const TemporaryFolder folder;
    const io::ReadResult read = read_again(folder, "m.xdsl", genie);
    NetworkBuilder builder(read.network);
    builder.annotate(VariableId(0), "author = somebody");
    const BayesianNetwork network = builder.build();
    const std::string copy = folder.file("copy.xdsl");
    using Words = std::vector<std::string>;
    CHECK(io::losses(network, copy, read.source) ==
          Words{"1 submodel", "1 text box", "1 saved case"});
    CHECK(io::lost_looks(network, copy, read.source) ==
          Words{"1 bar chart", "1 comment", "2 fonts"});
    io::write_network(network, copy, read.source);
    CHECK(io::read_network(copy).network == network);
}

TEST_CASE("Kept text: other formats lose the contents, which reading names once", "[io]") {
    const TemporaryFolder folder;
    const io::ReadResult genies = read_again(folder, "m.xdsl", genie);
    CHECK(io::losses(genies.network, "m.bif", genies.source) ==
          std::vector<std::string>{"1 submodel", "1 text box", "1 saved case"});
    REQUIRE(genies.remarks.size() == 2);
    CHECK_THAT(to_string(genies.remarks[1]),
               Catch::EndsWith("m.xdsl:14:3: the file also has what no network holds: 1 "
                               "submodel, 1 text box (only the same format keeps it)"));
    const io::ReadResult neticas = read_again(folder, "m.dne", netica);
    CHECK(io::losses(neticas.network, "m.bif", neticas.source) ==
          std::vector<std::string>{"1 nodeset block"});
    CHECK(io::lost_looks(neticas.network, "m.bif", neticas.source) ==
          std::vector<std::string>{"1 attribute", "2 comments", "1 visual block"});
    const io::ReadResult hugins = read_again(folder, "m.net", hugin);
    CHECK(io::losses(hugins.network, "m.bif", hugins.source).empty());
    CHECK(io::lost_looks(hugins.network, "m.bif", hugins.source) ==
          std::vector<std::string>{"3 comments"});
}

TEST_CASE("Kept text: bytes of another encoding stay, and numbers in them are not replaced",
          "[io]") {
    const TemporaryFolder folder;
    const std::string latin1 = replaced(hugin, "the only one",
                                        "d\xFC"
                                        "nn");
    const io::ReadResult read = read_again(folder, "m.net", latin1);
    io::write_network(read.network, folder.file("copy.net"), read.source);
    CHECK(read_file(folder.file("copy.net")) == latin1);
    const BayesianNetwork network = with_first_row(read.network, {0.125, 0.875});
    io::write_network(network, folder.file("new.net"), read.source);
    CHECK(io::read_network(folder.file("new.net")).network == network);
    CHECK(io::lost_looks(network, folder.file("new.net"), read.source).size() == 1);
}

TEST_CASE("Kept text: a text that only its program reads so is not kept", "[io]") {
    const TemporaryFolder folder;
    const io::ReadResult read =
        read_again(folder, "m.xdsl", replaced(genie, "GeNIe 4", "aGrUM 3.3.1"));
    CHECK(read.source.suffix.empty());
    CHECK(read.source.bytes.empty());
    io::write_network(read.network, folder.file("copy.xdsl"), read.source);
    CHECK_THAT(read_file(folder.file("copy.xdsl")), Catch::Contains("app=\"pgm\""));
}

TEST_CASE("Kept text: comments are counted in every format that has some, and kept in the same one",
          "[io]") {
    const TemporaryFolder folder;
    const BayesianNetwork network = read_again(folder, "m.xdsl", genie).network;
    const std::string xml = "<!-- by hand -->";
    for (const auto& [suffix, comment] :
         std::vector<std::pair<std::string, std::string>>{{".bif", "/* by hand */ // at the end"},
                                                          {".bn", "# by hand\n  // twice"},
                                                          {".xmlbif", xml + xml},
                                                          {".xdsl", xml + xml},
                                                          {".pgmx", xml + xml},
                                                          {".xbn", xml + xml},
                                                          {".pmml", xml + xml},
                                                          {".dsl", "/* by hand */ // at the end"},
                                                          {".dne", "// by hand\n// twice"},
                                                          {".dsc", "/* by hand */ // at the end"},
                                                          {".net", "% by hand\n% twice"},
                                                          {".elv", "// by hand\n// twice"}}) {
        INFO(suffix);
        io::write_network(network, folder.file("plain" + suffix));
        const std::string plain = read_file(folder.file("plain" + suffix));
        CHECK(read_again(folder, "again" + suffix, plain).source.looks.empty());
        const std::string text = plain + "\n" + comment + "\n";
        const io::ReadResult read = read_again(folder, "comments" + suffix, text);
        CHECK(read.source.looks == std::vector<std::string>{"2 comments"});
        CHECK(io::lost_looks(read.network, "m.json", read.source) == read.source.looks);
        const std::string copy = folder.file("copy" + suffix);
        CHECK(io::lost_looks(read.network, copy, read.source).empty());
        io::write_network(read.network, copy, read.source);
        CHECK(read_file(copy) == text);
    }
}

TEST_CASE("Kept text: BIF without comments or with remarks is made from the network", "[io]") {
    const TemporaryFolder folder;
    const std::string text =
        "network  one {}\nvariable a { type discrete [2] { no, yes }; }\n"
        "probability (a) { table 0.25 0.75; }\n";
    const io::ReadResult plain = read_again(folder, "plain.bif", text);
    CHECK(plain.source.suffix.empty());
    const std::string renormalised = replaced("// by hand\n" + text, "0.25 0.75", "0.2501 0.75");
    const io::ReadResult remarked = read_again(folder, "remarked.bif", renormalised);
    CHECK(remarked.source.suffix.empty());
    CHECK(io::lost_looks(remarked.network, "copy.bif", remarked.source) ==
          std::vector<std::string>{"1 comment"});
    const io::ReadResult read = read_again(folder, "comment.bif", "// by hand\n" + text);
    const BayesianNetwork changed = with_first_row(read.network, {0.125, 0.875});
    CHECK(io::lost_looks(changed, "copy.bif", read.source).empty());
    CHECK(io::network_bytes(changed, "copy.bif", read.source) ==
          replaced("// by hand\n" + text, "0.25 0.75", "0.125 0.875"));
}

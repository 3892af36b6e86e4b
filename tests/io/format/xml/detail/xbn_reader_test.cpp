#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>

using namespace pgm;

namespace {

const tests::TextFormat xbn_format(".xbn");

const std::string xbn_text =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<ANALYSISNOTEBOOK NAME=\"asia\" ROOT=\"asia\">\n"
    "<BNMODEL NAME=\"asia\">\n"
    "<STATICPROPERTIES><FORMAT VALUE=\"MSR DTAS XML\"/><VERSION VALUE=\"0.2\"/>"
    "<CREATOR VALUE=\"pgm\"/></STATICPROPERTIES>\n"
    "<DYNAMICPROPERTIES>\n"
    "</DYNAMICPROPERTIES>\n"
    "<VARIABLES>\n"
    "<VAR NAME=\"smoke\" TYPE=\"discrete\">\n"
    "  <FULLNAME>smoke</FULLNAME>\n"
    "  <STATENAME>yes</STATENAME>\n"
    "  <STATENAME>no</STATENAME>\n"
    "</VAR>\n"
    "<VAR NAME=\"lung\" TYPE=\"discrete\">\n"
    "  <FULLNAME>lung</FULLNAME>\n"
    "  <STATENAME>yes</STATENAME>\n"
    "  <STATENAME>no</STATENAME>\n"
    "</VAR>\n"
    "</VARIABLES>\n"
    "<STRUCTURE>\n"
    "<ARC PARENT=\"smoke\" CHILD=\"lung\"/>\n"
    "</STRUCTURE>\n"
    "<DISTRIBUTIONS>\n"
    "<DIST TYPE=\"discrete\">\n"
    "  <PRIVATE NAME=\"smoke\"/>\n"
    "  <DPIS>\n"
    "    <DPI> 0.5 0.5 </DPI>\n"
    "  </DPIS>\n"
    "</DIST>\n"
    "<DIST TYPE=\"discrete\">\n"
    "  <CONDSET><CONDELEM NAME=\"smoke\"/></CONDSET>\n"
    "  <PRIVATE NAME=\"lung\"/>\n"
    "  <DPIS>\n"
    "    <DPI INDEXES=\" 0 \"> 0.1 0.9 </DPI>\n"
    "    <DPI INDEXES=\" 1 \"> 0.01 0.99 </DPI>\n"
    "  </DPIS>\n"
    "</DIST>\n"
    "</DISTRIBUTIONS>\n"
    "</BNMODEL>\n"
    "</ANALYSISNOTEBOOK>\n";

/// The text above with the last such piece replaced.
std::string xbn_with(const std::string& piece, const std::string& other) {
    std::string changed = xbn_text;
    return changed.replace(changed.rfind(piece), piece.size(), other);
}

}  // namespace

TEST_CASE("XBN: a network is written as MSBNx reads it", "[io]") {
    CHECK(xbn_format.written(tests::smoke_and_lung()) == xbn_text);
    CHECK(xbn_format.read(xbn_text).network == tests::smoke_and_lung());
}

TEST_CASE("XBN: files are recognised by their first bytes", "[io]") {
    CHECK(xbn_format.recognises(xbn_text));
    CHECK(xbn_format.recognises("<!-- c --><AnalysisNotebook>"));
    CHECK_FALSE(xbn_format.recognises("<smile>"));
}

TEST_CASE("XBN: rows are in any order, and one without INDEXES is for all others", "[io]") {
    const BayesianNetwork network = tests::smoke_and_lung();
    const std::string rows =
        "<DPI INDEXES=\" 0 \"> 0.1 0.9 </DPI>\n    <DPI INDEXES=\" 1 \"> 0.01 0.99 </DPI>";
    CHECK(xbn_format
              .read(xbn_with(rows,
                             "<DPI INDEXES=\"1\">0.01 0.99</DPI>"
                             "<DPI INDEXES=\"0\">0.1 0.9</DPI>"))
              .network == network);
    CHECK(xbn_format.read(xbn_with(rows, "<dpi>0.01 0.99</dpi><dpi indexes='0'>0.1 0.9</dpi>"))
              .network == network);
}

TEST_CASE("XBN: the last parent is fastest in the table that the rows make", "[io]") {
    NetworkBuilder builder;
    builder.variable("a", {"0", "1"}).variable("b", {"0", "1", "2"}).variable("c", {"0", "1"});
    builder.arc("a", "c").arc("b", "c");
    builder.cpt("a").values({0.5, 0.5});
    builder.cpt("b").values({0.25, 0.25, 0.5});
    builder.cpt("c").values({0, 1, 0.125, 0.875, 0.25, 0.75, 0.375, 0.625, 0.5, 0.5, 1, 0});
    const BayesianNetwork network = builder.build();
    const std::string text = xbn_format.written(network);
    CHECK(text.find("<DPI INDEXES=\" 0 2 \"> 0.25 0.75 </DPI>") != std::string::npos);
    CHECK(text.find("<DPI INDEXES=\" 1 0 \"> 0.375 0.625 </DPI>") != std::string::npos);
    CHECK(xbn_format.read(text).network == network);
}

TEST_CASE("XBN: what pgmpy writes is read", "[io]") {
    std::string text = xbn_with("TYPE=\"discrete\">\n  <CONDSET>", "TYPE=\"\">\n  <CONDSET>");
    text.replace(text.find("<BNMODEL NAME=\"asia\">"), 21, "<BNMODEL><NAME>asia</NAME>");
    text.replace(text.find("<FULLNAME>smoke</FULLNAME>"), 26, "<DESCRIPTION DESCRIPTION=\"\"/>");
    CHECK(xbn_format.read(text).network == tests::smoke_and_lung());
}

TEST_CASE("XBN: labels, positions, descriptions and properties are kept", "[io]") {
    std::string text =
        xbn_with("\"lung\" TYPE=\"discrete\">\n  <FULLNAME>lung</FULLNAME>",
                 "\"lung\" XPOS=\"10\" YPOS=\"20.5\"><DESCRIPTION>of one</DESCRIPTION>"
                 "<PROPERTY NAME=\"cost\"><VALUE>3</VALUE></PROPERTY>"
                 "<FULLNAME>A &lt;lung&gt;</FULLNAME>");
    text.replace(text.find("<DYNAMICPROPERTIES>\n"), 20,
                 "<DYNAMICPROPERTIES><PROPERTY NAME=\"author\">me</PROPERTY>");
    const BayesianNetwork network = xbn_format.read(text).network;
    CHECK(network.annotations() == std::vector<std::string>{"author = me"});
    CHECK(network.variables()[1].annotations() ==
          std::vector<std::string>{"label = \"A <lung>\"", "position = (10, 20.5)",
                                   "description = \"of one\"", "cost = 3"});
    CHECK(xbn_format.read(xbn_format.written(network)).network == network);
    using Lines = std::vector<std::string>;
    for (const Lines& lines : {Lines{"label = \"lung\"", "position = (1, 2)"},
                               Lines{"a = b", "position = (1, 2)", "no attribute", "label = \"x\""},
                               Lines{"label = \"\""}, Lines{"position = (1, 2)", "a\nb"}}) {
        NetworkBuilder builder(tests::smoke_and_lung());
        for (const std::string& line : lines) builder.annotate(VariableId(1), line);
        const BayesianNetwork annotated = builder.build();
        CHECK(xbn_format.read(xbn_format.written(annotated)).network == annotated);
    }
}

TEST_CASE("XBN: of several models the one that ROOT names is read, with a warning", "[io]") {
    std::string text = xbn_text;
    text.insert(text.find("<BNMODEL"), "<BNMODEL NAME=\"other\"/>");
    const io::ReadResult read = xbn_format.read(text);
    CHECK(read.network == tests::smoke_and_lung());
    REQUIRE(read.remarks.size() == 1);
    CHECK(to_string(read.remarks[0]) ==
          "x.xbn:3:24: of 2 models of the notebook only 'asia' is read");
    text.replace(text.find("ROOT=\"asia\""), 11, "ROOT=\"none\"");
    CHECK(xbn_format.error_of(text) ==
          "x.xbn:2:1: expected one <BNMODEL>, found 2 (the attribute ROOT of "
          "the notebook names the one to be read)");
}

TEST_CASE("XBN: mistakes are reported with their places", "[io]") {
    const std::vector<std::pair<std::string, std::string>> mistakes = {
        {"", "x.xbn:1:1: this is no XML: no document element found"},
        {"<BIF/>", "x.xbn:1:1: expected the element <analysisnotebook>, found '<BIF>'"},
        {xbn_text.substr(0, xbn_text.size() - 5),
         "x.xbn:39:3: this is no XML: start-end tags mismatch"},
        {xbn_with("ROOT=\"asia\">", "ROOT=\"asia\"/>").substr(0, 82),
         "x.xbn:2:1: expected one <BNMODEL>, found 0 (the attribute ROOT of the notebook names the "
         "one to be read)"},
        {xbn_with("  <STATENAME>yes</STATENAME>\n  <STATENAME>no</STATENAME>\n", ""),
         "x.xbn:13:1: variable 'lung' has no states (each state is a <STATENAME>)"},
        {xbn_with("VAR NAME=\"lung\"", "VAR NAME=\"smoke\""),
         "x.xbn:13:1: variable 'smoke' is declared twice, first on line 8"},
        {xbn_with("<STATENAME>no<", "<STATENAME>yes<"),
         "x.xbn:16:14: variable 'lung' has two states 'yes'"},
        {xbn_with("CONDELEM NAME=\"smoke\"", "CONDELEM NAME=\"smok\""),
         "x.xbn:30:12: there is no variable 'smok' (did you mean 'smoke'?)"},
        {xbn_with("CONDELEM NAME=\"smoke\"", "CONDELEM NAME=\"lung\""),
         "x.xbn:30:12: variable 'lung' is given as its own parent"},
        {xbn_with("PRIVATE NAME=\"lung\"", "PRIVATE NAME=\"long\""),
         "x.xbn:31:3: there is no variable 'long' (did you mean 'lung'?)"},
        {xbn_with("  <PRIVATE NAME=\"lung\"/>\n", ""),
         "x.xbn:29:1: there is no variable '' (known: smoke, lung)"},
        {xbn_with("PRIVATE NAME=\"lung\"", "PRIVATE NAME=\"smoke\""),
         "x.xbn:32:3: the distribution of 'smoke' is given twice, first on line 25"},
        {xbn_with(" 1 \"", " 2 \""),
         "x.xbn:34:5: P(lung | smoke): there is no state 2 of 'smoke', "
         "which has 2 states, counted from 0"},
        {xbn_with(" 1 \"", " 0 \""),
         "x.xbn:34:5: P(lung | smoke=yes) is given twice, first on line 33"},
        {xbn_with(" 1 \"", " x \""),
         "x.xbn:34:5: expected the number of a state, counted from 0, found 'x'"},
        {xbn_with(" 1 \"", " 1 0 \""), "x.xbn:34:5: this row of 'lung' has 2 states for 1 parent"},
        {xbn_with("    <DPI INDEXES=\" 1 \"> 0.01 0.99 </DPI>\n", ""),
         "x.xbn:32:3: no row for P(lung | smoke=no) (give every row, or one without INDEXES "
         "for all others)"},
        {xbn_with(" 0.99", ""), "x.xbn:34:5: P(lung | smoke=no) has 1 number, expected 2"},
        {xbn_with("0.99", "0.98"), "x.xbn:34:5: P(lung | smoke=no) sums to 0.99, not 1"},
        {xbn_with("0.99", "1e999"),
         "x.xbn:34:30: the table of 'lung': expected a number, found '1e999'"},
        {xbn_with("CHILD=\"lung\"", "CHILD=\"lang\""),
         "x.xbn:20:1: there is no variable 'lang' (did you mean 'lung'?)"},
    };
    for (const auto& [bytes, error] : mistakes) {
        INFO(error);
        CHECK(xbn_format.error_of(bytes) == error);
    }
    for (const char* type : {"continuous", "ci"}) {
        const std::string place = std::string(type) == "ci" ? "31:3" : "13:1";
        const std::string piece =
            std::string(type) == "ci" ? "DIST TYPE=\"discrete\"" : "TYPE=\"discrete\">\n  <FULL";
        std::string other = piece;
        other.replace(other.find("discrete"), 8, type);
        CHECK_THAT(xbn_format.error_of(xbn_with(piece, other)),
                   Catch::StartsWith("x.xbn:" + place + ": 'lung' is of the kind '" +
                                     std::string(type) + "'"));
    }
}

TEST_CASE("XBN: what cannot be written is told", "[io]") {
    NetworkBuilder builder;
    builder.add_variable(Variable("height"));
    builder.set_cpd(LinearGaussianCpd(VariableId(0), Scope(), {}, {{0, {}, 1}}));
    CHECK_THROWS_WITH(xbn_format.written(builder.build()),
                      "XBN knows discrete variables only, and 'height' is continuous (write a "
                      ".json or .pgmodel file)");
}

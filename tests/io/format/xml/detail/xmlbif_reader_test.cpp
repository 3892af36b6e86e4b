#include <pgm/core/error.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>
#include <tests/support/umbrella_diagram.hpp>

using namespace pgm;

namespace {

const tests::TextFormat xmlbif_format(".xml");

const std::string xmlbif_text =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<BIF VERSION=\"0.3\">\n"
    "<NETWORK>\n"
    "  <NAME>asia</NAME>\n"
    "<VARIABLE TYPE=\"nature\">\n"
    "  <NAME>smoke</NAME>\n"
    "  <OUTCOME>yes</OUTCOME>\n"
    "  <OUTCOME>no</OUTCOME>\n"
    "</VARIABLE>\n"
    "<VARIABLE TYPE=\"nature\">\n"
    "  <NAME>lung</NAME>\n"
    "  <OUTCOME>yes</OUTCOME>\n"
    "  <OUTCOME>no</OUTCOME>\n"
    "</VARIABLE>\n"
    "<DEFINITION>\n"
    "  <FOR>smoke</FOR>\n"
    "  <TABLE>\n"
    "    0.5 0.5\n"
    "  </TABLE>\n"
    "</DEFINITION>\n"
    "<DEFINITION>\n"
    "  <FOR>lung</FOR>\n"
    "  <GIVEN>smoke</GIVEN>\n"
    "  <TABLE>\n"
    "    0.1 0.9\n"
    "    0.01 0.99\n"
    "  </TABLE>\n"
    "</DEFINITION>\n"
    "</NETWORK>\n"
    "</BIF>\n";

/// The error of the text above with one piece replaced.
std::string xmlbif_error_with(const std::string& piece, const std::string& other) {
    std::string changed = xmlbif_text;
    changed.replace(changed.find(piece), piece.size(), other);
    return xmlbif_format.error_of(changed);
}

}  // namespace

TEST_CASE("XMLBIF: a network is written in version 0.3", "[io]") {
    CHECK(xmlbif_format.written(tests::smoke_and_lung()) == xmlbif_text);
    CHECK(xmlbif_format.read(xmlbif_text).network == tests::smoke_and_lung());
}

TEST_CASE("XMLBIF: files are recognised by their first bytes", "[io]") {
    CHECK(xmlbif_format.recognises(xmlbif_text));
    CHECK(xmlbif_format.recognises("\xEF\xBB\xBF <!-- c --><bif>"));
    CHECK_FALSE(xmlbif_format.recognises("<smile version=\"1.0\">"));
    CHECK_FALSE(xmlbif_format.recognises("network bif {"));
}

TEST_CASE("XMLBIF: mistakes are reported with their places", "[io]") {
    struct Mistake {
        std::string piece, other, error;
    };
    const std::vector<Mistake> mistakes = {
        {"<BIF VERSION=\"0.3\">", "<BOF>", "x.xml:30:3: this is no XML: start-end tags mismatch"},
        {xmlbif_text, "", "x.xml:1:1: this is no XML: no document element found"},
        {xmlbif_text, "<net/>", "x.xml:1:1: expected the element <bif>, found '<net>'"},
        {xmlbif_text, "<BIF/>", "x.xml:1:1: expected one <NETWORK>, found 0"},
        {"</NETWORK>", "</NETWORK><NETWORK/>", "x.xml:29:11: expected one <NETWORK>, found 2"},
        {"nature", "utility", "x.xml:17:3: P(smoke) needs 1 number, found 2"},
        {"  <OUTCOME>yes</OUTCOME>\n  <OUTCOME>no</OUTCOME>\n", "",
         "x.xml:5:1: variable 'smoke' has no states (each state is an <OUTCOME>)"},
        {"<FOR>lung</FOR>", "<FOR>lang</FOR>",
         "x.xml:22:8: there is no variable 'lang' (did you mean 'lung'?)"},
        {"<GIVEN>smoke", "<GIVEN>smok",
         "x.xml:23:10: there is no variable 'smok' (did you mean 'smoke'?)"},
        {"<GIVEN>smoke", "<GIVEN>lung", "x.xml:23:10: variable 'lung' is given as its own parent"},
        {"</GIVEN>", "</GIVEN><GIVEN>smoke</GIVEN>", "x.xml:23:30: parent 'smoke' is named twice"},
        {"<FOR>lung</FOR>\n  <GIVEN>smoke</GIVEN>", "<FOR>smoke</FOR>",
         "x.xml:23:3: the distribution of 'smoke' is given twice, first on line 17"},
        {"0.01 0.99", "0.01", "x.xml:24:3: P(lung | smoke) needs 4 numbers, found 3"},
        {"0.01 0.99", "0.01 0,99",
         "x.xml:26:10: the table of 'lung': expected a number, found '0,99'"},
        {"0.01 0.99", "0.01 nan",
         "x.xml:26:10: the table of 'lung': expected a number, found 'nan'"},
        {"0.01 0.99", "0.01 1e999",
         "x.xml:26:10: the table of 'lung': expected a number, found '1e999'"},
        {"0.01 0.99", "0.01 0.98", "x.xml:26:5: P(lung | smoke=no) sums to 0.99, not 1"},
        {"0.01 0.99", "-1 2", "x.xml:26:5: P(lung=yes | smoke=no) is -1, not between 0 and 1"},
        {"<TABLE>\n    0.5 0.5\n  </TABLE>\n", "",
         "x.xml:15:1: the definition of 'smoke' has no <TABLE>"},
        {"</TABLE>\n</DEFINITION>", "</TABLE><TABLE/></DEFINITION>",
         "x.xml:19:11: this is a second <TABLE>"},
        {"<TABLE>", "<ENTRY/><TABLE>",
         "x.xml:17:3: '<ENTRY>' cannot be read in the definition of 'smoke'"},
        {"<NAME>smoke", "<NAME>&smoke;",
         "x.xml:6:9: the entity '&smoke;' is none of XML's own (entities of a document type are "
         "not expanded; an '&' by itself is &amp;)"},
        {"<NAME>smoke", "<NAME>&#x110000;",
         "x.xml:6:9: the entity '&#x110000;' is none of XML's own (entities of a document type "
         "are not expanded; an '&' by itself is &amp;)"},
        {"UTF-8", "klingon",
         "x.xml:1:1: the encoding 'klingon' is not known (convert the file to UTF-8)"},
        {"<NAME>smoke", "<NAME>\xFF",
         "x.xml:6:9: this byte is no text in UTF-8 (the file may be in Latin-1; convert it to "
         "UTF-8)"},
        {"<NAME>lung", "<NAME>smoke",
         "x.xml:10:1: variable 'smoke' is declared twice, first on line 5"},
        {"</NETWORK>", "", "x.xml:30:3: this is no XML: start-end tags mismatch"},
    };
    for (const Mistake& mistake : mistakes) {
        INFO(mistake.other);
        CHECK(xmlbif_error_with(mistake.piece, mistake.other) == mistake.error);
    }
}

TEST_CASE("XMLBIF: names keep blanks at their ends, and entities are replaced", "[io]") {
    std::string changed = xmlbif_text;
    changed.replace(changed.find("yes"), 3, "&#32;a &lt; b&#x20; <!-- c -->");
    CHECK(xmlbif_format.read(changed).network.variables()[0].states()[0] == " a < b ");
}

TEST_CASE("XMLBIF: elements that the format does not know are told", "[io]") {
    std::string changed = xmlbif_text;
    changed.replace(changed.find("<VARIABLE"), 0, "<EXTRA/>");
    const io::ReadResult read = xmlbif_format.read(changed);
    REQUIRE(read.remarks.size() == 1);
    CHECK(to_string(read.remarks[0]) ==
          "x.xml:5:1: '<EXTRA>' is no part of XMLBIF and was left out");
}

TEST_CASE("XMLBIF: elements may not stand too deep within each other", "[io]") {
    std::string deep;
    for (int i = 0; i < 1001; ++i) deep += "<a>";
    CHECK(xmlbif_format.error_of(deep) ==
          "x.xml:1:3001: elements stand more than 1000 deep within each other");
}

TEST_CASE("XMLBIF: decisions and utilities are read, and a table of a decision is left out",
          "[io]") {
    const auto text = [](const std::string& table) {
        return "<BIF><NETWORK><NAME>x</NAME><VARIABLE><NAME>Rain</NAME><OUTCOME>no</OUTCOME>"
               "<OUTCOME>yes</OUTCOME></VARIABLE><VARIABLE TYPE=\"decision\"><NAME>Take</NAME>"
               "<OUTCOME>take</OUTCOME><OUTCOME>leave</OUTCOME></VARIABLE>"
               "<VARIABLE TYPE=\"utility\"><NAME>Joy</NAME><OUTCOME>value</OUTCOME></VARIABLE>"
               "<DEFINITION><FOR>Rain</FOR><TABLE>0.7 0.3</TABLE></DEFINITION>"
               "<DEFINITION><FOR>Take</FOR><GIVEN>Rain</GIVEN>" +
               table +
               "</DEFINITION><DEFINITION><FOR>Joy</FOR><GIVEN>Take</GIVEN><GIVEN>Rain</GIVEN>"
               "<TABLE>20 70 100 0</TABLE></DEFINITION></NETWORK></BIF>";
    };
    const io::ReadResult read = xmlbif_format.read(text(""));
    CHECK(read.network == tests::umbrella_diagram("x"));
    CHECK(read.remarks.empty());
    const io::ReadResult decided = xmlbif_format.read(text("<TABLE>1 0 0 1</TABLE>"));
    CHECK(decided.network == read.network);
    REQUIRE(decided.remarks.size() == 1);
    CHECK(
        decided.remarks[0].message ==
        "the numbers of the decision 'Take' were left out: its alternatives are chosen, not drawn");
}

#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace pgm;

namespace {

const tests::TextFormat unbbayes_format(".xml");

/// P(c | a, b) has a number for each cell: the states of c fastest, then those of a, then of b.
const std::string unbbayes_text = R"(<?xml version='1.0' encoding='US-ASCII'?>
<xbifns:XMLBIF version="0.5" xmlns:xbifns="http://unbbayes.sourceforge.net/xml/XMLBIF_0_5.xsd">
  <xbifns:header>
    <xbifns:name>three</xbifns:name>
    <xbifns:creator>UnBBayes</xbifns:creator>
  </xbifns:header>
  <xbifns:staticProperty><xbifns:nodeSize>50</xbifns:nodeSize></xbifns:staticProperty>
  <xbifns:network>
    <xbifns:variables>
      <xbifns:variable yPos="20" xPos="10" type="DiscreteProbabilistic" name="a">
        <xbifns:description>cause &lt;1&gt;</xbifns:description>
        <xbifns:state name="no"/><xbifns:state name="yes"/>
      </xbifns:variable>
      <xbifns:variable type="DiscreteProbabilistic" name="b">
        <xbifns:description>b</xbifns:description>
        <xbifns:state name="0"/><xbifns:state name="1"/><xbifns:state name="2"/>
      </xbifns:variable>
      <xbifns:variable type="DiscreteProbabilistic" name="c">
        <xbifns:state name="no"/><xbifns:state name="yes"/>
      </xbifns:variable>
    </xbifns:variables>
    <xbifns:structure>
      <xbifns:edge child="c" parent="a"/>
      <xbifns:edge child="c" parent="b"/>
    </xbifns:structure>
    <xbifns:conditionalDistributionSet>
      <xbifns:conditionalDistribution type="Discrete">
        <xbifns:owner name="c"/>
        <xbifns:parents>
          <xbifns:parent index="0" name="a"/>
          <xbifns:parent index="1" name="b"/>
        </xbifns:parents>
        <xbifns:CPT>
          <xbifns:dependentParentIndex index="0">0.1</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="1">0.9</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="2">0.2</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="3">0.8</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="4">0.3</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="5">0.7</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="6">0.4</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="7">0.6</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="8">0.5</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="9">0.5</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="10">1</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="11">0</xbifns:dependentParentIndex>
        </xbifns:CPT>
      </xbifns:conditionalDistribution>
      <xbifns:conditionalDistribution type="Discrete">
        <xbifns:owner name="a"/>
        <xbifns:CPT>
          <xbifns:dependentParentIndex index="0">0.25</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="1">0.75</xbifns:dependentParentIndex>
        </xbifns:CPT>
      </xbifns:conditionalDistribution>
      <xbifns:conditionalDistribution type="Discrete">
        <xbifns:owner name="b"/>
        <xbifns:parents/>
        <xbifns:CPT>
          <xbifns:dependentParentIndex index="0">0.5</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="1">0.25</xbifns:dependentParentIndex>
          <xbifns:dependentParentIndex index="2">0.25</xbifns:dependentParentIndex>
        </xbifns:CPT>
      </xbifns:conditionalDistribution>
    </xbifns:conditionalDistributionSet>
  </xbifns:network>
</xbifns:XMLBIF>
)";

std::string unbbayes_error_of(const std::string& piece, const std::string& other) {
    std::string text = unbbayes_text;
    text.replace(text.find(piece), piece.size(), other);
    return unbbayes_format.error_of(text);
}

}  // namespace

TEST_CASE("XMLBIF of UnBBayes: tables have the first parent fastest", "[io]") {
    CHECK(unbbayes_format.recognises(unbbayes_text));
    const io::ReadResult read = unbbayes_format.read(unbbayes_text);
    CHECK(read.remarks.empty());
    const BayesianNetwork& network = read.network;
    CHECK(network.name() == "three");
    REQUIRE(network.size() == 3);
    CHECK(network.variables()[0].annotations() ==
          std::vector<std::string>{"position = (10, 20)", "label = \"cause <1>\""});
    CHECK(network.variables()[1].annotations().empty());
    CHECK(network.variables()[1].states() == std::vector<std::string>{"0", "1", "2"});
    const TableCpd& table = *as_table(network.cpds()[2]);
    // By a, then b: P(c = no | a, b).
    const std::vector<double> no{0.1, 0.3, 0.5, 0.2, 0.4, 1};
    for (std::size_t row = 0; row < no.size(); ++row) CHECK(table.row(row)[0] == no[row]);
    CHECK(as_table(network.cpds()[0])->row(0)[1] == 0.75);
}

TEST_CASE("XMLBIF of UnBBayes: mistakes are reported with their places", "[io]") {
    const std::string kind =
        ", which cannot be read from this format (influence diagrams are read from XMLBIF, XDSL, "
        "DSL, NET, DNE, PGMX, ELV, JSON and text)";
    const std::vector<std::pair<std::pair<std::string, std::string>, std::string>> mistakes = {
        {{"DiscreteProbabilistic", "Decision"}, "x.xml:10:7: 'a' is of the kind 'Decision'" + kind},
        {{"\"DiscreteProbabilistic\" name=\"b\"", "\"ContinuousProbabilistic\" name=\"b\""},
         "x.xml:14:7: 'b' is of the kind 'ContinuousProbabilistic'"
         ", which cannot be read from this "
         "format (cut it into intervals in the program that wrote the file)"},
        {{"<xbifns:state name=\"no\"/><xbifns:state name=\"yes\"/>", ""},
         "x.xml:10:7: variable 'a' has no states"},
        {{"parent index=\"1\"", "parent index=\"0\""},
         "x.xml:31:11: the table of 'c': expected the index 1, found '0'"},
        {{"Index index=\"7\"", "Index index=\"8\""},
         "x.xml:41:11: the table of 'c': expected the index 7, found '8'"},
        {{">0.6<", "><"}, "x.xml:41:11: the table of 'c': expected one number, found 0"},
        {{">0.6<", ">nan<"}, "x.xml:41:50: the table of 'c': expected a number, found 'nan'"},
        {{">0.6<", ">0.5<"}, "x.xml:40:50: P(c | a=yes, b=1) sums to 0.9, not 1"},
        {{"owner name=\"c\"", "owner name=\"d\""},
         "x.xml:28:9: there is no variable 'd' (known: a, b, c)"},
        {{"<xbifns:owner name=\"c\"/>", ""}, "x.xml:27:7: expected one <xbifns:owner>, found 0"},
        {{"index=\"1\" name=\"b\"", "index=\"1\" name=\"a\""},
         "x.xml:31:11: parent 'a' is named twice"},
        {{"<xbifns:network>", "<xbifns:network/><xbifns:network>"},
         "x.xml:8:20: expected one <xbifns:network>, found 2"},
    };
    for (const auto& [change, error] : mistakes) {
        INFO(error);
        CHECK(unbbayes_error_of(change.first, change.second) == error);
    }
}

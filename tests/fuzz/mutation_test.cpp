#include <io/archive/archive.hpp>
#include <io/archive/detail/envelope.hpp>
#include <io/bif/bif.hpp>
#include <io/elv/detail/elv.hpp>
#include <io/file/detail/gzip.hpp>
#include <io/net/detail/net.hpp>
#include <io/pgmx/detail/pgmx.hpp>
#include <io/pmml/detail/pmml.hpp>
#include <io/xdsl/detail/xdsl.hpp>
#include <io/xmlbif/detail/xmlbif.hpp>
#include <tests/fuzz/fuzz_target.hpp>
#include <tests/fuzz/mutation.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::io::detail;

/// Replays random mutations of good files, and the inputs that once found an error
/// (tests/fuzz/regressions), against the fuzz targets. The same seed gives the same inputs.
/// PGM_FUZZ_RUNS in the environment sets how many.
namespace {

using Target = std::string_view (*)(std::string_view, bool&);

std::size_t runs(std::size_t usual) {
    const char* const wanted = std::getenv("PGM_FUZZ_RUNS");
    return wanted ? static_cast<std::size_t>(std::atoll(wanted)) : usual;
}

void replay(Target target, const std::vector<std::string>& samples, std::uint64_t seed,
            std::size_t count) {
    Rng rng(seed);
    std::size_t read = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string input = mutated(rng, samples);
        bool read_a_network = false;
        std::string_view wrong;
        try {
            wrong = target(input, read_a_network);
        } catch (const std::exception& error) {
            UNSCOPED_INFO(error.what());
            wrong = "an exception that is no pgm::Error";
        }
        read += read_a_network ? 1 : 0;
        if (!wrong.empty())
            FAIL("input " << i << " of seed " << seed << ": " << wrong << "\n" << input);
    }
    // Mutations that all fail at the first byte would test nothing.
    CHECK(read > count / 100);
    CHECK(read < count);
}

template <class Write>
std::string written(const BayesianNetwork& network, Write write) {
    std::ostringstream out;
    write(network, out);
    return out.str();
}

std::vector<BayesianNetwork> sample_networks() {
    Rng rng(99);
    std::vector<BayesianNetwork> networks = {smoke_and_lung()};
    for (int i = 0; i < 12; ++i)
        networks.push_back(random_model(rng, {.max_variables = 6, .max_assignments = 300}));
    return networks;
}

std::vector<std::string> bif_samples() {
    std::vector<std::string> samples = {
        "network n { property a; property \"b;c\"; }\nvariable \"x y\" { type discrete[2] {\"0\" "
        "\"1\"}; property p = (1, 2) }\n"
        "variable z { // two\n type discrete { a, b } }\nprobability ( \"x y\" \"z\" ) { default "
        ".1 9e-1; (a) 0.25 0.75; property q; "
        "}\nprobability(z){table 1, 0;}",
        "variable a { type discrete [ 2 ] { low risk, high risk }; } probability ( a ) { table 0.5 "
        "0.5; }\n"
        "variable b { type discrete [ 3 ] { 1, 2, 3 }; } probability ( b | a ) { table 0.1 0.2 0.3 "
        "0.3 0.6 0.5; } /* end */",
        // Blocks inside, names with blanks and brackets, both orders of tables, and one to be
        // learned.
        "network n {\nvariable a b { type discrete[3] = { [1_2], _2_3], c d }; }\nvariable a { "
        "type "
        "discrete[2] { x[, ] }; }\nvariable c { type discrete[3] { p, q, r }; }\nprobability(a b) "
        "{ "
        "table .5 .25 .25; }\nprobability(a | a b) { table .9 .1 .5 .5 0 1; }\nprobability(c | a "
        "b) "
        "{ table .2 .3 .5 .5 .2 .3 .3 .5 .2; }\n}\nvariable d { type discrete { x, y }; "
        "}\nprobability ( d | a, a b ) { (x[, [1_2]) 0 1; default -1, -1; }",
        "variable a { type discrete { p, q, r }; } variable b { type discrete { s, * }; } variable "
        "c "
        "{ type discrete { u, v }; }\nprobability ( a ) { table 0.2, 0.3, 0.5; } probability ( b ) "
        "{ table 0.5 0.5; }\nprobability ( c | a, b ) { (*, s) 0.3, 0.7; (p, *) 0.6, 0.4; default "
        "1 "
        "0; }"};
    for (const BayesianNetwork& network : sample_networks())
        samples.push_back(written(network, io::write_bif));
    for (const std::string& file : reference_bif_files(6'000))
        samples.push_back(read_file(*reference_file("networks/bif/" + file)));
    return samples;
}

std::vector<std::string> pgmx_samples() {
    return {
        "<ProbModelXML formatVersion=\"0.2.0\"><ProbNet type=\"BayesianNetwork\"><Variables>"
        "<Variable name=\"a\" type=\"finiteStates\" role=\"chance\"><Coordinates x=\"1\" "
        "y=\"2\"/><AdditionalProperties><Property name=\"p\" value=\"q\"/>"
        "</AdditionalProperties><Unit>m</Unit><States><State name=\"n\"/><State "
        "name=\"y\"/></States></Variable><Variable name=\"b\"><States><State name=\"n\"/>"
        "<State name=\"m\"/><State name=\"h\"/></States></Variable></Variables><Links><Link "
        "directed=\"true\"><Variable name=\"a\"/><Variable name=\"b\"/></Link></Links>"
        "<Potentials><Potential type=\"Uniform\"><Variables><Variable name=\"a\"/></Variables>"
        "</Potential><Potential type=\"ICIModel\" role=\"conditionalProbability\"><Variables>"
        "<Variable name=\"b\"/><Variable name=\"a\"/></Variables><Model>OR</Model>"
        "<Subpotentials><Potential type=\"Table\"><Variables><Variable name=\"b\"/><Variable "
        "name=\"a\"/></Variables><Values>1 0 0 .5 .25 .25</Values></Potential><Potential "
        "type=\"Table\"><Variables><Variable name=\"b\"/></Variables><Values>.9 .1 0</Values>"
        "</Potential></Subpotentials></Potential></Potentials></ProbNet></ProbModelXML>"};
}

std::vector<std::string> elv_samples() {
    return {
        "bnet \"n\" { // c\nversion = 1.0; default node states = (p , q);\nnode a(finite-states) "
        "{ title = \"A; a\"; kind-of-node = chance; pos_x =1; pos_y =2; num-states = 2; }\nnode "
        "b(finite-states) { states = (\"0\" \"1\" \"2\"); }\nlink a b;\nrelation a { comment = "
        "\"c\"; values= table (.5 .5); }\nrelation b a { values= function GeneralizedMax(ba,bR); "
        "}\nrelation b a { active=false; name-of-relation = ba; values= table (.5 0 .25 0 .25 1); "
        "}\nrelation b { active=false; name-of-relation = bR; values= table (0 .1 .9); }\n}"};
}

std::vector<std::string> pmml_samples() {
    const std::string head =
        "<PMML version=\"4.3\"><DataDictionary><DataField name=\"c\" optype=\"categorical\">"
        "<Extension name=\"p\" value=\"q\"/><Value value=\"0\"/><Value value=\"1\"/></DataField>"
        "<DataField name=\"x\" optype=\"continuous\"/><DataField name=\"y\"/></DataDictionary>";
    return {head +
                "<BayesianNetworkModel modelName=\"m\"><BayesianNetworkNodes><DiscreteNode "
                "name=\"c\"><ValueProbability value=\"1\" probability=\".25\"/><ValueProbability "
                "value=\"0\" probability=\"75e-2\"/></DiscreteNode><ContinuousNode name=\"x\">"
                "<ContinuousConditionalProbability><ParentValue parent=\"c\" value=\"0\"/>"
                "<ContinuousDistribution><NormalDistributionForBN><Mean><Constant>1</Constant>"
                "</Mean><Variance><Constant>2</Constant></Variance></NormalDistributionForBN>"
                "</ContinuousDistribution></ContinuousConditionalProbability>"
                "<ContinuousConditionalProbability><ParentValue parent=\"c\" value=\"1\"/>"
                "<ContinuousDistribution><NormalDistributionForBN><Mean><Apply function=\"-\">"
                "<Constant>1</Constant><Apply function=\"*\"><FieldRef field=\"y\"/><Constant>3"
                "</Constant></Apply></Apply></Mean><Variance><Constant>2</Constant></Variance>"
                "</NormalDistributionForBN></ContinuousDistribution>"
                "</ContinuousConditionalProbability></ContinuousNode><ContinuousNode name=\"y\">"
                "<ContinuousDistribution><NormalDistributionForBN><Mean><Constant>0</Constant>"
                "</Mean><Variance><Constant>1</Constant></Variance></NormalDistributionForBN>"
                "</ContinuousDistribution></ContinuousNode></BayesianNetworkNodes>"
                "</BayesianNetworkModel></PMML>",
            head +
                "<NaiveBayesModel threshold=\"0.001\"><BayesInputs><BayesInput fieldName=\"x\">"
                "<TargetValueStats><TargetValueStat value=\"0\"><GaussianDistribution mean=\"1\" "
                "variance=\"2\"/></TargetValueStat><TargetValueStat value=\"1\">"
                "<GaussianDistribution mean=\"0\" variance=\"1\"/></TargetValueStat>"
                "</TargetValueStats></BayesInput><BayesInput fieldName=\"y\"><DerivedField "
                "name=\"d\"><Discretize field=\"y\"><DiscretizeBin binValue=\"l\"><Interval "
                "closure=\"openClosed\" rightMargin=\"1\"/></DiscretizeBin><DiscretizeBin "
                "binValue=\"h\"><Interval closure=\"openOpen\" leftMargin=\"1\"/></DiscretizeBin>"
                "</Discretize></DerivedField><PairCounts value=\"l\"><TargetValueCounts>"
                "<TargetValueCount value=\"0\" count=\"3\"/><TargetValueCount value=\"1\" "
                "count=\"0\"/></TargetValueCounts></PairCounts><PairCounts value=\"h\">"
                "<TargetValueCounts><TargetValueCount value=\"0\" count=\"1\"/><TargetValueCount "
                "value=\"1\" count=\"2\"/></TargetValueCounts></PairCounts></BayesInput>"
                "</BayesInputs><BayesOutput fieldName=\"c\"><TargetValueCounts><TargetValueCount "
                "value=\"0\" count=\"4\"/><TargetValueCount value=\"1\" count=\"2\"/>"
                "</TargetValueCounts></BayesOutput></NaiveBayesModel></PMML>"};
}

std::vector<std::string> archive_samples() {
    std::vector<std::string> samples;
    for (const BayesianNetwork& network : sample_networks())
        samples.push_back(written(network, io::write_archive));
    return samples;
}

}  // namespace

TEST_CASE("Fuzz: mutated BIF texts give a sound network or an error", "[fuzz]") {
    replay(fuzz_bif, bif_samples(), 1, runs(20'000));
}

TEST_CASE("Fuzz: mutated texts of other programs' formats give a sound network or an error",
          "[fuzz]") {
    const std::vector<std::string> xml = {
        "<?xml version=\"1.0\"?><!-- c --><BIF VERSION=\"0.3\"><NETWORK><NAME>a&amp;b</NAME>"
        "<VARIABLE TYPE=\"nature\"><NAME>x</NAME><OUTCOME>p</OUTCOME><OUTCOME><![CDATA[<q]]>"
        "</OUTCOME><PROPERTY>position = (1, 2)</PROPERTY></VARIABLE><DEFINITION><FOR>x</FOR><TABLE>"
        "0.5<!-- 1 --> .5</TABLE></DEFINITION></NETWORK></BIF>"};
    const std::vector<std::string> net = {
        "net { name = \"n\"; }\nnode a { states = (\"0\" \"1\"); position = (1 2); }\ncontinuous "
        "node b { label = \"\"; }\npotential (a) { data = (3 1); % c\n}\npotential (b | a) { data "
        "= (normal (1, 2) normal (0, 1)); experience = (2 3); }\n",
        "class c { inputs = (); node a { states = (\"0\" \"1\" \"\"); } potential (a) { } }"};
    const auto with_samples = [](std::vector<std::string> texts, const auto& write) {
        for (const BayesianNetwork& network : sample_networks())
            texts.push_back(written(network, write));
        return texts;
    };
    replay(fuzz_xmlbif, with_samples(xml, io::detail::write_xmlbif), 6, runs(10'000));
    const std::vector<std::string> xdsl = {
        "<smile version=\"1.0\" id=\"n\"><nodes><cpt id=\"a\" target=\"true\"><state id=\"p\" "
        "/><state "
        "id=\"q\" label=\"x\" /><probabilities>.5 5e-1</probabilities></cpt><noisymax "
        "id=\"b\"><state "
        "id=\"h\" /><state id=\"l\" /><state id=\"o\" /><parents>a</parents><strengths>1 "
        "0</strengths>"
        "<parameters>.5 .25 .25 0 0 1 0 .1 .9</parameters></noisymax><deterministic "
        "id=\"c\"><state "
        "id=\"1\" /><state id=\"2\" /><parents>a</parents><resultingstates>2 1</resultingstates>"
        "</deterministic></nodes><extensions><genie name=\"m\"><submodel><node id=\"b\"><name>B "
        "b</name><position>0 0 80 44</position></node></submodel></genie></extensions></smile>"};
    replay(fuzz_xdsl, with_samples(xdsl, io::detail::write_xdsl), 8, runs(10'000));
    replay(fuzz_pgmx, with_samples(pgmx_samples(), io::detail::write_pgmx), 9, runs(10'000));
    replay(fuzz_elv, with_samples(elv_samples(), io::detail::write_elv), 10, runs(10'000));
    replay(fuzz_pmml, with_samples(pmml_samples(), io::detail::write_pmml), 11, runs(10'000));
    replay(fuzz_net, with_samples(net, io::detail::write_net), 7, runs(10'000));
}

TEST_CASE("Fuzz: mutated native files give a sound network or an error", "[fuzz]") {
    std::vector<std::string> contents = archive_samples();
    for (std::string& bytes : contents)
        bytes.erase(0, bytes.size() - io::detail::opened(bytes, 1, "f").contents.size());
    replay(fuzz_pgmodel_contents, contents, 2, runs(20'000));
}

TEST_CASE("Fuzz: mutated native files are refused by their checksum", "[fuzz]") {
    Rng rng(3);
    const std::vector<std::string> samples = archive_samples();
    for (std::size_t i = 0; i < runs(20'000); ++i) {
        const std::string input = mutated(rng, samples);
        const bool unchanged = std::find(samples.begin(), samples.end(), input) != samples.end();
        bool read_a_network = false;
        REQUIRE(fuzz_pgmodel(input, read_a_network).empty());
        REQUIRE(read_a_network == unchanged);
    }
}

TEST_CASE("Fuzz: mutated CSV files give a sound table or an error", "[fuzz]") {
    const std::vector<std::string> samples = {
        "x,y,z\n1,a,0\n?,b,1\n-2.5e3,\"c, d\",NA\n",
        "a;b\r\n\"say \"\"no\"\"\";1\r\n\"two\nlines\";2\r\n", "\xEF\xBB\xBFn\tm\r1\t2\r\r3\t4",
        "long name,s\nabcdefghijklmnopqrstuvwxyz,1e-300\nabcdefghi,0.1\nabcdefgh,7\n, 3 \n"};
    replay(fuzz_csv, samples, 4, runs(20'000));
}

TEST_CASE("Fuzz: mutated ARFF files give a sound table or an error", "[fuzz]") {
    const std::vector<std::string> samples = {
        "@relation r\n@attribute a {x,'y z',\"?\"}\n@attribute b numeric % c\n@ATTRIBUTE c "
        "string\n@data\nx,1,foo\n'y z',?,'it\\'s',{2}\n?\t2.5 "
        "bar\n",
        "% c\n@Relation 'a b'\r\n@attribute n REAL\r\n@attribute k {p,q}\r\n@DATA\r\n{0 1.5, 1 "
        "q}\r\n{}\r\n{1 ?},{0.5}\r\n",
        "@relation r\n@attribute d date yyyy\n@attribute i integer\n@data\n2020,1\n2021,-3e5\n"};
    replay(fuzz_arff, samples, 5, runs(20'000));
}

TEST_CASE("Fuzz: mutated gzip files unpack or give an error", "[fuzz]") {
    std::vector<std::string> samples;
    for (const std::string& text : bif_samples()) samples.push_back(io::detail::gzip(text));
    Rng rng(4);
    for (std::size_t i = 0; i < runs(20'000); ++i) {
        bool unpacked = false;
        REQUIRE(fuzz_gzip(mutated(rng, samples), unpacked).empty());
    }
}

TEST_CASE("Fuzz: inputs that once found an error", "[fuzz]") {
    bool ignored = false;
    for (const auto& entry :
         std::filesystem::directory_iterator(source_file("tests/fuzz/regressions"))) {
        const std::string path = entry.path().string();
        INFO(path);
        if (path.ends_with(".bif")) CHECK(fuzz_bif(read_file(path), ignored).empty());
        if (path.ends_with(".xmlbif")) CHECK(fuzz_xmlbif(read_file(path), ignored).empty());
        if (path.ends_with(".net")) CHECK(fuzz_net(read_file(path), ignored).empty());
        if (path.ends_with(".csv")) CHECK(fuzz_csv(read_file(path), ignored).empty());
        if (path.ends_with(".arff")) CHECK(fuzz_arff(read_file(path), ignored).empty());
        if (path.ends_with(".pgmodel"))
            CHECK(fuzz_pgmodel_contents(read_file(path), ignored).empty());
    }
}

#include <io/page/page_request.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>

using namespace pgm;
using namespace pgm::io;
using pgm::tests::TemporaryFolder;

namespace {

BayesianNetwork chain(const std::string& name = "") {
    NetworkBuilder builder(name);
    for (const char* variable : {"A", "B", "C", "D"}) builder.variable(variable, {"no", "yes"});
    builder.arc("A", "B").arc("B", "C").arc("C", "D");
    builder.cpt("A").values({0.75, 0.25});
    for (const char* variable : {"B", "C", "D"}) builder.cpt(variable).values({1, 0, 0.125, 0.875});
    return builder.build();
}

using Part = std::vector<VariableId>;

}  // namespace

TEST_CASE("page request: the title is that of the network, or of its file") {
    CHECK(page_title(chain("links"), "a/chain.bif") == "links");
    CHECK(page_title(chain("unknown"), "a/chain.bif.gz") == "chain");
    CHECK(page_title(chain(), "a/chain.bif") == "chain");
    CHECK(page_title(chain(), "-").empty());
    CHECK(page_title(chain(), "A{no|yes}; A: 3/4 1/4").empty());
    CHECK(page_model("a/chain.bif.gz") == "chain.bif.gz");
    CHECK(page_model("-").empty());
    CHECK(page_model("A{no|yes}; A: 3/4 1/4").empty());
}

TEST_CASE("page request: themes by their words") {
    CHECK(page_theme("auto") == PageOptions::Theme::automatic);
    CHECK(page_theme("light") == PageOptions::Theme::light);
    CHECK(page_theme("dark") == PageOptions::Theme::dark);
    CHECK_THROWS_WITH(page_theme("pink"), "a theme is auto, light or dark, not 'pink'");
}

TEST_CASE("page request: a part is what is named, and what is near to others, each once") {
    const BayesianNetwork network = chain();
    const VariableId a(0), b(1), c(2), d(3);
    CHECK(page_part(network, {}, {}, 1) == std::nullopt);
    CHECK(page_part(network, {d, a}, {}, 1) == Part{a, d});
    CHECK(page_part(network, {}, Part{a}, 2) == Part{a, b, c});
    CHECK(page_part(network, {d, b}, Part{a}, 1) == Part{a, b, d});
    CHECK(page_part(network, {}, Part{a}, 0) == Part{a});
}

TEST_CASE("page request: what is known for good is states of single variables") {
    const BayesianNetwork network = chain();
    const auto findings = [&](const char* text) {
        return page_findings(network, parse_given(network, text));
    };
    CHECK(findings("A=yes, C=no") ==
          Evidence{}.observe(network, "A", "yes").observe(network, "C", "no"));
    CHECK(findings("").empty());
    CHECK_THROWS_AS(findings("A=[0.5, 1]"), ArgumentError);
    CHECK_THROWS_AS(findings("do(A=yes)"), ArgumentError);
    CHECK_THROWS_AS(findings("A=yes or C=no"), ArgumentError);
    CHECK_THROWS_AS(findings("A=yes and A=no"), EvidenceError);
}

TEST_CASE("page request: an exercise is a query with one number, after any words") {
    const InferenceEngine engine(chain());
    const PageQuestion question = page_question(engine, "How often? P(B=yes)");
    CHECK(question.text == "How often? P(B=yes)");
    CHECK(question.answer == Approx(0.25 * 0.875));
    CHECK(page_question(engine, "odds(A=yes)").answer == Approx(1.0 / 3));
    CHECK_THROWS_AS(page_question(engine, "P(B)"), ArgumentError);
    CHECK_THROWS_AS(page_question(engine, "P(E=yes)"), ParseError);
    CHECK_THROWS_AS(page_question(engine, "P(A=yes | A=no, B=yes)"), ImpossibleEvidenceError);
}

TEST_CASE("page request: exercises of a file, and the line of one that is none") {
    const InferenceEngine engine(chain());
    const TemporaryFolder folder;
    const std::string path = folder.file("questions.txt");
    std::ofstream(path) << "# exercises\r\n\n  P(A=yes)\r\nP(B=yes)";
    const std::vector<PageQuestion> questions = read_page_questions(path, engine);
    REQUIRE(questions.size() == 2);
    CHECK(questions[0].text == "P(A=yes)");
    CHECK(questions[0].answer == Approx(0.25));
    CHECK(questions[1].answer == Approx(0.25 * 0.875));
    std::ofstream(path) << "P(A=yes)\n\nP(A)\n";
    try {
        read_page_questions(path, engine);
        FAIL("P(A) is no number");
    } catch (const ParseError& error) {
        CHECK(error.location().file == path);
        CHECK(error.location().line == 3);
    }
    CHECK_THROWS_AS(read_page_questions(folder.file("none.txt"), engine), IoError);
}

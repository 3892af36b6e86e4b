#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/query_network.hpp>

#include <io/explanation/explanation.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::tests;
using Catch::Contains;
using PieceKind = io::DerivationPiece::Kind;
using Pieces = std::span<const io::DerivationPiece>;

namespace {

io::DerivationPage page_of(const BayesianNetwork& network, const std::string& question,
                           DerivationMethod method = DerivationMethod::elimination,
                           const io::DerivationPageOptions& options = {}) {
    const Derivation derivation =
        derive(network, parse_query(network, question), {.method = method});
    return io::derivation_page(network, derivation, options);
}

/// The value of "0.8 x 0.1 + 0.2 x 0.9", of "max(..)" and of a ratio; null where names are part.
std::optional<double> value_of(Pieces pieces) {
    double value = 0, product = 1, greatest = 0;
    bool is_maximum = false;
    const auto end_term = [&] {
        value += product;
        greatest = std::max(greatest, product);
        product = 1;
    };
    for (const io::DerivationPiece& piece : pieces) {
        if (piece.kind == PieceKind::number) {
            product *= *parse_number(piece.text);
        } else if (piece.kind == PieceKind::ratio) {
            product *= *parse_number(piece.text) / *parse_number(piece.below);
        } else if (piece.kind != PieceKind::sign) {
            return std::nullopt;
        } else if (piece.text == "max(") {
            is_maximum = true;
        } else if (piece.text == "+" || piece.text == ",") {
            end_term();
        } else if (piece.text != "x" && piece.text != ")" && !piece.text.ends_with(':')) {
            return std::nullopt;
        }
    }
    end_term();
    return is_maximum ? greatest : value;
}

/// Every number that follows a calculation is what that gives; returns how many there were.
std::size_t check_calculations(const io::DerivationPage& page) {
    std::size_t checked = 0;
    for (const auto& part : page.parts) {
        const auto* const formula = std::get_if<io::DerivationFormula>(&part);
        if (!formula) continue;
        Pieces rest = formula->pieces;
        std::optional<double> before;
        while (true) {
            const auto equals = std::ranges::find_if(rest, [](const io::DerivationPiece& piece) {
                return piece.kind == PieceKind::sign && piece.text == "=";
            });
            const std::optional<double> value = value_of({rest.begin(), equals});
            if (before && value) {
                INFO(page.title << ": " << *before << " and " << *value);
                CHECK(*value == Approx(*before).epsilon(1e-5));
                ++checked;
            }
            if (equals == rest.end()) break;
            before = value;
            rest = Pieces(equals + 1, rest.end());
        }
    }
    return checked;
}

}  // namespace

TEST_CASE("derivations of textbook networks: every printed number follows from those before it",
          "[io][explanation]") {
    std::size_t checked = 0;
    for (const char* const file : {"asia.bif", "alarm.bif"}) {
        const BayesianNetwork network =
            io::read_network(source_file(std::string("examples/data/") + file)).network;
        const std::string seen =
            network.variables().back().name() + "=" + network.variables().back().states().front();
        for (const Variable& variable : network.variables()) {
            if (variable.name() == network.variables().back().name()) continue;
            for (const DerivationMethod method :
                 {DerivationMethod::elimination, DerivationMethod::messages})
                checked += check_calculations(
                    page_of(network, "P(" + variable.name() + " | " + seen + ")", method));
        }
        checked += check_calculations(page_of(network, "argmax(* | " + seen + ")"));
    }
    CHECK(checked > 400);
}

TEST_CASE("derivation as text: the sum with the numbers in it", "[io][explanation]") {
    const BayesianNetwork network =
        NetworkBuilder::parse("A{a|b} -> B{c|d}; A: 0.8 0.2; B | A=a: 0.1 0.9; B | A=b: 0.9 0.1")
            .build();
    const std::string text = io::derivation_text(page_of(network, "P(B)"));
    CHECK_THAT(text, Contains("P(A, B) = P(A) P(B | A)"));
    CHECK_THAT(text, Contains("f1(B) = sum over A: P(A) P(B | A)"));
    CHECK_THAT(text, Contains("f1(B=c) = 0.8 x 0.1 + 0.2 x 0.9 = 0.26"));
    CHECK_THAT(text, Contains("B=c: 0.26 = 13 / 50"));
}

TEST_CASE("derivation as LaTeX and HTML: hostile names are text", "[io][explanation]") {
    NetworkBuilder builder;
    const VariableId odd = builder.add_variable(Variable("a_b & <script>$x^2%\\", {"{", "\"#~"}));
    builder.set_cpd(TableCpd(Scope({odd}, {2}), std::vector<double>{0.25, 0.75}));
    const BayesianNetwork network = std::move(builder).build();
    const Derivation derivation = derive(network, {.asked = DistributionOf{{odd}}});
    const io::DerivationPage page = io::derivation_page(network, derivation);
    const std::string latex = io::derivation_latex(page);
    CHECK_THAT(latex, Contains("a\\_b \\& \\textless{}script\\textgreater{}\\$x\\textasciicircum{}2"
                               "\\%\\textbackslash{}"));
    std::size_t braces = 0;  // that LaTeX sets, and which close nothing
    for (std::size_t at = 0; (at = latex.find("\\{", at)) != latex.npos; ++at) ++braces;
    CHECK(std::ranges::count(latex, '{') - std::ranges::count(latex, '}') ==
          static_cast<std::ptrdiff_t>(braces));
    const std::string html = io::derivation_html(page);
    CHECK_THAT(html, !Contains("<script"));
    CHECK_THAT(html, Contains("&lt;script&gt;") && Contains("<math ") && Contains("</html>"));
}

TEST_CASE("derivation: tables are shown up to a number of cells, steps by the variables that go",
          "[io][explanation]") {
    const BayesianNetwork network = io::read_network(source_file("examples/data/asia.bif")).network;
    const std::string text = io::derivation_text(
        page_of(network, "P(dysp)", DerivationMethod::elimination, {.most_cells = 3}));
    CHECK_THAT(text, Contains("and 5 more"));
    io::DerivationPageOptions only{.only = {network.id("asia")}, .most_steps = 1};
    const io::DerivationPage some =
        page_of(network, "P(dysp)", DerivationMethod::elimination, only);
    CHECK_THAT(io::derivation_text(some), Contains("sum out asia") && !Contains("sum out smoke"));
    only.only.clear();
    CHECK_THROWS_AS(page_of(network, "P(dysp)", DerivationMethod::elimination, only),
                    TooLargeError);
}

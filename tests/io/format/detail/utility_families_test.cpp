#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/text_format.hpp>

#include <algorithm>

using namespace pgm;

namespace {

const tests::TextFormat elv_of_utilities(".elv");

std::string elv_utility_node(const std::string& name, const std::string& kind = "utility") {
    return "node " + name + "(continuous) { kind-of-node = " + kind + "; }\n";
}

std::string elv_relation(const std::string& family, const std::string& values) {
    return "relation " + family + " { values = " + values + "; }\n";
}

/// Chance variables A and B of two and three states, utilities U(A) and V(B), and others.
std::string elv_diagram(const std::string& others) {
    return "id-with-svnodes x {\n"
           "node A(finite-states) { states = (a0 a1); }\n"
           "node B(finite-states) { states = (b0 b1 b2); }\n" +
           elv_utility_node("U") + elv_utility_node("V") + elv_relation("A", "table (0.25 0.75)") +
           elv_relation("B", "table (0.5 0.25 0.25)") + elv_relation("U A", "table (2 -3)") +
           elv_relation("V B", "table (1 10 100)") + others + "}\n";
}

std::vector<double> expanded_numbers_of(const BayesianNetwork& network, const std::string& name) {
    const auto id = network.find(name);
    REQUIRE(id);
    const auto& utility = std::get<LinearGaussianCpd>(network.cpd(*id));
    std::vector<double> numbers;
    for (std::size_t row = 0; row < utility.row_count(); ++row) {
        numbers.push_back(utility.row(row).intercept);
        CHECK(utility.row(row).variance == 0);
        for (const double weight : utility.row(row).slopes) CHECK(weight == 0);
    }
    return numbers;
}

}  // namespace

TEST_CASE("Utilities: the product of two is the table of what they follow from", "[io]") {
    const io::ReadResult read = elv_of_utilities.read(elv_diagram(
        elv_utility_node("P", "super-value") + elv_relation("P U V", "function Product()")));
    CHECK(expanded_numbers_of(read.network, "P") == std::vector<double>{2, 20, 200, -3, -30, -300});
    REQUIRE(read.remarks.size() == 1);
    CHECK(read.remarks[0].message ==
          "the utility 'P' is the product of 2 others and became a table of 6 numbers");
}

TEST_CASE("Utilities: a product may be of sums and of products, and of one variable twice",
          "[io]") {
    // (U + V) * U * P, P = U * V, and U stands for both.
    const io::ReadResult read = elv_of_utilities.read(elv_diagram(
        elv_utility_node("S", "super-value") + elv_utility_node("P", "super-value") +
        elv_utility_node("Q", "super-value") + elv_relation("Q S U P", "function Product()") +
        elv_relation("S U V", "function Sum()") + elv_relation("P U V", "function Product()")));
    const auto id = read.network.find("Q");
    REQUIRE(id);
    std::vector<double> expected;
    for (const double u : {2.0, -3.0})
        for (const double v : {1.0, 10.0, 100.0}) expected.push_back((u + v) * u * (u * v));
    CHECK(expanded_numbers_of(read.network, "Q") == expected);
    // A sum stays one.
    const auto& sum = std::get<LinearGaussianCpd>(read.network.cpd(*read.network.find("S")));
    CHECK(sum.row_count() == 1);
    CHECK(sum.row(0).slopes == std::vector<double>{1, 1});
}

TEST_CASE("Utilities: sums and products are of utilities alone", "[io]") {
    const std::string node = elv_utility_node("P", "super-value");
    CHECK(elv_of_utilities.error_of(elv_diagram(node + elv_relation("P U A", "function Sum()")))
              .find("the utility 'P' adds up 'A', which is no utility") != std::string::npos);
    CHECK(elv_of_utilities.error_of(elv_diagram(node + elv_relation("P U A", "function Product()")))
              .find("the utility 'P' multiplies 'A', which is no utility") != std::string::npos);
    CHECK(elv_of_utilities.error_of(elv_diagram(node + elv_relation("P U V", "function Max()"))) ==
          "x.elv:11:36: the utility 'P' is the function 'Max' of others, and only Sum and Product "
          "can be read");
}

TEST_CASE("Utilities: products in a circle are a circle, and of a wrong table a wrong table",
          "[io]") {
    const std::string nodes =
        elv_utility_node("P", "super-value") + elv_utility_node("Q", "super-value");
    const std::string circle =
        elv_of_utilities.error_of(elv_diagram(nodes + elv_relation("P Q", "function Product()") +
                                              elv_relation("Q P", "function Product()")));
    CHECK(circle.find("cycle") != std::string::npos);
    const std::string wrong = elv_of_utilities.error_of(elv_diagram(
        elv_utility_node("W") + elv_utility_node("P", "super-value") +
        elv_relation("W A", "table (1 2 3)") + elv_relation("P U W", "function Product()")));
    CHECK(wrong.find("P(W | A) needs 2 numbers, found 3") != std::string::npos);
}

TEST_CASE("Utilities: a product of too many variables is refused before it is computed", "[io]") {
    std::string text = "id-with-svnodes x {\n", parents;
    for (int i = 0; i < 23; ++i) {
        const std::string n = std::to_string(i);
        text += "node X" + n + "(finite-states) { states = (no yes); }\n" +
                elv_utility_node("U" + n) + elv_relation("X" + n, "table (0.5 0.5)") +
                elv_relation("U" + n + " X" + n, "table (1 2)");
        parents += " U" + n;
    }
    text += elv_utility_node("P", "super-value") +
            elv_relation("P" + parents, "function Product()") + "}\n";
    CHECK_THROWS_AS(elv_of_utilities.read(text), TooLargeError);
}

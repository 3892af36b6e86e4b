#include <io/format/block/bif.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>

#include <set>
#include <variant>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Names = std::vector<std::string>;

/// Variables of these names with these states.
BayesianNetwork network_with(const Names& variables, const Names& states) {
    NetworkBuilder builder;
    for (const std::string& name : variables) {
        const VariableId id = builder.add_variable(Variable(name, states));
        builder.set_cpd(
            TableCpd(Scope({id}, {states.size()}),
                     std::vector(states.size(), 1.0 / static_cast<double>(states.size()))));
    }
    return builder.build();
}

Names plain_variables(const Names& names) {
    Names plain;
    const io::PlainNetwork made = io::plain_network(network_with(names, {"no", "yes"}));
    for (const Variable& variable : made.network.variables()) plain.push_back(variable.name());
    return plain;
}

/// States may begin with a digit.
Names plain_states(const Names& states) {
    return io::plain_network(network_with({"a"}, states)).network.variables()[0].states();
}

}  // namespace

TEST_CASE("plain_names: names keep as much of their meaning as they can", "[io][bif]") {
    CHECK(plain_states({"a", "a_b", "80-89", "<=2.5", ">60", "-1", "-1.5", "1-2", "a->b", "50%",
                        "größe", "Default", "007", "x", "_"}) ==
          std::vector<std::string>{"a", "a_b", "80_89", "le_2_5", "gt_60", "m1", "m1_5", "1_2",
                                   "a_gt_b", "50_percent", "gr_e", "x_Default", "007", "x", "x_2"});
    CHECK(plain_variables({"7up", "type", "x_7up"}) ==
          std::vector<std::string>{"x_7up_2", "x_type", "x_7up"});
}

TEST_CASE("plain_names: distinct names stay distinct, and plain names stay as they are",
          "[io][bif]") {
    Rng rng(5);
    constexpr std::string_view bytes = "ab1_-+ <";
    for (int round = 0; round < 500; ++round) {
        std::set<std::string> distinct;
        while (distinct.size() < 12) {
            std::string name;
            for (std::size_t length = 1 + rng.below(4); length > 0; --length)
                name += bytes[rng.below(bytes.size())];
            distinct.insert(name);
        }
        const std::vector<std::string> names(distinct.begin(), distinct.end());
        const std::vector<std::string> plain = plain_variables(names);
        CHECK(std::set<std::string>(plain.begin(), plain.end()).size() == names.size());
        CHECK(plain_variables(plain) == plain);
        for (std::size_t i = 0; i < names.size(); ++i) {
            INFO(names[i] << " -> " << plain[i]);
            CHECK(plain[i].find_first_not_of("abglemtx_p0123456789") == std::string::npos);
            CHECK(plain[i].find_first_of("abglemtxp") == 0);
        }
    }
}

TEST_CASE("plain_network: of plain names nothing changes, and odd names keep their tables",
          "[io][bif]") {
    Rng rng(11);
    for (int i = 0; i < 50; ++i) {
        const BayesianNetwork network = random_model(rng);
        const io::PlainNetwork plain = io::plain_network(network);
        CHECK(io::plain_network(plain.network).network == plain.network);
        std::vector<std::size_t> kept;
        for (std::size_t v = 0; v < network.size(); ++v)
            if (network.cardinality(VariableId(v)) > 1) kept.push_back(v);
        REQUIRE(plain.network.size() == kept.size());
        for (std::size_t v = 0; v < kept.size(); ++v) {
            const auto& old = std::get<TableCpd>(network.cpd(VariableId(kept[v]))).table();
            const auto& now = std::get<TableCpd>(plain.network.cpd(VariableId(v))).table();
            CHECK(std::ranges::equal(old.values(), now.values()));
        }
    }
}

TEST_CASE("plain_network: odd names read back without quotes", "[io][bif]") {
    const io::PlainNetwork plain = io::plain_network(oddly_named_network());
    const std::string text = written_by(io::write_bif, plain.network);
    CHECK(text.find('"') == std::string::npos);
    CHECK(io::read_bif(text).network == plain.network);
}

TEST_CASE("plain_network: a continuous variable is refused", "[io][bif]") {
    NetworkBuilder builder;
    builder.add_variable(Variable("height"));
    builder.set_cpd(LinearGaussianCpd(VariableId(0), Scope(), {}, {{0, {}, 1}}));
    CHECK_THROWS_WITH(io::plain_network(builder.build()),
                      Catch::Contains("'height' is continuous"));
}

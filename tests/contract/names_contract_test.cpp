#include <learners/discretise/discretise.hpp>
#include <learners/estimate/class_prior.hpp>
#include <learners/structure/user_defined.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace pgm;

namespace {

constexpr const char* pieces[] = {"a",  "B",  "7",   " ",  "é",   "<",  ">=",   "=",  "!", "&",
                                  "|",  "||", "(",   ")",  "{",   "}",  "[",    "]",  ",", ";",
                                  ":",  "-",  "->",  "<-", "'",   "\"", "_||_", "∧",  "⊥", "*",
                                  "do", "or", "and", "in", "not", "P",  "+",    ".5", "≤"};

/// A name that no reader of files refuses: not empty, no blanks at its ends.
std::string random_name(Rng& rng) {
    std::string name;
    for (std::uint64_t length = 1 + rng.below(5); length > 0; --length)
        name += pieces[rng.below(std::size(pieces))];
    const bool fits = name.front() != ' ' && name.back() != ' ';
    return fits ? name : random_name(rng);
}

std::vector<std::string> random_names(Rng& rng, std::size_t count) {
    std::set<std::string> names;
    while (names.size() < count) names.insert(random_name(rng));
    return {names.begin(), names.end()};
}

std::string written(const std::string& name) {
    return quoted_if_needed(name);
}

/// Three unconnected variables of two states each, all with the names given.
BayesianNetwork network_of(const std::vector<std::string>& names,
                           const std::vector<std::string>& states) {
    NetworkBuilder builder;
    for (const std::string& name : names) {
        builder.add_variable(Variable(name, states));
        builder.cpt(name).values({0.5, 0.5});
    }
    return builder.build();
}

}  // namespace

TEST_CASE("Every grammar reads back the one written form of every name", "[lexer]") {
    Rng rng(15);
    for (int round = 0; round < 2000; ++round) {
        const std::vector<std::string> names = random_names(rng, 3), states = random_names(rng, 2);
        const BayesianNetwork network = network_of(names, states);
        const std::string a = written(names[0]), b = written(names[1]), c = written(names[2]),
                          x = written(states[0]), y = written(states[1]);
        INFO(a << " | " << b << " | " << c << " | " << x << " | " << y);

        const Evidence evidence =
            parse_evidence(network, a + "=" + x + ", do(" + b + "=" + y + "), " + c + " = " + y);
        CHECK(evidence == Evidence{}
                              .observe(network, names[0], states[0])
                              .intervene(network, names[1], states[1])
                              .observe(network, names[2], states[1]));

        const Query query =
            parse_query(network, "P(" + a + " | " + b + "=" + x + ", do(" + c + "=" + y + "))");
        CHECK(query.asked == Query{DistributionOf{{network.id(names[0])}}}.asked);
        CHECK(query.given.interventions.front() == intervention(network, names[2], states[1]));
        const Query event = parse_query(network, "P(" + a + "=" + x + " and not " + b + " in {" +
                                                     x + ", " + y + "} or " + c + "!=" + y + ")");
        CHECK(parse_query(network, format(network, event)) == event);

        const DSeparationStatement statement =
            parse_d_separation(network, a + " _||_ " + b + " | " + c);
        CHECK(statement.left == std::vector{network.id(names[0])});
        CHECK(statement.given == std::vector{network.id(names[2])});

        CHECK(parse_structure_graph(a + "{" + x + "|" + y + "} -> " + b + " <- " + c).nodes ==
              std::vector<StructureNode>{{names[0], states}, {names[1], {}}, {names[2], {}}});
        CHECK(learners::UserDefined(learners::UserDefined(network).text()).names().size() == 3);

        const std::vector<Token> list = parse_name_list(a + "," + b + ", " + c);
        CHECK(std::vector{list[0].text, list[1].text, list[2].text} == names);

        const learners::ClassPrior prior = learners::parse_class_prior(x + "=0.25," + y + "=0.75");
        CHECK(std::get<learners::GivenPrior>(prior).probabilities ==
              std::vector<std::pair<std::string, double>>{{states[0], 0.25}, {states[1], 0.75}});
        const std::vector<Variable> columns = {Variable(names[0]), Variable(names[1])};
        const auto cuts = learners::parse_cut_choice("cut:" + a + "=1,2;" + b + "=3;mdlp").given;
        CHECK(cuts.find(names[0]) != nullptr);
        CHECK(cuts.find(names[1]) != nullptr);
    }
}

TEST_CASE("Evidence and the right of the bar say the same in the same words", "[lexer]") {
    const BayesianNetwork network = network_of({"age", "hours worked", "f(x)"}, {"<5", "20 - 30"});
    for (const char* text : {"age=<5", "age = <5", "hours worked=20 - 30", "f(x)='<5'",
                             "'hours worked'=<5, age=20 - 30", "do(age=<5), f(x)=20 - 30"}) {
        INFO(text);
        const Evidence evidence = parse_evidence(network, text);
        const Given given = parse_query(network, "P(age | " + std::string(text) + ")").given;
        CHECK(evidence.size() == given.conditions.size() + given.interventions.size());
        for (std::size_t i = 0; i < evidence.size(); ++i) {
            const auto& [variable, finding] = evidence[i];
            const std::vector<std::string> said = format_parts(network, given);
            CHECK(std::ranges::count(said, format(network, variable, finding)) == 1);
        }
    }
    for (const char* text :
         {"age=<5 and f(x)=<5", "age=20 - 30 f(x)=<5", "age=it's", "or=<5", "age=a and b"}) {
        INFO(text);
        CHECK_THROWS_AS(parse_evidence(network, text), ParseError);
    }
}

#include <tests/support/catch.hpp>
#include <tests/support/query_checks.hpp>

#include <pgm/core/error.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/query_network.hpp>

namespace pgm::tests {
namespace {

const BayesianNetwork& network() {
    static const BayesianNetwork network = query_network();
    return network;
}

}  // namespace

const std::string known_names = "known: Cloudy, Rain, Wet, Sprinkler, age, hours, grade, dose, ...";

Query parsed(const std::string& text) {
    return parse_query(network(), text);
}

Query probability_of(Expression expression) {
    return {ProbabilityOf{std::move(expression)}};
}

Expression is(std::string_view variable, std::string_view state) {
    return pgm::is(network(), variable, state);
}

Expression in(std::string_view variable, std::initializer_list<std::string_view> states) {
    return is_one_of(network(), variable, states);
}

void check_query_errors(const std::vector<BadQuery>& all) {
    for (const BadQuery& bad : all) {
        INFO("query: " << bad.text);
        try {
            parsed(bad.text);
            FAIL_CHECK("no error");
        } catch (const ParseError& error) {
            CHECK(error.message() == bad.message);
            CHECK(error.location() == Location{.column = bad.column});
            CHECK(error.hint() == bad.hint);
        }
    }
}

}  // namespace pgm::tests

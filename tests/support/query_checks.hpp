#pragma once

#include <pgm/query/query.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

// What the tests of the query parser have in common. All of it is about query_network().

Query parsed(const std::string& text);

/// The question P(expression).
Query probability_of(Expression expression);

Expression is(std::string_view variable, std::string_view state);
Expression in(std::string_view variable, std::initializer_list<std::string_view> states);

/// A question that must be refused with exactly this message and hint at exactly this column.
struct BadQuery {
    std::string text;
    std::uint32_t column;
    std::string message;
    std::string hint;
};

void check_query_errors(const std::vector<BadQuery>& all);

/// The hint for a name that is like none of the network.
extern const std::string known_names;

}  // namespace pgm::tests

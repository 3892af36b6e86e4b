#pragma once

#include <pgm/data/family_counts.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/small_data.hpp>

#include <limits>
#include <string>
#include <vector>

/// Tables and networks that the tests of expectation maximisation count by hand.
namespace pgm::tests {

inline const ColumnId first_column{std::size_t{0}}, second_column{std::size_t{1}},
    third_column{std::size_t{2}};

inline constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// A row that knows both, one that knows a, one that knows b, and one that knows neither.
inline Dataset rows_of_coins() {
    return digits("ab", {"00", "0.", ".1", ".."});
}

/// P(a, b) is 0.42, 0.18, 0.08, 0.32, so that P(b = 1) = 1/2. Of the rows above it has the
/// probability P(0, 0) P(a = 0) P(b = 1) = 0.42 0.6 0.5 = 0.126.
inline BayesianNetwork two_coins() {
    NetworkBuilder net = NetworkBuilder::parse("a{0|1} -> b{0|1}");
    net.cpt("a").values({0.6, 0.4});
    net.cpt("b").row("a=0", {0.7, 0.3}).row("a=1", {0.2, 0.8});
    return net.build();
}

/// The families of a chain: every column but the first depends on the one before it.
inline std::vector<Family> families_of_chain(std::size_t size) {
    std::vector<Family> families = {{first_column, {}}};
    for (std::size_t i = 1; i < size; ++i) families.push_back({ColumnId(i), {ColumnId(i - 1)}});
    return families;
}

/// A chain of bits a, b, c, ..., each the one before but for one time in four: bits that are k
/// apart agree with probability (1 + 2^-k) / 2.
inline BayesianNetwork chain_of_bits(std::size_t size) {
    NetworkBuilder net = NetworkBuilder::parse("");
    for (std::size_t i = 0; i < size; ++i) {
        const std::string name(1, static_cast<char>('a' + i));
        net.variable(name, {"0", "1"});
        if (i > 0) net.arc(std::string(1, static_cast<char>('a' + i - 1)), name);
        net.cpt(name).values(i == 0 ? std::vector<double>{0.5, 0.5}
                                    : std::vector<double>{0.75, 0.25, 0.25, 0.75});
    }
    return net.build();
}

}  // namespace pgm::tests

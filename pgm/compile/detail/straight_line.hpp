#pragma once

#include <pgm/compile/image.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// A number that a term of straight-line code reads.
struct Atom {
    enum class Kind : std::uint8_t { one, evidence, scratch, local };
    Kind kind = Kind::one;
    std::uint32_t index = 0;  ///< a slot, a cell, or the number of a local variable
    friend auto operator<=>(const Atom&, const Atom&) = default;
};

/// coefficient * a * b
struct Term {
    double coefficient;
    Atom a, b;
    friend auto operator<=>(const Term&, const Term&) = default;
};

/// The sum, or the maximum, of a few terms becomes a local variable, a cell or a posterior; or a
/// whole step is done by loops over memory, or a table in memory is scaled.
struct Statement {
    enum class Kind : std::uint8_t { local, scratch, posterior, step, scale };
    Kind kind;
    bool maximise = false;
    std::uint32_t target;  ///< a local variable, a cell, a slot, or a step of the image
    std::uint32_t first_term = 0, terms = 0;  ///< in StraightLine::terms
};

/// An image as statements about single numbers: zeros, ones and whatever tables have in constants
/// are gone, and what is said twice is computed once. Steps of many products stay loops.
struct StraightLine {
    std::vector<Statement> statements;
    std::vector<Term> terms;
    std::size_t forward = 0;  ///< so many statements give P(e)
    std::vector<Term> roots;  ///< whose product it is
    std::uint32_t locals = 0;
};

inline std::span<const Term> terms_of(const StraightLine& code, const Statement& statement) {
    return std::span(code.terms).subspan(statement.first_term, statement.terms);
}

/// Steps of more than `most_products` products stay loops.
StraightLine straighten(const Image& image, std::size_t most_products);

}  // namespace pgm::detail

#pragma once

#include <pgm/compile/image.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace pgm {

/// Choices of a printed program.
struct CSourceOptions {
    std::string name = "network";   ///< with which every name of the program begins
    std::string header = {};        ///< the name of the file that holds it; empty: name.h
    std::string origin;             ///< what it was made of, for the comment at its top
    bool has_names = true;          ///< of variables and states, as texts and as constants
    bool has_explanation = false;   ///< NAME_mpe()
    bool single_precision = false;  ///< floats in place of doubles
    bool compact = false;           ///< tables and one interpreter: least memory, not least time
    bool fixed = false;             ///< compact, with whole numbers of 16 bits alone
    /// The variables with posteriors, those that may have findings, and how large it may be.
    ImageOptions image;

    std::string header_file() const { return header.empty() ? name + ".h" : header; }
};

/// A program in C99 that is C++, too.
struct CSource {
    std::string header, source;
    std::uint32_t scratch;  ///< NAME_SCRATCH
};

/// The text as a name of C: what is no letter or digit becomes an underscore, and a number is put
/// behind a word of C or C++.
std::string c_name(std::string_view text);

/// Prints a network of discrete variables as functions of C that allocate nothing, keep nothing and
/// need math.h alone:
///
///     double NAME_marginals(const int state[NAME_VARIABLES], double posterior[NAME_STATES],
///                           double scratch[NAME_SCRATCH]);
///
/// `state` has the number of a state for every variable, -1 where there is no finding; the answer
/// is P(e), and `posterior` is given P(X | e) of all variables, one after the other; NAME_first[]
/// has the place where each begins. Where P(e) is 0, `posterior` is left as it was; where it is
/// smaller than any normal number, the answer is the smallest of these. A state that does not exist
/// is answered by -1.
///
/// Throws ArgumentError for a `name` that is no name of C, and what make_image() throws.
CSource c_source(const BayesianNetwork& network, const CSourceOptions& options = {});

/// A program NAME_test.c for the functions that c_source() prints with the same options: it asks
/// them about a hundred sets of findings and compares their answers with those of InferenceEngine.
/// The findings are states of rows drawn from the network, and some that it may hold impossible.
std::string c_test_program(const BayesianNetwork& network, const CSourceOptions& options = {});

}  // namespace pgm

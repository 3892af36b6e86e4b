#pragma once

#include <io/arff/detail/arff_lexer.hpp>
#include <io/options/data_options.hpp>

#include <vector>

namespace pgm::io::detail {

/// An attribute as an ARFF file declares it.
struct ArffAttribute {
    enum class Type { nominal, number, text, date };

    std::string name;
    Type type = Type::number;
    std::vector<std::string> states = {};  ///< of a nominal one, in order
    bool has_empty_state = false;          ///< '' is declared too, which is a missing value
    bool begins_with_empty_state = false;
    DateOrder date_order = DateOrder::unknown;  ///< that the pattern of a date has
};

/// Reads the header, including the line @data. Throws ParseError and TooLargeError.
std::vector<ArffAttribute> read_arff_header(ArffLexer& lexer, const Limits& limits);

}  // namespace pgm::io::detail

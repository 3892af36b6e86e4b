#pragma once

#include <pgm/model/network.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// "A, B _||_ C | D": are A and B independent of C given D, by the graph alone? Three sets of
/// variables, each in the order of the text.
struct DSeparationStatement {
    std::vector<VariableId> left;
    std::vector<VariableId> right;
    std::vector<VariableId> given;
    /// One side is written `*`: each variable that stands nowhere else is asked about by itself.
    /// They are in `right` then, in order of their ids.
    bool is_about_each = false;

    friend bool operator==(const DSeparationStatement&, const DSeparationStatement&) = default;
};

/// Reads `names _||_ names [ | names ]`, or with `*` for the names of one side. The
/// sign between the two sides may also be ⟂, ⊥, ⊥⊥, ⫫ or
/// _|_. Names are written as in queries (pgm/query/query_text.hpp): quoted where they are not plain
/// words. No set may be left empty where its place is written.
///
/// The two sides must be disjoint, as in Pearl's definition (1988, section 3.3). What is given may
/// stand on a side too: once known it is constant, so A _||_ B | A is true.
///
/// Truth of the statement, and if it is false, a path: d_separation() of
/// pgm/graph/d_separation.hpp. Throws ParseError with the column, and a suggestion for an unknown
/// name.
DSeparationStatement parse_d_separation(const BayesianNetwork& network, std::string_view text);

/// A statement about other variables than those of a network, such as the columns of a data set,
/// which a test of independence is asked about (learners/independence/data_test.hpp).
DSeparationStatement parse_d_separation(std::span<const Variable> variables, std::string_view text);

}  // namespace pgm

#pragma once

#include <pgm/model/network.hpp>

#include <string>
#include <string_view>

namespace pgm {

/// A network with one change, and the change in words.
struct ChangedNetwork {
    BayesianNetwork network;
    std::string change;  ///< "P(Late | Strike=yes): 0.1 0.9 became 0.2 0.8"
};

/// Makes one change, in one line of text:
///
/// | text                             | change                                                   |
/// |----------------------------------|----------------------------------------------------------|
/// | `P(X=x \| A=a, B=b) = 0.2`        | one probability; the others of its row keep their ratios |
/// | `P(X \| A=a, B=b) = 0.2 0.5 0.3`  | a row, in the order of the states                        |
/// | `state X: a -> b`                | another name for a state                                 |
/// | `rename X -> Y`                  | another name for a variable                              |
/// | `add A -> B`                     | an arc: B does not depend on A yet                       |
/// | `remove A -> B`                  | an arc: A is summed out of P(B \| parents)                |
/// | `remove X`                       | a variable without children                              |
///
/// Conditions name each parent of X and nothing else; names are written as in questions
/// (query_text.hpp) and structures (pgm/model/structure_graph.hpp).
///
/// Throws ParseError for a text that is none of these, ArgumentError where the change does not fit
/// the network, with what is there, and ModelError where the result would be no network, as after
/// an arc that closes a cycle.
ChangedNetwork changed(const BayesianNetwork& network, std::string_view change);

}  // namespace pgm

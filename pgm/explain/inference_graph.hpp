#pragma once

#include <pgm/graph/equivalence.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace pgm {

/// The graphs that exact inference makes of a network, as textbooks draw them (Lauritzen and
/// Spiegelhalter 1988; Koller and Friedman 2009, chapters 9 and 10):
///
/// | graph         | edges                                                                      |
/// |---------------|----------------------------------------------------------------------------|
/// | moral         | `arcs` without direction, and `marriages` of the parents of a variable     |
/// | triangulated  | these and `fill_ins`, between variables that an elimination brings together|
/// | junction tree | `cliques` of the triangulated graph, each next to one of lower number      |
///
/// Two variables have an edge where some table, after the evidence is entered, is about both. So an
/// observed variable has none, but still marries its parents; one that is set by do() has lost
/// them. A distribution that is no table, such as a noisy-MAX, counts as the table that it stands
/// for.
///
/// The triangulated graph and the junction tree are over the discrete variables, each continuous
/// one taken as observed. What has decisions or utilities has no such graphs: they are about a
/// joint distribution.
struct InferenceGraph {
    struct Clique {
        std::vector<VariableId> variables;  ///< ascending
        /// The clique next to it on the way to the root; null for a root. Parts of the graph that
        /// no edge connects have roots of their own.
        std::optional<std::size_t> neighbour{};
        std::vector<VariableId> separator{};  ///< what both have, ascending
        /// The places, from 1, of the message to the neighbour and of that from it among all: the
        /// first are collected from the leaves to the roots, then the others are distributed.
        std::size_t collected = 0, distributed = 0;
    };

    std::vector<Edge> arcs, marriages, fill_ins;  ///< each ascending
    /// The order of elimination, of elimination_order(): it depends on the graph and the numbers of
    /// states alone.
    std::vector<VariableId> order;
    std::vector<Clique> cliques;
};

/// Throws EvidenceError for findings that do not fit, and ArgumentError for an influence diagram.
InferenceGraph inference_graph(const BayesianNetwork& network, const Evidence& evidence = {});

}  // namespace pgm

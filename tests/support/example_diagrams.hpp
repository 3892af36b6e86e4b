#pragma once

#include <pgm/decide/influence_diagram.hpp>

namespace pgm::tests {

/// Drill for oil, after a seismic test or without one (Raiffa 1968; Shenoy 1992, "Valuation-based
/// systems for Bayesian decision analysis"): 22.5.
InfluenceDiagram oil_wildcatter();

/// Take an umbrella after a forecast: 1491/20.
InfluenceDiagram umbrella();

/// A diagram from a text; variables without numbers get uniform ones.
InfluenceDiagram diagram_of(const char* text,
                            InfluenceDiagram::Memory memory = InfluenceDiagram::Memory::recall);

}  // namespace pgm::tests

#include <tests/support/example_diagrams.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::tests {

InfluenceDiagram oil_wildcatter() {
    return diagram_of(
        "Oil{dry|wet|soaking} -> Seismic{closed|open|diffuse|none} <- Test{test|not, decision};"
        "Seismic, Test -> Drill{drill|not, decision}; Drill, Oil -> Pay{utility};"
        "Test -> Cost{utility}; Oil: 0.5 0.3 0.2; Seismic | Test=not, Oil=dry: 0 0 0 1;"
        "Seismic | Test=not, Oil=wet: 0 0 0 1; Seismic | Test=not, Oil=soaking: 0 0 0 1;"
        "Seismic | Test=test, Oil=dry: 0.1 0.3 0.6 0; Seismic | Test=test, Oil=wet: 0.3 0.4 0.3 0;"
        "Seismic | Test=test, Oil=soaking: 0.5 0.4 0.1 0; Pay: -70 50 200 0 0 0; Cost: -10 0");
}

InfluenceDiagram umbrella() {
    return diagram_of(
        "Weather{sun|rain} -> Forecast{good|bad} -> Umbrella{take|leave, decision} -> "
        "Comfort{utility} <- Weather; Weather: 0.7 0.3; Forecast | Weather=sun: 0.8 0.2;"
        "Forecast | Weather=rain: 0.25 0.75; Comfort: 20 70 100 0");
}

InfluenceDiagram diagram_of(const char* text, InfluenceDiagram::Memory memory) {
    NetworkBuilder builder = NetworkBuilder::parse(text);
    builder.fill_in();
    return InfluenceDiagram(std::move(builder).build(), memory);
}

}  // namespace pgm::tests

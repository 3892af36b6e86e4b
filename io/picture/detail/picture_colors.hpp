#pragma once

#include <io/picture/picture.hpp>
#include <io/scene/detail/text_width.hpp>

namespace pgm::io::detail {

/// The colours of a node's header, its bars, and the darker line around it, for both writers.
struct NodeColors {
    const char* header;
    const char* bar;
    const char* line;
};

/// Observed variables are amber, likelihoods violet, interventions green.
constexpr NodeColors colors_of(NodeCard::Tint tint) {
    switch (tint) {
        case NodeCard::Tint::observed:
            return {"#fde9b8", "#e0a02e", "#c58a1b"};
        case NodeCard::Tint::likelihood:
            return {"#e6dcf8", "#9273d1", "#7c5cc0"};
        case NodeCard::Tint::intervened:
            return {"#d3efda", "#4aa568", "#358a51"};
        case NodeCard::Tint::plain:
            break;
    }
    return {"#e6edf7", "#5b8bd0", "#9aaecb"};
}

constexpr const char* faint_ink_color = "#64748b";
constexpr const char* arc_color = "#64748b";
constexpr const char* bar_ground_color = "#eef2f7";

}  // namespace pgm::io::detail

#pragma once

#include <pgm/compile/image.hpp>
#include <pgm/inference/detail/reduce/domains.hpp>

namespace pgm::detail {

/// The states that an image has: those that may occur, or all where tables can be exchanged, but
/// none that contradicts what is known. `tables` is the network, or that to which it was expanded.
/// Throws as make_image() does.
Domains image_domains(const BayesianNetwork& network, const BayesianNetwork& tables,
                      const ImageOptions& options);

}  // namespace pgm::detail

#pragma once

#include <pgm/compile/image.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/reduce/domains.hpp>

#include <cstddef>

namespace pgm::detail {

// What there is of an image before its steps are made (image_builder.cpp).

/// The states that an image has: those that may occur, or all where tables can be exchanged, but
/// none that contradicts what is known. `tables` is the network, or that to which it was expanded.
/// Throws as make_image() does.
Domains image_domains(const BayesianNetwork& network, const BayesianNetwork& tables,
                      const ImageOptions& options);

/// The image without its steps: variables and the states that can occur.
Image start_image(const BayesianNetwork& network, const Domains& domains,
                  const ImageOptions& options);

/// The plan that the image needs; `variables` is their number in the tables.
PlanRequest image_request(const Image& image, std::size_t variables, const Domains& domains,
                          const ImageOptions& options);

}  // namespace pgm::detail

#pragma once

#include <examples/examples.hpp>

#include <string>

namespace pgm::examples {

/// The model of an example as a page that is asked with clicks (io::write_page()): the network, of
/// a classifier the one that it has, and an influence diagram under its best strategy. The title is
/// that of the example.
///
/// Throws ArgumentError for a classifier that averages several networks, and what write_page()
/// throws for a network that no page can show.
std::string page_to_click(const Example& example);

}  // namespace pgm::examples

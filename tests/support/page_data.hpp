#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace pgm::tests {

/// The data of a page of io::write_page(), as its script finds them.
nlohmann::json page_data(const std::string& page);

}  // namespace pgm::tests

#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <learners/em/expectation_maximisation.hpp>

#include <string>

namespace pgm::apps {

/// The member "em" of the JSON that `fit --em` gives.
void add_em(JsonText& json, const learners::EmReport& em);

/// The same in one line: "12 iterations, converged; log-likelihood -123.4".
std::string em_text(const learners::EmReport& em);

/// What `fit --em` says of a network without a class; `path` is where it was written, or empty.
std::string em_network_json(const learners::EmNetwork& fitted, const Dataset& data,
                            const std::string& structure, const std::string& path);
std::string em_network_text(const learners::EmNetwork& fitted, const Dataset& data,
                            const std::string& structure, const std::string& data_path,
                            const std::string& path);

}  // namespace pgm::apps

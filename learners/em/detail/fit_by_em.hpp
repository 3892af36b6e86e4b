#pragma once

#include <learners/counting/fit_options.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// The classifier of fit() where Fit::missing_cells is `em`; the class column is discrete.
Classifier fit_by_em(const Dataset& data, std::string_view class_name, const Fit& options,
                     const SearchControl& control = {});

/// A network without a class, how EM went, and the remarks.
struct EmNetwork {
    BayesianNetwork network;
    EmReport report;
    std::vector<std::string> remarks;
};

/// The network of fit_network() where Fit::missing_cells is `em`.
EmNetwork fit_network_by_em(const Dataset& data, const Fit& options,
                            const SearchControl& control = {});

}  // namespace pgm::learners::detail

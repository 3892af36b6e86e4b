#pragma once

#include <apps/pgm/render/report.hpp>
#include <learners/fit/fit_network.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::apps {

/// The files of a fit, as the user named them.
struct FitFiles {
    std::string data;
    std::string weights;  ///< the column of the weights of rows; empty: none, or the rows have them
    std::string model;    ///< where the result was written; empty: nowhere
};

/// The answer of `fit` and `update`. `updated` is the classifier that the rows were added to.
Report fit_report(const Classifier& classifier, const Dataset& data, const FitFiles& files,
                  const Classifier* updated = nullptr);

/// The answer of `fit --missing-cells em` without a class: a network.
Report em_network_report(const learners::FittedNetwork& fitted, const Dataset& data,
                         const std::string& structure, const FitFiles& files);

/// "model", null where it was written nowhere.
Fact model_fact(const std::string& path);

}  // namespace pgm::apps

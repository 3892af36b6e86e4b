#pragma once

#include <apps/pgm/render/report.hpp>
#include <learners/em/expectation_maximisation.hpp>
#include <learners/stack/automatic.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::apps {

/// How a classifier came to be, where that is of interest.
struct FitHistory {
    const learners::EmReport* em = nullptr;          ///< how expectation maximisation went
    const learners::AutomaticFit* trials = nullptr;  ///< what it was chosen from
    const Classifier* updated = nullptr;             ///< what the rows were added to
};

/// The files of a fit, as the user named them.
struct FitFiles {
    std::string data;
    std::string weights;  ///< the column of the weights of rows; empty: none, or the rows have them
    std::string model;    ///< where the result was written; empty: nowhere
};

/// The answer of `fit` and `update`.
Report fit_report(const Classifier& classifier, const Dataset& data, const FitFiles& files,
                  const FitHistory& history = {});

/// The answer of `fit --em` without a class: a network.
Report em_network_report(const learners::EmNetwork& fitted, const Dataset& data,
                         const std::string& structure, const FitFiles& files);

/// "model", null where it was written nowhere.
Fact model_fact(const std::string& path);

}  // namespace pgm::apps

#pragma once

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <learners/em/em_options.hpp>
#include <learners/stack/automatic.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::apps {

/// How a classifier came to be, where that is worth telling.
struct FitHistory {
    const learners::EmReport* em = nullptr;          ///< how expectation maximisation went
    const learners::AutomaticFit* trials = nullptr;  ///< what it was chosen from
    const Classifier* updated = nullptr;             ///< what the rows were added to
};

/// What `fit` and `update` tell of a classifier. `path` is where it was written; empty: nowhere.
void write_json(JsonText& json, const Classifier& classifier, const Dataset& data,
                const std::string& path, const FitHistory& history = {});

/// `weights` is the column that the weights of the rows came from; empty: none, or the rows told
/// them.
std::string text_of(const Classifier& classifier, const Dataset& data, const std::string& data_path,
                    const std::string& weights, const std::string& path,
                    const FitHistory& history = {});

/// What any classifier says of itself, however long ago it was fitted: an object with the class,
/// its states, the rows, features with their cuts, the choices and the remarks.
void write_classifier(JsonText& json, const Classifier& classifier);
/// The same for people: lines on the class, the choices, the rows and the remarks, ...
void add_classifier(TextTable& table, const Classifier& classifier);
/// ... and the features, one a line, below a line "features".
std::string features_text(const Classifier& classifier);

}  // namespace pgm::apps

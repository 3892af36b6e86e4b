#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/data/rows.hpp>
#include <python/src/detail/bindings.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace pgm::python {

/// A classifier, and once it is asked what predicts by it.
class FittedClassifier {
public:
    explicit FittedClassifier(Classifier classifier) : classifier_(std::move(classifier)) {}

    const Classifier& classifier() const { return classifier_; }

    Predictor predictor() const {
        const std::lock_guard lock(*mutex_);
        if (!predictor_) predictor_ = std::make_unique<const Predictor>(classifier_);
        return *predictor_;
    }

private:
    Classifier classifier_;
    mutable std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
    mutable std::unique_ptr<const Predictor> predictor_;
};

using Words = std::map<std::string, std::string>;

/// A fit as an estimator of Python describes it: the default learner where there is no structure.
struct FitTask {
    std::string class_name;
    std::optional<std::string> structure;
    Words words;
    std::size_t threads;
    bool keep_statistics;
};

/// Fits rows whose number is known, wherever they are. The lock of the interpreter is released.
FittedClassifier fit(const Rows& rows, const FitTask& task, nb::handle progress);

}  // namespace pgm::python

#pragma once

#include <apps/pgm/report/page/page.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/search/search_control.hpp>
#include <learners/unobserved/learn_incomplete.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace pgm::apps {

// The work behind a page of a table: `parts` have the table, and in `methods` the class, the source
// and the seed. Functions throw Stopped where they are stopped, and as the learners do.

struct PageTask {
    std::string label = {};  ///< of the structure
    std::size_t replicates = 50, folds = 10;
    EngineOptions engine = {};
};

/// A control for a part of the work, "of the fit", which shows its progress and stops it.
using PageControl = std::function<learners::SearchControl(const char* part)>;

/// Throws ArgumentError for a class without values, and for one of numbers, each of which would
/// have a column of table 1.
void require_classes(const Dataset& data, const std::string& class_name);

/// Fits a classifier, numbers of the class being states, and cross-validates it. Arcs that are
/// learned are learned again from replicates of the table, for their confidence.
void fit_for_page(PageParts& parts, const learners::Estimator& estimator, const PageTask& task,
                  const PageControl& control);

/// The choices of a network of all columns.
struct PageSearch {
    learners::StructureLearning learning;
    learners::IncompleteLearning incomplete;
    learners::Fit fit;
};
void learn_for_page(PageParts& parts, const PageSearch& search, const PageTask& task,
                    const PageControl& control);

/// The predictions of a classifier that was there before, of rows with a class. Where the table has
/// no such column, the page is about none.
void test_for_page(PageParts& parts, const PageControl& control);

}  // namespace pgm::apps

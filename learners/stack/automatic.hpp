#pragma once

#include <learners/search/search_control.hpp>
#include <learners/stack/stack.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// The candidates of a choice that is made by the data: each alone, and the stack of all of them,
/// judged by log P(class | row) of the training rows, each left out of what it is predicted from.
/// Of many candidates the best owes some of that to luck. Hence the stack, which gives each the
/// weight it deserves, is chosen unless one alone does better and five nested folds, in which it is
/// found anew from the training rows, confirm it by more than two standard errors. For those who
/// have no opinion about structures and cuts.
///
/// It differs from a Stack in that one candidate alone may win, in that it tells how each of them
/// did, and in that it can be stopped: then the choice is among those that have been fitted.
///
/// Without the stack it is the best candidate, one classifier, judged by ten folds: rows that are
/// taken out of counts say too much for cut points that were learned from them (mdlp), and nothing
/// makes up for it. Candidates that cannot be fitted to the data are then left out with a remark,
/// unless none can.
struct Automatic {
    Stack candidates;
    bool may_stack = true;
};

/// The members of default_stack().
Automatic default_automatic();

/// The best treatment of continuous columns (treatments_to_choose_from()) for a classifier whose
/// other choices are made; without the stack.
Automatic choice_of_treatment(const FitOptions& choices);

/// One candidate and how it did on the rows that it was fitted without.
struct Trial {
    std::string name;     ///< "tan, mdlp", "stack of 15"
    double log_loss = 0;  ///< mean of -log P(class | row) in nats
    double error = 0;     ///< the share of rows whose class is not the most probable

    friend bool operator==(const Trial&, const Trial&) = default;
};

struct AutomaticFit {
    Classifier classifier;
    std::vector<Trial> trials;  ///< in the order of the candidates
    bool has_stack = false;     ///< whether the last trial is the stack of the others
    std::size_t chosen = 0;     ///< one of the trials
    bool partial = false;       ///< whether it was stopped before every candidate was fitted
};

/// When it is stopped it chooses among the candidates that have been fitted by then, within a
/// fraction of a second where SearchControl::stop or the time limit says so: both are asked within
/// the steps of a candidate, in the place of FitOptions::stop. With a time limit the candidates
/// come from the cheapest to the dearest, and one that will not fit into the time that is left,
/// judged by those before, is not begun. Where not even one was fitted, the classifier is naive
/// Bayes with add-one tables, or the structure that was written down, so that there always is one.
///
/// SearchProgress::score is the least log loss so far, negated. Unless it is stopped equal data
/// give equal results, whatever the order of the rows, the number of threads and the limit.
///
/// Throws what fit() of a stack throws.
AutomaticFit fit_automatic(const Dataset& data, std::string_view class_name,
                           const Automatic& automatic, const SearchControl& control = {});

/// The classifier of fit_automatic(). A remark in its provenance tells what it was chosen from.
Classifier fit(const Dataset& data, std::string_view class_name, const Automatic& automatic);

}  // namespace pgm::learners

#pragma once

#include <learners/stack/stack.hpp>

namespace pgm::learners {

/// The candidates of a choice that is made by the data: each alone, and the stack of all of them,
/// judged by log P(class | row) of the training rows, each left out of what it is predicted from.
/// Of many candidates the best owes some of that to luck. Hence the stack, which gives each the
/// weight it deserves, is chosen unless one alone does better and five nested folds, in which it is
/// found again from the training rows, confirm it by more than two standard errors. For those who
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

}  // namespace pgm::learners

#pragma once

#include <learners/plan/fit_options.hpp>

#include <span>
#include <vector>

namespace pgm::learners {

/// Several classifiers that predict together (stacking; Wolpert 1992, "Stacked generalization";
/// Smyth and Wolpert 1999, "Linearly combining density estimators via stacking"):
///
///     P(class = k | x) = sum_m w_m P_m(class = k | x)
///
/// The members differ in structure, in the cut points of continuous columns, or in whatever else
/// FitOptions has. Those that make different mistakes are worth more together than the best of them
/// is alone; aode, the average of networks of one kind with equal weights, is a structure of its
/// own.
///
/// The weights maximise sum_i log sum_m w_m P_m(class of row i | row i), each P_m being that of the
/// classifier without the row, and a prior sample size of two for every member: expectation
/// maximisation from equal weights, which finds the one maximum there is. Rows are taken out of
/// tables one by one, from the counts alone; densities, and tables of Floor and PriorNetwork,
/// predict a tenth of the rows at a time, fitted to the others. All members leave out the same
/// rows. Members that come to be the same, as those that differ in the cuts of columns that are not
/// there, are fitted once. A member with a weight below 0.001 is dropped, and where the tables of
/// all have more cells than fit into a megabyte, and than eight times the cells of the data, those
/// of least weight per cell.
///
/// Densities leave missing values unobserved where the members are to have a state for them.
///
/// If all members are calibrated in the same way, so is the sum, from the same rows.
///
/// Members with the same cuts share their passes over the rows. They keep no statistics, so
/// update() refuses a stack. Members that are densities and do not fit the data are left out with a
/// remark, unless all are. Fitting throws ArgumentError also for a stack without members, or with
/// members that leave out columns that others have.
struct Stack {
    std::vector<FitOptions> members;
};

/// One member for every structure and every model of continuous features, and one for every
/// structure of densities, with its own model; the other choices are those of `common`.
/// Where some models cut and others do not, the latter are for naive Bayes alone, as densities
/// of single features differ little from one structure to the next.
Stack stack_of(std::span<const Structure> structures, std::span<const ContinuousModel> models,
               const FitOptions& common);

/// nb, tan, skdb, aode, aode+select, lda and qda.
std::vector<Structure> structures_to_stack();
/// mdlp, proportional:1/3 and frequency:10.
std::vector<ContinuousModel> continuous_models_to_stack();
/// The candidates from which the best model for a structure is chosen: mdlp, frequency:5,
/// frequency:10, proportional, proportional:1/3, gaussian, kde, kde:sj and mixture. Of these the
/// densities alone where the structure is about densities, and the cuts alone where features are
/// selected.
std::vector<ContinuousModel> continuous_models_to_choose_from(const Structure& structure);
/// The one with the other: tables by TunedBackOff, posteriors with a temperature.
Stack default_stack();

/// The candidates of a choice that is made by the data: each alone, and the stack of all of them,
/// judged by log P(class | row) of the training rows, each left out of what it is predicted from.
/// Of many candidates the result of the best is optimistically biased. Hence the stack, which gives
/// each the weight it deserves, is chosen unless one alone does better and five nested folds, in
/// which it is found again from the training rows, confirm it by more than two standard errors. For
/// those who have no opinion about structures and cuts.
///
/// It differs from a Stack in that one candidate alone may win, in that it reports the losses of
/// each, and in that it can be stopped: then the choice is among those that have been fitted.
///
/// Without the stack it is the best candidate, one classifier, judged by ten folds: rows that are
/// taken out of counts favour cut points that were learned from them (mdlp), which is not
/// corrected. Candidates that cannot be fitted to the data are then left out with a remark, unless
/// none can.
struct Automatic {
    Stack candidates;
    bool may_stack = true;
};

/// The members of default_stack().
Automatic default_automatic();

/// The best model of continuous features (continuous_models_to_choose_from()) for a classifier
/// whose other choices are made; without the stack.
Automatic choice_of_continuous_model(const FitOptions& choices);

}  // namespace pgm::learners

#include <learners/fit/detail/tree_fit.hpp>

#include <learners/fit/detail/fit_forecast.hpp>
#include <learners/fit/detail/leaf_fits.hpp>
#include <learners/judge/detail/choose.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>

namespace pgm::learners::detail {
namespace {

void append_branches(const std::vector<Estimator>& branches, Judge judge,
                     std::vector<JudgedLeaf>& leaves);

/// Appends the leaves of a tree, the judge of each being that of the innermost choice around it.
/// Throws ArgumentError for a pool or a choice of none.
void append_judged(const Estimator& tree, Judge judge, std::vector<JudgedLeaf>& leaves) {
    std::visit(Overloaded{[&](const Fit& options) {
                              leaves.push_back({options, judge});
                          },
                          [&](const Pool& pool) { append_branches(pool.members, judge, leaves); },
                          [&](const BestOf& choice) {
                              append_branches(choice.candidates, choice.judge, leaves);
                          }},
               static_cast<const AnyEstimator&>(tree));
}

void append_branches(const std::vector<Estimator>& branches, Judge judge,
                     std::vector<JudgedLeaf>& leaves) {
    if (branches.empty()) throw ArgumentError("a stack needs members", "stack:nb,tan has two");
    for (const Estimator& branch : branches) append_judged(branch, judge, leaves);
}

/// "tan, mdlp"; "tan" where there is nothing to be cut.
std::string name_of(const Classifier& classifier) {
    const FitWords& words = classifier.provenance().choices;
    const bool has_numbers = !std::ranges::all_of(classifier.features(), &Variable::is_discrete);
    return words.structure + (has_numbers ? ", " + words.continuous : "");
}

/// True if the candidates differ in the treatment of missing values alone.
bool is_among_treatments(const BestOf& choice) {
    const auto words_of = [](const Estimator& candidate) {
        return format(*leaves_of(candidate).front());
    };
    const FitWords first = words_of(choice.candidates.front());
    const auto differs_in_treatment = [&](const Estimator& candidate) {
        FitWords words = words_of(candidate);
        const std::string treatment = std::exchange(words.missing_cells, first.missing_cells);
        return treatment != first.missing_cells && words == first;
    };
    return choice.candidates.size() > 1 &&
           std::all_of(choice.candidates.begin() + 1, choice.candidates.end(),
                       differs_in_treatment);
}

/// A candidate that has been fitted.
struct FittedCandidate {
    const FitResult* result;
    bool is_pool;
    Trial trial;
};

/// "missing values are treated by fill; log loss on rows left out: sum 0.5, fill 0.4, ..."
std::string remark_on_treatments(std::span<const FittedCandidate> all, std::size_t chosen) {
    std::string text =
        "missing values are treated by " + all[chosen].trial.name + "; log loss on rows left out:";
    const char* separator = " ";
    for (const WordHelp& treatment : missing_cells_words().help()) {
        if (treatment.spelling == format(MissingCells::automatic)) continue;
        const auto found = std::ranges::find(
            all, treatment.spelling, [](const FittedCandidate& one) { return one.trial.name; });
        text +=
            std::exchange(separator, ", ") + treatment.spelling + " " +
            (found == all.end() ? "is not for these choices" : to_text(found->trial.log_loss, 4));
    }
    return text;
}

/// "auto chose the stack of 3 from 3 candidates: log loss 0.4 on rows left out"
std::string remark_on_choice(std::span<const FittedCandidate> all, std::size_t chosen) {
    std::vector<Trial> alone;
    for (const FittedCandidate& one : all)
        if (!one.is_pool) alone.push_back(one.trial);
    const Trial& best = *std::ranges::min_element(alone, {}, &Trial::log_loss);
    const Trial& taken = all[chosen].trial;
    std::string text = "auto chose " + taken.name + " from " + counted(alone.size(), "candidate") +
                       ": log loss " + to_text(taken.log_loss, 4) + " on rows left out";
    if (best != taken)
        text += "; the best alone, " + best.name + ", has " + to_text(best.log_loss, 4);
    return text;
}

/// A weighted mean with its standard error.
class Mean {
public:
    void add(double value, double weight) {
        weight_ += weight;
        sum_ += weight * value;
        squares_ += weight * value * value;
    }

    double value() const { return sum_ / weight_; }
    double standard_error() const {
        return std::sqrt(std::max(0.0, squares_ / weight_ - value() * value()) / weight_);
    }

private:
    double weight_ = 0, sum_ = 0, squares_ = 0;
};

/// The leaf that is fitted soonest: naive Bayes, or the structure that the user has written down,
/// of which nothing is chosen by leaving out rows.
Fit cheapest_of(const Estimator& tree) {
    const auto is_naive = [](const Fit* options) {
        return std::holds_alternative<NaiveBayes>(options->structure) &&
               !options->structure.selects_features();
    };
    const std::vector<const Fit*> leaves = leaves_of(tree);
    const auto found = std::ranges::find_if(leaves, is_naive);
    Fit options = found != leaves.end() ? **found : *leaves.front();
    if (!std::holds_alternative<UserDefined>(options.structure)) options.structure = NaiveBayes{};
    if (std::holds_alternative<TunedBackOff>(options.smoothing)) options.smoothing = Laplace{1};
    options.calibration = Calibration::none;
    options.stop = {};
    return options;
}

/// A tree from its leaves to its root.
class TreeFit {
public:
    TreeFit(const Dataset& data, std::string_view class_name, Estimator tree,
            const SearchControl& control)
        : data_(data), class_name_(class_name), tree_(std::move(tree)), watch_(control) {
        if (!watch_.token().is_possible()) return;
        for (Fit* const leaf : leaves_of(tree_)) leaf->stop = watch_.token();
    }

    Classifier fit() {
        const bool is_choice = std::holds_alternative<BestOf>(tree_);
        try {
            fit_leaves();
        } catch (const Stopped&) {
            if (!is_choice || !watch_.token().requested()) throw;  // that of Fit::stop
            partial_ = true;
        }
        if (partial_ && (!leaves_ || !leaves_->has_fitted())) fit_cheapest();
        leaves_->require_fitted();
        const FitResult& root = *result_of(tree_);
        if (!is_choice || !watch_.token().is_possible()) leaves_of(tree_).front()->stop.check();
        Provenance provenance = root.classifier.provenance();
        std::vector<std::string>& remarks = provenance.remarks;
        remarks.insert(remarks.end(), leaves_->remarks().begin(), leaves_->remarks().end());
        remarks.insert(remarks.end(), not_judged_.begin(), not_judged_.end());
        if (provenance.candidates) provenance.candidates->partial = partial_;
        return with_provenance(root.classifier, std::move(provenance));
    }

private:
    void prepare_leaves() {
        std::vector<JudgedLeaf> leaves;
        append_judged(tree_, Judge::left_out_rows, leaves);
        leaves_.emplace(data_, class_name_, leaves);
    }

    void fit_leaves() {
        prepare_leaves();
        const std::vector<std::size_t> order = order_of_steps();
        for (std::size_t done = 0; done < order.size(); ++done) {
            fit_step(order[done]);
            if (done + 1 == order.size() || !leaves_->has_fitted()) continue;
            progress_ = {static_cast<double>(done + 1) / static_cast<double>(order.size()),
                         -leaves_->least_log_loss(), done + 1};
            if (!may_go_on()) return;
        }
    }

    /// The steps, those of least work first if the time is limited.
    std::vector<std::size_t> order_of_steps() const {
        std::vector<std::size_t> order(leaves_->steps());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto work = [&](std::size_t step) { return leaves_->work_of(step); };
        if (watch_.token().deadline()) std::ranges::stable_sort(order, {}, work);
        return order;
    }

    void fit_step(std::size_t step) {
        const double work = leaves_->work_of(step);
        if (leaves_->has_fitted() && !forecast_.fits(work, watch_.token())) {
            partial_ = true;
            return;
        }
        const auto start = StopToken::Clock::now();
        leaves_->fit(step);
        forecast_.add(work, std::chrono::duration<double>(StopToken::Clock::now() - start).count());
    }

    bool may_go_on() {
        if (watch_.may_go_on(progress_)) return true;
        partial_ = true;
        return false;
    }

    void fit_cheapest() {
        tree_ = BestOf{{cheapest_of(tree_)}};
        prepare_leaves();
        leaves_->fit(0);
    }

    /// The fit of a tree whose leaves are the next ones; null where none of them was fitted.
    const FitResult* result_of(const Estimator& tree) {
        return std::visit(Overloaded{[&](const Fit&) { return leaves_->result(next_leaf_++); },
                                     [&](const Pool& pool) { return pool_of(members_of(pool)); },
                                     [&](const BestOf& choice) { return best_of(choice); }},
                          static_cast<const AnyEstimator&>(tree));
    }

    /// The members that were fitted, each once.
    std::vector<const FitResult*> members_of(const Pool& pool) {
        std::vector<const FitResult*> members;
        for (const Estimator& member : pool.members) {
            const FitResult* const result = result_of(member);
            if (result && std::ranges::find(members, result) == members.end())
                members.push_back(result);
        }
        return members;
    }

    const FitResult* pool_of(const std::vector<const FitResult*>& members) {
        if (members.empty()) return nullptr;
        const FitResult& pool = made_.emplace_back(leaves_->pool(members));
        partial_ = partial_ || watch_.token().requested();
        return &pool;
    }

    /// The candidates that were fitted, each once: a pool of one that is a candidate is none.
    std::vector<FittedCandidate> candidates_of(const BestOf& choice) {
        const bool are_treatments = is_among_treatments(choice);
        std::vector<FittedCandidate> all;
        for (const Estimator& candidate : choice.candidates) {
            const Pool* const pool = std::get_if<Pool>(&candidate);
            const std::vector<const FitResult*> members =
                pool ? members_of(*pool) : std::vector{result_of(candidate)};
            const auto is_there = [&](const FittedCandidate& one) {
                return one.result == members.front();
            };
            if (members.empty() || !members.front()) continue;
            if (members.size() == 1 && std::ranges::any_of(all, is_there)) continue;
            const FitResult* const result = pool ? pool_of(members) : members.front();
            std::string name = are_treatments
                                   ? result->classifier.provenance().choices.missing_cells
                               : pool ? "the stack of " + std::to_string(members.size())
                                      : name_of(result->classifier);
            all.push_back({result,
                           pool != nullptr,
                           {std::move(name), log_loss(result->predictions),
                            error_rate(result->predictions)}});
        }
        return all;
    }

    /// The number of the one of least loss among those that are pools, or among the others.
    static std::optional<std::size_t> least(std::span<const FittedCandidate> all, bool pools) {
        const Choice choice = choose(all, [&](const FittedCandidate& one) {
            return one.is_pool == pools ? std::optional(one.trial.log_loss) : std::nullopt;
        });
        return choice.losses[choice.best] ? std::optional(choice.best) : std::nullopt;
    }

    const FitResult* best_of(const BestOf& choice) {
        const std::vector<FittedCandidate> all = candidates_of(choice);
        if (all.empty()) return nullptr;
        const auto alone = least(all, false), pool = least(all, true);
        const bool is_alone =
            !pool || (alone && all[*alone].trial.log_loss < all[*pool].trial.log_loss &&
                      is_better_alone(choice));
        return recorded(choice, all, is_alone ? *alone : *pool);
    }

    /// The chosen fit with a remark and, unless it was chosen from others before, its candidates.
    const FitResult* recorded(const BestOf& choice, const std::vector<FittedCandidate>& all,
                              std::size_t chosen) {
        const FitResult& result = *all[chosen].result;
        Provenance provenance = result.classifier.provenance();
        provenance.remarks.insert(provenance.remarks.begin(),
                                  is_among_treatments(choice) ? remark_on_treatments(all, chosen)
                                                              : remark_on_choice(all, chosen));
        if (!provenance.candidates) {
            provenance.candidates = {.chosen = chosen,
                                     .has_stack = all.back().is_pool && !all.front().is_pool};
            for (const FittedCandidate& one : all)
                provenance.candidates->trials.push_back(one.trial);
        }
        return &made_.emplace_back(FitResult{
            with_provenance(result.classifier, std::move(provenance)), result.predictions});
    }

    /// True if the one candidate that predicts left out rows best predicts new rows better than the
    /// pool, by more than two standard errors of the mean difference in nested folds: in each both
    /// are made from the training rows alone. The rows are in an order that says nothing about
    /// them. The pool stands where the memory does not suffice, which is told, and where the time
    /// does not suffice for all folds, unless it did not suffice for the weights of the pool
    /// either.
    bool is_better_alone(const BestOf& choice) {
        try {
            return is_better_alone(choice, leaves_->rows_to_judge());
        } catch (const TooLargeError& error) {
            not_judged_ = {"the stack was not judged beside its best candidate: " +
                           error.message()};
            return false;
        }
    }

    bool is_better_alone(const BestOf& choice, const Dataset& rows) {
        constexpr std::size_t folds = 5;
        if (rows.rows() < folds) return false;
        if (watch_.token().requested()) return true;
        double work = 0;
        for (std::size_t step = 0; step < leaves_->steps(); ++step)
            work += leaves_->work_of(step) * (folds - 1);
        if (!forecast_.fits(work, watch_.token())) {
            partial_ = true;
            return false;
        }
        try {
            return wins_alone(choice, rows, folds_in_turn(rows.rows(), folds));
        } catch (const Stopped&) {
            if (!watch_.token().requested()) throw;
            partial_ = true;
            return false;
        }
    }

    bool wins_alone(const BestOf& choice, const Dataset& rows, const Folds& folds) {
        OutOfFold alone = empty_predictions(rows, class_name_), together = alone;
        for (std::size_t i = 0; i < folds.size(); ++i) {
            if (!may_go_on()) return false;
            const Fold fold = folds[i];
            const auto [best, pool] = best_alone_and_pool(rows.select_rows(fold.training), choice);
            const Dataset test = rows.select_rows(fold.test);
            add_predictions(alone, predict(best, test), fold.test);
            add_predictions(together, predict(pool, test), fold.test);
        }
        const std::vector<double> of_best = log_likelihoods(alone),
                                  of_pool = log_likelihoods(together);
        Mean gain;
        for (std::size_t row = 0; row < of_best.size(); ++row)
            gain.add(std::max(of_best[row], least_log_likelihood) -
                         std::max(of_pool[row], least_log_likelihood),
                     alone.weights[row]);
        return gain.value() > 2 * gain.standard_error();
    }

    /// The best candidate of a table that is no pool, and the best pool, which is the same where
    /// there is none.
    std::pair<Classifier, Classifier> best_alone_and_pool(const Dataset& training,
                                                          const BestOf& choice) const {
        TreeFit nested(training, class_name_, choice, {});
        nested.fit_leaves();
        nested.leaves_->require_fitted();
        const std::vector<FittedCandidate> all = nested.candidates_of(choice);
        const auto alone = least(all, false), pool = least(all, true);
        return {all[alone.value_or(0)].result->classifier,
                all[pool.value_or(*alone)].result->classifier};
    }

    const Dataset& data_;
    std::string_view class_name_;
    Estimator tree_;
    SearchWatch watch_;
    std::optional<LeafFits> leaves_;
    std::size_t next_leaf_ = 0;   ///< of those whose results are looked at
    std::deque<FitResult> made_;  ///< pools and choices
    FitForecast forecast_;
    SearchProgress progress_;
    std::vector<std::string> not_judged_;
    bool partial_ = false;
};

}  // namespace

Classifier fit_tree(const Dataset& data, std::string_view class_name, const Estimator& tree,
                    const SearchControl& control) {
    return TreeFit(data, class_name, tree, control).fit();
}

}  // namespace pgm::learners::detail

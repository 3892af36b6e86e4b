// Fourteen days of J. R. Quinlan, "Induction of decision trees", Machine Learning 1 (1986), table
// 1; the day asked for and its naive Bayes numbers are those of Witten and Frank, "Data Mining"
// (second edition 2005), section 4.2. The tree is that of Friedman, Geiger and Goldszmidt,
// "Bayesian network classifiers", Machine Learning 29 (1997).
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

#include <pgm/classify/measure/evaluation.hpp>
#include <pgm/classify/predictions.hpp>

#include <string>
#include <vector>

namespace pgm::examples {

namespace {

constexpr const char* a_day =
    "P(play=yes | outlook=sunny, temperature=cool, humidity=high, windy=TRUE)";

Classifier days(const Dataset& data, std::string_view structure, std::string_view smoothing) {
    return learners::fit(
        data, "play", {.structure = structure, .smoothing = learners::parse_smoothing(smoothing)});
}

/// Each day in turn is predicted by a classifier that has seen the other thirteen.
Evaluation leave_one_out(std::string_view structure) {
    const Dataset data = table("weather.csv");
    std::vector<ScoredPredictions> scored;
    for (std::uint32_t left_out = 0; left_out < data.rows(); ++left_out) {
        std::vector<std::uint32_t> others;
        for (std::uint32_t row = 0; row < data.rows(); ++row) {
            if (row != left_out) others.push_back(row);
        }
        const Classifier classifier = days(data.select_rows(others), structure, "laplace:1");
        const Dataset day = data.select_rows(std::vector{left_out});
        scored.push_back(
            score_predictions(predict(classifier, day), classifier.class_variable(), day));
    }
    return evaluate(concatenated(scored));
}

void print_play(Page& page) {
    const InferenceEngine naive = engine_of(weather_naive_bayes());
    page.text(
            "A day is sunny, cool, humid and windy. Shall we play? Naive Bayes, relative "
            "frequencies:")
        .model(naive.network())
        .ask_score(naive, "play=yes, outlook=sunny, temperature=cool, humidity=high, windy=TRUE",
                   "the book: 0.0053")
        .ask_score(naive, "play=no, outlook=sunny, temperature=cool, humidity=high, windy=TRUE",
                   "the book: 0.0206")
        .ask(naive, a_day, "the book: 20.5 %")
        .text("Whether there is wind is not known? Then it is summed out.")
        .ask(naive, "P(play=yes | outlook=sunny, temperature=cool, humidity=high)", "25/79")
        .text(
            "It was always played under an overcast sky, so naive Bayes is certain that it always "
            "will be. With one more day of\n"
            "every kind in each table (Laplace) it is not:")
        .ask(naive, "P(play=yes | outlook=overcast, temperature=mild, humidity=high, windy=TRUE)");
    const InferenceEngine smoothed = engine_of(weather_smoothed());
    page.ask(smoothed,
             "P(play=yes | outlook=overcast, temperature=mild, humidity=high, windy=TRUE)",
             "19600/29401")
        .ask(smoothed, a_day, "392/1481");
}

void print_tree(Page& page) {
    const InferenceEngine tree = engine_of(weather_tree());
    page.text(
            "But hot days are dry days. The tree-augmented classifier gives every feature one more "
            "parent, so that the arcs form the\n"
            "tree of greatest mutual information given the class, found from the same fourteen "
            "days:")
        .model(tree.network())
        .ask(tree, a_day, "3/5")
        .ask(tree, "P(play=yes | outlook=overcast, temperature=mild, humidity=high, windy=TRUE)",
             "200/263");
}

void print_comparison(Page& page) {
    const Evaluation naive = leave_one_out("nb");
    const Evaluation tree = leave_one_out("tan");
    page.text(
            "Which of the two is better? Predicting each day from the other thirteen; the log "
            "loss is the mean of -log P(what happened):")
        .value("naive Bayes, share of right answers", naive.accuracy, "7/14")
        .value("tree, share of right answers", tree.accuracy, "8/14")
        .value("naive Bayes, log loss", naive.log_loss.mean)
        .value("tree, log loss", tree.log_loss.mean)
        .text(
            "Fourteen days are not enough to say; `pgm evaluate DATA --class C --structure nb,tan` "
            "compares them on your data.");
}

}  // namespace

Classifier weather_naive_bayes() {
    return days(table("weather.csv"), "nb", "mle");
}

Classifier weather_smoothed() {
    return days(table("weather.csv"), "nb", "laplace:1");
}

Classifier weather_tree() {
    return days(table("weather.csv"), "tan", "laplace:1");
}

void run_weather(std::ostream& out) {
    Page page(out, "Shall we play? Naive Bayes and a tree (fourteen days)");
    print_play(page);
    print_tree(page);
    print_comparison(page);
}

}  // namespace pgm::examples

// 1000 fruits of a lecture on statistical classification; their table is examples/data/fruit.csv.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

namespace pgm::examples {

namespace {

Classifier fruits(std::string_view structure, std::string_view smoothing) {
    learners::Fit options;
    options.structure = structure;
    options.smoothing = learners::parse_smoothing(smoothing);
    options.class_prior = learners::ClassProportions{};
    return learners::fit(weighted_table("fruit.csv", "count"), "Fruit", options);
}

}  // namespace

Classifier fruit_joint() {
    return fruits("joint", "mle");
}

Classifier fruit_naive_bayes() {
    return fruits("nb", "mle");
}

Classifier fruit_add_one() {
    return fruits("nb", "laplace:1");
}

void run_fruit(std::ostream& out) {
    const InferenceEngine joint = engine_of(fruit_joint());
    const InferenceEngine naive = engine_of(fruit_naive_bayes());
    const InferenceEngine add_one = engine_of(fruit_add_one());
    Page(out, "Banana, orange or other? (1000 fruits)")
        .text(
            "A fruit is long, not sweet and yellow. Is it a banana? First by the full joint table: "
            "nothing assumed, every feature\n"
            "depends on all before it.")
        .model(joint.network())
        .ask(joint, "P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)", "50 of 1000 = 1/20")
        .ask(joint, "P(Long=T, Sweet=F, Yellow=T)", "the same 50: 1/20")
        .ask(joint, "P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", "1: certain")
        .text(
            "The same data and engine, another structure: naive Bayes takes the features to be "
            "independent given the fruit.")
        .model(naive.network())
        .ask(naive, "P(Long=T | Fruit=Banana)", "4/5")
        .ask(naive, "P(Sweet=F | Fruit=Banana)", "3/10")
        .ask(naive, "P(Yellow=T | Fruit=Banana)", "9/10")
        .ask(naive, "P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)",
             "1/2 * 4/5 * 3/10 * 9/10 = 27/250")
        .ask(naive, "P(Fruit=Orange, Long=T, Sweet=F, Yellow=T)", "0: no orange is long")
        .ask(naive, "P(Fruit=Other, Long=T, Sweet=F, Yellow=T)", "1/5 * 1/2 * 1/4 * 1/4 = 1/160")
        .ask(naive, "P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", "432/457 = 0.945295")
        .ask(naive, "P(Fruit=Other | Long=T, Sweet=F, Yellow=T)", "25/457 = 0.0547046")
        .text(
            "Both decide for a banana; naive Bayes with some doubt that the data do not support. "
            "That no orange is long need not be\n"
            "the last word: one more fruit of every kind in each table of a feature (add-one "
            "smoothing), and nothing is impossible.")
        .ask(add_one, "P(Long=T | Fruit=Orange)", "1/302")
        .ask(add_one, "P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", "0.9401634")
        .ask(add_one, "P(Fruit=Orange | Long=T, Sweet=F, Yellow=T)", "0.004312117");
}

}  // namespace pgm::examples

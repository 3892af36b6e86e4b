// Ten patients of a lecture on Bayesian classification; their table is examples/data/heart.csv.
#include <examples/classifiers.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

namespace pgm::examples {

Classifier heart_naive_bayes() {
    return learners::fit(table("heart.csv"), "HeartDisease",
                         {.structure = "nb", .smoothing = learners::MaximumLikelihood{}});
}

void run_heart(std::ostream& out) {
    const InferenceEngine engine = engine_of(heart_naive_bayes());
    Page(out, "Heart disease (ten patients, naive Bayes)")
        .text(
            "Diabetes and smoking are taken to be independent once we know whether the patient has "
            "a heart disease.")
        .model(engine.network())
        .text("The tables, counted from the ten patients:")
        .ask(engine, "P(HeartDisease=Y)", "the lecture: 0.3")
        .ask(engine, "P(Diabetes=Y | HeartDisease=Y)", "the lecture: 1/3")
        .ask(engine, "P(Smoke=Y | HeartDisease=Y)", "the lecture: 2/3")
        .ask(engine, "P(Diabetes=Y | HeartDisease=N)", "the lecture: 2/7")
        .ask(engine, "P(Smoke=Y | HeartDisease=N)", "the lecture: 2/7")
        .text(
            "A patient has diabetes and does not smoke. The two scores P(h) P(d | h) P(not s | h):")
        .ask(engine, "P(HeartDisease=Y, Diabetes=Y, Smoke=N)", "1/30 (the lecture prints 1/14)")
        .ask(engine, "P(HeartDisease=N, Diabetes=Y, Smoke=N)", "1/7  (the lecture prints 1/6)")
        .text(
            "The printed scores do not follow from the lecture's own tables: 3/10 * 1/3 * 1/3 = "
            "1/30 and 7/10 * 2/7 * 5/7 = 1/7. The\n"
            "decision is the same, the probability is not: 7/37, where the printed scores would "
            "give 3/10.")
        .ask(engine, "P(HeartDisease=Y | Diabetes=Y, Smoke=N)", "7/37")
        .ask(engine, "argmax(HeartDisease | Diabetes=Y, Smoke=N)", "the lecture: No");
}

}  // namespace pgm::examples

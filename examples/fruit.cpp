// 1000 fruits of a lecture on statistical classification; their table is examples/data/fruit.csv.
#include <examples/cases.hpp>
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

namespace pgm::examples {

namespace {

/// The combinations that occur.
const CaseTable& fruits() {
    static const CaseTable cases(R"(
        Fruit,  Long, Sweet, Yellow, count
        Banana, F, F, F,  50
        Banana, F, F, T,  50
        Banana, T, F, T,  50
        Banana, T, T, T, 350
        Orange, F, F, T, 150
        Orange, F, T, T, 150
        Other,  F, T, F,  50
        Other,  F, T, T,  50
        Other,  T, F, F,  50
        Other,  T, T, F,  50
    )");
    return cases;
}

}  // namespace

BayesianNetwork fruit_joint() {
    return network_from_cases(fruits(), {{"Fruit", {}}, {"Long", {"Fruit"}}, {"Sweet", {"Fruit", "Long"}}, {"Yellow", {"Fruit", "Long", "Sweet"}}});
}

BayesianNetwork fruit_naive_bayes() {
    return network_from_cases(fruits(), {{"Fruit", {}}, {"Long", {"Fruit"}}, {"Sweet", {"Fruit"}}, {"Yellow", {"Fruit"}}});
}

void run_fruit(std::ostream& out) {
    const InferenceEngine joint(fruit_joint());
    const InferenceEngine naive(fruit_naive_bayes());
    Page(out, "Banana, orange or other? (1000 fruits)")
        .text(
            "A fruit is long, not sweet and yellow. Is it a banana? First by the full joint table: nothing assumed, every feature\n"
            "depends on all before it.")
        .model(joint.network())
        .ask(joint, "P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)", "50 of 1000 = 1/20")
        .ask(joint, "P(Long=T, Sweet=F, Yellow=T)", "the same 50: 1/20")
        .ask(joint, "P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", "1: certain")
        .text("The same engine, another structure: naive Bayes takes the features to be independent given the fruit.")
        .model(naive.network())
        .ask(naive, "P(Long=T | Fruit=Banana)", "4/5")
        .ask(naive, "P(Sweet=F | Fruit=Banana)", "3/10")
        .ask(naive, "P(Yellow=T | Fruit=Banana)", "9/10")
        .ask(naive, "P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)", "1/2 * 4/5 * 3/10 * 9/10 = 27/250")
        .ask(naive, "P(Fruit=Orange, Long=T, Sweet=F, Yellow=T)", "0: no orange is long")
        .ask(naive, "P(Fruit=Other, Long=T, Sweet=F, Yellow=T)", "1/5 * 1/2 * 1/4 * 1/4 = 1/160")
        .ask(naive, "P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", "432/457 = 0.945295")
        .ask(naive, "P(Fruit=Other | Long=T, Sweet=F, Yellow=T)", "25/457 = 0.0547046")
        .text("Both decide for a banana; naive Bayes with some doubt that the data do not support.");
}

}  // namespace pgm::examples

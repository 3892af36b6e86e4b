// Verma and Pearl, "Equivalence and synthesis of causal models" (1990): graphs with the same joined
// pairs and the same colliders cannot be told apart by data. Fire, smoke and alarm: Pearl and
// Mackenzie, "The Book of Why" (2018), chapter 3; the counts are made up so that the alarm depends
// on smoke alone. Two coins and a bell: Pearl, "Causality" (2009), section 2.4.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/structures.hpp>
#include <examples/tables.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/learn_structure.hpp>

#include <initializer_list>
#include <string>

namespace pgm::examples {
namespace {

constexpr const char* chain = "Fire -> Smoke -> Alarm";
constexpr const char* fork = "Fire <- Smoke -> Alarm";
constexpr const char* chain_back = "Fire <- Smoke <- Alarm";
constexpr const char* collider = "Fire -> Smoke <- Alarm";

void add_scores(Page& page, const Dataset& data, std::initializer_list<const char*> structures) {
    const learners::DataScore score(data);
    for (const char* const structure : structures) {
        const Dag dag = graph_over(data, structure);
        page.value(std::string("BIC of ") + structure, learners::total(score, dag),
                   std::to_string(static_cast<int>(learners::free_parameters(score, dag))) +
                       " free parameters");
    }
}

/// The class of the best graph of all.
std::string best_class(const Dataset& data) {
    const learners::LearnedStructure best =
        learners::learn_structure(data, {.algorithm = learners::Exact{}}, {.threads = 1});
    return class_text(data, PartiallyDirectedGraph(cpdag(best.dag)));
}

}  // namespace

BayesianNetwork fire_network() {
    return network_over(weighted_table("fire.csv", "count"), chain);
}

void run_equivalence(std::ostream& out) {
    const Dataset days = weighted_table("fire.csv", "count"),
                  tosses = weighted_table("coins.csv", "count");
    const InferenceEngine forwards(fire_network()), forked(network_over(days, fork)),
        backwards(network_over(days, chain_back)),
        coins(network_over(tosses, "First -> Bell <- Second"));
    Page page(out, "What data leave open: chains, a fork and a collider (Verma and Pearl 1990)");
    page.text(
        "2000 days in a kitchen. Fire makes smoke, and smoke sets off the alarm. Which of these "
        "graphs explains the counts best?");
    add_scores(page, days, {chain, fork, chain_back, collider});
    page.text(
            "Three say the same, that fire and alarm are independent given smoke; no data of this "
            "kind can tell them apart. Learning\n"
            "therefore ends with their class, in which these edges have no direction.")
        .line("the best class", best_class(days))
        .text("What we see on a day, all three explain alike.")
        .ask(forwards, "P(Fire=yes | Alarm=yes)", "Fire -> Smoke -> Alarm: 29/49")
        .ask(forked, "P(Fire=yes | Alarm=yes)", "Fire <- Smoke -> Alarm")
        .ask(backwards, "P(Fire=yes | Alarm=yes)", "Fire <- Smoke <- Alarm")
        .text(
            "What we do tells them apart. Somebody lights a cigar: if smoke comes from fire, there "
            "is no more fire than on other days;\n"
            "if smoke sets off the alarm, the alarm rings.")
        .ask(forwards, "P(Fire=yes | do(Smoke=yes))", "Fire -> Smoke -> Alarm: P(Fire=yes) = 1/5")
        .ask(forked, "P(Fire=yes | do(Smoke=yes))", "Fire <- Smoke -> Alarm: 9/13")
        .ask(backwards, "P(Fire=yes | do(Smoke=yes))", "Fire <- Smoke <- Alarm: 9/13")
        .ask(forwards, "P(Alarm=yes | do(Smoke=yes))", "Fire -> Smoke -> Alarm: 4/5")
        .ask(forked, "P(Alarm=yes | do(Smoke=yes))", "Fire <- Smoke -> Alarm: 4/5")
        .ask(backwards, "P(Alarm=yes | do(Smoke=yes))",
             "Fire <- Smoke <- Alarm: P(Alarm=yes) = 49/200")
        .text(
            "A collider is what data do tell. Two coins are tossed a hundred times, and a bell "
            "rings when either shows heads. The\n"
            "coins are independent, and no longer so when we hear the bell: no graph without the "
            "collider says this.");
    add_scores(page, tosses, {"First -> Bell <- Second", "First -> Bell -> Second"});
    page.line("the best class", best_class(tosses))
        .text("One coin explains the bell away from the other.")
        .ask(coins, "P(Second=heads | Bell=yes)", "2/3")
        .ask(coins, "P(Second=heads | Bell=yes, First=heads)", "1/2")
        .ask(coins, "P(Second=heads | Bell=yes, First=tails)", "1");
}

}  // namespace pgm::examples

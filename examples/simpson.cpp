// Charig, Webb, Payne and Wickham, "Comparison of treatment of renal calculi by open surgery,
// percutaneous nephrolithotomy, and extracorporeal shockwave lithotripsy", British Medical Journal
// 292 (1986). Seeing and doing: Pearl, "Causality" (2009), sections 3.3 and 6.1.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/structures.hpp>
#include <examples/tables.hpp>
#include <learners/score/data_score.hpp>
#include <pgm/query/answer.hpp>

#include <string>

namespace pgm::examples {
namespace {

constexpr const char* stone_first = "Stone -> Treatment -> Success <- Stone";
constexpr const char* treatment_first = "Treatment -> Stone -> Success <- Treatment";

/// Pearl's adjustment: the success at each size of stone, weighed by how frequent the size is.
double adjusted(const InferenceEngine& engine, const std::string& treatment) {
    double sum = 0;
    for (const std::string stone : {"small", "large"})
        sum += answer(engine, "P(Success=yes | Treatment=" + treatment + ", Stone=" + stone + ")")
                   .probability() *
               answer(engine, "P(Stone=" + stone + ")").probability();
    return sum;
}

double bic(const Dataset& data, const char* structure) {
    return learners::total(learners::DataScore(data), graph_over(data, structure));
}

}  // namespace

BayesianNetwork kidney_network() {
    return network_over(weighted_table("kidney.csv", "count"), stone_first);
}

void run_simpson(std::ostream& out) {
    const Dataset patients = weighted_table("kidney.csv", "count");
    const InferenceEngine engine(kidney_network()),
        reversed(network_over(patients, treatment_first));
    Page(out, "Simpson's paradox: two ways to remove kidney stones (Charig and others 1986)")
        .text(
            "350 patients had open surgery, as many keyhole surgery (percutaneous "
            "nephrolithotomy). Keyhole surgery was the more\n"
            "successful one.")
        .model(engine.network())
        .ask(engine, "P(Success=yes | Treatment=open)", "273/350; Charig: 78 %")
        .ask(engine, "P(Success=yes | Treatment=keyhole)", "289/350; Charig: 83 %")
        .text("But with small stones open surgery was, and with large stones as well.")
        .ask(engine, "P(Success=yes | Treatment=open, Stone=small)", "81/87; Charig: 93 %")
        .ask(engine, "P(Success=yes | Treatment=keyhole, Stone=small)", "234/270; Charig: 87 %")
        .ask(engine, "P(Success=yes | Treatment=open, Stone=large)", "192/263; Charig: 73 %")
        .ask(engine, "P(Success=yes | Treatment=keyhole, Stone=large)", "55/80; Charig: 69 %")
        .text(
            "Open surgery was what the difficult cases had. Who hears of it expects a large stone, "
            "and less success for that reason.")
        .ask(engine, "P(Stone=large | Treatment=open)", "263/350")
        .ask(engine, "P(Stone=large | Treatment=keyhole)", "80/350")
        .text(
            "What if all patients were treated alike? do() takes away the arc from the stone to "
            "the treatment. In this graph that is\n"
            "to adjust for the stone: sum over the sizes of P(Success | Treatment, Stone) "
            "P(Stone). Open surgery is the better one.")
        .ask(engine, "P(Success=yes | do(Treatment=open))",
             "81/87 * 357/700 + 192/263 * 343/700 = 0.833")
        .value("the sum", adjusted(engine, "open"))
        .ask(engine, "P(Success=yes | do(Treatment=keyhole))",
             "234/270 * 357/700 + 55/80 * 343/700 = 0.779")
        .value("the sum", adjusted(engine, "keyhole"))
        .text(
            "No number of the table says that one has to adjust. Suppose that the treatment came "
            "first, and changed the stone: this\n"
            "graph explains the same counts as well, sees the same, and advises the opposite.")
        .value("BIC of Stone -> Treatment", bic(patients, stone_first))
        .value("BIC of Treatment -> Stone", bic(patients, treatment_first))
        .ask(reversed, "P(Success=yes | Treatment=open, Stone=small)", "as above")
        .ask(reversed, "P(Success=yes | do(Treatment=open))", "273/350")
        .ask(reversed, "P(Success=yes | do(Treatment=keyhole))", "289/350");
}

}  // namespace pgm::examples

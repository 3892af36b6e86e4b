// Korb and Nicholson, "Bayesian Artificial Intelligence" (2004), section 2.2 and table 2.2,
// "Updated beliefs given new information".
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork cancer_network() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Pollution{low|high} -> Cancer{T|F} <- Smoker{T|F}; Cancer -> XRay{pos|neg}, "
        "Dyspnoea{T|F}");
    net.cpt("Pollution").values({0.9, 0.1});
    net.cpt("Smoker").values({0.3, 0.7});
    net.cpt("Cancer")
        .row("Pollution=high, Smoker=T", {0.05, 0.95})
        .row("Pollution=high, Smoker=F", {0.02, 0.98})
        .row("Pollution=low, Smoker=T", {0.03, 0.97})
        .row("Pollution=low, Smoker=F", {0.001, 0.999});
    net.cpt("XRay").row("Cancer=T", {0.90, 0.10}).row("Cancer=F", {0.20, 0.80});
    net.cpt("Dyspnoea").row("Cancer=T", {0.65, 0.35}).row("Cancer=F", {0.30, 0.70});
    return net.build();
}

void run_cancer(std::ostream& out) {
    const InferenceEngine engine(cancer_network());
    Page(out, "Lung cancer (Korb and Nicholson 2004)")
        .text(
            "Pollution and smoking may cause cancer; cancer shows on an X-ray and in shortness of "
            "breath.")
        .model(engine.network())
        .text("Nothing known yet:")
        .ask(engine, "P(XRay=pos)", "the book: 0.208")
        .ask(engine, "P(Dyspnoea=T)", "the book: 0.304")
        .text("Diagnostic, from symptom to cause. The patient is short of breath.")
        .ask(engine, "P(Pollution=high | Dyspnoea=T)", "the book: 0.102")
        .ask(engine, "P(Smoker=T | Dyspnoea=T)", "the book: 0.307")
        .ask(engine, "P(Cancer=T | Dyspnoea=T)", "the book: 0.025")
        .ask(engine, "P(XRay=pos | Dyspnoea=T)", "the book: 0.217")
        .text("Predictive, from cause to effect. The patient smokes.")
        .ask(engine, "P(Cancer=T | Smoker=T)", "the book: 0.032")
        .ask(engine, "P(XRay=pos | Smoker=T)", "the book: 0.222")
        .ask(engine, "P(Dyspnoea=T | Smoker=T)", "the book: 0.311")
        .text("Intercausal. Given cancer, smoking makes pollution a less likely culprit.")
        .ask(engine, "P(Pollution=high | Cancer=T)", "the book: 0.249")
        .ask(engine, "P(Pollution=high | Cancer=T, Smoker=T)", "the book: 0.156")
        .text("Combined: both at once.")
        .ask(engine, "P(Cancer=T | Dyspnoea=T, Smoker=T)", "the book: 0.067")
        .ask(engine, "P(XRay=pos | Dyspnoea=T, Smoker=T)", "the book: 0.247");
}

}  // namespace pgm::examples

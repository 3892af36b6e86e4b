// Russell and Norvig, "Artificial Intelligence: A Modern Approach", the noisy-OR of fever; the
// frequencies of the diseases are ours. Noisy-OR: Pearl 1988, section 4.3.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork fever_network() {
    NetworkBuilder net = NetworkBuilder::parse("Cold{no|yes}, Flu{no|yes}, Malaria{no|yes}");
    net.cpt("Cold").values({0.8, 0.2});
    net.cpt("Flu").values({0.9, 0.1});
    net.cpt("Malaria").values({0.99, 0.01});
    const VariableId fever = net.add_variable(Variable("Fever", {"no", "yes"}));
    // A disease that is absent causes nothing, hence the empty rows. There is no other cause: the
    // leak is 0.
    const std::vector<NoisyMaxCpd::Link> links{{*net.find("Cold"), {{}, {0.6, 0.4}}},
                                               {*net.find("Flu"), {{}, {0.2, 0.8}}},
                                               {*net.find("Malaria"), {{}, {0.1, 0.9}}}};
    net.set_cpd(NoisyMaxCpd(fever, links, std::vector<double>{1, 0}));
    return net.build();
}

void run_fever(std::ostream& out) {
    const InferenceEngine engine(fever_network());
    Page(out, "Fever and its causes: a noisy-OR (Russell and Norvig)")
        .text(
            "A cold causes fever in 40 of 100 patients, flu in 80, malaria in 90, each "
            "independently of the others. Three\n"
            "numbers say what would else be a table of eight rows; hundreds of causes would need "
            "hundreds of numbers.")
        .model(engine.network())
        .text("The rows of that table are products of what fails to cause fever.")
        .ask(engine, "P(Fever=no | Cold=yes, Flu=yes, Malaria=no)", "0.6 * 0.2 = 0.12")
        .ask(engine, "P(Fever=no | Cold=yes, Flu=no, Malaria=yes)", "0.6 * 0.1 = 0.06")
        .ask(engine, "P(Fever=no | Cold=no, Flu=yes, Malaria=yes)", "0.2 * 0.1 = 0.02")
        .ask(engine, "P(Fever=no | Cold=yes, Flu=yes, Malaria=yes)", "Russell and Norvig: 0.012")
        .text("A patient has fever. Malaria explains it best and is rare all the same.")
        .ask(engine, "P(Fever=yes)", "1 - 0.92 * 0.92 * 0.991")
        .ask(engine, "P(Malaria=yes | Fever=yes)")
        .ask(engine, "P(Flu=yes | Fever=yes)")
        .ask(engine, "argmax(* | Fever=yes)")
        .text("Flu explains the fever away; without fever all causes are independent.")
        .ask(engine, "P(Malaria=yes | Fever=yes, Flu=yes)")
        .ask(engine, "P(Malaria=yes | Fever=no)", "0.001 / 0.991")
        .ask(engine, "P(Malaria=yes | Fever=no, Flu=yes)", "the same");
}

}  // namespace pgm::examples

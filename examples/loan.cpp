// Ten loans of a lecture on Bayesian classification; their table is examples/data/loan.csv. Ages are in decades: 30+ is 30 to 39.
#include <examples/cases.hpp>
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

namespace {

const CaseTable& loans() {
    static const CaseTable cases(R"(
        age, education, occupation, default
        20+, high school, self-employed, yes
        30+, master, programmer, no
        30+, undergrad, programmer, yes
        30+, undergrad, programmer, no
        30+, undergrad, self-employed, yes
        40+, master, self-employed, no
        40+, high school, programmer, no
        50+, master, lawyer, no
        50+, master, programmer, no
        50+, high school, self-employed, no
    )");
    return cases;
}

void print_three_structures(Page& page) {
    const InferenceEngine naive(loan_naive_bayes());
    const InferenceEngine occupation(loan_occupation());
    const InferenceEngine chain(loan_chain());
    page.text("1. Naive Bayes: all three independent given the class.")
        .model(naive.network())
        .ask(naive, "P(age=30+ | default=yes)", "the lecture: 2/3")
        .ask(naive, "P(education='high school' | default=yes)", "the lecture: 1/3")
        .ask(naive, "P(occupation=programmer | default=yes)", "the lecture: 1/3")
        .ask(naive, "P(age=30+, education='high school', occupation=programmer | default=yes)", "the lecture: 2/27")
        .ask(naive, "P(default=yes | age=30+, education='high school', occupation=programmer)", "49/121")
        .text("2. Age and education independent given occupation and class.")
        .model(occupation.network())
        .ask(occupation, "P(age=30+, education=undergrad, occupation=programmer | default=no)", "the lecture: 1/14")
        .ask(occupation, "P(default=yes | age=30+, education=undergrad, occupation=programmer)", "2/3")
        .text("3. The class acts through the occupation only.")
        .model(chain.network())
        .ask(chain, "P(age=30+, education=undergrad, occupation=programmer | default=no)", "the lecture: 24/175")
        .ask(chain, "P(default=yes | age=30+, education=undergrad, occupation=programmer)", "1/5")
        .text("Naive Bayes has a third opinion of the same applicant:")
        .ask(naive, "P(default=yes | age=30+, education=undergrad, occupation=programmer)", "49/67");
}

void print_five_attributes(Page& page) {
    const BayesianNetwork network = five_attributes();
    page.text("The lecture's network of five attributes. Its factorisation, and the independences it states:")
        .model(network)
        .ask_graph(network, "A1 _||_ A2 | y", "the lecture: yes")
        .ask_graph(network, "A4 _||_ A5 | A1, A2", "the lecture: yes")
        .ask_graph(network, "A3 _||_ A5 | A1", "the lecture: yes")
        .ask_graph(network, "A3 _||_ y, A5 | A1", "the lecture: yes")
        .text("And some that do not hold, each with a way along which influence flows:")
        .ask_graph(network, "A1 _||_ A2")
        .ask_graph(network, "A1 _||_ A2 | y, A4")
        .ask_graph(network, "A4 _||_ y | A1");
}

}  // namespace

BayesianNetwork loan_naive_bayes() {
    return network_from_cases(loans(), {{"default", {}}, {"age", {"default"}}, {"education", {"default"}}, {"occupation", {"default"}}});
}

BayesianNetwork loan_occupation() {
    return network_from_cases(
        loans(), {{"default", {}}, {"occupation", {"default"}}, {"age", {"occupation", "default"}}, {"education", {"occupation", "default"}}});
}

BayesianNetwork loan_chain() {
    return network_from_cases(loans(), {{"default", {}}, {"occupation", {"default"}}, {"age", {"occupation"}}, {"education", {"occupation"}}});
}

BayesianNetwork five_attributes() {
    NetworkBuilder net = NetworkBuilder::parse("y{-1|1} -> A1{0|1}, A2{0|1}; A1 -> A3{0|1}; A1 -> A4{0|1} <- A2; A1 -> A5{0|1} <- A2");
    for (const char* name : {"y", "A1", "A2", "A3", "A4", "A5"}) net.cpt(name).otherwise({0.5, 0.5});
    return net.build();
}

void run_loan(std::ostream& out) {
    Page page(out, "Loan default (ten cases, three structures)");
    page.text("Who will not pay back? A classifier is a network: what it assumes are its missing arcs, and one engine answers for all.");
    print_three_structures(page);
    print_five_attributes(page);
}

}  // namespace pgm::examples

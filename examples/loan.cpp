// Ten loans of a lecture on Bayesian classification; their table, with ages in years, is
// examples/data/loan.csv.
#include <examples/classifiers.hpp>
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>
#include <examples/tables.hpp>
#include <learners/fit/fit.hpp>

#include <pgm/classify/decision.hpp>
#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

namespace {

/// Ages become decades: a value on a cut belongs to the interval that begins there, so 50 is one of
/// the fifties.
Classifier loans(std::string_view structure, std::string_view smoothing = "mle") {
    return learners::fit(table("loan.csv"), "default",
                         {.structure = structure,
                          .smoothing = learners::parse_smoothing(smoothing),
                          .continuous = learners::parse_continuous("cut:age=30,40,50")});
}

void print_naive_bayes(Page& page) {
    const InferenceEngine naive = engine_of(loan_naive_bayes());
    page.text(
            "1. Naive Bayes: all three independent given the class. [30,40) is what the lecture "
            "calls 30+.")
        .model(naive.network())
        .ask(naive, "P(default=yes)", "the lecture: 0.3")
        .ask(naive, "P(age='[30,40)' | default=yes)", "the lecture: 2/3")
        .ask(naive, "P(education='high school' | default=yes)", "the lecture: 1/3")
        .ask(naive, "P(occupation=programmer | default=yes)", "the lecture: 1/3")
        .ask(naive,
             "P(age='[30,40)', education='high school', occupation=programmer | default=yes)",
             "the lecture: 2/27")
        .ask(naive,
             "P(default=yes | age='[30,40)', education='high school', occupation=programmer)",
             "49/121");
}

/// The table's own number: a question would divide by the sum of its row, which the floor made
/// larger than 1.
double table_entry(const BayesianNetwork& network, std::string_view child, std::string_view state,
                   std::string_view parent, std::string_view value) {
    const VariableId id = network.id(child);
    const VariableId given = network.id(parent);
    const std::vector<StateId> states = {network.variable(given).state_id(value),
                                         network.variable(id).state_id(state)};
    const TableCpd& cpd = std::get<TableCpd>(network.cpd(id));
    return cpd.table()[cpd.scope().cell(states)];
}

void print_floor(Page& page) {
    const InferenceEngine floor = engine_of(loan_floor());
    page.text(
            "No lawyer among those who did not pay back: the estimate would be 0 and rule them out "
            "for ever. The lecture replaces a zero\n"
            "by 0.000001 and leaves the other estimates as they are. The two scores of a lawyer of "
            "fifty, and of a youngster:")
        .value("P(occupation=lawyer | default=yes) as estimated",
               table_entry(floor.network(), "occupation", "lawyer", "default", "yes"),
               "the lecture: 0.000001")
        .ask_score(floor, "default=yes, age='>=50', education=master, occupation=lawyer",
                   "3/10 * 0.000001^3")
        .ask_score(floor, "default=no, age='>=50', education=master, occupation=lawyer", "6/245")
        .ask(floor, "P(default=yes | age='>=50', education=master, occupation=lawyer)",
             "49/4000000000000000049")
        .ask_score(floor,
                   "default=yes, age='<30', education='high school', occupation=self-employed",
                   "1/45")
        .ask_score(floor,
                   "default=no, age='<30', education='high school', occupation=self-employed",
                   "1/17500000")
        .ask(floor, "P(default=yes | age='<30', education='high school', occupation=self-employed)",
             "3500000/3500009");
}

void print_two_structures(Page& page) {
    const InferenceEngine naive = engine_of(loan_naive_bayes());
    const InferenceEngine occupation = engine_of(loan_occupation());
    const InferenceEngine chain = engine_of(loan_chain());
    page.text("2. Age and education independent given occupation and class.")
        .model(occupation.network())
        .ask(occupation, "P(age='[30,40)' | occupation=programmer, default=no)", "the lecture: 2/4")
        .ask(occupation, "P(education=undergrad | occupation=programmer, default=no)",
             "the lecture: 1/4")
        .ask(occupation, "P(occupation=programmer | default=no)", "the lecture: 4/7")
        .ask(occupation,
             "P(age='[30,40)', education=undergrad, occupation=programmer | default=no)",
             "the lecture: 1/14")
        .ask(occupation,
             "P(default=yes | age='[30,40)', education=undergrad, occupation=programmer)", "2/3")
        .text("3. The class acts through the occupation only.")
        .model(chain.network())
        .ask(chain, "P(age='[30,40)' | occupation=programmer)", "the lecture: 3/5")
        .ask(chain, "P(education=undergrad | occupation=programmer)", "the lecture: 2/5")
        .ask(chain, "P(age='[30,40)', education=undergrad, occupation=programmer | default=no)",
             "the lecture: 24/175")
        .ask(chain, "P(default=yes | age='[30,40)', education=undergrad, occupation=programmer)",
             "1/5")
        .text("Naive Bayes has a third opinion of the same applicant:")
        .ask(naive, "P(default=yes | age='[30,40)', education=undergrad, occupation=programmer)",
             "49/67");
}

void print_tie(Page& page) {
    const InferenceEngine naive = engine_of(loan_naive_bayes());
    const BayesianNetwork& network = naive.network();
    const VariableId loan = network.id("default");
    const Posterior posterior =
        naive.marginals(Evidence{}.observe(network, "occupation", "self-employed"));
    const Decision decision =
        decide(posterior.marginal(loan),
               TieRule{.preferred = network.variable(loan).state_id("no").index()});
    page.text(
            "Of someone self-employed nothing else is known. The scores are equal, and the "
            "lecture gives ties to \"no\":")
        .ask(naive, "P(default | occupation=self-employed)", "1/2 each")
        .line("decision", network.variable(loan).states()[decision.action.value()],
              decision.tied ? "by the tie rule" : "");
}

void print_five_attributes(Page& page) {
    const BayesianNetwork network = five_attributes();
    page.text(
            "The lecture's network of five attributes. Its factorisation, and the independences it "
            "states:")
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

Classifier loan_naive_bayes() {
    return loans("nb");
}

Classifier loan_floor() {
    return loans("nb", "floor:1e-6");
}

Classifier loan_occupation() {
    return loans("default -> occupation, age, education; occupation -> age, education");
}

Classifier loan_chain() {
    return loans("default -> occupation -> age, education");
}

BayesianNetwork five_attributes() {
    NetworkBuilder net = NetworkBuilder::parse(
        "y{-1|1} -> A1{0|1}, A2{0|1}; A1 -> A3{0|1}; A1 -> A4{0|1} <- A2; A1 -> A5{0|1} <- A2");
    for (const char* name : {"y", "A1", "A2", "A3", "A4", "A5"})
        net.cpt(name).otherwise({0.5, 0.5});
    return net.build();
}

void run_loan(std::ostream& out) {
    Page page(out, "Loan default (ten cases, three structures)");
    page.text(
        "Who will not pay back? A classifier is a network: what it assumes are its missing arcs, "
        "and one engine answers for all.");
    print_naive_bayes(page);
    print_floor(page);
    print_two_structures(page);
    print_tie(page);
    print_five_attributes(page);
}

}  // namespace pgm::examples

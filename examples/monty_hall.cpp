// Selvin, "A problem in probability", The American Statistician 29 (1975): the game show of Monty
// Hall.
#include <examples/networks.hpp>
#include <examples/page.hpp>
#include <examples/pages.hpp>

#include <pgm/model/network_builder.hpp>

namespace pgm::examples {

BayesianNetwork monty_hall_network() {
    NetworkBuilder net = NetworkBuilder::parse("Prize{1|2|3} -> Opened{1|2|3} <- Choice{1|2|3}");
    net.cpt("Prize").values({1.0 / 3, 1.0 / 3, 1.0 / 3});
    net.cpt("Choice").values({1.0 / 3, 1.0 / 3, 1.0 / 3});
    // The host opens neither the chosen door nor the one with the prize; where two are left he
    // tosses a coin.
    net.cpt("Opened").values({"Choice", "Prize"}, {0, 0.5, 0.5, 0,   0, 1,   0,   1,   0,  //
                                                   0, 0,   1,   0.5, 0, 0.5, 1,   0,   0,  //
                                                   0, 1,   0,   1,   0, 0,   0.5, 0.5, 0});
    return net.build();
}

void run_monty_hall(std::ostream& out) {
    const InferenceEngine engine(monty_hall_network());
    Page(out, "Three doors (Selvin 1975)")
        .text(
            "A prize is behind one of three doors. The guest chooses one; the host, who knows "
            "where the prize is, opens one of the\n"
            "other two, never the one with the prize. Should the guest change to the third door?")
        .model(engine.network())
        .ask(engine, "P(Prize | Choice=1)", "1/3 each")
        .ask(engine, "P(Prize | Choice=1, Opened=3)", "1/3, 2/3, 0: change!")
        .ask(engine, "argmax(Prize | Choice=1, Opened=3)")
        .text(
            "It matters that the host knows. Had the wind blown the door open, the guest would "
            "have learned nothing:")
        .ask(engine, "P(Prize | Choice=1, do(Opened=3))", "1/3 each")
        .text("The host never opens the guest's own door, so this cannot be seen:")
        .ask(engine, "P(Prize | Choice=1, Opened=1)")
        .text("Choice and prize have nothing to do with each other, until the host acts:")
        .ask_graph(engine.network(), "Prize _||_ Choice")
        .ask_graph(engine.network(), "Prize _||_ Choice | Opened");
}

}  // namespace pgm::examples

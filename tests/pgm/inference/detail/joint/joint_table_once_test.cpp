#include <pgm/inference/detail/joint/joint_table_once.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <array>
#include <pgm/core/parallel.hpp>
#include <pgm/model/network_builder.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

BayesianNetwork coins(std::size_t count) {
    NetworkBuilder net;
    for (std::size_t i = 0; i < count; ++i) {
        const VariableId coin =
            net.add_variable(Variable("coin" + std::to_string(i), {"heads", "tails"}));
        net.set_cpd(TableCpd(Scope({coin}, {2}), std::vector<double>{0.5, 0.5}));
    }
    return net.build();
}

}  // namespace

TEST_CASE("JointTableOnce: only the first to ask waits for the table") {
    const BayesianNetwork network = coins(3);
    JointTableOnce once;
    double first = 0, second = 0;
    const JointTable* const table = once.get(network, 1 << 20, first);
    REQUIRE(table);
    CHECK(table->cells() == 8);
    CHECK(first > 0);
    CHECK(once.get(network, 1 << 20, second) == table);
    CHECK(second == 0);
}

TEST_CASE("JointTableOnce: threads that ask at once get the same table, and one of them made it") {
    const BayesianNetwork network = coins(5);
    JointTableOnce once;
    std::array<const JointTable*, 64> tables{};
    std::array<double, 64> seconds{};
    parallel_for(tables.size(), 2, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            tables[i] = once.get(network, 1 << 20, seconds[i]);
    });
    for (const JointTable* const table : tables) CHECK((table && table == tables[0]));
    CHECK(std::ranges::count_if(seconds, [](double s) { return s > 0; }) == 1);
}

TEST_CASE("JointTableOnce: a network that is too large has none") {
    const BayesianNetwork network = coins(12);
    JointTableOnce once;
    double seconds = 0;
    CHECK(once.get(network, 1 << 20, seconds) == nullptr);
    CHECK(once.get(network, 1 << 20, seconds) == nullptr);
}

#include <tests/support/long_chain.hpp>

#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace pgm::tests {
namespace {

using Pair = std::array<long double, 2>;

long double emission(const HiddenChain& chain, std::size_t i, std::size_t state) {
    return chain.emit[i % chain.emit.size()][state];
}

/// Divides by the sum and returns its logarithm.
long double normalise(Pair& pair) {
    const long double sum = pair[0] + pair[1];
    pair[0] /= sum;
    pair[1] /= sum;
    return std::log(sum);
}

}  // namespace

BayesianNetwork chain_network(const HiddenChain& chain) {
    NetworkBuilder builder("chain");
    const std::size_t n = chain.length;
    for (std::size_t i = 0; i < n; ++i)
        builder.add_variable(Variable("H" + std::to_string(i), {"0", "1"}));
    for (std::size_t i = 0; i < n; ++i)
        builder.add_variable(Variable("L" + std::to_string(i), {"0", "1"}));
    builder.set_cpd(TableCpd(Scope({VariableId(0)}, {2}), chain.start));
    const double step[] = {chain.step[0][0], chain.step[0][1], chain.step[1][0], chain.step[1][1]};
    for (std::size_t i = 1; i < n; ++i)
        builder.set_cpd(TableCpd(Scope({VariableId(i - 1), VariableId(i)}, {2, 2}), step));
    for (std::size_t i = 0; i < n; ++i) {
        const std::vector<double>& p = chain.emit[i % chain.emit.size()];
        builder.set_cpd(TableCpd(Scope({VariableId(i), VariableId(n + i)}, {2, 2}),
                                 std::vector{1 - p[0], p[0], 1 - p[1], p[1]}));
    }
    return builder.build();
}

ChainAnswer chain_answer(const HiddenChain& chain) {
    const std::size_t n = chain.length;
    std::vector<Pair> forward(n);
    ChainAnswer answer;
    Pair best{};
    for (std::size_t i = 0; i < n; ++i) {
        Pair longest{};
        for (std::size_t b = 0; b < 2; ++b) {
            const auto into = [&](std::size_t a) -> long double { return chain.step[a][b]; };
            forward[i][b] = (i == 0 ? chain.start[b]
                                    : forward[i - 1][0] * into(0) + forward[i - 1][1] * into(1)) *
                            emission(chain, i, b);
            longest[b] = i == 0
                             ? std::log(static_cast<long double>(chain.start[b]))
                             : std::max(best[0] + std::log(into(0)), best[1] + std::log(into(1)));
            longest[b] += std::log(emission(chain, i, b));
        }
        best = longest;
        answer.log_evidence += normalise(forward[i]);
    }
    answer.best_log_probability = std::max(best[0], best[1]);

    Pair backward{1, 1};
    answer.second_state.resize(n);
    for (std::size_t i = n; i-- > 0;) {
        const Pair here{forward[i][0] * backward[0], forward[i][1] * backward[1]};
        answer.second_state[i] = here[1] / (here[0] + here[1]);
        Pair before{};
        for (std::size_t a = 0; a < 2; ++a)
            for (std::size_t b = 0; b < 2; ++b)
                before[a] += chain.step[a][b] * emission(chain, i, b) * backward[b];
        backward = before;
        normalise(backward);
    }
    return answer;
}

}  // namespace pgm::tests

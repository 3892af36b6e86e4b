#include <pgm/model/cpd/table_cpd.hpp>

namespace pgm {

std::size_t TableCpd::row_of(std::span<const StateId> parent_states) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < parent_states.size(); ++i)
        cell += parent_states[i].index() * table_.scope().strides()[i];
    return cell / row_length();
}

StateId TableCpd::sample(std::size_t row_number, Rng& rng) const {
    const std::span<const double> probabilities = row(row_number);
    double left = rng.uniform();
    std::size_t last_possible = 0;
    for (std::size_t state = 0; state < probabilities.size(); ++state) {
        if (probabilities[state] <= 0) continue;
        last_possible = state;
        left -= probabilities[state];
        if (left < 0) break;
    }
    return StateId(last_possible);  // rounding may leave a rest, which goes to the last one
}

}  // namespace pgm

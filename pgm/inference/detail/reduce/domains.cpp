#include <pgm/inference/detail/reduce/domains.hpp>

#include <bit>

namespace pgm::detail {

Domains::Domains(const BayesianNetwork& network) {
    first_word_.reserve(network.size() + 1);
    first_word_.push_back(0);
    for (const Variable& variable : network.variables())
        first_word_.push_back(first_word_.back() + (variable.cardinality() + 63) / 64);
    words_.assign(first_word_.back() + 1, 0);
    for (std::size_t v = 0; v < network.size(); ++v) {
        const std::size_t states = network.variables()[v].cardinality();
        for (std::size_t word = 0; word * 64 < states; ++word) {
            const std::size_t bits = states - word * 64;
            words_[first_word_[v] + word] =
                bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        }
    }
}

std::size_t Domains::count(VariableId v) const {
    std::size_t count = 0;
    for (const std::uint64_t word : words(v))
        count += static_cast<std::size_t>(std::popcount(word));
    return count;
}

bool Domains::is_empty(VariableId v) const {
    for (const std::uint64_t word : words(v)) {
        if (word) return false;
    }
    return true;
}

void Domains::keep_only(VariableId v, StateId state) {
    const std::span<std::uint64_t> bits = words(v);
    for (std::size_t word = 0; word < bits.size(); ++word) {
        bits[word] &= word == state.index() / 64 ? std::uint64_t{1} << (state.index() % 64) : 0;
    }
}

void Domains::append_states(VariableId v, std::vector<std::uint32_t>& states) const {
    const std::span<const std::uint64_t> bits = words(v);
    for (std::size_t word = 0; word < bits.size(); ++word) {
        for (std::uint64_t left = bits[word]; left; left &= left - 1) {
            states.push_back(static_cast<std::uint32_t>(
                word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
        }
    }
}

}  // namespace pgm::detail

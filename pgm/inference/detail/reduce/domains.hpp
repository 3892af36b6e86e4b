#pragma once

#include <pgm/model/network.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// The states of each variable that can still occur: one bit set per variable, all in one run of
/// words.
///
/// A state outside the domain has probability zero under everything known so far. The converse does
/// not hold: a state inside may still turn out to be impossible. A plan compiled for some domains
/// is right for every smaller ones.
class Domains {
public:
    Domains() = default;

    /// Every state of every variable.
    explicit Domains(const BayesianNetwork& network);

    std::size_t variables() const { return first_word_.empty() ? 0 : first_word_.size() - 1; }

    std::span<std::uint64_t> words(VariableId v) {
        return {&words_[first_word_[v.index()]], &words_[first_word_[v.index() + 1]]};
    }
    std::span<const std::uint64_t> words(VariableId v) const {
        return {&words_[first_word_[v.index()]], &words_[first_word_[v.index() + 1]]};
    }
    std::span<const std::uint64_t> all_words() const { return {words_.data(), words_.size() - 1}; }

    bool contains(VariableId v, StateId state) const {
        return (words(v)[state.index() / 64] >> (state.index() % 64)) & 1;
    }
    std::size_t count(VariableId v) const;
    bool is_empty(VariableId v) const;

    /// Keeps one state, if it is there.
    void keep_only(VariableId v, StateId state);
    void remove(VariableId v, StateId state) {
        words(v)[state.index() / 64] &= ~(std::uint64_t{1} << (state.index() % 64));
    }

    /// Appends the states left, in ascending order.
    void append_states(VariableId v, std::vector<std::uint32_t>& states) const;

    friend bool operator==(const Domains&, const Domains&) = default;

private:
    std::vector<std::size_t> first_word_;  ///< of each variable, and one more
    /// One spare word at the end, so that spans of the last variable are well-formed.
    std::vector<std::uint64_t> words_;
};

}  // namespace pgm::detail

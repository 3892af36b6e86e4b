#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// The sentences of Provenance::remarks while a classifier is fitted: in the order in which they
/// were first said, each once. Every member of AODE says the same of a column that is constant, and
/// each of very many columns may say something of its own, so whether a sentence is new is looked
/// up.
class Remarks {
public:
    void add(std::string sentence) {
        if (said_.insert(sentence).second) sentences_.push_back(std::move(sentence));
    }
    std::vector<std::string> take() && { return std::move(sentences_); }

private:
    std::set<std::string> said_;
    std::vector<std::string> sentences_;
};

}  // namespace pgm::learners::detail

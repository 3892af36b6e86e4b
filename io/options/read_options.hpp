#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <vector>

namespace pgm::io {

/// How to read: bounds, and the name by which errors call the text.
struct ReadOptions {
    std::string name = "input";
    Limits limits;
};

/// A network and what its reader has to say about it (rows renormalised with a warning and the
/// like).
struct ReadResult {
    BayesianNetwork network;
    std::vector<Problem> remarks;
};

}  // namespace pgm::io

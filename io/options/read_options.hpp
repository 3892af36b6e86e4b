#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <vector>

namespace pgm::io {

/// How to read a network: limits, and the name that errors use.
struct ReadOptions {
    std::string name = "input";
    Limits limits;
};

/// A network and the warnings and notes of its reader.
struct ReadResult {
    BayesianNetwork network;
    std::vector<Problem> remarks;
};

}  // namespace pgm::io

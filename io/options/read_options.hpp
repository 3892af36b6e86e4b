#pragma once

#include <io/options/tables_to_learn.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <vector>

namespace pgm::io {

/// How to read a network: limits, the name that errors use, and whether numbers may be missing.
struct ReadOptions {
    std::string name = "input";
    Limits limits;
    TablesToLearn tables_to_learn = TablesToLearn::refuse;
};

/// A network and the warnings and notes of its reader.
struct ReadResult {
    BayesianNetwork network;
    std::vector<Problem> remarks;
    std::vector<TableToLearn> tables_to_learn{};  ///< empty unless the options accept them
};

}  // namespace pgm::io

#include <tests/support/source_files.hpp>

#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace pgm::tests;

namespace {

/// Which folders a folder may include, itself apart. Arrows point down only: core, then graph and table, then model, then
/// inference, query and data, then learners and io, then the programs. What is not listed may include everything.
const std::map<std::string, std::set<std::string>> may_include = {
    {"pgm/core", {}},
    {"pgm/graph", {"pgm/core"}},
    {"pgm/table", {"pgm/core"}},
    {"pgm/model", {"pgm/core", "pgm/graph", "pgm/table"}},
    {"pgm/data", {"pgm/core", "pgm/graph", "pgm/table", "pgm/model"}},
    {"pgm/inference", {"pgm/core", "pgm/graph", "pgm/table", "pgm/model"}},
    {"pgm/query", {"pgm/core", "pgm/graph", "pgm/table", "pgm/model", "pgm/inference"}},
    {"pgm/classify", {"pgm/core", "pgm/graph", "pgm/table", "pgm/model", "pgm/data", "pgm/inference", "pgm/query"}},
    {"learners", {"pgm"}},
    {"io", {"pgm"}},
    {"apps", {"pgm", "learners", "io", "examples"}},
    {"examples", {"pgm", "learners", "io"}},
    {"bench", {"pgm", "learners", "io"}},
};

/// The rooms of pgm/inference, and what of pgm/inference each may include, itself apart. What lies in the folder itself are the values that go in and out of an engine, which the rooms may
/// name, and the engine, which they may not.
const std::map<std::string, std::set<std::string>> may_include_in_inference = {
    {"reduction", {}},
    {"contraction", {}},
    {"elimination", {"cost_model.hpp"}},
    {"plan", {"reduction", "contraction", "elimination", "cost_model.hpp", "plan_cost.hpp", "plan_prediction.hpp", "task.hpp"}},
    {"joint", {"plan", "cost_model.hpp", "plan_prediction.hpp", "posterior.hpp"}},
    {"continuous", {"plan"}},
    {"batch", {"reduction", "contraction", "plan", "continuous", "evidence_columns.hpp", "workspace.hpp"}},
};

/// Where a library from outside may be included. A name stands for all headers that begin with it.
const std::map<std::string, std::vector<std::string>> home_of = {
    {"oneapi/", {"pgm/core/parallel.cpp", "tests/pgm/core/parallel_test.cpp"}},
    {"tbb/", {"pgm/core/parallel.cpp"}},
    {"boost/archive/", {"io/archive/"}},
    {"boost/serialization/", {"io/archive/"}},
    {"boost/graph/", {"pgm/graph/", "io/", "examples/", "tests/"}},
    {"boost/multiprecision/", {"learners/least_squares.cpp", "pgm/data/exact_moments.cpp", "tests/"}},
    {"pugixml", {"io/", "tests/io/"}},
    {"zlib.h", {"io/", "bench/", "tests/"}},
    {"nlohmann/", {"apps/", "bench/", "tests/"}},
    {"CLI/", {"apps/"}},
    {"fmt/", {"apps/", "examples/"}},
    {"benchmark/", {"bench/"}},
    {"catch2/", {"tests/"}},
};

bool starts_with(const std::string& text, const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

/// "pgm/graph" of "pgm/graph/dag.hpp", "io" of "io/bif/bif_lexer.hpp"
std::string room_of(const std::string& path) {
    const std::size_t slash = path.find('/');
    return starts_with(path, "pgm/") ? path.substr(0, path.find('/', slash + 1)) : path.substr(0, slash);
}

const std::string inference = "pgm/inference/";

/// "plan" of "pgm/inference/plan/planner.hpp", and "engine.hpp" of "pgm/inference/engine.hpp"
std::string inference_room_of(const std::string& path) {
    return path.substr(inference.size(), path.find('/', inference.size()) - inference.size());
}

bool allowed(const std::string& from, const std::string& to) {
    if (from == to) return true;
    const auto rule = may_include.find(from);
    if (rule == may_include.end()) return true;
    return rule->second.count(to) > 0 || rule->second.count(to.substr(0, to.find('/'))) > 0;
}

}  // namespace

TEST_CASE("Includes point down the layers only") {
    const std::set<std::string> ours(all_folders.begin(), all_folders.end());
    for (const SourceFile& file : source_files(all_folders)) {
        for (const std::string& include : includes(file)) {
            if (!ours.count(include.substr(0, include.find('/')))) continue;
            INFO(file.path << " includes " << include);
            CHECK(allowed(room_of(file.path), room_of(include)));
        }
    }
}

TEST_CASE("Every folder of pgm has its place in the layers") {
    for (const SourceFile& file : source_files({"pgm"})) {
        INFO(file.path);
        CHECK((may_include.count(room_of(file.path)) == 1 || file.path == "pgm/pgm.hpp"));
    }
}

TEST_CASE("The rooms of pgm/inference include each other in one direction only") {
    std::set<std::string> seen;
    for (const SourceFile& file : source_files({"pgm/inference"})) {
        const std::string from = inference_room_of(file.path);
        if (from.find('.') != std::string::npos) continue;  // a file of the folder itself
        seen.insert(from);
        const auto rule = may_include_in_inference.find(from);
        INFO(file.path);
        REQUIRE(rule != may_include_in_inference.end());
        for (const std::string& include : includes(file)) {
            if (!starts_with(include, inference)) continue;
            INFO(file.path << " includes " << include);
            const std::string to = inference_room_of(include);
            CHECK((from == to || rule->second.count(to) == 1));
        }
    }
    CHECK(seen.size() == may_include_in_inference.size());
}

TEST_CASE("Libraries from outside are included at home only") {
    for (const SourceFile& file : source_files(all_folders)) {
        for (const std::string& include : includes(file)) {
            for (const auto& [library, homes] : home_of) {
                if (!starts_with(include, library)) continue;
                INFO(file.path << " includes " << include);
                CHECK(std::any_of(homes.begin(), homes.end(), [&, &path = file.path](const std::string& home) { return starts_with(path, home); }));
            }
        }
    }
}

TEST_CASE("Public headers of pgm need no library but Boost and Eigen") {
    const std::set<std::string> ours(all_folders.begin(), all_folders.end());
    for (const SourceFile& file : source_files({"pgm", "io", "learners"})) {
        if (file.path.find(".hpp") == std::string::npos) continue;
        for (const std::string& include : includes(file)) {
            const std::size_t slash = include.find('/');
            if (slash == std::string::npos) continue;  // the standard library and the C library
            INFO(file.path << " includes " << include);
            const std::string root = include.substr(0, slash);
            CHECK((ours.count(root) || root == "boost" || root == "Eigen" || root == "sys"));
        }
    }
}

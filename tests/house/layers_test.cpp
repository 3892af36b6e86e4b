#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/source_files.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>

using namespace pgm::tests;

namespace {

/// The rooms from the ground up: a file includes only what lies in its own room or in a lower
/// layer. Rooms of one layer do not know each other. What lies below detail/ counts as its room; a
/// header that includes a whole library stands above all of its rooms.
const std::vector<std::set<std::string>> layers = {
    {"pgm/core"},
    {"pgm/core/text", "pgm/core/simd"},
    {"pgm/graph", "pgm/table"},
    {"pgm/model/cpd"},
    {"pgm/model/draft"},
    {"pgm/model"},
    {"pgm/data", "pgm/inference"},
    {"pgm/query"},
    {"pgm/classify", "pgm/causal"},
    {"pgm/classify/measure", "pgm/compile", "pgm/decide", "pgm/explain"},
    {"learners/words", "io/text"},
    {"pgm/pgm.hpp", "learners/families", "learners/discretise", "io/file"},
    {"learners/estimate", "io/options", "io/scene"},
    {"io/format"},
    {"learners/structure", "learners/score", "learners/independence", "io/table", "io/format/block",
     "io/format/xml", "io/format/record", "io/format/uai", "io/picture", "io/plot",
     "io/explanation"},
    {"learners/judge", "learners/search", "io/csv", "io/arff", "io/pgmdata"},
    {"learners/counting", "io/page"},
    {"learners/em"},
    {"learners/fit"},
    {"learners/validate", "learners/unobserved", "io"},
    {"learners/learners.hpp", "io/io.hpp", "sources/checkpoint", "sources/database",
     "sources/ranks"},
    {"examples", "bench", "bench/network_table", "bench/peers"},
    {"examples/explore"},
    {"apps/pgm/render"},
    {"apps/pgm/shell"},
    {"apps/pgm/report"},
    {"apps/pgm/report/predictions", "apps/pgm/report/explanation"},
    {"apps/pgm/report/page"},
    {"apps/pgm/options"},
    {"apps/pgm/manual"},
    {"apps/pgm/commands"},
    {"apps/pgm/commands/decisions", "apps/pgm/commands/explanation", "apps/pgm/commands/pictures"},
    {"apps/pgm"},
    {"apps/pgm_mpi"},
};

/// The parts of the engine, likewise: cost, integrals, reduction of the network, kernels, order of
/// elimination, graphs of contractions, plans, and the two forms in which rows and small networks
/// are answered.
const std::vector<std::set<std::string>> parts_of_inference = {
    {"pgm/inference/detail/cost", "pgm/inference/detail/integration"},
    {"pgm/inference/detail/reduce", "pgm/inference/detail/contraction"},
    {"pgm/inference/detail/order"},
    {"pgm/inference/detail/graph"},
    {"pgm/inference/detail/plan"},
    {"pgm/inference/detail/joint", "pgm/inference/detail/continuous"},
    {"pgm/inference/detail/lanes"},
    {"pgm/inference/detail"},
    {"pgm/inference/detail/mixture"},
};

/// No folder holds more, so that a newcomer can read its list of files.
constexpr std::size_t most_files = 40;

/// Where a library from outside may be included. A name stands for all headers that begin with it.
const std::map<std::string, std::vector<std::string>> home_of = {
    {"oneapi/", {"pgm/core/parallel.cpp", "tests/pgm/core/parallel_test.cpp"}},
    {"tbb/", {"pgm/core/parallel.cpp"}},
    {"boost/archive/", {"io/format/record/"}},
    {"boost/serialization/", {"io/format/record/", "sources/ranks/mpi_ranks.cpp"}},
    {"boost/mpi/", {"sources/ranks/mpi_ranks.cpp"}},
    {"boost/graph/", {"pgm/graph/", "io/", "examples/", "tests/"}},
    {"boost/multiprecision/",
     {"learners/estimate/detail/least_squares.cpp", "pgm/data/detail/exact/exact_moments.cpp",
      "pgm/explain/detail/exact_cells.cpp", "tests/"}},
    {"pugixml", {"io/", "tests/io/"}},
    {"zlib.h", {"io/", "bench/", "tests/"}},
    {"zstd.h", {"io/file/"}},
    {"sqlite3.h", {"sources/database/", "tests/sources/"}},
    {"libpq-fe.h", {"sources/database/", "tests/sources/"}},
    {"nlohmann/", {"apps/", "bench/", "tests/"}},
    {"CLI/", {"apps/"}},
    {"fmt/", {"apps/", "examples/"}},
    {"benchmark/", {"bench/"}},
    {"dai/", {"bench/peers/"}},
    {"catch2/", {"tests/support/catch.hpp"}},
};

bool starts_with(const std::string& text, const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

std::string folder_of(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

/// The headers that include all public headers of a library.
const std::set<std::string> umbrella_headers = {"pgm/pgm.hpp", "learners/learners.hpp",
                                                "io/io.hpp"};

/// "pgm/graph" of "pgm/graph/detail/vertex_marks.hpp"; a header of a whole library is a room.
std::string room_of(const std::string& path) {
    if (umbrella_headers.contains(path)) return path;
    const std::string folder = folder_of(path);
    return folder.substr(0, folder.find("/detail"));
}

std::string library_of(const std::string& path) {
    return path.substr(0, path.find('/'));
}

bool is_internal(const std::string& path) {
    return path.find("/detail/") != std::string::npos;
}

bool is_header(const std::string& path) {
    return path.ends_with(".hpp");
}

std::optional<std::size_t> layer_of(const std::vector<std::set<std::string>>& order,
                                    const std::string& room) {
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i].contains(room)) return i;
    return std::nullopt;
}

/// Includes of a file of ours that are files of ours, tests apart.
std::vector<std::string> own_includes(const SourceFile& file) {
    std::vector<std::string> own;
    for (const std::string& include : includes(file)) {
        const std::string top = library_of(include);
        if (top != "tests" && std::ranges::find(all_folders, top) != all_folders.end())
            own.push_back(include);
    }
    return own;
}

const std::vector<std::string> all_libraries = {"pgm", "learners", "io", "sources"};
const std::vector<std::string> built_folders = {"pgm",  "learners", "io",   "sources",
                                                "apps", "examples", "bench"};

/// "pgm/graph/dag" of its header and of its source.
std::string stem_of(const std::string& path) {
    return path.substr(0, path.rfind('.'));
}

/// Files that include themselves by way of others, where a header and its source are one file: so
/// too b.cpp -> a.hpp where a.cpp -> b.hpp, which compiles and yet cannot be understood one by one.
class CycleSearch {
public:
    CycleSearch() {
        for (const SourceFile& file : source_files(built_folders)) {
            const std::string stem = stem_of(file.path);
            for (const std::string& include : own_includes(file))
                if (stem_of(include) != stem) includes_[stem].push_back(stem_of(include));
        }
    }

    /// The stems from the first one met twice to its return; empty where there is no cycle.
    std::vector<std::string> cycle() {
        std::vector<std::string> stems;
        for (const auto& [stem, list] : includes_) stems.push_back(stem);
        for (const std::string& stem : stems)
            if (visit(stem)) return {std::ranges::find(trail_, again_), trail_.end()};
        return {};
    }

private:
    /// Depth first; true when it came back to where it is.
    bool visit(const std::string& stem) {
        if (done_.contains(stem)) return false;
        if (std::ranges::find(trail_, stem) != trail_.end()) {
            again_ = stem;
            return true;
        }
        trail_.push_back(stem);
        if (const auto found = includes_.find(stem); found != includes_.end())
            for (const std::string& include : found->second)
                if (visit(include)) return true;
        trail_.pop_back();
        done_.insert(stem);
        return false;
    }

    std::map<std::string, std::vector<std::string>> includes_;
    std::vector<std::string> trail_;
    std::string again_;
    std::set<std::string> done_;
};

}  // namespace

TEST_CASE("Includes point down the layers only") {
    for (const SourceFile& file : source_files(built_folders)) {
        const std::string room = room_of(file.path);
        const auto layer = layer_of(layers, room);
        INFO(file.path);
        REQUIRE(layer);  // every room has its place
        for (const std::string& include : own_includes(file)) {
            if (room_of(include) == room) continue;
            INFO(file.path << " includes " << include);
            CHECK(layer_of(layers, room_of(include)) < layer);
        }
    }
}

TEST_CASE("docs/architecture.md tells what every room holds") {
    const std::string page = read_file(source_file("docs/architecture.md"));
    for (const auto& order : {layers, parts_of_inference})
        for (const std::set<std::string>& layer : order)
            for (const std::string& room : layer) {
                INFO(room);
                CHECK((page.find("`" + room + "/`") != std::string::npos ||
                       page.find("`" + room + "`") != std::string::npos));
            }
}

TEST_CASE("Learning and files do not know each other") {
    for (const SourceFile& file : source_files({"learners", "io"}))
        for (const std::string& include : own_includes(file)) {
            INFO(file.path << " includes " << include);
            CHECK((library_of(include) == "pgm" || library_of(include) == file.folder()));
        }
}

TEST_CASE("The parts of the engine include each other in one direction only") {
    for (const SourceFile& file : source_files({"pgm/inference/detail"})) {
        const auto part = layer_of(parts_of_inference, folder_of(file.path));
        INFO(file.path);
        REQUIRE(part);
        for (const std::string& include : own_includes(file)) {
            if (room_of(include) != "pgm/inference" || !is_internal(include)) continue;
            if (folder_of(include) == folder_of(file.path)) continue;
            INFO(file.path << " includes " << include);
            CHECK(layer_of(parts_of_inference, folder_of(include)) < part);
        }
    }
}

TEST_CASE("No file includes itself by way of others, header and source taken as one") {
    CHECK(CycleSearch().cycle() == std::vector<std::string>{});
}

TEST_CASE("Public headers are on the page of their library") {
    // Boost.Graph takes longer to compile than the page.
    const std::set<std::string> elsewhere = {"pgm/graph/boost_graph.hpp"};
    std::set<std::string> listed;
    for (const SourceFile& file : source_files(all_libraries))
        if (umbrella_headers.contains(file.path))
            for (const std::string& include : includes(file)) listed.insert(include);
    // Those of sources/ are optional, and each is a page of its own.
    for (const SourceFile& file : source_files({"pgm", "learners", "io"})) {
        if (!is_header(file.path) || is_internal(file.path)) continue;
        if (umbrella_headers.contains(file.path) || elsewhere.contains(file.path)) continue;
        INFO(file.path << " is neither listed by " << library_of(file.path)
                       << "'s page nor below a detail/ folder");
        CHECK(listed.contains(file.path));
    }
}

TEST_CASE("A folder has at most forty files") {
    std::map<std::string, std::size_t> files;
    for (const SourceFile& file : source_files(built_folders)) ++files[folder_of(file.path)];
    for (const auto& [folder, count] : files) {
        INFO(folder);
        CHECK(count <= most_files);
    }
}

TEST_CASE("Public headers include no internal ones") {
    for (const SourceFile& file : source_files(all_libraries)) {
        if (!is_header(file.path) || is_internal(file.path)) continue;
        for (const std::string& include : own_includes(file)) {
            INFO(file.path << " includes " << include);
            CHECK_FALSE(is_internal(include));
        }
    }
}

TEST_CASE("What is internal to a library is used there only") {
    for (const SourceFile& file :
         source_files({"pgm", "learners", "io", "sources", "apps", "examples"}))
        for (const std::string& include : own_includes(file)) {
            INFO(file.path << " includes " << include);
            CHECK((!is_internal(include) || library_of(include) == file.folder()));
        }
}

TEST_CASE("What lies below detail is in a namespace of that name") {
    const std::regex opened(R"(^namespace pgm(::learners|::io|::sources)?::detail(::\w+)? \{)");
    const std::regex other(R"(^namespace pgm(::\w+)* \{)");
    for (const SourceFile& file : source_files(all_libraries)) {
        if (!is_internal(file.path)) continue;
        INFO(file.path);
        bool found = false;
        for (const std::string& line : file.lines) {
            found = found || std::regex_search(line, opened);
            CHECK((std::regex_search(line, opened) || !std::regex_search(line, other)));
        }
        CHECK(found);
    }
}

TEST_CASE("Libraries from outside are included at home only") {
    for (const SourceFile& file : source_files(all_folders)) {
        for (const std::string& include : includes(file)) {
            for (const auto& [library, homes] : home_of) {
                if (!starts_with(include, library)) continue;
                INFO(file.path << " includes " << include);
                CHECK(std::any_of(homes.begin(), homes.end(),
                                  [&, &path = file.path](const std::string& home) {
                                      return starts_with(path, home);
                                  }));
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

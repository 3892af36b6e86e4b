#pragma once

#include <string>
#include <vector>

namespace pgm::tests {

/// The folders that hold sources of the project.
inline const std::vector<std::string> all_folders = {"pgm",  "learners", "io",    "sources",
                                                     "apps", "examples", "bench", "tests"};

/// One C++ file of the source tree.
struct SourceFile {
    std::string path;                ///< from the repository root: "pgm/graph/dag.cpp"
    std::vector<std::string> lines;  ///< as written
    /// The same lines without comments and without the contents of string and character literals.
    std::vector<std::string> code;

    std::string folder() const { return path.substr(0, path.find('/')); }
};

/// Every .hpp and .cpp below the given folders of the repository root, sorted by path; folders that
/// do not exist are left out.
std::vector<SourceFile> source_files(const std::vector<std::string>& folders);

/// The includes in angle brackets of a file: "pgm/graph/dag.hpp", "vector".
std::vector<std::string> includes(const SourceFile& file);

}  // namespace pgm::tests
